"""An address read back through the template of a span: which window and which page would give it?

Fields are wildcards (a date field as wide as its codes say); a trailing slash and an added query
are ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from urllib.parse import unquote

from webarticlecurator.archive.modes import MODES
from webarticlecurator.archive.page_address import encode_field, requested_form
from webarticlecurator.archive.windows import Window
from webarticlecurator.model.months import calendar_names
from webarticlecurator.model.portal import AddressTemplate, Field, Span

_CODE = re.compile(r"%(-?.)")
_WIDTHS = {
    "Y": r"\d{4}",
    "y": r"\d\d",
    "m": r"\d\d",
    "-m": r"\d{1,2}",
    "d": r"\d\d",
    "-d": r"\d{1,2}",
    "j": r"\d{3}",
}


@dataclass(frozen=True)
class AddressMatch:
    """``literal`` the length of the template's literal prefix; ``window`` None if the address holds
    no proper date; ``page`` its page value or None."""

    literal: int
    window: Window | None
    page: str | None


@dataclass(frozen=True)
class _Pattern:
    regex: re.Pattern[str]
    literal: int
    groups: tuple[tuple[str, str], ...]  # field and code of each group, in order


def match_address(span: Span, address: str, language: str = "und") -> AddressMatch | None:
    """``address`` (absolute) as one of ``span``'s, or None."""
    templates = [span.url]
    if span.pagination.first_url:
        templates.append(span.pagination.first_url)
    found = [
        m for t in templates if (m := _match(t, span, _normal(requested_form(address)), language))
    ]
    return max(found, key=lambda m: m.literal, default=None)


def _match(
    template: AddressTemplate, span: Span, address: str, language: str
) -> AddressMatch | None:
    pattern = _pattern(template, span.column, language)
    hit = pattern.regex.fullmatch(address)
    if hit is None:
        return None
    values = [(field, code, hit[f"f{n}"]) for n, (field, code) in enumerate(pattern.groups)]
    page = next((unquote(value) for field, _, value in values if field == "page"), None)
    if template is span.pagination.first_url:
        page = MODES[span.pagination.mode].first(span.pagination)
    return AddressMatch(pattern.literal, _window(values, span, language), page)


@lru_cache(maxsize=4096)
def _pattern(template: AddressTemplate, column: str, language: str) -> _Pattern:
    path, query = _split(template, column)
    groups: list[tuple[str, str]] = []
    regex = _regex(path, groups, language).removesuffix("/") + "/?"
    regex += (
        rf"\?{_regex(query, groups, language)}/?(?:&.*)?" if query is not None else r"(?:\?.*)?"
    )
    return _Pattern(re.compile(regex, re.DOTALL), _prefix(path, query), tuple(groups))


def _split(
    template: AddressTemplate, column: str
) -> tuple[list[str | Field], list[str | Field] | None]:
    """The parts before and after the first ``?``, the column written in."""
    path: list[str | Field] = []
    query: list[str | Field] | None = None
    for part in template.parts:
        text = column if isinstance(part, Field) and part.name == "column" else part
        if query is not None:
            query.append(text)
        elif isinstance(text, str) and "?" in text:
            before, _, after = text.partition("?")
            path.append(before)
            query = [after]
        else:
            path.append(text)
    return path, query


def _prefix(path: list[str | Field], query: list[str | Field] | None) -> int:
    length = 0
    for part in path + (["?", *query] if query is not None else []):
        if isinstance(part, Field):
            break
        length += len(part)
    return length


def _regex(parts: list[str | Field], groups: list[tuple[str, str]], language: str) -> str:
    return "".join(
        re.escape(_normal(encode_field(p))) if isinstance(p, str) else _field(p, groups, language)
        for p in parts
    )


def _field(field: Field, groups: list[tuple[str, str]], language: str) -> str:
    if field.name == "page":
        groups.append(("page", ""))
        return rf"(?P<f{len(groups) - 1}>[^/?&#]+)"
    regex, end = "", 0
    for code in _CODE.finditer(field.format):
        regex += re.escape(encode_field(field.format[end : code.start()]))
        end = code.end()
        if code[1] == "%":
            regex += "%"
            continue
        groups.append((field.name, code[1]))
        regex += rf"(?P<f{len(groups) - 1}>{_WIDTHS.get(code[1]) or _names(code[1], language)})"
    return regex + re.escape(encode_field(field.format[end:]))


def _names(code: str, language: str) -> str:
    months = (
        calendar_names(language).months_alone
        if code == "B"
        else calendar_names(language).short_alone
    )
    names = sorted(
        {encode_field(m.rstrip(".")) for m in months}, key=lambda name: (-len(name), name)
    )
    return "(?i:" + "|".join(map(re.escape, names)) + ")"


def _normal(address: str) -> str:
    """Scheme and host in small letters: they are the same in any (RFC 3986 §6.2.2.1)."""
    head = re.match(r"https?://[^/?#]*", address, re.IGNORECASE)
    return address[: head.end()].lower() + address[head.end() :] if head else address


def _window(values: list[tuple[str, str, str]], span: Span, language: str) -> Window | None:
    if span.dates is None:
        return None
    for name in ("date", "last", "after"):
        codes = {code: value for field, code, value in values if field == name}
        day = _day(codes, language) if codes else None
        if day is not None:
            inside = day.fromordinal(max(day.toordinal() - 1, 1)) if name == "after" else day
            return Window.around(inside, span.dates.step)
    return None


def _day(codes: dict[str, str], language: str) -> date | None:
    """The day that the values of % codes give (what is missing is 1), or None if there is no such
    day or no year."""
    month = (
        codes.get("m")
        or codes.get("-m")
        or _month_number(codes.get("B") or codes.get("b"), language)
    )
    year = codes.get("Y") or ("19" if codes.get("y", "") >= "70" else "20") + codes.get("y", "")
    try:
        day = date(int(year), int(month or 1), int(codes.get("d") or codes.get("-d") or 1))
        return date.fromordinal(day.toordinal() + int(codes["j"]) - 1) if "j" in codes else day
    except (ValueError, OverflowError):
        return None


def _month_number(name: str | None, language: str) -> int | None:
    if name is None:
        return None
    names, wanted = calendar_names(language), unquote(name).casefold()
    for months in (names.months_alone, names.short_alone):
        for number, month in enumerate(months, 1):
            if month.casefold().rstrip(".") == wanted:
                return number
    return None
