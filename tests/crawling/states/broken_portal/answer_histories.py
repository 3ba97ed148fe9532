"""Random histories of a portal: what it answers for each article in each of several crawls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from uuid import UUID

from broken_portal import DATABASE
from small_portal import Answer, SmallPortal, listing, moved

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection, Runtime
from webarticlecurator.storage.index.store_options import StoreOptions

FILE = """archive: {url: BASE/list, links: h2, listed: {title: h2}}
fetch: {delay: 1, retries: 0, breaker: 12}
article: {body: {root: article}, metadata: {title: {listed: title}}}
"""
SMALL_FILE = 12_000
"""Bytes at which a WARC file ends, so that a history has many."""


def _words(number: int, count: int, edition: int = 0) -> str:
    return " ".join(f"word{number}x{place}e{edition}" for place in range(count))


def _page(number: int, words: str) -> str:
    return (
        f"<html><head><title>Title {number}</title></head><body><article><h1>Title {number}</h1>"
        f"<p>{words}</p></article></body></html>"
    )


@dataclass(frozen=True)
class Asked:
    """A request for the article ``number`` of ``count``, in the crawl ``crawl``, of a portal at
    ``port``."""

    number: int
    count: int
    crawl: int
    port: int


def _another(asked: Asked) -> Answer:
    return moved(f"/a{(asked.number * 5 + 3) % asked.count}")


def _elsewhere(asked: Asked) -> Answer:
    return moved(f"http://localhost:{asked.port}/login/{asked.number}")


KINDS: dict[str, Callable[[Asked], str | Answer]] = {
    "well": lambda asked: _page(asked.number, _words(asked.number, 60)),
    "edited": lambda asked: _page(asked.number, _words(asked.number, 60, asked.crawl)),
    "teaser": lambda asked: _page(asked.number, _words(asked.number, 12)),
    "404": lambda _: Answer("nothing", 404),
    "410": lambda _: Answer("gone", 410),
    "500": lambda _: Answer("down", 500),
    "zero bytes": lambda _: "",
    "no root": lambda asked: (
        f"<html><body><h1>Title {asked.number}</h1><p>Nothing.</p></body></html>"
    ),
    "error page": lambda _: DATABASE,
    "another article": _another,
    "elsewhere": _elsewhere,
    "one gate": lambda _: moved("/gate"),
    "own gate": lambda asked: moved(f"/gate/{asked.number}"),
    "notice": lambda _: _page(999, "We are painting the walls, come back soon."),
    "home": lambda _: moved("/"),
}
"""Name of an answer → what is sent for an article."""
WALLS = [kind for kind in KINDS if kind not in ("well", "edited", "teaser", "another article")]


@dataclass(frozen=True)
class PlannedCrawl:
    """A crawl so long ``after`` the one before: the kind of the answer for each article, and its
    options. ``then``: what is done after it, ``rebuild``, ``build`` or nothing."""

    after: timedelta
    kinds: tuple[str, ...]
    options: CrawlOptions
    then: str


def random_history(seed: int) -> tuple[PlannedCrawl, ...]:
    """Return the crawls of a random history; the last one builds what it has fetched."""
    random = Random(seed)
    count, crawls = random.randint(5, 12), random.choice((2, 3, 3, 4))
    planned = [_random_crawl(random, count) for _ in range(crawls)]
    last = replace(planned[-1], options=replace(planned[-1].options, warc_only=False), then="")
    return (*planned[:-1], last)


def _random_crawl(random: Random, count: int) -> PlannedCrawl:
    well = random.choice((1.0, 0.8, 0.4))
    names = list(KINDS)
    kinds = ["well" if random.random() < well else random.choice(names) for _ in range(count)]
    if random.random() < 0.4:  # a wall from one article on, to another one or to the last
        start = random.randrange(count)
        end = random.choice((count, random.randrange(start, count) + 1))
        kinds[start:end] = [random.choice(WALLS)] * (end - start)
    options = CrawlOptions(
        full=random.random() < 0.3,
        warc_only=random.random() < 0.3,
        refresh=RefreshSelection(everything=True) if random.random() < 0.7 else None,
    )
    after = timedelta(hours=random.choice((1, 5, 23, 25, 73, 400)))
    return PlannedCrawl(after, tuple(kinds), options, random.choice(("", "", "rebuild", "build")))


def crawl_history(portal: SmallPortal, seed: int) -> Portal:
    """Let a portal have a random history, and crawl it; return the portal file."""
    random = Random(f"records {seed}")
    store = StoreOptions(
        now=portal.clock.now,
        monotonic=portal.clock.monotonic,
        max_bytes=SMALL_FILE,
        new_id=lambda: UUID(int=random.getrandbits(128), version=4),
    )
    runtime = Runtime(clock=portal.clock, store=store, executor="serial")
    config = portal.write(FILE)
    for number, planned in enumerate(random_history(seed)):
        portal.clock.time += planned.after
        _answer(portal, planned.kinds, number)
        crawl(config, portal.corpus, planned.options, runtime)
        if planned.then == "rebuild":
            rebuild_corpus(config, portal.corpus, runtime)
        elif planned.then == "build":
            build(config, portal.corpus, None, runtime)
    return config


def _answer(portal: SmallPortal, kinds: tuple[str, ...], crawl_number: int) -> None:
    paths = [f"/a{number}" for number in range(len(kinds))]
    portal.pages.clear()
    portal.pages["/"] = "<html><body><h1>Home</h1></body></html>"
    portal.pages["/list"] = listing(*paths)
    portal.pages["/gate"] = _page(998, "Please confirm that you are a reader.")
    for number, (path, kind) in enumerate(zip(paths, kinds, strict=True)):
        asked = Asked(number, len(kinds), crawl_number, portal.port)
        portal.pages[path] = KINDS[kind](asked)
        portal.pages[f"/gate/{number}"] = _page(998, "Please confirm that you are a reader.")
        portal.pages[f"/login/{number}"] = _page(number, "Please log in.")
