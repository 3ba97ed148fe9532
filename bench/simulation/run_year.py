"""A portal-year: its steps, done by the real code in this process, and what does not hold."""

from __future__ import annotations

import random
import tempfile
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from uuid import UUID

from bench.portals.ordinary_days import EVENTS, live_day
from bench.simulation.invariants import World, find_breaches, snapshot_outside
from bench.simulation.made_clock import MadeClock
from bench.simulation.made_network import MadeNetwork
from bench.simulation.made_portal import HOME, Fault, LivingPortal, make_portal
from bench.simulation.year_plan import DAYS_BEFORE, Step
from webarticlecurator.base.errors import CorpusLocked, CuratorError
from webarticlecurator.cli.exit_codes import exit_code_of
from webarticlecurator.cli.run_end import summary_exit_code
from webarticlecurator.corpus.deposit.deposit_folder import DepositOptions, write_deposit
from webarticlecurator.corpus.keeping.withdrawing import (
    begin_withdrawal,
    exclude_withdrawn,
    finish_withdrawal,
)
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.states.corpus_doubts import read_doubts
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import BuildOptions, CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.yaml_file.yaml_edit import change_yaml_file, set_value
from webarticlecurator.storage.fixity.checking import check_corpus
from webarticlecurator.storage.fixity.mending import Upkeep
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.view import view_corpus

FIRST = date(2024, 2, 1)
HOUR = 6


class Killed(BaseException):
    """Ends a command at a step of the store, as a kill does."""


@dataclass(frozen=True)
class Breach:
    """What did not hold after a step of a year."""

    seed: int
    number: int
    step: Step
    sentences: tuple[str, ...]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(each.partition(":")[0] for each in self.sentences)

    def __str__(self) -> str:
        place = f"seed {self.seed}, step {self.number} ({self.step})"
        return "\n".join(f"{place}: {each}" for each in self.sentences)


