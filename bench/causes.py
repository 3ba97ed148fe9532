"""Portals on loopback whose numbers drop for a planted cause, crawled as a watch does: how often is
the cause that the call names the planted one?

    python -m bench.forecast --causes [SEEDS]

Each portal has twelve days of articles and a crawl on each of the last two. Then a cause is planted
in one of the ways that portals have, and two more crawls follow: a call comes at the second, and
names what that crawl recorded. ``control``: the portal goes on, and publishes nothing.
"""

from __future__ import annotations

import random
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from small_portal import Answer, Pages, SmallPortal, moved, small_portal

from webarticlecurator.crawling.crawl.drop_causes import (
    CLOSED,
    FEED_DEAD,
    LESS,
    LIST_MOVED,
    REDESIGN,
    REFUSES,
    find_cause,
)
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus

BEGIN = datetime(2024, 3, 1, 12, tzinfo=timezone.utc)
DAYS, A_DAY, A_PAGE = 12, 6, 20
WORDS = (
    "river council harvest bridge morning letter teacher market winter engine garden painter"
    " village railway election library museum doctor storm student island factory concert"
).split()
ARTICLE = """fetch: {delay: 0, retries: 0}
article:
  body: {root: div.story}
  metadata: {title: h1.title, published: {css: time.when, attr: datetime}}
"""
ARCHIVES = {
    "pages": 'archive: {url: "BASE/list?page={page}", pagination: {mode: numbered}, links: h2}',
    "days": 'archive: {url: "BASE/{date:%Y-%m-%d}", dates: {from: 2024-03-01}, links: h2}',
    "one list": "archive: {url: BASE/list, links: h2}",
    "sitemap": "archive: {sitemap: BASE/sitemap.xml}",
    "feed": "archive: {feed: BASE/feed}",
}
"""Name of a kind of list → its part of the portal file."""


XML, PLAIN = (("Content-Type", "application/xml"),), (("Content-Type", "text/plain"),)


class MadePortal:
    """A portal with one kind of list; ``pages`` are those that it has on a day."""

    def __init__(self, archive: str, seed: int) -> None:
        self.archive = archive
        self._source = random.Random(seed)
        self._texts: dict[tuple[int, int], str] = {}
        self.rules = f"{ARCHIVES[archive]}\n{ARTICLE}"

    def pages(
        self, day: int, *, last: int | None = None, lists: int = 1, texts: int = 1
    ) -> dict[str, str | Answer]:
        """Return path → answer on a day. ``last``: the last day with articles; ``lists`` and
        ``texts``: the design of lists and of articles."""
        numbers = [
            (each, number)
            for each in range((day if last is None else last) + 1)
            for number in range(A_DAY)
        ]
        pages: dict[str, str | Answer] = {
            f"/a/{each}-{number}": self._make_article(each, number, texts)
            for each, number in numbers
        }
        newest = numbers[::-1]
        if self.archive in ("pages", "one list"):
            for start in range(0, len(newest), A_PAGE):
                name = (
                    "/list" if self.archive == "one list" else f"/list?page={start // A_PAGE + 1}"
                )
                pages.setdefault(name, make_list(newest[start : start + A_PAGE], lists))
        elif self.archive == "days":
            for each in range(day + 1):
                own = [pair for pair in newest if pair[0] == each]
                pages[f"/{name_day(each)}"] = make_list(own, lists)
        elif self.archive == "sitemap":
            pages["/sitemap.xml"] = make_sitemap(newest)
        else:
            pages["/feed"] = make_feed(newest[:A_PAGE])
        pages["/"] = make_list(newest[:A_DAY], lists)
        pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /search\n", headers=PLAIN)
        return pages

    def _make_article(self, day: int, number: int, design: int) -> str:
        key = day, number
        if key not in self._texts:
            sentences = (
                " ".join(self._source.choices(WORDS, k=12)).capitalize() + "." for _ in range(12)
            )
            self._texts[key] = "".join(f"<p>{each}</p>" for each in sentences)
        title = f"What happened on day {day} in place {number}"
        time = f'datetime="{name_day(day)}T09:0{number}:00Z"'
        if design == 1:
            return (
                f"<html><head><title>{title}</title></head><body><article><h1 class=title>{title}</h1>"
                f"<time class=when {time}>then</time><div class=story>{self._texts[key]}</div>"
                "</article></body></html>"
            )
        return (
            f"<html><head><title>{title}</title></head><body><main class=page><header><h2>{title}</h2>"
            f"</header><section class=content>{self._texts[key]}</section><span {time}>then</span>"
            "</main></body></html>"
        )


def name_day(day: int) -> str:
    return f"{BEGIN + timedelta(day):%Y-%m-%d}"


