"""Read the dates of a page as ISO 8601: by the formats of a rule, else in known notations; never by
locale, and never by guessing between day and month.

Known notations: numeric dates with the year first (ISO 8601, RFC 3339, ``2021.06.21. 10:00``, also
without separators), RFC 2822, epoch seconds (10 digits) and milliseconds (13), dotted dates with
the day first (``21.06.2021``), and dates whose month is a name in the portal's language or in
English, in any order (``date_words.py``). ``03/05/2021`` is read where the language or its country
fixes the order, or one number can only be the day (``25/09/2025``); elsewhere it needs a format.

Formats are patterns of a closed list of ``%`` codes, with the names of months and days by language.
``compile_format(format, language)`` returns a regular expression whose groups ``read_fields`` turns
into numbers. Codes: ``%Y %y %m %d %e %j %H %I %M %S %f %p %z %Z %B %b %A %a %s %%``; a hyphen
(``%-d``) changes nothing, since leading zeros are optional in any case. ``%B`` and ``%b`` both
match full and short names. White space in a format matches any white space, and none beside
punctuation; dots and commas at the end are optional.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.calendars import fold_years, to_gregorian
from webarticlecurator.base.text.date_names import (
    fold_date_text,
    fold_name,
    half_day_names,
    month_numbers,
)
from webarticlecurator.base.text.date_patterns import code_pattern, token_pattern, zone_offsets
from webarticlecurator.base.text.date_words import (
    EARLIEST_YEAR,
    apply_am_pm,
    has_calendar_of_names,
    parse_month,
    parse_words,
)
from webarticlecurator.base.text.times import MONTH_LENGTH, YEAR_LENGTH, find_zone
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.base.text.words import phrases_by_language

_PLAIN = {
    "Y": "year",
    "m": "month",
    "d": "day",
    "e": "day",
    "j": "yearday",
    "H": "hour",
    "I": "hour",
    "M": "minute",
    "S": "second",
    "s": "epoch",
}
"""Codes for plain numbers → name of the field."""
_SPECIFIER = re.compile(r"%-?(.)|(\s+)|([^%\s]+)", re.DOTALL)


@lru_cache(maxsize=512)
def compile_format(date_format: str, language: str) -> re.Pattern[str]:
    """Return the pattern of a format with the names of one language and of English, for
    ``fullmatch`` or ``search`` on folded text. The codes of the format are some of CODES.
    """
    tokens = list(_SPECIFIER.finditer(date_format.strip().rstrip(" .,")))
    seen: set[str] = set()
    pattern = "".join(token_pattern(tokens, i, language, seen) for i in range(len(tokens)))
    return re.compile(rf"(?<!\d){pattern}[\s.,]*(?!\d)", re.IGNORECASE)


def read_fields(match: re.Match[str], language: str) -> Mapping[str, int | str] | None:
    """Return the fields of a match: ``year month day yearday hour minute second epoch`` as numbers,
    ``zone`` as text; None if the half of the day contradicts the hour."""
    texts = {code: text for code, text in match.groupdict().items() if text is not None}
    fields: dict[str, int | str] = {
        name: int(texts[code]) for code, name in _PLAIN.items() if code in texts
    }
    if "y" in texts:  # POSIX: 69–99 are of the twentieth century
        fields["year"] = int(texts["y"]) + (1900 if int(texts["y"]) >= 69 else 2000)
    month = texts.get("B") or texts.get("b")
    if month is not None:
        fields["month"] = month_numbers(language).get(fold_name(month), 0)
    if "z" in texts or "Z" in texts:
        fields["zone"] = texts.get("z") or texts["Z"]
    if "p" not in texts:
        return fields
    return apply_am_pm(fields, is_afternoon=half_day_names(language)[fold_name(texts["p"])])


def read_zone_offset(text: str) -> int | None:
    """Return the minutes east of UTC of ``Z``, ``+02:00``, ``GMT+2`` or ``CEST``; None for an
    unknown abbreviation or an impossible offset."""
    if text.upper() in zone_offsets():
        return zone_offsets()[text.upper()]
    match = re.fullmatch(r"(?:GMT|UTC)?\s?([+\-−])(\d{1,2}):?(\d{2})?", text, re.IGNORECASE)
    if not match:
        return None
    hours, minutes = int(match[2]), int(match[3] or 0)
    if hours > 14 or minutes > 59:
        return None
    return (1 if match[1] == "+" else -1) * (hours * 60 + minutes)


Fields = Mapping[str, int | str]
"""Field of a date → number, or the zone as text (see ``read_fields``)."""


@dataclass(frozen=True)
class DateContext:
    """What the dates of a page are read with.

    ``zone``: the portal's IANA zone, None if it is unknown; ``language``: BCP 47; ``latest``
    (aware): the time after which a date is impossible, a day after the capture, or None.
    """

    zone: str | None = "UTC"
    language: str = "und"
    latest: datetime | None = None

    @property
    def tag(self) -> str:
        """The language in the form of the tables of names: ``pt-br``."""
        return self.language.lower().replace("_", "-")


class UnknownZone(ValueError):
    """The text after the time is not the name of a time zone, or is that of several."""


@dataclass(frozen=True)
class DateResult:
    """A date in ISO 8601 (``value``), or None and the reason in words (``why``). ``impossible``: it
    is a date, but cannot be true."""

    value: str | None
    why: str = ""
    impossible: bool = False


def read_date(text: str, formats: tuple[str, ...], context: DateContext) -> DateResult:
    """Return ``text`` as ``2019-03-15T08:30:00+01:00``, without an offset if the zone is unknown,
    or as ``2019-03-15`` if it has no time.

    The offset is the written one, else that of the portal's zone on that day; an hour that occurs
    twice is the first one; fractions of a second are cut. Each format is first tried on the whole
    text, then anywhere inside it; the known notations on the whole text only. Raises ValueError for
    a format with an unknown code (the check of the portal file excludes them).
    """
    text = _fold(text, context)
    why = make_message("its format is unknown")
    if formats:
        why = make_message(
            "its format is unknown, and none of the given formats fits: {formats}",
            formats=", ".join(formats),
        )
    for fields in filter(None, _possible_fields(text, formats, context.tag)):
        try:
            value = _to_date(fields, context)
        except UnknownZone as error:
            why = error.args[0]
            continue
        except (ValueError, OverflowError):
            continue
        if value is not None:
            fault = _describe_fault(value, context)
            return (
                DateResult(None, fault, impossible=True) if fault else DateResult(value.isoformat())
            )
    return DateResult(None, why)


def read_date_or_month(text: str, formats: tuple[str, ...], context: DateContext) -> DateResult:
    """Return ``text`` as ``read_date``; or, without a day, as the month ``2019-03`` or the year
    ``2019``.

    A month or year of another calendar that begins within one of ours is neither; nor is
    ``2010/11``, which may be two years.
    """
    result = read_date(text, formats, context)
    if result.value is not None or result.impossible:
        return result
    for fields in filter(None, _possible_months(_fold(text, context), formats, context.tag)):
        try:
            first = _to_first_day(fields, context.tag)
        except ValueError:
            continue
        if first is not None:
            length = MONTH_LENGTH if "month" in fields else YEAR_LENGTH
            fault = _describe_fault(first, context, length)
            return DateResult(None if fault else first.isoformat()[:length], fault, bool(fault))
    return result


def fits_a_format(text: str, formats: tuple[str, ...], context: DateContext) -> bool:
    """Return True if a part of the text is written as one of the formats says."""
    folded_text = _fold(text, context)
    return any(compile_format(each, context.tag).search(folded_text) for each in formats)


def _fold(text: str, context: DateContext) -> str:
    return fold_years(" ".join(fold_date_text(text).split()), context.tag)


def _describe_fault(value: date | datetime, context: DateContext, length: int | None = None) -> str:
    """Return why a date is impossible, "" if it is possible. ``length``: the characters of it that
    are known."""
    shown = value.isoformat()[:length]
    if value.timetuple()[:3] == (1, 1, 1) or (
        _start(value, context).timestamp() == 0 and isinstance(value, datetime)
    ):
        return make_message(
            "{date} is a placeholder that systems write when they have no date", date=shown
        )
    if value.year < EARLIEST_YEAR:
        return make_message("{date} is earlier than the first newspapers", date=shown)
    is_late = context.latest is not None and _start(value, context) > context.latest
    return make_message("{date} is later than the capture", date=shown) if is_late else ""


def _possible_fields(text: str, formats: tuple[str, ...], language: str) -> Iterator[Fields | None]:
    """Yield what the text may mean (None: nothing), the most certain first: the whole text by a
    format or a known notation, then a part of it by a format, then what only the language makes
    certain."""
    patterns = [compile_format(f, language) for f in formats]
    for match in (p.fullmatch(text) for p in (*patterns, _NUMERIC, *_english_patterns())):
        yield read_fields(match, language) if match else None
    yield parse_words(text, language)
    for match in (p.search(text) for p in patterns):
        yield read_fields(match, language) if match else None
    yield parse_words(text, language, lenient=True)
    if re.fullmatch(r"\d{10}|\d{13}", text):
        yield {"epoch": int(text[:10])}


def _possible_months(text: str, formats: tuple[str, ...], language: str) -> Iterator[Fields | None]:
    """Yield what a text without a day may mean, as ``_possible_fields``."""
    patterns = [compile_format(f, language) for f in formats]
    for match in (p.fullmatch(text) for p in patterns):
        yield read_fields(match, language) if match else None
    # A year in numbers may be one of the Ethiopic calendar.
    if not has_calendar_of_names(language):
        match = _NUMERIC_MONTH.fullmatch(text)
        is_two_years = match and match["slash"] and int(match["m"]) == (int(match["Y"]) + 1) % 100
        yield read_fields(match, language) if match and not is_two_years else None
        yield parse_month(text, language)
    for match in (p.search(text) for p in patterns):
        yield read_fields(match, language) if match else None


def _to_first_day(fields: Fields, language: str) -> date | None:
    """Return the first day of a month or year; None if there is none, a day is named, or it begins
    within a month or year of ours. Raises ValueError for one that does not exist."""
    if "year" not in fields or "day" in fields or "yearday" in fields:
        return None
    first = to_gregorian(int(fields["year"]), int(fields.get("month", 1)), 1, language)
    begins_within = first.day > 1 or ("month" not in fields and first.month > 1)
    return None if begins_within else first


_ZONE = (
    rf"(?:\s?(?:{code_pattern('z', '')}|(?P<Z>(?!AM|PM)[A-Z]{{2,5}}))"
    r"(?:\[[\w/+-]+\])?(?:\s?\([^()]*\))?)?"
)
_NUMERIC = re.compile(
    r"(?P<Y>\d{4})(?:\s?(?P<dash>[-/.])\s?)?(?P<m>(?(dash)\d{1,2}|\d{2}))"
    r"(?(dash)\s?(?P=dash)\s?)(?P<d>(?(dash)\d{1,2}|\d{2}))"
    r"(?:\.?,?(?:T|\s|\s-\s|\s\|\s)?(?P<H>(?(dash)\d{1,2}|\d{2})):?(?P<M>\d{2})"
    r"(?::?(?P<S>\d{2})(?:[.,]\d+)?)?(?:\s?(?P<p>[AP]M))?" + _ZONE + r")?\.?",
    re.IGNORECASE,
)
"""ISO 8601, RFC 3339 and other numeric dates with the year first."""
_NUMERIC_MONTH = re.compile(r"(?P<Y>\d{4})(?:(?:-|(?P<slash>[/.]))(?P<m>(?!00)\d{2}))?(?:-00){0,2}")
"""A month or a year in ISO 8601; ``2019/03`` in the markup of libraries and publishers;
``2019-03-00`` and ``2019-00-00`` as databases write what they do not know."""


@lru_cache(maxsize=1)
def _english_patterns() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of RFC 2822, of asctime of C (date(1) and Java have the zone before the
    year), and of a ``Date`` of JavaScript."""
    a, b, d, h, m, s, y = (code_pattern(code, "en") for code in "abdHMSY")
    zone = code_pattern("Z", "en")
    return (
        re.compile(rf"(?:{a},?\s)?{d}[\s-]{b}[\s-]{y}\s{h}:{m}(?::{s})?" + _ZONE, re.IGNORECASE),
        re.compile(rf"{a}\s{b}\s{d}\s{h}:{m}:{s}(?:\s{zone})?\s{y}", re.IGNORECASE),
        re.compile(rf"{a}\s{b}\s{d}\s{y}\s{h}:{m}:{s}" + _ZONE, re.IGNORECASE),
    )


