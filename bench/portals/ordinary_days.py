"""What happens to an ordinary portal on its days: edits, drafts, holidays, bad hours; and when."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time, timedelta, timezone

from bench.portals.ordinary_portal import OrdinaryPortal


def live_day(portal: OrdinaryPortal, day: date, events: Sequence[str] = ()) -> None:
    """Let a day pass at a portal: what is due of itself, then the named ones of EVENTS."""
    portal.begin_day(day, events)
    for name in events:
        EVENTS[name](portal)


def _edit_text(portal: OrdinaryPortal) -> None:
    story = portal.pick()
    if story is not None:
        story.paragraphs.append(story.title + " was corrected.")


def _edit_title(portal: OrdinaryPortal) -> None:
    story = portal.pick()
    if story is not None:
        story.title += ", updated"


def _move(portal: OrdinaryPortal) -> None:
    story = portal.pick()
    if story is not None and not story.moved:
        story.moved = story.first_path.replace(story.slug, story.slug + "-new")


def _bump(portal: OrdinaryPortal) -> None:
    """An article gets another date: it is on top again."""
    story = portal.pick(5)
    if story is not None:
        story.moved = story.path
        story.shown = datetime.combine(portal.day, time(6), timezone.utc)


def _draft(portal: OrdinaryPortal) -> None:
    """A draft was published by mistake: it is listed today, and tomorrow it is gone."""
    portal.publish()


def _draft_gone(portal: OrdinaryPortal) -> None:
    """The newest one is taken back."""
    newest = portal.listed()[0]
    newest.gone, newest.unlisted = 404, portal.day


def _dead_draft(portal: OrdinaryPortal) -> None:
    """The list is a little older than the portal: it names what is gone already."""
    portal.publish().gone = 404


def _busy_day(portal: OrdinaryPortal) -> None:
    for _ in range(10):
        portal.publish()


def _short_notes(portal: OrdinaryPortal) -> None:
    for _ in range(3):
        story = portal.publish()
        story.pages, story.paragraphs = 1, [" ".join(story.paragraphs[0].split()[:9]) + "."]


def _agency_twice(portal: OrdinaryPortal) -> None:
    """Two desks publish the text of an agency, each under its own title."""
    portal.publish().paragraphs = portal.publish().paragraphs


def _series(portal: OrdinaryPortal) -> None:
    story = portal.publish()
    story.paragraphs.insert(0, f"This is part {story.number} of our series on old bridges.")


def _delete(portal: OrdinaryPortal) -> None:
    story = portal.pick(200)
    if story is not None:
        story.gone, story.unlisted = 410, portal.day


def _pin(portal: OrdinaryPortal) -> None:
    portal.pinned = portal.pick(60)


def _unpin(portal: OrdinaryPortal) -> None:
    portal.pinned = None


def _resize(portal: OrdinaryPortal) -> None:
    portal.per_page = 12 if portal.per_page == 10 else 10


def _slow_hour(portal: OrdinaryPortal) -> None:
    portal.down_status = 503
    portal.down_until = portal.now() + timedelta(minutes=20)


def _down(portal: OrdinaryPortal) -> None:
    """It is down for the whole day."""
    portal.down_status = 503
    portal.down_until = portal.now() + timedelta(hours=20)


def _unreachable(portal: OrdinaryPortal) -> None:
    _down(portal)
    portal.down_status = 0


def _lost_list(portal: OrdinaryPortal) -> None:
    portal.broken.update(dict.fromkeys(("/news", "/20"), 1))


def _lost_article(portal: OrdinaryPortal) -> None:
    portal.broken[f"-{portal.publish().number}"] = 2


def _lost_all_tries(portal: OrdinaryPortal) -> None:
    """An article cannot be read all day."""
    portal.broken[f"-{portal.publish().number}"] = 1000


EVENTS: dict[str, Callable[[OrdinaryPortal], None]] = {
    "holiday": lambda _: None,
    "cached list": _dead_draft,
    "dead draft": _dead_draft,
    "draft": _draft,
    "draft gone": _draft_gone,
    "text edited": _edit_text,
    "title edited": _edit_title,
    "moved": _move,
    "bumped": _bump,
    "busy day": _busy_day,
    "short notes": _short_notes,
    "agency twice": _agency_twice,
    "series": _series,
    "deleted": _delete,
    "pinned": _pin,
    "unpinned": _unpin,
    "other page size": _resize,
    "slow hour": _slow_hour,
    "down": _down,
    "unreachable": _unreachable,
    "list lost once": _lost_list,
    "article lost twice": _lost_article,
    "article lost all day": _lost_all_tries,
}
"""What can happen on a day → what it does to the portal."""
LOUD = frozenset({"down", "unreachable", "article lost all day"})
"""After these a crawl may end with a problem on that day: something is missing then."""
_A_YEAR = {
    "text edited": 60,
    "title edited": 25,
    "dead draft": 8,
    "cached list": 6,
    "draft": 10,
    "moved": 5,
    "bumped": 12,
    "busy day": 3,
    "short notes": 8,
    "agency twice": 6,
    "series": 20,
    "deleted": 8,
    "pinned": 10,
    "unpinned": 5,
    "other page size": 3,
    "slow hour": 6,
    "list lost once": 8,
    "article lost twice": 8,
    "article lost all day": 1,
    "down": 1,
    "unreachable": 1,
}
"""How often each happens in a year."""
HOLIDAYS = ((8, 12), (12, 24))
"""Month and day on which weeks without articles begin."""


def plan_year(seed: int, first: date, days: int) -> Iterator[tuple[date, list[str]]]:
    """Yield each day with what happens on it. Fewer days than a year have fewer events."""
    chance = random.Random(f"year {seed}")
    events: dict[int, list[str]] = {number: [] for number in range(days + 1)}
    for name, times in _A_YEAR.items():
        for _ in range(max(1, round(times * days / 365))):
            number = chance.randrange(2, days - 1)
            events[number].append(name)
            if name == "draft":
                events[number + 1].insert(0, "draft gone")
    for number in range(days):
        day = first + timedelta(days=number)
        is_holiday = any(
            0 <= (day - date(day.year, month, start)).days < 7 for month, start in HOLIDAYS
        )
        yield day, [*(["holiday"] if is_holiday else []), *events[number]]
