"""Match an address against the template of a span: the window and the page value it was made from.

Fields are wildcards; a date field matches as many digits as its codes produce. A trailing slash
and an added query are ignored.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from urllib.parse import unquote

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import AddressTemplate, Field, Span
from webarticlecurator.base.text.calendar_words import calendar_names
from webarticlecurator.base.text.calendars import ROC, from_calendar
from webarticlecurator.crawling.archive.page_address import (
    PERCENT_CODE,
    encode_address,
    normalize_address,
)
from webarticlecurator.crawling.archive.windows import Window

DATE_WIDTHS = {
    "Y": r"\d{4}",
    "y": r"\d\d",
    "m": r"\d\d",
    "-m": r"\d{1,2}",
    "d": r"\d\d",
    "-d": r"\d{1,2}",
    "j": r"\d{3}",
    "G": r"\d{4}",
    "V": r"\d\d",
    "-V": r"\d{1,2}",
}
"""The code of a part of a date in numbers, without its percent sign → the digits that it has."""


@dataclass(frozen=True)
class AddressMatch:
    """The parts of an address.

    ``literal``: the length of the template's literal prefix; ``window``: None if the address
    contains no valid date; ``page``: the page value or None.
    """

    literal: int
    window: Window | None
    page: str | None


_Groups = tuple[tuple[str, str], ...]
"""Field and % code of each group of a template as a regex, in order."""


def match_address(span: Span, address: str, language: str = "und") -> AddressMatch | None:
    """Return the match of ``address`` (absolute) with the templates of ``span``, or None."""
    address = _lower_host(normalize_address(address))
    templates = filter(None, (span.url, span.pagination.first_url))
    matches = (_match_template(template, span, address, language) for template in templates)
    return max(filter(None, matches), key=lambda match: match.literal, default=None)


def _match_template(
    template: AddressTemplate, span: Span, address: str, language: str
) -> AddressMatch | None:
    regex, literal, groups = _compile(template, span.column, language)
    match = regex.fullmatch(address)
    if match is None:
        return None

    values = [(field, code, match[f"f{n}"]) for n, (field, code) in enumerate(groups)]
    page = (
        mode_of(span.pagination).first_page(span.pagination)
        if template is span.pagination.first_url
        else next((unquote(value) for field, _, value in values if field == "page"), None)
    )
    return AddressMatch(literal, _find_window(values, span, language), page)


@lru_cache(maxsize=4096)
def _compile(
    template: AddressTemplate, column: str, language: str
) -> tuple[re.Pattern[str], int, _Groups]:
    """Return a template as a regex, the length of its literal prefix, and its groups."""
    path, query = _split_query(template, column)
    groups: list[tuple[str, str]] = []
    regex = _parts_regex(path, groups, language).removesuffix("/") + "/?"
    if query is None:
        regex += r"(?:\?.*)?"
    else:
        regex += rf"\?{_parts_regex(query, groups, language)}/?(?:&.*)?"
    length = 0
    for part in path + (["?", *query] if query is not None else []):
        if isinstance(part, Field):
            break
        length += len(part)
    return re.compile(regex, re.DOTALL), length, tuple(groups)


def _split_query(
    template: AddressTemplate, column: str
) -> tuple[list[str | Field], list[str | Field] | None]:
    """Return the parts before and after the first ``?``, with the column filled in."""
    path: list[str | Field] = []
    query: list[str | Field] | None = None
    for part in template.parts:
        filled = column if isinstance(part, Field) and part.name == "column" else part
        if query is not None:
            query.append(filled)
        elif isinstance(filled, str) and "?" in filled:
            before, _, after = filled.partition("?")
            path.append(before)
            query = [after]
        else:
            path.append(filled)
    return path, query


def _parts_regex(parts: list[str | Field], groups: list[tuple[str, str]], language: str) -> str:
    """Return the regex of template parts; their groups are appended to ``groups``."""
    return "".join(
        re.escape(_lower_host(encode_address(part)))
        if isinstance(part, str)
        else _field_regex(part, groups, language)
        for part in parts
    )


def _field_regex(field: Field, groups: list[tuple[str, str]], language: str) -> str:
    if field.name == "page":
        groups.append(("page", ""))
        return rf"(?P<f{len(groups) - 1}>[^/?&#]+)"
    regex, end = "", 0
    for code in PERCENT_CODE.finditer(field.format):
        regex += re.escape(encode_address(field.format[end : code.start()]))
        end = code.end()
        if code[1] == "%":
            regex += "%"
            continue
        groups.append((field.name, code[1]))
        is_short = code[1] == "Y" and field.calendar == ROC
        digits = (
            r"\d{2,3}" if is_short else DATE_WIDTHS.get(code[1]) or _month_regex(code[1], language)
        )
        regex += rf"(?P<f{len(groups) - 1}>{digits})"
    return regex + re.escape(encode_address(field.format[end:]))


def _month_regex(code: str, language: str) -> str:
    calendar = calendar_names(language)
    months = calendar.months_alone if code == "B" else calendar.short_alone
    names = {encode_address(month.rstrip(".")) for month in months}
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return "(?i:" + "|".join(map(re.escape, longest_first)) + ")"


def _lower_host(address: str) -> str:
    """Return the address with scheme and host in lower case; case has no meaning in them (RFC 3986
    §6.2.2.1)."""
    head = re.match(r"https?://[^/?#]*", address, re.IGNORECASE)
    return address[: head.end()].lower() + address[head.end() :] if head else address


def _find_window(values: list[tuple[str, str, str]], span: Span, language: str) -> Window | None:
    if span.dates is None:
        return None
    for name in ("date", "last", "after"):
        codes = {code: value for field, code, value in values if field == name}
        day = _parse_day(codes, language, span.dates.calendar) if codes else None
        if day is not None:
            inside = day.fromordinal(max(day.toordinal() - 1, 1)) if name == "after" else day
            return Window.around(inside, span.dates.step)
    return None


def _parse_day(codes: dict[str, str], language: str, calendar: str) -> date | None:
    """Return the day that the values of % codes denote, or None for an invalid day.

    A missing month or day is 1; a year is required. Of a week, it is the Monday.
    """
    week = codes.get("V") or codes.get("-V")
    if week is not None:
        try:
            return date.fromisocalendar(int(codes.get("G", "0")), int(week), 1)
        except ValueError:
            return None
    month_name = codes.get("B") or codes.get("b")
    month = codes.get("m") or codes.get("-m") or _month_number(month_name, language)
    year = codes.get("Y") or ("19" if codes.get("y", "") >= "70" else "20") + codes.get("y", "")
    try:
        number = int(codes.get("d") or codes.get("-d") or 1)
        day = from_calendar(int(year), int(month or 1), number, calendar)
        return date.fromordinal(day.toordinal() + int(codes["j"]) - 1) if "j" in codes else day
    except (ValueError, OverflowError):
        return None


def _month_number(name: str | None, language: str) -> int | None:
    if name is None:
        return None
    calendar, folded_name = calendar_names(language), unquote(name).casefold()
    for months in (calendar.months_alone, calendar.short_alone):
        for number, month in enumerate(months, 1):
            if month.casefold().rstrip(".") == folded_name:
                return number
    return None
