"""A value of a portal file that its type does not accept, in words."""

from __future__ import annotations

from webarticlecurator.base.portal.hosts import hide_userinfo
from webarticlecurator.base.text.translation import Message, as_message, make_message


class ValueFault(Exception):
    """A scalar that its type does not accept.

    ``message`` names the problem and the value, ``nearest`` a known name that may be meant,
    ``cure`` what to do. ``expected`` is given where it is more exact than the form of the type;
    the empty string shows none. ``found`` is the value as it may be shown, None for all of it.
    """

    def __init__(
        self,
        message: str,
        nearest: str | None = None,
        *,
        expected: str | None = None,
        cure: str = "",
        found: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.nearest = nearest
        self.expected = expected
        self.cure = cure
        self.found = found

    def describe(self, expected: str = "") -> Message:
        """Return the whole message: problem, value, expected form, cure."""
        expected = expected if self.expected is None else self.expected
        cure = as_message(self.cure)
        if self.nearest:
            cure = make_message("did you mean {nearest}?", nearest=quote_value(self.nearest))
        problem = as_message(self.message)
        if expected:
            problem = make_message(
                "{problem} (expected {form})", problem=problem, form=as_message(expected)
            )
        return make_message("{problem}; {cure}", problem=problem, cure=cure) if cure else problem

    def __str__(self) -> str:
        return str(self.describe())


def quote_value(text: str) -> str:
    """Return text in quotes for a message: shortened, without passwords in addresses, with
    invisible characters escaped."""
    text = hide_userinfo(text)
    text = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    shown = text if len(text) <= 60 else text[:57] + "…"
    return f'"{shown}"'
