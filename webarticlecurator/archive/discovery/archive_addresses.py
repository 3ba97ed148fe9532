"""Dates in addresses: the template of an archive address, read from one such address."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date
from urllib.parse import urlsplit

from webarticlecurator.archive.windows import Window
from webarticlecurator.model.proposal import DatedAddress

_DATE = re.compile(
    r"(?<!\d)(?P<y>(?:19|20)\d\d)"
    r"(?:(?P<s>[-/._])(?P<m>1[0-2]|0?[1-9])(?:(?P=s)(?P<d>3[01]|[12]\d|0?[1-9]))?|(?P<m8>0[1-9]|1[0-2])(?P<d8>0[1-9]|[12]\d|3[01]))?(?!\d)"
)
STEPS = ("day", "month", "year")
MAX_TEMPLATES = 3


def find_dated_address(url: str) -> DatedAddress | None:
    """The address with its dates as fields: one date, or the first and the last day (or the day
    after it) of a window. None if there is no date in it, or if a headline follows the date, as in
    an article's address."""
    start = len("://".join(urlsplit(url)[:2]))
    hits = [hit for hit in _DATE.finditer(url, start) if _day(hit)]
    if not hits or re.search(
        r"[^\W\d_]{2}", urlsplit(url[: start + 1] + url[hits[-1].end() :]).path.partition(".")[0]
    ):
        return None
    day = _day(hits[0])
    assert day is not None
    later = _day(hits[1]) if len(hits) > 1 else None
    named = _window(day, later, _finest(hits[0]))
    if named is None:
        return None
    step, second = named
    template, at = "", 0
    for number, hit in enumerate(hits):
        template += url[at : hit.start()] + f"{{{second if number else 'date'}:{_format(hit)}}}"
        at = hit.end()
    return DatedAddress(template + url[at:], Window.around(day, step).first, step)


def find_dated_archives(addresses: Sequence[str]) -> tuple[str, ...]:
    """Templates of archive addresses by date among addresses, the most frequent ones first."""
    found = Counter(
        dated.template for dated in map(find_dated_address, addresses) if dated is not None
    )
    return tuple(
        template
        for template, _ in sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[
            :MAX_TEMPLATES
        ]
    )


def _day(hit: re.Match[str]) -> date | None:
    try:
        return date(int(hit["y"]), int(hit["m"] or hit["m8"] or 1), int(hit["d"] or hit["d8"] or 1))
    except ValueError:
        return None


def _finest(hit: re.Match[str]) -> str:
    return "day" if hit["d"] or hit["d8"] else "month" if hit["m"] else "year"


def _window(day: date, later: date | None, finest: str) -> tuple[str, str] | None:
    """The step, and the name of the field that a second date is; None if the two dates are no whole
    day, month or year."""
    if later is None or later == day:
        return finest, "date"
    for step in STEPS[STEPS.index(finest) :]:
        window = Window.around(day, step)
        if window.first == day and later in (window.last, window.after):
            return step, "last" if later == window.last else "after"
    return None


def _format(hit: re.Match[str]) -> str:
    if hit["m8"]:
        return "%Y%m%d"
    parts = [f"%{'' if len(hit[name]) == 2 else '-'}{name}" for name in "md" if hit[name]]
    return (hit["s"] or "").join(["%Y", *parts])
