"""Dates of a page as ISO 8601: by the formats of a rule, else natively; never by locale, never
guessing day against month.

Read without a format: year-first numeric dates (ISO 8601, RFC 3339, ``2021.06.21. 10:00``, compact
too), RFC 2822, epoch seconds (10 digits) and milliseconds (13), dotted day-first dates
(``21.06.2021``), and dates whose month is a name in the portal's language or in English, in any
order (``scan.py``). ``03/05/2021`` is read where the language or its country fixes the order, and
needs a format elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

from webarticlecurator.extract.dates.calendars import convert_eras, to_gregorian
from webarticlecurator.extract.dates.date_formats import (
    compile_format,
    format_piece,
    read_fields,
    read_zone_offset,
)
from webarticlecurator.extract.dates.date_words import PLACES
from webarticlecurator.extract.dates.normalize import fold_case, normalize_text
from webarticlecurator.extract.dates.scan import EARLIEST, parse_words
from webarticlecurator.model.timezone import find_zone

Fields = Mapping[str, int | str]


@dataclass(frozen=True)
class DateContext:
    """What a date on a page is read by: the portal's IANA zone (None if nobody knows it) and
    language (BCP 47); ``latest`` (aware) is the time after which a date cannot be true: a day after
    the capture, or None."""

    zone: str | None = "UTC"
    language: str = "und"
    latest: datetime | None = None

    @property
    def tag(self) -> str:
        """The language as tables of names have it."""
        return self.language.lower().replace("_", "-")


class UnknownZone(ValueError):
    """What stands behind the time names no zone, or several."""


@dataclass(frozen=True)
class DateResult:
    """``value`` in ISO 8601, or None and ``why`` in words; ``impossible`` if it is a date, but one
    that cannot be true."""

    value: str | None
    why: str = ""
    impossible: bool = False


def read_date(text: str, formats: tuple[str, ...], context: DateContext) -> DateResult:
    """``text`` as ``2019-03-15T08:30:00+01:00`` (the offset written there, else that of the
    portal's zone on that day; in an hour that occurs twice the first one; fractions cut), without
    an offset where nobody knows the zone, or as ``2019-03-15`` where there is no time.

    A format is first tried on the whole text, then anywhere inside it; the native notations on the
    whole text only. Raises ValueError for a format with an unknown code (config has checked them).
    """
    text = convert_eras(" ".join(fold_case(text).split()))
    why = "it is in no known notation" + (
        f" and in none of the formats {', '.join(formats)}" if formats else ""
    )
    for found in _readings(text, formats, context.tag):
        try:
            value = _moment(found, context)
        except UnknownZone as error:
            why = str(error)
            continue
        except (ValueError, OverflowError):
            continue
        if value is not None:
            return _bounded(value, context)
    return DateResult(None, why)


def _readings(text: str, formats: tuple[str, ...], language: str) -> Iterator[Fields]:
    """What the text may mean, the most certain first: as a whole by a format or a notation, then a
    part of it by a format, then what only the language makes certain."""
    patterns = [compile_format(f, language) for f in formats]
    for match in (p.fullmatch(text) for p in (*patterns, _NUMERIC, _RFC2822, _CTIME)):
        yield from _found(match, language)
    yield from filter(None, (parse_words(text, language),))
    for match in (p.search(text) for p in patterns):
        yield from _found(match, language)
    yield from filter(None, (parse_words(text, language, loosely=True),))
    if re.fullmatch(r"\d{10}|\d{13}", text):
        yield {"epoch": int(text[:10])}


def _found(match: re.Match[str] | None, language: str) -> Iterator[Fields]:
    found = read_fields(match, language) if match else None
    if found:
        yield found


_ZONE = (
    rf"(?:\s?(?:{format_piece('z', '')}|(?P<Z>(?!AM|PM)[A-Z]{{2,5}}))"
    r"(?:\[[\w/+-]+\])?(?:\s?\([^()]*\))?)?"
)
_NUMERIC = re.compile(
    r"(?P<Y>\d{4})(?:\s?(?P<dash>[-/.])\s?)?(?P<m>(?(dash)\d{1,2}|\d{2}))"
    r"(?(dash)\s?(?P=dash)\s?)(?P<d>(?(dash)\d{1,2}|\d{2}))"
    r"(?:\.?,?(?:T|\s|\s-\s|\s\|\s)?(?P<H>(?(dash)\d{1,2}|\d{2})):?(?P<M>\d{2})"
    r"(?::?(?P<S>\d{2})(?:[.,]\d+)?)?(?:\s?(?P<p>[AP]M))?" + _ZONE + r")?\.?",
    re.IGNORECASE,
)
_A, _B, _D, _H, _M, _S, _Y = (format_piece(code, "en") for code in "abdHMSY")
_RFC2822 = re.compile(
    rf"(?:{_A},?\s)?{_D}[\s-]{_B}[\s-]{_Y}\s{_H}:{_M}(?::{_S})?" + _ZONE,
    re.IGNORECASE,
)
_CTIME = re.compile(  # C asctime, and date(1) and Java with the zone before the year
    rf"{_A}\s{_B}\s{_D}\s{_H}:{_M}:{_S}(?:\s{format_piece('Z', 'en')})?\s{_Y}",
    re.IGNORECASE,
)


def _moment(found: Fields, context: DateContext) -> date | datetime | None:
    """A date, or a datetime, aware unless nobody knows the zone. Raises ValueError or OverflowError
    where there is none."""
    if "epoch" in found:
        local = datetime.fromtimestamp(int(found["epoch"]), _zone(context))
        return local.replace(tzinfo=_offset(local, None))
    day = _day(found, context.tag)
    if day is None or "hour" not in found:
        return day
    hour, minute, second = (int(found.get(name, 0)) for name in ("hour", "minute", "second"))
    # ISO 8601 has 24:00 for the end of the day, and clocks have a leap second
    clock = time(
        0 if hour == 24 else hour, minute, 59 if second == 60 else second, tzinfo=_zone(context)
    )
    local = datetime.combine(day, clock) + timedelta(days=hour == 24)
    written = found.get("zone")
    return local.replace(
        tzinfo=None if written is None and context.zone is None else _offset(local, written)
    )


def _day(found: Fields, language: str) -> date | None:
    if "year" not in found:
        return None
    year = int(found["year"])
    if "yearday" in found:
        return date(year, 1, 1) + timedelta(days=int(found["yearday"]) - 1)
    if "month" not in found or "day" not in found:
        return None
    return to_gregorian(year, int(found["month"]), int(found["day"]), language)


def _offset(local: datetime, written: int | str | None) -> timezone:
    """The offset as written, else the portal's on that day; whole minutes, which is all that ISO
    8601 can write."""
    if written is not None and normalize_text(str(written)) != normalize_text(local.tzname() or ""):
        if str(written).upper() in PLACES:
            return _offset(local.replace(tzinfo=find_zone(PLACES[str(written).upper()])), None)
        minutes = read_zone_offset(str(written))
        if minutes is None:
            raise UnknownZone(f"{str(written).upper()!r} is not the name of one time zone only")
        return timezone(timedelta(minutes=minutes))
    offset = local.utcoffset() or timedelta()
    return timezone(timedelta(minutes=round(offset.total_seconds() / 60)))


def _bounded(value: date | datetime, context: DateContext) -> DateResult:
    if value.timetuple()[:3] == (1, 1, 1) or (
        _start(value, context).timestamp() == 0 and isinstance(value, datetime)
    ):
        return DateResult(
            None,
            f"{value.isoformat()} is what systems write where they have no date",
            impossible=True,
        )
    if value.year < EARLIEST:
        return DateResult(
            None, f"{value.isoformat()} lies before the first newspapers", impossible=True
        )
    if context.latest is not None and _start(value, context) > context.latest:
        return DateResult(None, f"{value.isoformat()} lies after the capture", impossible=True)
    return DateResult(value.isoformat())


def _start(value: date | datetime, context: DateContext) -> datetime:
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=_zone(context))
    return datetime(value.year, value.month, value.day, tzinfo=_zone(context))


def _zone(context: DateContext) -> ZoneInfo:
    return find_zone(context.zone or "UTC")
