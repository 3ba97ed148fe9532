"""Archive addresses with fields: ``https://…/{date:%Y/%m/%d}/?page={page}`` → AddressTemplate."""

from __future__ import annotations

import re

from webarticlecurator.config.identifiers import read_public_address
from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.config.scalars import ValueFault, quote_value
from webarticlecurator.model.portal import AddressTemplate, Field

DATE_FIELDS = ("date", "last", "after")
FIELDS = (*DATE_FIELDS, "page", "column")
DATE_CODES = {
    "%Y": "year, four digits",
    "%y": "year, two digits",
    "%m": "month, 01–12",
    "%-m": "month, 1–12",
    "%d": "day, 01–31",
    "%-d": "day, 1–31",
    "%B": "month's name, in the portal's language",
    "%b": "month's short name, in the portal's language",
    "%j": "day of the year, 001–366",
    "%%": "a percent sign",
}
"""The closed list of codes of a date field."""

_TOKEN = re.compile(r"\{\{|\}\}|\{(?P<field>[^{}]*)\}|(?P<stray>[{}])")
_CODE = re.compile(r"%-?.?")


def parse_address_template(text: str) -> AddressTemplate:
    """An absolute http(s) address with fields; ``{{`` and ``}}`` are literal braces. Raises Wrong,
    with the position."""
    if not re.match(r"https?://[^/\s]", text):
        raise ValueFault("an archive address is absolute: it starts with http:// or https://")
    read_public_address(text)
    parts: list[str | Field] = []
    literal, end = "", 0
    for token in _TOKEN.finditer(text):
        literal += text[end : token.start()]
        end = token.end()
        if token["stray"]:
            raise ValueFault(
                f"a {token['stray']} without its partner at position {token.start() + 1}; write it"
                " twice for a literal one"
            )
        if token["field"] is None:
            literal += token[0][0]
            continue
        parts += [literal] if literal else []
        literal = ""
        parts.append(_field(token["field"], token.start() + 1))
    literal += text[end:]
    return AddressTemplate(text, (*parts, literal) if literal else tuple(parts))


def _field(inner: str, position: int) -> Field:
    name, colon, form = inner.partition(":")
    if name not in FIELDS:
        near = nearest_word(name, FIELDS)
        raise ValueFault(
            f"unknown field {quote_value(name)} at position {position}; fields are"
            f" {', '.join(FIELDS)}",
            near,
        )
    if name not in DATE_FIELDS:
        if colon:
            raise ValueFault(f"{{{name}}} takes no format (position {position})")
        return Field(name)
    if not _CODE.search(form):
        raise ValueFault(
            f"{{{name}}} at position {position} needs a format with % codes, as {{{name}:%Y-%m-%d}}"
        )
    for code in date_codes(form):
        if code not in DATE_CODES:
            raise ValueFault(
                f"unknown code {quote_value(code)} in the field at position {position}; codes are"
                f" {' '.join(DATE_CODES)}"
            )
    return Field(name, form)


def date_codes(form: str) -> list[str]:
    """The ``%`` codes of a field's format, as written."""
    return _CODE.findall(form)
