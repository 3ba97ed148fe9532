"""When a live entry or a comment was written: what a ``datetime`` attribute says, or an attribute
that a row keeps, or else a text that is a whole date. A clock alone (``14:05``) is of no certain
day and says nothing."""

from __future__ import annotations

import re
from datetime import date, datetime

from lxml import etree

from webarticlecurator.extract.body.frame import PageDefaults
from webarticlecurator.extract.dates.read_date import DateContext, read_date
from webarticlecurator.model.timezone import find_zone

_FRACTION = re.compile(r"(\d{2}:\d{2}:\d{2})[.,]\d+")
_FORM = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:[+-]\d\d:\d\d)?)?", re.ASCII)
"""Stated here, because what ``fromisoformat`` takes beyond it differs between versions of Python.
"""

_OFFSET = re.compile(r"([+-]\d{2})(\d{2})\Z")


_DIGITS = 5
"""Of a day and a year: what has fewer, as a clock alone, is no whole date."""


def find_moment(element: etree._Element, keep: tuple[str, ...], setting: PageDefaults) -> str:
    """The first usable ``datetime`` of the element or of a ``time`` inside it, else of the
    attributes ``keep`` of the element, as ``when`` gives it; or empty."""
    for inner in (element, *element.iter("time")):
        found = parse_timestamp(inner.get("datetime") or "", setting.timezone)
        if found:
            return found
    return keep_moments(element, keep, setting)


def keep_moments(element: etree._Element, keep: tuple[str, ...], setting: PageDefaults) -> str:
    """The first of the attributes ``keep`` that is a date in any notation of ``read_date`` (seconds
    since 1970, too)."""
    for attribute in keep:
        value = element.get(attribute) or ""
        found = parse_timestamp(value, setting.timezone) or parse_spoken_time(value, setting)
        if found:
            return found
    return ""


def parse_spoken_time(text: str, setting: PageDefaults) -> str:
    """A date in words or numbers (``2021. március 3. 14:05``) as ``read_date`` reads it in the
    portal's language and zone; empty where nothing certain is said."""
    if text.isascii() and sum(map(str.isdigit, text)) < _DIGITS:
        return ""
    return read_date(text, (), DateContext(setting.timezone, setting.language)).value or ""


def parse_timestamp(text: str, timezone: str | None) -> str:
    """ISO 8601 with seconds, or a date alone. A time without a zone is one of ``timezone`` (an IANA
    name), and keeps none if that is None. Anything else gives an empty string."""
    value = text.strip().replace(" ", "T", 1)
    if not _FORM.fullmatch(value):
        value = _OFFSET.sub(r"\1:\2", _FRACTION.sub(r"\1", value))
        if value[-1:] in ("Z", "z"):
            value = value[:-1] + "+00:00"
        if not _FORM.fullmatch(value):
            return ""
    try:
        if "T" not in value:
            return date.fromisoformat(value).isoformat()
        found = datetime.fromisoformat(value)
    except ValueError:
        return ""
    if found.tzinfo is None and timezone is not None:
        found = found.replace(tzinfo=find_zone(timezone))
    return found.isoformat(timespec="seconds")
