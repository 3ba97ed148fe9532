"""The articles: about 300, over twenty years, in five columns; the same list at every run."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache

from webarticlecurator.base.text.times import find_zone

from .blocks import (
    AGENCIES,
    KEYWORDS,
    NAMES,
    Block,
    Comment,
    Dice,
    Outline,
    capital,
    clause,
    comments,
    english,
    live_blog,
    page,
)

ZONE = find_zone("Europe/Budapest")
NEW_LAYOUT = date(2011, 1, 1)
SECTIONS = {
    "hirek": "Hírek",
    "kultura": "Kultúra",
    "velemeny": "Vélemény",
    "sport": "Sport",
    "friss": "Friss",
}
PERIODS = {
    # how many articles, first day, last day
    "hirek": (84, date(2001, 1, 1), date(2020, 10, 31)),
    "kultura": (66, date(2001, 1, 1), date(2020, 12, 31)),
    "velemeny": (52, date(2003, 4, 1), date(2020, 12, 31)),
    "sport": (60, date(2005, 1, 1), date(2020, 12, 31)),
    "friss": (40, date(2009, 1, 1), date(2020, 11, 10)),
    # of the column friss: they come while it is walked
    "latest": (16, date(2020, 11, 15), date(2020, 12, 20)),
}


@dataclass(frozen=True)
class Story:
    """One article as its editors know it. ``when`` and ``modified`` are in the portal's zone;
    ``path`` is its one address; ``listed`` the address by which archive pages name it where that is
    another; ``pages`` hold its blocks."""

    number: int
    column: str
    when: datetime
    title: str
    path: str
    listed: str
    old: bool
    growing: bool
    language: str
    subtitle: str
    authors: tuple[str, ...]
    sources: tuple[str, ...]
    keywords: tuple[str, ...]
    modified: datetime | None
    paid: bool
    pages: tuple[tuple[Block, ...], ...]
    comments: tuple[Comment, ...]

    @property
    def day_only(self) -> bool:
        """True if the page shows the day but not the time."""
        return self.old and self.number % 6 == 1

    @property
    def unsigned(self) -> bool:
        """True if only the archive names its author."""
        return self.old and self.column == "velemeny" and self.number % 5 == 0

    def page_path(self, number: int) -> str:
        """The address of its page ``number``, from 1."""
        mark = "&" if "?" in self.path else "?"
        return self.path if number == 1 else f"{self.path}{mark}oldal={number}"


def slug(text: str) -> str:
    """The first words of a headline as part of an address."""
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode("ascii")
    return "-".join(re.findall("[a-z0-9]+", plain)[:6])


def moments(key: str) -> list[datetime]:
    """When the articles of a period came out, oldest first: about evenly spread, never twice on one
    day."""
    count, first, last = PERIODS[key]
    dice, gap = Dice(f"moments {key}"), ((last - first).days + 1) / count
    days = [
        first + timedelta(days=int(gap * n + gap * dice.number(0, 89) / 100)) for n in range(count)
    ]
    return [
        datetime(d.year, d.month, d.day, dice.number(6, 22), dice.number(0, 59), tzinfo=ZONE)
        for d in days
    ]


def headline(dice: Dice, plan: Outline) -> str:
    if plan.language == "en":
        return capital(english(dice))
    text = capital(clause(dice, plan.column))
    forms = (
        text,
        text,
        f"„{text}” – {dice.pick(NAMES)}",
        f"Kérdések & válaszok: {text}",
        f"{text} <frissítve>",
    )
    return forms[plan.number % 31 % 5] if plan.number % 31 < 5 else text


def body(dice: Dice, plan: Outline) -> tuple[tuple[Block, ...], ...]:
    if plan.column == "friss" and plan.number % 10 == 3:
        return (live_blog(dice, plan),)
    count = 2 + plan.number // 13 % 3 if plan.number % 13 == 0 else 1
    return tuple(page(dice, plan, first=n == 0) for n in range(count))


def address(plan: Outline, title: str) -> str:
    return (
        f"/cikk.php?id={1000 + plan.number}"
        if plan.old
        else f"/{plan.when:%Y/%m/%d}/{slug(title)}/"
    )


def listed_address(plan: Outline, path: str) -> str:
    """How the archive names the article: most by its address, some by one that only leads to it."""
    if plan.number % 29 == 7 and not plan.old:
        return f"{path}?utm_source=cimlap&utm_medium=ajanlo"
    if plan.number % 37 == 11 and plan.column != "sport":
        return f"http://m.demo.echo.example{path}"
    if plan.number % 41 == 5 and not plan.old:
        return f"/cikk.php?id={1000 + plan.number}"  # answers with a redirect to the article
    return f"{path}#kommentek" if plan.number % 23 == 9 else path


def story(plan: Outline, growing: bool) -> Story:
    dice = Dice(f"story {plan.number}")
    title = headline(dice, plan)
    n, path = plan.number, address(plan, title)
    return Story(
        number=n, column=plan.column, when=plan.when, title=title, path=path, listed=listed_address(plan, path), old=plan.old,
        growing=growing, language=plan.language,
        subtitle=capital(clause(dice, plan.column)) if n % 9 == 2 and not plan.old else "",
        authors=() if n % 8 == 6 else dice.some(NAMES, 2 if n % 7 == 3 else 1),
        sources=(AGENCIES[n % 2],) if n % 8 in (5, 6) else (),
        keywords=() if plan.old else dice.some(KEYWORDS, n % 4),
        modified=plan.when + timedelta(minutes=dice.number(5, 3000)) if n % 5 == 1 and not plan.old else None,
        paid=n % 17 == 4 and not plan.old,
        pages=body(dice, plan),
        comments=comments(dice, plan, dice.number(2, 5)) if plan.column == "velemeny" and n % 3 else (),
    )  # fmt: skip


@lru_cache(maxsize=1)
def stories() -> tuple[Story, ...]:
    """Every article, by column, oldest first."""
    made: list[Story] = []
    for key in PERIODS:
        column = "friss" if key == "latest" else key
        for when in moments(key):
            plan = Outline(len(made) + 1, column, when, when.date() < NEW_LAYOUT)
            if plan.column == "kultura" and plan.number % 12 == 5 and not plan.old:
                plan = replace(plan, language="en")
            made.append(story(plan, growing=key == "latest"))
    return tuple(made)