def _to_date(fields: Fields, context: DateContext) -> date | datetime | None:
    """Return a date, or a datetime, aware unless the zone is unknown; None if a field is missing.
    Raises ValueError or OverflowError for a time that does not exist."""
    if "epoch" in fields:
        local = datetime.fromtimestamp(int(fields["epoch"]), _zone(context))
        return local.replace(tzinfo=_offset(local, None))

    day = _to_day(fields, context.tag)
    if day is None or "hour" not in fields:
        return day

    hour, minute, second = (int(fields.get(name, 0)) for name in ("hour", "minute", "second"))
    # ISO 8601 has 24:00 for the end of the day, and clocks have a leap second
    clock = time(
        0 if hour == 24 else hour, minute, 59 if second == 60 else second, tzinfo=_zone(context)
    )
    local = datetime.combine(day, clock) + timedelta(days=hour == 24)
    written = fields.get("zone")
    if written is None and context.zone is None:
        return local.replace(tzinfo=None)
    return local.replace(tzinfo=_offset(local, written))


def _to_day(fields: Fields, language: str) -> date | None:
    if "year" not in fields:
        return None
    year = int(fields["year"])
    if "yearday" in fields:
        return date(year, 1, 1) + timedelta(days=int(fields["yearday"]) - 1)
    if "month" not in fields or "day" not in fields:
        return None
    return to_gregorian(year, int(fields["month"]), int(fields["day"]), language)