def make_list(numbers: list[tuple[int, int]], design: int = 1) -> str:
    """Return a page that lists articles, in the first design with its rules, or in another."""
    tag = "h2" if design == 1 else "div"
    items = "".join(
        f'<{tag} class=c{design}><a href="/a/{day}-{number}">Day {day}, place {number}</a></{tag}>'
        for day, number in numbers
    )
    return f"<html><body><nav><a href=/>Home</a> <a href=/about>About us</a></nav>{items}</body></html>"


def make_sitemap(numbers: list[tuple[int, int]]) -> Answer:
    rows = "".join(
        f"<url><loc>BASE/a/{day}-{number}</loc><lastmod>{name_day(day)}</lastmod></url>"
        for day, number in numbers
    )
    head = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    return Answer(f"{head}{rows}</urlset>", headers=XML)


def make_feed(numbers: list[tuple[int, int]]) -> Answer:
    rows = "".join(
        f"<item><title>Day {day}</title><link>BASE/a/{day}-{number}</link></item>"
        for day, number in numbers
    )
    head = "<rss version='2.0'><channel><title>Made</title>"
    return Answer(f"{head}{rows}</channel></rss>", headers=XML)


def turn_away(pages: Pages, answer: Answer, *, but: tuple[str, ...] = ()) -> dict[str, object]:
    return {path: found if path in but else answer for path, found in pages.items()}


CONSENT = Answer(
    "<html><head><title>Consent</title></head><body><h1>We value your privacy</h1>"
    "<p>Accept all cookies to continue.</p><button>Accept all</button></body></html>"
)
ROBOT = Answer(
    "<html><head><title>Just a moment...</title></head><body><h1>Are you a robot?</h1>"
    "<p>Please complete the captcha to continue.</p></body></html>",
    403,
)
FAREWELL = Answer(
    "<html><head><title>Goodbye</title></head><body><h1>We are closing</h1>"
    "<p>This portal has ended. Thank you for reading.</p></body></html>"
)
NOT_FOUND = Answer("<html><body><h1>Not found</h1></body></html>", 404)
PARKED = Answer(
    "<html><head><title>127.0.0.1</title></head><body><p>This domain is for sale.</p></body></html>"
)


def list_paths(pages: Pages) -> list[str]:
    return [
        path for path in pages if not path.startswith("/a/") and path not in ("/", "/robots.txt")
    ]


def replace_lists(pages: dict[str, str | Answer], answer: Answer | str) -> dict[str, object]:
    return {**pages, **dict.fromkeys(list_paths(pages), answer)}


def without_new_articles(portal: MadePortal, day: int, answer: Answer) -> dict[str, object]:
    """Return pages whose lists are as ever, and whose new articles are turned away."""
    pages = portal.pages(day)
    new = {p: answer for p in pages if p.startswith("/a/") and int(p[3:].split("-")[0]) >= DAYS}
    return {**pages, **new}


