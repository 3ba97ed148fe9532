"""Keys of ``fetch``: seen by a portal on loopback and by a clock that only seems to sleep."""

from __future__ import annotations

import ssl
import time
from pathlib import Path
from typing import Any

import trustme
from keys_case import Case
from keys_portal_cases import crawled
from small_portal import Answer, SmallPortal, article, listing, moved, small_portal

from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.storage.index.store_options import StoreOptions

PAGES = {"/list": listing("/a", "/b"), "/a": article("one"), "/b": article("two")}
BASE = "archive: {url: BASE/list}\n"


def _fetch(keys: str) -> str:
    return f"{BASE}fetch: {{{keys}}}\n"


def _slept(portal: SmallPortal, text: str) -> float:
    portal.crawl(text)
    return round(sum(portal.clock.slept), 1)


def _states(portal: SmallPortal, text: str) -> dict[str, str]:
    portal.crawl(text)
    return portal.articles()


def _asked(portal: SmallPortal, text: str) -> list[str]:
    portal.crawl(text)
    return portal.asked


def _safe_answers(portal: SmallPortal, text: str) -> int:
    """How often something was made safe from a power failure."""
    events: list[str] = []
    clock = portal.clock
    store = StoreOptions(now=clock.now, monotonic=clock.monotonic, events=events.append)
    crawl(portal.write(text), portal.corpus, CrawlOptions(warc_only=True), Runtime(clock, store))
    return events.count("warc-fsync")


def _asked_twice(portal: SmallPortal, text: str) -> int:
    """How often a missing page is asked for by two crawls at once after each other."""
    for _ in range(2):
        portal.crawl(text)
    return portal.asked.count("/missing")


def _sent(name: str) -> Any:
    """The values of a header in all requests."""

    def look(portal: SmallPortal, text: str) -> set[str | None]:
        portal.crawl(text)
        return {headers.get(name) for headers in portal.headers}

    return look


def _by_proxy(portal: SmallPortal, text: str) -> list[str]:
    """The portal plays the proxy for another address."""
    portal.crawl(text)
    return [headers["Host"] for headers in portal.headers if "elsewhere" in headers["Host"]][:1]


def _slow() -> Answer:
    time.sleep(1.6)
    return Answer(article("one"))


def _at_once(folder: Path, text: str) -> int:
    """The most articles that were asked for at the same time."""
    waiting, most = [], []

    def answer() -> Answer:
        waiting.append(1)
        most.append(len(waiting))
        time.sleep(0.3)
        waiting.pop()
        return Answer(article("one"))

    with small_portal(folder, PAGES | {"/a": answer, "/b": answer}) as portal:
        portal.crawl(text)
    return max(most)


ROBOTS = PAGES | {"/robots.txt": "User-agent: *\nDisallow: /a\n"}
MAPPED = PAGES | {"/robots.txt": lambda: Answer("Sitemap: /map.xml\n")}
REFUSING = {
    "/list": listing(*(f"/{n}" for n in range(6))),
    **{f"/{n}": Answer("no", 403) for n in range(6)},
}
FAR = PAGES | {"/a": moved("/a1"), "/a1": moved("/a2"), "/a2": article("at last")}


