"""Read the dates of a page as ISO 8601: by the formats of a rule, else in known notations; never by
locale, and never by guessing between day and month.

Known notations: numeric dates with the year first (ISO 8601, RFC 3339, ``2021.06.21. 10:00``, also
without separators), RFC 2822, epoch seconds (10 digits) and milliseconds (13), dotted dates with
the day first (``21.06.2021``), and dates whose month is a name in the portal's language or in
English, in any order (``scan.py``). ``03/05/2021`` is read where the language or its country fixes
the order; elsewhere it needs a format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo

from webarticlecurator.extract.dates.calendars import convert_eras, to_gregorian
from webarticlecurator.extract.dates.date_formats import (
    code_pattern,
    compile_format,
    read_fields,
    read_zone_offset,
)
from webarticlecurator.extract.dates.normalize import fold_date_text, fold_name
from webarticlecurator.extract.dates.scan import EARLIEST_YEAR, parse_words
from webarticlecurator.text.times import find_zone
from webarticlecurator.text.words import phrases_by_language

Fields = Mapping[str, int | str]
"""Field of a date → number, or the zone as text (see ``date_formats.read_fields``)."""


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
    text = convert_eras(" ".join(fold_date_text(text).split()))
    why = "it is in no known notation" + (
        f" and in none of the formats {', '.join(formats)}" if formats else ""
    )
    for fields in _possible_fields(text, formats, context.tag):
        try:
            value = _to_date(fields, context)
        except UnknownZone as error:
            why = str(error)
            continue
        except (ValueError, OverflowError):
            continue
        if value is not None:
            return _check_range(value, context)
    return DateResult(None, why)


def _possible_fields(text: str, formats: tuple[str, ...], language: str) -> Iterator[Fields]:
    """Yield what the text may mean, the most certain first: the whole text by a format or a known
    notation, then a part of it by a format, then what only the language makes certain."""
    patterns = [compile_format(f, language) for f in formats]
    for match in (p.fullmatch(text) for p in (*patterns, _NUMERIC, *_english_patterns())):
        yield from _fields_of(match, language)
    yield from filter(None, (parse_words(text, language),))
    for match in (p.search(text) for p in patterns):
        yield from _fields_of(match, language)
    yield from filter(None, (parse_words(text, language, lenient=True),))
    if re.fullmatch(r"\d{10}|\d{13}", text):
        yield {"epoch": int(text[:10])}


def _fields_of(match: re.Match[str] | None, language: str) -> Iterator[Fields]:
    fields = read_fields(match, language) if match else None
    if fields:
        yield fields


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


@lru_cache(maxsize=1)
def _english_patterns() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of RFC 2822, and of asctime of C (date(1) and Java have the zone before
    the year)."""
    a, b, d, h, m, s, y = (code_pattern(code, "en") for code in "abdHMSY")
    zone = code_pattern("Z", "en")
    return (
        re.compile(rf"(?:{a},?\s)?{d}[\s-]{b}[\s-]{y}\s{h}:{m}(?::{s})?" + _ZONE, re.IGNORECASE),
        re.compile(rf"{a}\s{b}\s{d}\s{h}:{m}:{s}(?:\s{zone})?\s{y}", re.IGNORECASE),
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
            raise UnknownZone(f"{name!r} is not the name of one time zone only")
        return timezone(timedelta(minutes=minutes))
    offset = local.utcoffset() or timedelta()
    return timezone(timedelta(minutes=round(offset.total_seconds() / 60)))


@lru_cache(maxsize=16)
def _zone_of_region(name: str) -> str | None:
    """Return the IANA zone of an abbreviation for standard and summer time alike, or None."""
    names_of = phrases_by_language("dates", "zones of regions")
    return next((zone for zone, names in names_of.items() if name in names), None)


def _check_range(value: date | datetime, context: DateContext) -> DateResult:
    """Return ``value`` as a result, impossible for placeholders and dates outside the range."""
    if value.timetuple()[:3] == (1, 1, 1) or (
        _start(value, context).timestamp() == 0 and isinstance(value, datetime)
    ):
        return DateResult(
            None,
            f"{value.isoformat()} is what systems write where they have no date",
            impossible=True,
        )
    if value.year < EARLIEST_YEAR:
        return DateResult(
            None, f"{value.isoformat()} lies before the first newspapers", impossible=True
        )
    if context.latest is not None and _start(value, context) > context.latest:
        return DateResult(None, f"{value.isoformat()} lies after the capture", impossible=True)
    return DateResult(value.isoformat())


def _start(value: date | datetime, context: DateContext) -> datetime:
    """Return ``value`` as an aware datetime, a date as its midnight."""
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=_zone(context))
    return datetime(value.year, value.month, value.day, tzinfo=_zone(context))


def _zone(context: DateContext) -> ZoneInfo:
    return find_zone(context.zone or "UTC")
