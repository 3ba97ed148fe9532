"""When a live entry or a comment was written: only what a ``datetime`` attribute says, never what a text looks like."""

from __future__ import annotations

import re
from datetime import date, datetime

from lxml import etree

from webarticlecurator.model.timezone import zone

_FRACTION = re.compile(r"(\d{2}:\d{2}:\d{2})[.,]\d+")
_FORM = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:[+-]\d\d:\d\d)?)?", re.ASCII)
"""Stated here, because what ``fromisoformat`` takes beyond it differs between versions of Python."""

_OFFSET = re.compile(r"([+-]\d{2})(\d{2})\Z")


def moment(element: etree._Element, timezone: str | None) -> str:
    """The first usable ``datetime`` of the element or of a ``time`` inside it, as ``when`` wants it, or empty."""
    for inner in (element, *element.iter("time")):
        found = when(inner.get("datetime") or "", timezone)
        if found:
            return found
    return ""


def when(text: str, timezone: str | None) -> str:
    """ISO 8601 with seconds and zone, or a date alone. A time without a zone is one of ``timezone`` (an IANA name); if that is
    None it is not used. Anything else gives an empty string."""
    value = text.strip().replace(" ", "T", 1)
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
    if found.tzinfo is None:
        if timezone is None:
            return ""
        found = found.replace(tzinfo=zone(timezone))
    return found.isoformat(timespec="seconds")
