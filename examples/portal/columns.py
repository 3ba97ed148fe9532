"""Where each article is listed: what the archive of every column names, newest first, dead ends
included."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from urllib.parse import urldefrag, urljoin

from .layouts import HOST
from .stories import SECTIONS, ZONE, Story, stories

GROWTH = (1, 1, 7, 1, 1, 1, 1, 1, 1, 1)
"""How many of the latest articles appear in the column ``friss`` after each request of one of its
archive pages. The seven make one archive page that shows nothing new in the middle of a walk."""


@dataclass(frozen=True)
class Listed:
    """One line of an archive: ``href`` as written there. ``story`` is None for what becomes no
    article; ``reason`` says why."""

    href: str
    title: str
    when: datetime
    author: str = ""
    story: Story | None = None
    reason: str = ""

    @property
    def address(self) -> str:
        """The address a crawler requests for it: absolute, without the fragment."""
        return urldefrag(urljoin(f"{HOST}/", self.href)).url


@lru_cache(maxsize=1)
def redirect_target() -> Story:
    """The article to which another listed address leads."""
    return next(
        s for s in stories() if s.column == "hirek" and s.when.year == 2014 and s.listed == s.path
    )


@lru_cache(maxsize=1)
def long_opinion() -> Story:
    """The article whose second page is listed, too."""
    return next(s for s in stories() if s.column == "velemeny" and len(s.pages) > 1 and not s.old)


def refusals() -> tuple[tuple[str, Listed], ...]:
    """Column and line of every listed address that is no article of its own in the end, with the
    reason (``alias``: it leads to an article that is listed, too)."""

    def line(
        column: str, day: tuple[int, int, int], href: str, title: str, reason: str
    ) -> tuple[str, Listed]:
        return column, Listed(href, title, datetime(*day, 12, 0, tzinfo=ZONE), reason=reason)

    return (
        line("hirek", (2006, 5, 10), "/cikk.php?id=9001", "Törölt hír", "gone"),
        line(
            "velemeny",
            (2012, 6, 1),
            "/2012/06/01/visszavont-jegyzet/",
            "Visszavont jegyzet",
            "gone",
        ),
        line("hirek", (2015, 3, 9), "/belso/2015/szabalyzat/", "Belső szabályzat", "robots"),
        line(
            "kultura",
            (2013, 2, 3),
            "/kviz/ismeri-a-szinhazat/",
            "Kvíz: ismeri a színházat?",
            "not-article",
        ),
        line("kultura", (2016, 9, 9), "/ajanlo/12/", "Kultúra féláron", "off-portal"),
        line("kultura", (2014, 1, 2), "/cikk.php?id=9002", "Korábbi hírünk", "alias"),
        line("sport", (2010, 7, 7), "/cikk.php?id=9003", "Eltűnt tudósítás", "gone"),
        line(
            "velemeny",
            (2014, 4, 4),
            long_opinion().page_path(2),
            "Jegyzetünk második oldala",
            "continuation",
        ),
    )


def line_of(story: Story, elsewhere: bool = False) -> Listed:
    """How an archive names an article; a second column names it without the marks of the first."""
    href = story.path if elsewhere and "utm_" in story.listed else story.listed
    return Listed(href, story.title, story.when, ", ".join(story.authors), story)


def also_in_news(story: Story) -> bool:
    """True if the column ``hirek`` lists the article besides its own column."""
    return story.growing or (story.column in ("kultura", "sport") and story.number % 20 == 0)


@lru_cache(maxsize=len(SECTIONS))
def listings(column: str) -> tuple[Listed, ...]:
    """Everything the archive of a column lists once it has stopped growing, newest first."""
    lines = [line_of(s) for s in stories() if s.column == column]
    lines += [listed for name, listed in refusals() if name == column]
    if column == "hirek":
        lines += [line_of(s, elsewhere=True) for s in stories() if also_in_news(s)]
    return tuple(sorted(lines, key=lambda listed: (listed.when, listed.href), reverse=True))


def grown(requests: int) -> tuple[Listed, ...]:
    """What ``friss`` lists after so many requests of its archive pages."""
    hidden = sum(GROWTH[requests:])
    return listings("friss")[hidden:]