class Year:
    """Does the steps of a year in a folder of its own."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._clock = MadeClock(FIRST, HOUR)
        self.portal = make_portal(seed, FIRST, lambda: self._clock.true)
        self._network = MadeNetwork(self.portal.serve, self._clock)
        self.ids = random.Random(f"ids {seed}")
        self._day = FIRST
        self._left: int | None = None
        self._crawled: datetime | None = None
        self._had_wrong_lists = False
        self._chosen: dict[Step, str] = {}
        self._known: dict[str, frozenset[str]] = {}
        for _ in range(DAYS_BEFORE):
            self._pass_day()
        path = folder / "portal.yaml"
        path.write_text(_add_editor(self.portal.rules()), encoding="utf-8")
        (folder / "notes.txt").write_text("notes of the user", encoding="utf-8")
        self.world = World(self.portal, folder, load_portal(path), self._make_runtime())
        self.world.outside = snapshot_outside(folder)

    def close(self) -> None:
        self._network.close()

    def do(self, step: Step) -> list[str]:
        """Do a step; return what does not hold after it."""
        world = self.world
        world.is_crawl = world.is_again = world.is_end = False
        world.is_let_in = world.is_packed = False
        if step.kind != "end":  # which asks of what the last command has said
            world.code, world.summary = 0, None
        asked, served = len(self.portal.requests), len(self.portal.served)
        try:
            ACTIONS[step.kind](self, step)
        except Killed:
            world.code = 137
        except (CuratorError, OSError) as error:  # which the command line tells the user
            world.code = exit_code_of(error)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            return [f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"]
        world.asked = self.portal.requests[asked:]
        world.was_served = len(self.portal.served) > served
        return list(find_breaches(world)) if step.kind in CHECKED else []

    def _make_runtime(self) -> Runtime:
        def new_id() -> UUID:
            return UUID(int=self.ids.getrandbits(128), version=4)

        store = StoreOptions(
            now=self._clock.now,
            new_id=new_id,
            monotonic=self._clock.monotonic,
            max_bytes=60_000,
            events=self._count_step,
        )
        return Runtime(self._clock, store, executor="serial", connect=self._network.connect)

    def _count_step(self, _event: str) -> None:
        if self._left is not None:
            self._left -= 1
            if self._left <= 0:
                self._left = None
                raise Killed

    def _pass_day(self, events: Sequence[str] = ()) -> None:
        self._day += timedelta(days=1)
        self._clock.set_day(self._day)
        live_day(self.portal, self._day, events)

    def pass_days(self, step: Step) -> None:
        for _ in range(step.number):
            self._pass_day()

    def happen(self, step: Step) -> None:
        """Let something happen at the portal, which it does again whenever a day passes."""
        own: dict[str, Callable[[], None]] = {
            "redesigned": self.portal.redesign,
            "lists moved": self.portal.move_lists,
            "sitemap stale": lambda: setattr(self.portal, "sitemap_way", "stale"),
            "sitemap gone": lambda: setattr(self.portal, "sitemap_way", "none"),
            "sitemap back": lambda: setattr(self.portal, "sitemap_way", "true"),
            "late": self.portal.publish_late,
            "links tracked": lambda: setattr(self.portal, "tracking", "utm_source=list"),
            "links plain": lambda: setattr(self.portal, "tracking", ""),
            "text edited": self._edit_text,
        }
        own.get(step.what, lambda: EVENTS[step.what](self.portal))()

    def _edit_text(self) -> None:
        story = self.portal.pick()
        if story is not None:
            self.portal.edit(story, random.Random(story.number))

    def answer_wrongly(self, step: Step) -> None:
        part = step.kind.removesuffix(" answers")
        self.portal.faults.append(
            Fault(step.what, part, step.number / 100, random.Random(step.seed))
        )

    def _has_wrong_lists(self) -> bool:
        return any("list" in each.part for each in self.portal.faults)

    def answer_well(self) -> None:
        self.portal.faults.clear()
        self.portal.forget_lists()

    def crawl(self, step: Step) -> None:
        world = self.world
        world.is_crawl = True
        options = CrawlOptions(full=step.what == "full")
        self._had_wrong_lists = self._has_wrong_lists()
        self._crawled = self._clock.now()
        self._note(crawl(world.rules, world.corpus, options, world.runtime))
        listed = _list_numbers(self.portal)
        world.listed_before = world.listed_now & listed
        world.listed_now = listed

    def crawl_killed(self, step: Step) -> None:
        self._left = step.number
        try:
            crawl(self.world.rules, self.world.corpus, None, self.world.runtime)
        finally:
            self._left = None

    def crawl_beside(self, step: Step) -> None:
        """Let another program open the corpus while a crawl runs: at its request of a number."""
        world, left = self.world, step.number

        def begin(_: str) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                world.is_let_in = True
                with suppress(CorpusLocked), open_corpus(world.corpus, world.rules.id):
                    return
                world.is_let_in = False

        self.portal.visit = begin
        try:
            self.crawl(step)
        finally:
            self.portal.visit = lambda _: None

    def crawl_again(self) -> None:
        self.world.is_again = True
        self.world.held = set()
        with view_corpus(self.world.corpus, self.world.rules.id) as corpus:
            # else it looks again, or reads a list that failed and says that an article has changed
            is_at_once = self._crawled == self._clock.now()
            has_wrong_lists = self._had_wrong_lists or self._has_wrong_lists()
            if is_at_once and not has_wrong_lists and not read_doubts(self.world.rules, corpus):
                # what is in TEI twice may have moved: it is looked at in the next crawl
                twice = set(corpus.headlines.find_perhaps_moved(1000))
                stories = self.portal.stories  # whose redirects lead to where they are now
                twice |= {HOME + s.path for s in stories if HOME + s.first_path in twice}
                asked = {row.requested for row in corpus.frontier.articles("tei")}
                # where a refresh got the page of another article, it is asked for again
                last = {url: corpus.captures.last_fetch(url) for url in asked - twice}
                self.world.held = {
                    url for url, at in last.items() if at and not corpus.answers.doubt_of(at.id)
                }
        self._note(crawl(self.world.rules, self.world.corpus, None, self.world.runtime))

    def set_clock(self, step: Step) -> None:
        """Set the clock of the computer wrong by days; twice sets it right."""
        is_wrong = self._clock.shift
        # and some minutes: no two crawls begin in one microsecond, by which they are told apart
        self._clock.shift = timedelta() if is_wrong else timedelta(days=step.number, minutes=11)

    def right_clock(self) -> None:
        self._clock.shift = timedelta()

    def mend_rules(self) -> None:
        """The user writes the portal file for what the portal is now."""
        path = self.world.folder / "portal.yaml"
        path.write_text(_add_editor(self.portal.rules()), encoding="utf-8")
        self.world.rules = load_portal(path)

    def set_key(self, step: Step) -> None:
        path = self.world.folder / "portal.yaml"
        key, value = {"language": ("language", "en-GB")}.get(step.what, ("fetch.timeout", 2))
        change_yaml_file(path, lambda text: set_value(text, key.split("."), value))
        self.world.rules = load_portal(path)

    def build(self, step: Step) -> None:
        options = BuildOptions(everything=step.kind == "build all")
        self._note(build(self.world.rules, self.world.corpus, options, self.world.runtime))

    def verify(self) -> None:
        self.world.is_again = True

    def damage(self) -> None:
        """Check the WARC files, which makes recovery data; then a bit of one changes."""
        self._check()
        path = min((self.world.corpus / "warc").glob("*-articles-*.warc.gz"))
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)

    def repair(self) -> None:
        self._check(repair=True)

    def _check(self, *, repair: bool = False) -> None:
        upkeep = Upkeep(self._clock.now, parity=5)
        check_corpus(self.world.corpus, self.world.rules.id, upkeep, repair=repair)

    def rebuild(self) -> None:
        rebuild_corpus(self.world.rules, self.world.corpus, self.world.runtime)
        self._note(build(self.world.rules, self.world.corpus, None, self.world.runtime))

    def choose_withdrawn(self, step: Step) -> str:
        """Return the article that a step withdraws, "" if there is none; the same one each time. It
        is often one with several addresses."""
        world = self.world
        if step not in self._chosen:
            with view_corpus(world.corpus, world.rules.id) as corpus:
                rows = sorted(corpus.frontier.articles("tei"), key=lambda row: row.canonical)
                named = [r for r in rows if len(corpus.frontier.addresses_of(r.id)) > 1]
                chance = random.Random(step.seed)
                rows = named if named and chance.random() < 0.5 else rows
                row = chance.choice(rows) if rows else None
                known = corpus.frontier.addresses_of(row.id) if row is not None else ()
            self._chosen[step] = row.canonical if row is not None else ""
            paths = (each.removeprefix(HOME).partition("?")[0] for each in known)
            self._known[self._chosen[step]] = frozenset(paths)
        return self._chosen[step]

    def withdraw(self, step: Step) -> None:
        world, url = self.world, self.choose_withdrawn(step)
        if not url:
            return
        begun = begin_withdrawal(world.rules, world.corpus, [url], "asked for", self._day)
        if begun is not None:  # else a command that failed had done it all
            exclude_withdrawn(world.rules, begun)
            world.rules = load_portal(world.folder / "portal.yaml")
            done = finish_withdrawal(world.rules, world.corpus, begun, world.runtime)
            world.has_text_again = bool(done.again)
        world.withdrawn.add(int(url.rpartition("-")[2]))
        world.excluded |= self._known[url]
        self.portal.withdrawn = world.withdrawn
        world.warcs = {}

    def package(self) -> None:
        output = self.world.folder / "package"
        write_deposit(
            self.world.rules, self.world.corpus, output, DepositOptions(), self.world.runtime
        )
        self.world.is_packed = True

    def end(self) -> None:
        self.world.is_end = True

    def _note(self, summary: Summary) -> None:
        self.world.summary, self.world.code = summary, summary_exit_code(summary)
        kinds = [each.kind for each in summary.doubts]
        self.world.has_text_again = "withdrawn-again" in kinds


def _list_numbers(portal: LivingPortal) -> frozenset[int]:
    """Return the articles that a crawl could find today. Where earlier or other pages were sent in
    place of lists, and no sitemap says more, these are what was named in all that was sent since
    the crawl before: of the others there is no trace, and none later of what an old list of a month
    that was over has left out."""
    today, named = portal.day, portal.named
    is_hidden = portal.is_hiding and portal.sitemap_way != "true"
    hidden = portal.hidden if portal.sitemap_way != "true" else set()
    portal.named, portal.is_hiding = set(), False
    return frozenset(
        each.number
        for each in portal.listed()
        if not each.gone and each.shown.date() < today and each.number not in hidden
        if each.number in named or not is_hidden
    )


def _add_editor(text: str) -> str:
    return text + "corpus: {editors: [{name: 'Editor, Anna'}]}\n"


ACTIONS: dict[str, Callable[[Year, Step], None]] = {
    "days": Year.pass_days,
    "event": Year.happen,
    "list answers": Year.answer_wrongly,
    "later list answers": Year.answer_wrongly,
    "article answers": Year.answer_wrongly,
    "second answers": Year.answer_wrongly,
    "sound": lambda year, _: year.answer_well(),
    "crawl": Year.crawl,
    "killed crawl": Year.crawl_killed,
    "two at once": Year.crawl_beside,
    "again": lambda year, _: year.crawl_again(),
    "clock": Year.set_clock,
    "right clock": lambda year, _: year.right_clock(),
    "rules": lambda year, _: year.mend_rules(),
    "set": Year.set_key,
    "build": Year.build,
    "build all": Year.build,
    "verify": lambda year, _: year.verify(),
    "damage": lambda year, _: year.damage(),
    "repair": lambda year, _: year.repair(),
    "rebuild": lambda year, _: year.rebuild(),
    "withdraw": Year.withdraw,
    "package": lambda year, _: year.package(),
    "end": lambda year, _: year.end(),
}
"""Kind of a step → what does it."""
CHECKED = ACTIONS.keys() - {
    "damage",
    "days",
    "event",
    "list answers",
    "later list answers",
    "article answers",
    "second answers",
    "sound",
    "clock",
    "right clock",
}


def run_year(seed: int, steps: Sequence[Step], *, verbose: bool = False) -> Breach | None:
    """Do the steps of a year; return the first breach."""
    with tempfile.TemporaryDirectory(prefix="year") as place:
        folder = Path(place) / "user"
        folder.mkdir()
        year = Year(seed, folder)
        try:
            for number, step in enumerate(steps):
                breaches = year.do(step)
                if verbose:
                    world = year.world
                    said = ", ".join(d.kind for d in world.summary.doubts) if world.summary else ""
                    print(f"  {number:3} {step}: {world.code} {said}", flush=True)
                if breaches:
                    first = {each.partition(":")[0]: each for each in reversed(breaches)}
                    return Breach(seed, number, step, tuple(reversed(first.values())))
        finally:
            year.close()
    return None


def shrink(seed: int, steps: Sequence[Step], breach: Breach) -> tuple[Step, ...]:
    """Return fewer steps that end in a breach of the same invariant."""
    left = list(steps[: breach.number + 1])
    size = max(len(left) // 2, 1)
    while size:
        start = 0
        while start < len(left):
            fewer = left[:start] + left[start + size :]
            found = run_year(seed, fewer) if fewer else None
            if found is not None and found.names & breach.names:
                left = fewer[: found.number + 1]
            else:
                start += size
        size //= 2
    return tuple(left)
