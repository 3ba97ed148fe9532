"""Seen once is not final: when an answer that says "nothing here" is believed.

A *look* is one request for an address, and what its answer said. An answer that says that there
is nothing (404, a sound page without links, the end of a list) waits for a second look; the rule
is the same for archive pages, for the ends of lists and for articles.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from webarticlecurator.base.dataclasses import dataclass

WELL, NOTHING, ODD = "well", "nothing", "odd"
"""What an answer said: a page as expected; that nothing is there; anything else."""
LATER_LOOKS = (1, 3, 7, 14)
"""After how many times ``fetch.confirm`` since the first look the next ones are due. A portal that
is down is mostly back after a day; two weeks outlast every maintenance that was seen."""


@dataclass(frozen=True)
class Look:
    """One request for an address.

    ``time`` is aware; ``answer`` is what the answer said, in a stored word (``gone``, ``empty`` …);
    ``was_well``: another page of its kind was well in the same run.
    """

    time: datetime
    answer: str
    was_well: bool


@dataclass(frozen=True)
class Judgement:
    """What the looks at one address prove.

    ``is_final``: nothing is there, and it is not asked for again. ``is_confirmed``: two same
    answers prove it; otherwise the last look made it final (the remark ``unconfirmed``). ``first``
    and ``last`` are the times of the looks, ``due`` is the time from which a look counts, None if
    it is final.
    """

    first: datetime
    last: datetime
    is_final: bool = False
    is_confirmed: bool = False
    due: datetime | None = None


def judge_looks(
    looks: Sequence[Look], confirm: timedelta, *, is_odd: bool = False
) -> Judgement | None:
    """Return what the looks at an address since it was well prove; None without a look.

    Final is the second same answer at least ``confirm`` after the first, both in runs in which
    another page of its kind was well; else the fifth look, those that came before they were due not
    counted. An answer that is odd (``is_odd``: a notice, a login page) proves nothing: it is final
    with the fifth look alone.
    """
    ordered = sorted(looks, key=lambda look: look.time)
    if not ordered:
        return None
    first, last = ordered[0].time, ordered[-1].time
    if not is_odd and _has_equal_pair(ordered, confirm):
        return Judgement(first, last, is_final=True, is_confirmed=True)

    counted = 1
    for look in ordered[1:]:
        if counted <= len(LATER_LOOKS) and look.time >= _due(first, confirm, counted):
            counted += 1
    if counted > len(LATER_LOOKS):
        return Judgement(first, last, is_final=True)
    return Judgement(first, last, due=max(_due(first, confirm, counted), last))


def is_asked_enough(times: Sequence[datetime], confirm: timedelta) -> bool:
    """Return True if an address that gave odd answers at these times is not asked for again."""
    judgement = judge_looks([Look(time, "", True) for time in times], confirm, is_odd=True)
    return judgement is not None and judgement.is_final


def _has_equal_pair(looks: Sequence[Look], confirm: timedelta) -> bool:
    first_times: dict[str, datetime] = {}
    for look in looks:
        if look.was_well:
            first_time = first_times.setdefault(look.answer, look.time)
            if look.time is not first_time and look.time - first_time >= confirm:
                return True
    return False


def _due(first: datetime, confirm: timedelta, counted: int) -> datetime:
    return first + confirm * LATER_LOOKS[counted - 1]
