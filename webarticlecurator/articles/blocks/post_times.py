"""Read when a live entry or a comment was written.

The sources are ``datetime`` attributes, attributes that a row of the tag dictionary keeps, and
text that is a complete date. A time alone (``14:05``) has no certain day and is ignored.
"""

from __future__ import annotations

from lxml import etree

from webarticlecurator.articles.blocks.block_values import PageDefaults
from webarticlecurator.base.text.dates import DateContext, read_date
from webarticlecurator.base.text.times import find_zone, parse_iso_day, parse_iso_time

_MIN_DIGITS = 5
"""The digits of a day and a year: a text with fewer digits, as a time alone, is not a date."""


def find_timestamp(element: etree._Element, keep: tuple[str, ...], defaults: PageDefaults) -> str:
    """Return the timestamp of an element, or an empty string.

    It is the first valid ``datetime`` of the element or of a ``time`` inside it, else the first
    valid date in the attributes ``keep`` of the element.
    """
    for candidate in (element, *element.iter("time")):
        timestamp = parse_timestamp(candidate.get("datetime") or "", defaults.timezone)
        if timestamp:
            return timestamp
    return read_kept_timestamp(element, keep, defaults)


def read_kept_timestamp(
    element: etree._Element, keep: tuple[str, ...], defaults: PageDefaults
) -> str:
    """Return the first of the attributes ``keep`` that is a date, or an empty string.

    Every notation of ``read_date`` is accepted, including seconds since 1970.
    """
    for attribute in keep:
        value = element.get(attribute) or ""
        timestamp = parse_timestamp(value, defaults.timezone) or parse_date_text(value, defaults)
        if timestamp:
            return timestamp
    return ""


def parse_date_text(text: str, defaults: PageDefaults) -> str:
    """Return a date in words or numbers (``2021. március 3. 14:05``) in ISO 8601.

    ``read_date`` reads it in the language and zone of ``defaults``. Empty if the text has no
    certain date.
    """
    if text.isascii() and sum(map(str.isdigit, text)) < _MIN_DIGITS:
        return ""
    return read_date(text, (), DateContext(defaults.timezone, defaults.language)).value or ""


def parse_timestamp(text: str, timezone: str | None) -> str:
    """Return an ISO 8601 date, or time with seconds; empty if ``text`` is neither.

    A time without a zone gets ``timezone`` (IANA name), or keeps no zone if that is None.
    """
    value = text.strip()
    try:
        if len(value) <= len("2020-07-01"):
            return parse_iso_day(value).isoformat()
        time = parse_iso_time(value)
    except ValueError:
        return ""
    if time.tzinfo is None and timezone is not None:
        time = time.replace(tzinfo=find_zone(timezone))
    return time.isoformat(timespec="seconds")
