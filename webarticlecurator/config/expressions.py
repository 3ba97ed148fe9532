"""Types of scalars that are expressions: CSS, XPath, JMESPath, regular expressions and addresses
with fields. Each is compiled when the file is loaded, so that its errors are found there.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cssselect
from jmespath.exceptions import JMESPathError
from lxml import etree

from webarticlecurator.config.scalars import (
    IDENTIFIERS,
    PLAIN,
    STRING,
    ScalarType,
    read_non_blank,
    read_positive_count,
    read_public_address,
)
from webarticlecurator.config.value_fault import ValueFault, nearest_word, quote_value
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.portal import AddressTemplate, Field
from webarticlecurator.rules.selectors import compile_css, compile_json, compile_xpath
from webarticlecurator.text.translation import as_message, make_message

# Archive addresses with fields: ``https://…/{date:%Y/%m/%d}/?page={page}`` → AddressTemplate.

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


# The type of ``schedule``: cron notation in five fields, checked here without any library.

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_LONGEST_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_PART = re.compile(r"(?:(\*)|([a-z]{3}|[0-9]{1,2})(?:-([a-z]{3}|[0-9]{1,2}))?)(?:/([0-9]{1,2}))?")


@dataclass(frozen=True)
class _Field:
    """A field of a schedule: its lowest and highest number, and the names of its numbers from the
    lowest on."""

    name: str
    low: int
    high: int
    names: tuple[str, ...] = ()

    def describe(self) -> str:
        """Return what may stand in the field."""
        if self.names:
            return make_message(
                "{low}–{high}, or {first} to {last}, *, a range such as 1-5, a step such as */2, a"
                " list",
                low=self.low,
                high=self.high,
                first=self.names[0],
                last=self.names[-1],
            )
        return make_message(
            "{low}–{high}, *, a range such as 1-5, a step such as */2, a list",
            low=self.low,
            high=self.high,
        )

    def read(self, text: str) -> set[int]:
        """Return the numbers that a field stands for. Raises ValueFault."""
        return {number for part in text.split(",") for number in self._read_part(part)}

    def _read_part(self, text: str) -> range:
        match = _PART.fullmatch(text)
        if match is None:
            raise self._fault(text)
        every, first, last, step = match.groups()
        low = self.low if every else self._read_number(first)
        high = self._read_number(last) if last else self.high if every else low
        # cron reads a step after a single number in different ways
        if low > high or (step and (int(step) == 0 or low == high)):
            raise self._fault(text)
        return range(low, high + 1, int(step or 1))

    def _read_number(self, text: str) -> int:
        if text in self.names:
            return self.low + self.names.index(text)
        if not text.isdigit() or not self.low <= int(text) <= self.high:
            raise self._fault(text)
        return int(text)

    def _fault(self, text: str) -> ValueFault:
        return ValueFault(
            make_message("wrong {name}: {text}", name=self.name, text=quote_value(text)),
            expected=self.describe(),
        )


_FIELDS = (
    _Field("minute", 0, 59),
    _Field("hour", 0, 23),
    _Field("day of the month", 1, 31),
    _Field("month", 1, 12, _MONTHS),
    _Field("day of the week", 0, 7, _WEEKDAYS),
)


def read_schedule(value: str) -> str:
    """Return a schedule in lower case, its five fields separated by single spaces."""
    fields = value.lower().split()
    if len(fields) != len(_FIELDS):
        raise ValueFault(make_message("not a schedule: {value}", value=quote_value(value)))
    numbers = [field.read(text) for field, text in zip(_FIELDS, fields, strict=True)]
    _, _, days, months, weekdays = numbers
    # of a day of the month and one of the week, either is enough; all weekdays are none at all
    is_any_weekday = {number % 7 for number in weekdays} == set(range(7))
    if is_any_weekday and min(days) > max(_LONGEST_MONTHS[month - 1] for month in months):
        raise ValueFault(
            make_message("a day that never comes: {value}", value=quote_value(value)),
            expected="a day that one of the months has",
        )
    return " ".join(fields)


SCHEDULE = ScalarType(
    'five fields, "minute hour day-of-month month day-of-week", such as 30 4 * * 1-5',
    read_schedule,
    {"type": "string", "pattern": r"^\s*\S+(\s+\S+){4}\s*$"},
)


def check_css(value: str) -> str:
    """Return a CSS selector list that can be translated into XPath (rules/selectors.py)."""
    read_non_blank(value)
    pseudo = re.search(r"::[\w-]+", re.sub(r"\[[^\]]*\]", "", value))
    if pseudo:
        raise ValueFault(
            make_message("pseudo-elements select nothing: {pseudo}", pseudo=pseudo[0]),
            expected="",
            cure="use attr for the value of an attribute",
        )
    try:
        compile_css(value)
    except (cssselect.SelectorError, etree.XPathError) as error:
        # cssselect counts positions from 0
        reason = re.sub(r" at ([0-9]+)", lambda n: f" at position {int(n[1]) + 1}", str(error))
        raise _fault("a CSS selector", value, reason) from error
    return value


def _fault(what: str, value: str, reason: str) -> ValueFault:
    return ValueFault(
        make_message(
            "not {what}: {value} ({reason})",
            what=as_message(what),
            value=quote_value(value),
            reason=reason,
        ),
        expected="",
    )


def check_browser_css(value: str) -> str:
    """Return a CSS selector list for a browser, which knows less than rules do."""
    check_css(value)
    unknown = re.search(r":contains(?=\()|!=", value)
    if unknown:
        raise ValueFault(
            make_message(
                "browsers do not know {unknown} in a selector: {value}",
                unknown=unknown[0],
                value=quote_value(value),
            ),
            expected="",
            cure="select by tag, class or attribute",
        )
    return value


def read_list_end(value: str) -> str | int:
    """Return the selector of the end of a list, or the number of its links."""
    return read_positive_count(value) if value.isdigit() else check_browser_css(value)


def check_xpath(value: str) -> str:
    """Return an XPath 1.0 expression (lxml); the functions it calls must exist."""
    read_non_blank(value)
    try:
        compile_xpath(value)(etree.Element("html"))
    except etree.XPathError as error:
        raise _fault("an XPath", value, str(error)) from error
    return value


def check_json_path(value: str) -> str:
    """Return a JMESPath expression."""
    read_non_blank(value)
    try:
        compile_json(value)
    except JMESPathError as error:
        # the message of the error without the position, which it repeats
        first_line = str(error).splitlines()[0]
        words = re.split(r":? (?:Parse error|Bad jmespath)", first_line)[0].rstrip(":")
        reason = _position(
            getattr(error, "lex_position", None), words or make_message("it cannot be parsed")
        )
        raise _fault("a JMESPath", value, reason) from error
    return value


def _position(index: object, words: str) -> str:
    if not isinstance(index, int):
        return words
    return make_message("at position {number}: {words}", number=str(index + 1), words=words)


@lru_cache(maxsize=4096)
def check_regex(value: str) -> str:
    """Return a regular expression of Python's ``re``; a single space is one."""
    if not value:
        raise ValueFault("empty value")
    _compile_regex(value)
    return value


