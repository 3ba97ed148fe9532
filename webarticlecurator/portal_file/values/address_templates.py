"""Archive addresses with fields: ``https://…/{date:%Y/%m/%d}?page={page}``, checked and read."""

from __future__ import annotations

import re

from webarticlecurator.base.portal.portal import AddressTemplate, Field
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.values.standard_scalars import read_public_address
from webarticlecurator.portal_file.values.value_fault import ValueFault, quote_value

DATE_FIELDS = ("date", "last", "after")
ROBOTS = "robots"
"""In place of the address of a sitemap: those that robots.txt names."""
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
    "%G": "year of an ISO week, four digits",
    "%V": "ISO week, 01–53",
    "%-V": "ISO week, 1–53",
    "%%": "a percent sign",
}
"""The codes that a date field may contain."""
YEAR_CODES = frozenset({"%Y", "%y"})
WEEK_CODES = frozenset({"%V", "%-V"})

_TOKEN = re.compile(r"\{\{|\}\}|\{(?P<field>[^{}]*)\}|(?P<stray>[{}])")
_CODE = re.compile(r"%-?.?")
_NEW_FIELDS = {
    "pagenum": "{page}",
    "year": "{date:%Y}",
    "month": "{date:%m}",
    "day": "{date:%d}",
    "next-year": "{after:%Y}",
    "next-month": "{after:%m}",
    "next-day": "{after:%d}",
}
OLD_FIELD = re.compile(f"#({'|'.join(_NEW_FIELDS)})")
"""A field of an address of WebArticleCurator; group 1 is its name."""


def parse_address_template(text: str, declared: frozenset[str] = frozenset()) -> AddressTemplate:
    """Return the template of an absolute http(s) address; ``{{`` and ``}}`` are literal braces.

    ``declared`` are the names of the fields that columns declare. Raises ValueFault with the
    position of the first mistake.
    """
    if not re.match(r"https?://[^/\s]", text):
        raise ValueFault(
            make_message("not an absolute address: {text}", text=quote_value(text)),
            expected="http:// or https:// first",
        )
    read_public_address(text)
    old_field = OLD_FIELD.search(text)
    if old_field:
        raise ValueFault(
            make_message(
                "a field of WebArticleCurator: {old_field}", old_field=quote_value(old_field[0])
            ),
            expected="",
            cure=make_message("write {new_fields}", new_fields=_NEW_FIELDS[old_field[1]]),
        )
    parts: list[str | Field] = []
    literal, end = "", 0
    for token in _TOKEN.finditer(text):
        literal += text[end : token.start()]
        end = token.end()
        if token["stray"]:
            raise ValueFault(
                make_message(
                    "unbalanced {token} at position {value}",
                    token=token["stray"],
                    value=token.start() + 1,
                ),
                expected="",
                cure="write it twice for a literal brace",
            )
        if token["field"] is None:
            literal += token[0][0]
            continue
        parts += [literal] if literal else []
        literal = ""
        parts.append(_parse_field(token["field"], token.start() + 1, declared))
    literal += text[end:]
    codes = [code for part in parts if isinstance(part, Field) for code in date_codes(part.format)]
    year = next((code for code in codes if code in YEAR_CODES), None)
    if year and WEEK_CODES.intersection(codes):
        raise ValueFault(
            make_message("calendar year beside an ISO week: {year}", year=quote_value(year)),
            expected="%G, the year that the week belongs to",
        )
    return AddressTemplate(text, (*parts, literal) if literal else tuple(parts))


def read_sitemap_address(text: str, declared: frozenset[str] = frozenset()) -> AddressTemplate:
    """Return the template of the address of a sitemap; one without parts for the word ``robots``.

    Raises ValueFault.
    """
    if text == ROBOTS:
        return AddressTemplate(text, ())
    if "//" not in text:
        raise ValueFault(
            make_message("not an absolute address: {text}", text=quote_value(text)),
            nearest_word(text, (ROBOTS,)),
            expected="http:// or https:// first, or robots",
        )
    return parse_address_template(text, declared)


def _parse_field(inner: str, position: int, declared: frozenset[str]) -> Field:
    name, colon, form = inner.partition(":")
    known = tuple(dict.fromkeys((*FIELDS, *sorted(declared))))
    if name not in known:
        raise ValueFault(
            make_message(
                "unknown field at position {position}: {name}",
                position=position,
                name=quote_value(name),
            ),
            nearest_word(name, known),
            expected=", ".join(known),
        )
    if name not in DATE_FIELDS:
        if colon:
            raise ValueFault(
                make_message(
                    "format in {{{name}}} at position {position}", name=name, position=position
                ),
                expected=make_message("{{{name}}} alone", name=name),
            )
        return Field(name)
    if not _CODE.search(form):
        raise ValueFault(
            make_message(
                "no format in {{{name}}} at position {position}", name=name, position=position
            ),
            expected=make_message("% codes, as in {{{name}:%Y-%m-%d}}", name=name),
        )
    for code in date_codes(form):
        if code not in DATE_CODES:
            raise ValueFault(
                make_message(
                    "unknown code in the field at position {position}: {code}",
                    position=position,
                    code=quote_value(code),
                ),
                expected=" ".join(DATE_CODES),
            )
    return Field(name, form)


def date_codes(form: str) -> list[str]:
    """Return the ``%`` codes of a field's format, as written."""
    return _CODE.findall(form)