Plant = Callable[[MadePortal, int], "dict[str, object]"]
EVERYWHERE = tuple(ARCHIVES)
LISTS = ("pages", "days", "one list", "sitemap")
CAUSES: dict[str, dict[str, tuple[tuple[str, ...], Plant]]] = {
    "wall": {
        "403 everywhere": (EVERYWHERE, lambda p, d: turn_away(p.pages(d), Answer("no", 403))),
        "429 everywhere": (EVERYWHERE, lambda p, d: turn_away(p.pages(d), Answer("slow", 429))),
        "a captcha everywhere": (EVERYWHERE, lambda p, d: turn_away(p.pages(d), ROBOT)),
        "consent everywhere": (EVERYWHERE, lambda p, d: turn_away(p.pages(d), CONSENT)),
        "robots.txt forbids all": (
            EVERYWHERE,
            lambda p, d: {**p.pages(d), "/robots.txt": Answer("User-agent: *\nDisallow: /\n")},
        ),
        "a login for articles": (
            EVERYWHERE,
            lambda p, d: {**without_new_articles(p, d, moved("/login")), "/login": CONSENT},
        ),
        "403 for articles": (
            EVERYWHERE,
            lambda p, d: without_new_articles(p, d, Answer("no", 403)),
        ),
    },
    "redesign": {
        "of all": (("pages", "days", "one list"), lambda p, d: p.pages(d, lists=2, texts=2)),
        "of lists": (("pages", "days", "one list"), lambda p, d: p.pages(d, lists=2)),
        "of articles": (EVERYWHERE, lambda p, d: p.pages(d, texts=2)),
    },
    "list moved": {
        "404": (LISTS, lambda p, d: replace_lists(p.pages(d), NOT_FOUND)),
        "410": (LISTS, lambda p, d: replace_lists(p.pages(d), Answer("gone", 410))),
        "home instead": (LISTS, lambda p, d: replace_lists(p.pages(d), moved("/"))),
        "empty": (
            LISTS,
            lambda p, d: replace_lists(
                p.pages(d), make_sitemap([]) if p.archive == "sitemap" else make_list([])
            ),
        ),
    },
    "feed dead": {
        "404": (("feed",), lambda p, d: {**p.pages(d), "/feed": NOT_FOUND}),
        "410": (("feed",), lambda p, d: {**p.pages(d), "/feed": Answer("gone", 410)}),
        "empty": (("feed",), lambda p, d: {**p.pages(d), "/feed": make_feed([])}),
        "a page": (("feed",), lambda p, d: {**p.pages(d), "/feed": make_list([])}),
        "home instead": (("feed",), lambda p, d: {**p.pages(d), "/feed": moved("/")}),
        "500": (("feed",), lambda p, d: {**p.pages(d), "/feed": Answer("error", 500)}),
    },
    "closed": {
        "503 everywhere": (EVERYWHERE, lambda p, d: turn_away(p.pages(d), Answer("down", 503))),
        "a farewell everywhere": (EVERYWHERE, lambda p, d: turn_away(p.pages(d), FAREWELL)),
        "404 everywhere": (EVERYWHERE, lambda _p, _d: {}),
        "410 everywhere": (EVERYWHERE, lambda p, d: turn_away(p.pages(d), Answer("", 410))),
        "another host": (
            EVERYWHERE,
            lambda p, d: turn_away(p.pages(d), moved("http://127.0.0.2:BASE/")),
        ),
        "no answer": (EVERYWHERE, lambda _p, _d: {"closed": ""}),
        "parked": (EVERYWHERE, lambda p, d: turn_away(p.pages(d), PARKED)),
    },
    "control": {"nothing new": (EVERYWHERE, lambda p, d: p.pages(d, last=DAYS - 1))},
}
"""Cause → way → the kinds of lists that may have it, and the pages of a day."""


def crawl_day(running: SmallPortal, made: MadePortal, day: int, pages: dict[str, object]) -> str:
    """Crawl on a day; return the cause that a call would name then."""
    running.clock.time = BEGIN + timedelta(day, hours=11)
    running.pages = {path: fill(answer, running.base) for path, answer in pages.items()}
    summary = running.crawl(made.rules)
    portal = load_portal(running.folder / "portal.yaml")
    with view_corpus(running.corpus, "small") as corpus:
        return find_cause(portal, corpus, summary, portal.columns[0].name)


def fill(answer: object, base: str) -> object:
    if isinstance(answer, Answer) and isinstance(answer.body, str):
        headers = tuple((n, v.replace("BASE", base.rpartition(":")[2])) for n, v in answer.headers)
        return Answer(answer.body.replace("BASE", base), answer.status, headers)
    return answer


def run_cause(archive: str, plant: Plant, seed: int) -> str:
    """Return the cause that the second crawl after a planted one shows."""
    made = MadePortal(archive, seed)
    with tempfile.TemporaryDirectory() as folder, small_portal(Path(folder), {}) as running:
        running.executor = "serial"
        for day in (DAYS - 2, DAYS - 1):
            crawl_day(running, made, day, made.pages(day))
        found = ""
        for day in (DAYS, DAYS + 1):
            pages = plant(made, day)
            is_closed = "closed" in pages
            port, free = running.port, find_free_port()
            running.port = free if is_closed else port
            found = crawl_day(running, made, day, pages)
            running.port = port
        return found


def find_free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def list_cases() -> Iterator[tuple[str, str, str, Plant]]:
    for cause, ways in CAUSES.items():
        for way, (archives, plant) in ways.items():
            for archive in archives:
                yield cause, way, archive, plant


def measure_causes(seeds: int) -> None:
    """Print how often the planted cause is named, and each case in which it is not."""
    right, numbers = Counter[str](), Counter[str]()
    for seed in range(seeds):
        for cause, way, archive, plant in list_cases():
            said = run_cause(archive, plant, seed)
            numbers[cause] += 1
            right[cause] += said == NAMES[cause]
            if said != NAMES[cause]:
                print(f"{cause}, {way}, {archive}: {said}", flush=True)
    for cause, number in numbers.items():
        print(f"{cause}: {right[cause]} of {number}")
    planted = numbers.total() - numbers["control"]
    found = right.total() - right["control"]
    print(f"the right cause: {found} of {planted} ({found / planted:.3f})")


NAMES = {
    "wall": REFUSES,
    "redesign": REDESIGN,
    "list moved": LIST_MOVED,
    "feed dead": FEED_DEAD,
    "closed": CLOSED,
    "control": LESS,
}
"""Cause → what the call says."""
