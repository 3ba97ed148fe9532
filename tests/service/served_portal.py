"""A crawled portal for the service: its file, its corpus, and pages to send."""

from __future__ import annotations

from pathlib import Path

from small_portal import Answer, SmallPortal, listing, small_portal

NUMBER = 30
RULES = """
language: en
timezone: Europe/Budapest
archive: {url: BASE/list, links: h2 a}
article: {body: {root: article}, metadata: {title: h1, published: time}}
"""
EVIL = "a" * 40 + "!"
SLOW_RULES = """
portal: slow
home: https://slow.example/
archive: {url: https://slow.example/list}
article:
  body: {root: article}
  metadata: {section: [{css: p, replace: [['(a+)+$', '']]}]}
"""


def dated_page(words: str, day: str | None) -> str:
    time = "" if day is None else f"<time>{day}</time>"
    return (
        f"<html><body><h1>About {words}</h1>{time}<article><p>{words}</p></article></body></html>"
    )


def day_of(number: int) -> str | None:
    """The days go backwards, three articles have the same one, and each seventh has none; later
    articles have days before, between and after them."""
    day = 28 - number // 3 if number < NUMBER else 5 + number % 25
    return None if number % 7 == 6 else f"2020-01-{day:02}T10:00:00+01:00"


def pages(numbers: range) -> dict[str, str | Answer]:
    paths = [f"/a/{number}" for number in numbers]
    return {
        "/list": listing(*paths, "/gone"),
        **{f"/a/{n}": dated_page(f"story {n} of the ferry", day_of(n)) for n in numbers},
    }


def crawl_portal(folder: Path) -> SmallPortal:
    """Crawl a portal into ``folder``/corpora/small, its file into ``folder``/portals."""
    (folder / "portals").mkdir()
    with small_portal(folder, pages(range(NUMBER))) as portal:
        crawl_again(portal)
    return portal


def crawl_again(portal: SmallPortal) -> None:
    from webarticlecurator.crawling.crawl.crawl import crawl
    from webarticlecurator.crawling.workers.run_options import Runtime

    file = portal.folder / "portals" / "portal.yaml"
    checked = portal.write(RULES)
    (portal.folder / "portal.yaml").replace(file)
    crawl(checked, portal.folder / "corpora" / "small", None, Runtime(clock=portal.clock))
