"""Read when a live entry or a comment was written.

The sources are ``datetime`` attributes, attributes that a row of the tag dictionary keeps, and text
that is a complete date. A time alone (``14:05``) has no certain day and is ignored.
"""

from __future__ import annotations

import re
from datetime import date, datetime

from lxml import etree

from webarticlecurator.extract.body.frame import PageDefaults
from webarticlecurator.extract.dates.read_date import DateContext, read_date
from webarticlecurator.model.timezone import find_zone

_FRACTION = re.compile(r"(\d{2}:\d{2}:\d{2})[.,]\d+")
_ISO_8601 = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:[+-]\d\d:\d\d)?)?", re.ASCII)
"""The accepted notation; what else ``fromisoformat`` accepts differs between Python versions."""

_OFFSET = re.compile(r"([+-]\d{2})(\d{2})\Z")

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
    value = text.strip().replace(" ", "T", 1)
    if not _ISO_8601.fullmatch(value):
        value = _OFFSET.sub(r"\1:\2", _FRACTION.sub(r"\1", value))
        if value[-1:] in ("Z", "z"):
            value = value[:-1] + "+00:00"
        if not _ISO_8601.fullmatch(value):
            return ""
    try:
        if "T" not in value:
            return date.fromisoformat(value).isoformat()
        time = datetime.fromisoformat(value)
    except ValueError:
        return ""
    if time.tzinfo is None and timezone is not None:
        time = time.replace(tzinfo=find_zone(timezone))
    return time.isoformat(timespec="seconds")