def _asked_by_tls(folder: Path, text: str) -> list[str]:
    """The portal's certificate is good, but nobody knows who signed it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    with small_portal(folder, PAGES, context) as portal:
        return _asked(portal, text)


def cases() -> dict[str, Case]:
    quick = "delay: 0"
    return {
        # four requests, one of them for robots.txt
        "fetch.delay": Case(crawled(PAGES, _slept), _fetch(quick), _fetch("delay: 2.5"), 0.0, 10.0),
        "fetch.connections": Case(
            _at_once, _fetch(quick), _fetch(f"{quick}, connections: 2"), 1, 2
        ),
        "fetch.retries": Case(
            crawled(PAGES | {"/a": Answer("", 500)}, _asked),
            _fetch(f"{quick}, retries: 0"),
            _fetch(f"{quick}, retries: 2"),
            ["/list", "/a", "/b"],
            ["/list", "/a", "/a", "/a", "/b"],
        ),
        "fetch.timeout": Case(
            crawled(PAGES | {"/a": _slow}, _states),
            _fetch(f"{quick}, retries: 0"),
            _fetch(f"{quick}, retries: 0, timeout: 0.8"),
            {"/a": "tei", "/b": "tei"},
            {"/a": "timeout", "/b": "tei"},
        ),
        "fetch.robots": Case(
            crawled(ROBOTS, _states),
            _fetch(quick),
            _fetch(f"{quick}, robots: ignore"),
            {"/a": "robots", "/b": "tei"},
            {"/a": "tei", "/b": "tei"},
        ),
        "fetch.sitemaps": Case(
            crawled(MAPPED, _asked),
            _fetch(quick),
            _fetch(f"{quick}, sitemaps: none"),
            ["/list", "/a", "/b", "/map.xml"],
            ["/list", "/a", "/b"],
        ),
        "fetch.cookies": Case(
            crawled(PAGES, _sent("Cookie")),
            _fetch(quick),
            _fetch(f"{quick}, cookies: {{consent: '1'}}"),
            {None},
            {"consent=1"},
        ),
        "fetch.headers": Case(
            crawled(PAGES, _sent("Accept-Language")),
            _fetch(quick),
            _fetch(f"{quick}, headers: {{Accept-Language: hu}}"),
            {None},
            {"hu"},
        ),
        "fetch.signed_in": Case(
            crawled(PAGES, _states),
            _fetch(f"{quick}, cookies: {{sid: '1'}}"),
            _fetch(f"{quick}, cookies: {{sid: '1'}}, signed_in: .leave"),
            {"/a": "tei", "/b": "tei"},
            {"/a": "pending", "/b": "pending"},
        ),
        "fetch.user_agent": Case(
            crawled(PAGES, lambda p, t: {a.partition("/")[0] for a in _sent("User-Agent")(p, t)}),
            _fetch(quick),
            _fetch(f"{quick}, user_agent: EchoCorpus (mailto:a@example.org)"),
            {"webarticlecurator"},
            {"EchoCorpus (mailto:a@example.org)"},
        ),
        "fetch.proxy": Case(
            crawled(PAGES, _by_proxy),
            _fetch(quick),
            _fetch(f"{quick}, proxy: 'BASE'").replace("BASE/list", "http://elsewhere.example/list"),
            [],
            ["elsewhere.example"],
        ),
        "fetch.verify_tls": Case(
            _asked_by_tls,
            _fetch(f"{quick}, retries: 0"),
            _fetch(f"{quick}, verify_tls: false"),
            [],
            ["/list", "/a", "/b"],
        ),
        "fetch.max_bytes": Case(
            crawled(PAGES | {"/a": article("long " * 5000)}, _states),
            _fetch(quick),
            _fetch(f"{quick}, max_bytes: 9000"),
            {"/a": "tei", "/b": "tei"},
            {"/a": "truncated", "/b": "tei"},
        ),
        "fetch.max_redirects": Case(
            crawled(FAR, _states),
            _fetch(quick),
            _fetch(f"{quick}, max_redirects: 1"),
            {"/a2": "tei", "/b": "tei"},
            {"/a": "redirect-loop", "/b": "tei"},
        ),
        "fetch.breaker": Case(
            crawled(REFUSING, _asked),
            _fetch(quick),
            _fetch(f"{quick}, breaker: 2"),
            ["/list", *(f"/{n}" for n in range(6))],
            ["/list", "/0", "/1"],
        ),
        "fetch.confirm": Case(
            crawled({**PAGES, "/list": listing("/a", "/b", "/missing")}, _asked_twice),
            _fetch(quick),
            _fetch(f"{quick}, confirm: 0s"),
            1,
            2,
        ),
        "fetch.durable": Case(
            crawled(PAGES, _safe_answers),
            _fetch(f"{quick}, durable: 0s"),
            _fetch(f"{quick}, durable: 10s"),
            6,
            3,  # the portal file before the first request, both files at the end
        ),
    }