def check_replacement(pattern: str, into: str) -> str:
    """Return the replacement for a regex; the groups it names must exist."""
    try:
        _compile_regex(pattern).sub(into, "")
    except (re.error, IndexError) as error:
        raise _fault(f"a replacement for {quote_value(pattern)}", into, str(error)) from error
    return into


def _compile_regex(value: str) -> re.Pattern[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        try:
            return re.compile(value)
        except (re.error, OverflowError, RecursionError) as error:
            reason = _position(getattr(error, "pos", None), getattr(error, "msg", str(error)))
            raise _fault("a regular expression", value, reason) from error


def html_name_reader(what: str) -> Callable[[str], str]:
    """Return a reader of the names of HTML tags or attributes, which it puts in lower case."""

    def read(value: str) -> str:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", value):
            raise ValueFault(
                make_message(
                    "not the name of {what}: {value}",
                    what=as_message(what),
                    value=quote_value(value),
                )
            )
        return value.lower()

    return read


_NAME: dict[str, Any] = {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"}

EXPRESSIONS: dict[str, ScalarType] = {
    "CSS": ScalarType("a CSS selector", check_css, STRING),
    "browser CSS": ScalarType("a CSS selector", check_browser_css, STRING),
    "list end": ScalarType(
        "a CSS selector, or a whole number from 1",
        read_list_end,
        {"type": ["string", "number"]},
    ),
    "XPath": ScalarType("an XPath 1.0 expression", check_xpath, STRING),
    "JMESPath": ScalarType("a JMESPath expression", check_json_path, STRING),
    "regex": ScalarType("a regular expression", check_regex, {"type": ["string", "number"]}),
    "tag name": ScalarType("a name such as div", html_name_reader("a tag"), _NAME),
    "attribute name": ScalarType(
        "a name such as data-type", html_name_reader("an attribute"), _NAME
    ),
    "sitemap address": ScalarType(
        "an http(s) address with fields, or robots",
        read_sitemap_address,
        {"type": "string", "pattern": "^(https?://|robots$)"},
    ),
    "archive address": ScalarType(
        "an http(s) address with fields",
        parse_address_template,
        {"type": "string", "pattern": "^https?://"},
    ),
}

SCALARS: dict[str, ScalarType] = {
    **PLAIN,
    **IDENTIFIERS,
    **EXPRESSIONS,
    "schedule": SCHEDULE,
}
"""Type name in the key table → its type."""
