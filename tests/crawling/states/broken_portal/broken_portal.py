"""A portal on loopback whose answers follow a script of faults: which address, at which request, gets
which fault instead of its page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from small_portal import Answer, SmallPortal, moved, small_portal

from webarticlecurator.crawling.workers.run_options import CrawlOptions

HTML = ("Content-Type", "text/html; charset=utf-8")
DATABASE = "<html><head><title>Database Error</title></head><body><h1>Error establishing a database connection</h1></body></html>"
FATAL = (
    "<br />\n<b>Fatal error</b>:  Uncaught Error: Call to a member function query() on null in"
    " /srv/www/db.php:12\nStack trace:\n#0 {main}\n  thrown in <b>/srv/www/db.php</b> on line <b>12</b><br />"
)
SERVICE = "<html><head><title>503 Service Unavailable</title></head><body><h1>503 Service Unavailable</h1></body></html>"
OVERLOADED = "<html><body><h1>Sorry!</h1><p>The server is overloaded. Please try again later.</p></body></html>"
SCRIPTS = '<html><head><title>Echo</title></head><body><div id="app"></div><script src="/app.js"></script></body></html>'
LOGIN = "<html><head><title>Log in</title></head><body><form><input name=u><input type=password></form></body></html>"
NOTHING = "<html><body><h1>Echo</h1><p>Nothing here.</p></body></html>"
CUT = Answer(
    "ff\r\n<html>", headers=(HTML, ("Transfer-Encoding", "chunked"), ("Connection", "close"))
)

FAULTS: dict[str, str | Answer] = {
    "zero bytes": "",
    "white space": " \n\t\n ",
    "database": DATABASE,
    "php": FATAL,
    "unavailable": SERVICE,
    "overloaded": OVERLOADED,
    "scripts": SCRIPTS,
    "json": Answer('{"error": "overloaded"}', headers=(("Content-Type", "application/json"),)),
    "login": LOGIN,
    "cut": CUT,
    "404": Answer("nothing", 404),
    "410": Answer("gone", 410),
    "500": Answer("down", 500),
    "empty": NOTHING,
    "home": moved("/"),
    "login redirect": moved("/login?return=x"),
}
"""Name of a fault → what is sent in place of the page."""


@dataclass(frozen=True)
class Fault:
    """``where``: a regex that the whole path with query must match; ``kind``: a name of FAULTS, or
    the path whose page is sent instead (``/list?page=2``); ``nth``: at which requests of each
    address (1 is the first); ``until``: before which request of the portal as a whole."""

    where: str
    kind: str
    nth: tuple[int, ...] = (1,)
    until: int = 1_000_000


@dataclass
class Script:
    """What ``small_portal`` asks: the pages of the portal, behind the faults of a script."""

    pages: Mapping[str, str | Answer | Callable[[], Answer]]
    faults: tuple[Fault, ...] = ()
    counts: Counter[str] = field(default_factory=Counter)
    requests: int = 0

    def get(self, path: str, default: object = None) -> object:
        if path.startswith(("/robots.txt", "/.well-known/")):
            return default
        self.counts[path] += 1
        self.requests += 1
        for fault in self.faults:
            is_now = self.counts[path] in fault.nth and self.requests < fault.until
            if is_now and re.fullmatch(fault.where, path):
                return FAULTS.get(fault.kind) or self.pages.get(fault.kind, FAULTS["zero bytes"])
        if path.startswith("/login?") and any(f.kind == "login redirect" for f in self.faults):
            return LOGIN
        return self.pages.get(path, default)


@dataclass
class BrokenPortal:
    """A running portal with its script; ``crawl`` lets time pass before it; ``options`` are those of
    a crawl that is given no others."""

    portal: SmallPortal
    script: Script
    rules: str
    options: CrawlOptions | None = None

    def crawl(self, days: float = 0, **keys: object):
        """Crawl after some days; ``asked`` has the requests of this crawl alone."""
        self.portal.clock.time += timedelta(days=days)
        self.portal.asked.clear()
        return self.portal.crawl(self.rules, **{"options": self.options, **keys})  # type: ignore[arg-type]

    @property
    def asked(self) -> list[str]:
        return self.portal.asked

    def listed(self) -> set[str]:
        """Return the paths of the articles in the corpus."""
        return set(self.portal.articles())


@contextmanager
def broken_portal(
    folder: Path,
    pages: Mapping[str, str | Answer | Callable[[], Answer]],
    rules: str,
    *faults: Fault,
    options: CrawlOptions | None = None,
) -> Iterator[BrokenPortal]:
    """A portal with ``pages`` (path → answer) that is broken as ``faults`` say; pages are read in
    this process. ``options``: of crawls that are given no others."""
    with small_portal(folder, {}) as portal:
        portal.executor = "serial"
        script = Script(pages, faults)
        portal.pages = script  # type: ignore[assignment]
        yield BrokenPortal(portal, script, rules, options)
