"""What happens in a portal-year: steps that follow from a seed, each of them whole in itself, so that
a year can be tried again with fewer of them."""

from __future__ import annotations

import random
from dataclasses import dataclass

DAYS_BEFORE = 40
CRAWLS = 30
LIST_WAYS = ("error", "missing", "closed", "hanging", "cut", "empty", "home", "other", "stale")
ARTICLE_WAYS = (
    "error",
    "missing",
    "missing 200",
    "closed",
    "hanging",
    "cut",
    "empty",
    "home",
    "other",
)
PORTAL_EVENTS = (
    *("text edited", "text edited", "title edited", "deleted", "moved", "bumped", "dead draft"),
    *("pinned", "unpinned", "busy day", "short notes", "other page size"),
    *("redesigned", "lists moved", "sitemap stale", "sitemap gone", "sitemap back"),
    *("late", "late", "late", "late", "links tracked", "links plain"),
)
CHANGES = frozenset(("redesigned", "lists moved"))
"""After these the user has to change the portal file."""
MANY = ((0, 1, 2), (5, 4, 2))
"""Numbers of events before a crawl, and how likely each is."""
COMMANDS = (
    ("", "rules", "build", "build all", "withdraw", "package", "verify", "rebuild", "set", "again"),
    (60, 10, 6, 4, 4, 4, 3, 3, 3, 3),
)


@dataclass(frozen=True)
class Step:
    """``kind`` is a key of ``run_year.ACTIONS``; ``what`` and ``number`` say more; ``seed`` is for
    what the step chooses itself."""

    kind: str
    seed: int
    what: str = ""
    number: int = 0

    def __str__(self) -> str:
        return " ".join(filter(None, (self.kind, self.what, str(self.number or ""))))


def plan_year(seed: int) -> tuple[Step, ...]:
    """Return the steps of the year of a seed. Its last crawls meet a sound portal, whose rules have
    been mended."""
    plan = _Plan(seed)
    for _ in range(CRAWLS):
        plan.add("days", number=plan.chance.choices((1, 3, 7, 14, 30), (30, 30, 25, 12, 3))[0])
        plan.add_crawl()
        plan.add_command()
    for kind in ("right clock", "sound", "rules"):
        plan.add(kind)
    for days in (2, 9, 15):
        plan.add("days", number=days)
        plan.add("crawl", "full")
    plan.add("again")
    plan.add("end")
    return tuple(plan.steps)


class _Plan:
    """Steps as chance has them. ``rare`` is for what came later, so that the rest of a year stays
    what it was."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"portal-year {seed}")
        self.rare = random.Random(f"rare {seed}")
        self.steps: list[Step] = []

    def add(self, kind: str, what: str = "", number: int = 0) -> None:
        self.steps.append(Step(kind, self.chance.randrange(1 << 30), what, number))

    def add_rare(self, kind: str, what: str = "", number: int = 0) -> None:
        self.steps.append(Step(kind, self.rare.randrange(1 << 30), what, number))

    def add_crawl(self) -> None:
        """Add a crawl with what happens before it, and whether that ends after it."""
        chance = self.chance
        events = [chance.choice(PORTAL_EVENTS) for _ in range(chance.choices(*MANY)[0])]
        for event in events:
            self.add("event", event)
        is_wrong = chance.random() < 0.4
        if is_wrong:
            parts = (("list", LIST_WAYS), ("article", ARTICLE_WAYS), ("second", ARTICLE_WAYS))
            part, ways = chance.choice(parts)
            self.add(f"{part} answers", chance.choice(ways), chance.choice((15, 40, 100)))
        has_bad_page = self._add_bad_page()
        is_clock_wrong = chance.random() < 0.06
        if is_clock_wrong:
            self.add("clock", number=chance.choice((-400, -3, 2, 90)))
        if chance.random() < 0.15:
            self.add("killed crawl", number=chance.choice((1, 5, 20, 60, 200)))
        if chance.random() < 0.1:
            self.add("two at once", number=chance.choice((1, 2, 4)))
        self.add("crawl", "full" if chance.random() < 0.15 else "")
        if is_wrong and chance.random() < 0.7:
            self.add("sound")
        elif has_bad_page:
            self.add_rare("sound")
        # what is said of a wrong clock as long as it is wrong would excuse much
        if is_clock_wrong and self.rare.random() < 0.8:
            self.add_rare("right clock")
        if not CHANGES.isdisjoint(events) and chance.random() < 0.6:
            self.add("rules")

    def add_command(self) -> None:
        """Add what a user does between two crawls, often nothing."""
        kind = self.chance.choices(*COMMANDS)[0]
        if kind == "set":
            self.add(kind, self.chance.choice(("language", "fetch.timeout")))
        elif kind:
            self.add(kind)
        if kind == "withdraw" and self.rare.random() < 0.4:
            self.add_rare("rebuild")

    def _add_bad_page(self) -> bool:
        """Add, seldom, wrong answers for pages of lists behind the first one; return whether. A
        first crawl reads many of them, a later one hardly any."""
        chance, is_first = self.rare, not any(each.kind == "crawl" for each in self.steps)
        is_bad = chance.random() < (0.4 if is_first else 0.08)
        if is_bad:
            self.add_rare("later list answers", chance.choice(LIST_WAYS), chance.choice((15, 40)))
        return is_bad