def _offset(local: datetime, written: int | str | None) -> timezone:
    """Return the written offset, else that of the portal's zone at that time, in whole minutes,
    since ISO 8601 cannot write more. Raises UnknownZone for a text that is not one zone."""
    if written is not None and fold_name(str(written)) != fold_name(local.tzname() or ""):
        name = str(written).upper()
        region = _zone_of_region(name)
        if region is not None:
            return _offset(local.replace(tzinfo=find_zone(region)), None)
        minutes = read_zone_offset(str(written))
        if minutes is None:
            raise UnknownZone(make_message("{name!r} is the name of several time zones", name=name))
        return timezone(timedelta(minutes=minutes))
    offset = local.utcoffset() or timedelta()
    return timezone(timedelta(minutes=round(offset.total_seconds() / 60)))


@lru_cache(maxsize=16)
def _zone_of_region(name: str) -> str | None:
    """Return the IANA zone of an abbreviation for standard and summer time alike, or None."""
    names_of = phrases_by_language("dates", "zones of regions")
    return next((zone for zone, names in names_of.items() if name in names), None)


def _start(value: date | datetime, context: DateContext) -> datetime:
    """Return ``value`` as an aware datetime, a date as its midnight."""
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=_zone(context))
    return datetime(value.year, value.month, value.day, tzinfo=_zone(context))


def _zone(context: DateContext) -> ZoneInfo:
    return find_zone(context.zone or "UTC")
