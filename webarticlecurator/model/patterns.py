"""Limits on the rules of a portal file: regexes that may take long, and the rule that is running.

Regexes of the portal file on addresses, with a time limit for each.

Addresses are matched everywhere, also inside a transaction, where a worker process cannot be used.
The ``regex`` package matches as ``re`` does (a test compares them for every shipped rule) and has a
timeout.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import PurePath
from typing import Any

from webarticlecurator.errors import PageUnreadable
from webarticlecurator.model.rule import Place
from webarticlecurator.text.translation import make_message

SECONDS = 5.0
"""Time limit of one regex on one address."""


def search_pattern(pattern: str, address: str, rule: str) -> bool:
    """Return True if ``pattern`` is found in ``address`` (``re.search``).

    Raises PageUnreadable with the name of the ``rule`` where that takes too long.
    """
    try:
        return _compile(pattern).search(address, timeout=SECONDS) is not None
    except TimeoutError:
        raise _too_slow(rule, address) from None


def substitute_pattern(pairs: Iterable[tuple[str, str]], address: str, rule: str) -> str:
    """Return ``address`` after ordered (regex, replacement) pairs (``re.sub``).

    Raises PageUnreadable with the name of the ``rule`` where that takes too long.
    """
    try:
        for pattern, replacement in pairs:
            address = _compile(pattern).sub(replacement, address, timeout=SECONDS)
    except TimeoutError:
        raise _too_slow(rule, address) from None
    return address


def _too_slow(rule: str, address: str) -> PageUnreadable:
    return PageUnreadable(
        make_message(
            "{rule} ran for more than {seconds:g} seconds on {address}",
            rule=rule,
            seconds=SECONDS,
            address=address[:200],
        ),
        "Mend the rule, then run the same command again.",
    )


@lru_cache(maxsize=1024)
def _compile(pattern: str) -> Any:
    import regex  # takes longer than most portal files, which have no regex for addresses

    try:
        return regex.compile(pattern, regex.VERSION0)
    except regex.error:  # syntax that only ``re`` knows
        return _WithoutLimit(re.compile(pattern))


class _WithoutLimit:
    """A pattern of ``re``, used like one of ``regex`` but without a time limit."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern

    def search(self, text: str, timeout: float) -> object:  # noqa: ARG002
        return self._pattern.search(text)

    def sub(self, replacement: str, text: str, timeout: float) -> str:  # noqa: ARG002
        return self._pattern.sub(replacement, text)


# The rule that is running, so that a supervisor that ends the process can name it.
#
# A regex, an XPath or a hook of a portal file can run for ever. Without a listener, watching costs
# one comparison for each rule.


class Watch:
    """The listeners of this process; None where there is none.

    ``rule`` is called with the name of a rule when it begins, and, when it ends, with that of the
    outer rule or an empty string. ``page`` is called when a page begins.
    """

    def __init__(self) -> None:
        self.rule: Callable[[str], None] | None = None
        self.page: Callable[[], None] | None = None
        self._running: list[str] = []

    def begin_page(self) -> None:
        """Report that another page begins."""
        if self.page is not None:
            self.page()

    @contextmanager
    def at(self, name: str) -> Iterator[None]:
        """Report that the rule ``name`` is running inside the block; call it only where ``rule``
        has a listener."""
        self._running.append(name)
        self._report_rule()
        try:
            yield
        finally:
            self._running.pop()
            self._report_rule()

    def _report_rule(self) -> None:
        if self.rule is not None:
            self.rule(self._running[-1] if self._running else "")


BUILT_IN = "built in"
"""The place of a rule that stands in no file of the user."""
WATCH = Watch()
"""The watch of this process."""


def describe_rule(place: Place, selector: str = "") -> str:
    """Return the name of a rule for messages: the path of its key, its file and line
    (``article.body.root[0] (portal.yaml:12)``)."""
    where = f"{PurePath(place.file).name}:{place.line}" if place.line else BUILT_IN
    return f"{place.path or selector} ({where})"
