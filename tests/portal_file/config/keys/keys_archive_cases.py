"""Keys of ``archive``, its columns and spans; those that may stand on each level are tried on each."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

from keys_case import HOME, TODAY, Case, See, loaded, walks
from small_portal import article, small_portal

from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.entry import is_due, start_walk
from webarticlecurator.crawling.archive.page_address import fill_template
from webarticlecurator.crawling.archive.page_location import locate_page
from webarticlecurator.crawling.archive.state import PageRead, RunContext
from webarticlecurator.crawling.archive.walk import advance
from webarticlecurator.crawling.archive.windows import Window, span_windows
from webarticlecurator.proposing.trial.page_links import list_links

URL = f"url: '{HOME}/a?p={{page}}'"
DATED = f"url: '{HOME}/{{date:%Y-%m-%d}}'"
COUNTED = "pagination: {mode: numbered"
PAGE = b"<h2><a href='/one'>1</a></h2><h4><a href='/two'>2</a></h4>"

LEVELS = {
    "archive": "archive: {%s}\n",
    "column": "archive: {columns: {all: {%s}}}\n",
    "span": "archive: {columns: {all: {spans: [{%s}]}}}\n",
}


def _endless(path: str) -> tuple[tuple[str, ...], str | None]:
    """Every page lists two articles of its own and has a next one, up to the fifth."""
    number = int(path.rpartition("=")[2]) if "=" in path else 0
    return (
        ((f"{HOME}/{path}/x", f"{HOME}/{path}/y"), f"/a?p={number + 1}")
        if number <= 5
        else ((), None)
    )


def _windows(folder: Path, text: str) -> list[str]:
    """The first days of the windows, in walking order."""
    span = loaded(folder, text).columns[0].spans[0]
    return [window.key if window else "-" for window in span_windows(span, TODAY)]


def _first_window(folder: Path, text: str) -> str:
    """The address of the first window."""
    span = loaded(folder, text).columns[0].spans[0]
    return fill_template(span.url, window=span_windows(span, TODAY)[0])


def _links(folder: Path, text: str) -> tuple[str, ...]:
    found = list_links(loaded(folder, text), StoredPage(f"{HOME}/a?p=1", PAGE))
    return tuple(address.removeprefix(HOME) for address in found.articles)


SITEMAP = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://echo.example/one</loc></url><url><loc>https://echo.example/two</loc></url>
</urlset>"""
FILES = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://echo.example/one</loc></sitemap>
<sitemap><loc>https://echo.example/two</loc></sitemap></sitemapindex>"""
FEED = b"""<rss version="2.0"><channel><title>Echo</title>
<item><title>One</title><link>https://echo.example/one</link></item></channel></rss>"""


def _found_on(path: str, content: bytes) -> See:
    """The articles, and the further pages of a source, on one stored page."""

    def see(folder: Path, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        found = list_links(loaded(folder, text), StoredPage(f"{HOME}/{path}", content))
        return tuple(found.articles), tuple(found.pages)

    return see


def _next_on(path: str) -> See:
    """The next page of an index."""
    return lambda folder, text: (
        list_links(loaded(folder, text), StoredPage(f"{HOME}/{path}", PAGE)).next_page
    )


def _walked_again(days: int) -> See:
    """Whether a window that ended on 30 April and was walked to its end after some days is walked
    again on 2 May."""

    def see(folder: Path, text: str) -> bool:
        portal = loaded(folder, text)
        span = portal.columns[0].spans[0]
        window = Window.around(date(2024, 4, 30), "day")
        began = window.last + timedelta(days=days)
        state = start_walk(portal, span, window, None, RunContext(began))
        assert state.address is not None
        done = advance(portal, span, state, PageRead(state.address, 200, (f"{HOME}/x",), None, 1))
        assert done.complete
        return is_due(span, window, done, RunContext(TODAY))

    return see


def _taken_up(folder: Path, text: str) -> str | None:
    """Where a walk of a span without dates begins that came to its end, on page 2, before."""
    portal = loaded(folder, text)
    span = portal.columns[0].spans[0]
    state = start_walk(portal, span, None, None, RunContext(TODAY))
    for number in range(1, 6):  # two pages that list nothing, and one farther behind
        assert state.address is not None
        links = (f"{HOME}/x{number}",) if number < 3 else ()
        state = advance(portal, span, state, PageRead(state.address, 200, links, None, len(links)))
    assert state.complete
    return start_walk(portal, span, None, state, RunContext(TODAY + timedelta(days=1))).address


def _shown_beside(folder: Path, text: str) -> bool:
    """Whether the TEI has the title that stands beside the link on the archive page."""
    pages = {
        "/list": '<div><h2><a href="/one">1</a></h2><i>Beside</i></div>',
        "/one": article("Words."),
    }
    with small_portal(folder, pages) as portal:
        portal.crawl(text.replace(HOME, "BASE"))
        (made,) = portal.tei().values()
        return "<title>Beside</title>" in made


def _first_address(folder: Path, text: str) -> str | None:
    portal = loaded(folder, text)
    return start_walk(portal, portal.columns[0].spans[0], None, None, RunContext(TODAY)).address


def _columns(folder: Path, text: str) -> list[str]:
    portal = loaded(folder, text)
    return [f"{span.column}.{span.number}" for column in portal.columns for span in column.spans]


def _fits(folder: Path, text: str) -> bool:
    return locate_page(loaded(folder, text), f"{HOME}/b?p=7") is not None


SPAN: dict[str, tuple[See, str, str, Any, Any]] = {
    "url": (_fits, f"{URL}, {COUNTED}}}", f"url: '{HOME}/b?p={{page}}', {COUNTED}}}", False, True),
    "dates": (
        _windows,
        f"url: '{HOME}/list'",
        f"{DATED}, dates: {{from: 2024-04-30}}",
        ["-"],
        ["2024-05-01", "2024-04-30"],
    ),
    "pagination": (
        walks(_endless),
        f"url: '{HOME}/a?p=1'",
        f"{URL}, {COUNTED}, last: 2}}",
        ["/a?p=1"],
        ["/a?p=1", "/a?p=2"],
    ),
    "links": (
        _links,
        f"{URL}, {COUNTED}}}",
        f"{URL}, {COUNTED}}}, links: h4",
        ("/one",),
        ("/two",),
    ),
    "sitemap": (
        _found_on("map.xml", SITEMAP),
        f"url: '{HOME}/map.xml'",
        f"sitemap: '{HOME}/map.xml'",
        ((), ()),
        ((f"{HOME}/one", f"{HOME}/two"), ()),
    ),
    "feed": (
        _found_on("rss", FEED),
        f"url: '{HOME}/rss'",
        f"feed: '{HOME}/rss'",
        ((), ()),
        ((f"{HOME}/one",), ()),
    ),
    "include": (
        _found_on("map.xml", SITEMAP),
        f"sitemap: '{HOME}/map.xml'",
        f"sitemap: '{HOME}/map.xml', include: two",
        ((f"{HOME}/one", f"{HOME}/two"), ()),
        ((f"{HOME}/two",), ()),
    ),
    "exclude": (
        _found_on("map.xml", SITEMAP),
        f"sitemap: '{HOME}/map.xml'",
        f"sitemap: '{HOME}/map.xml', exclude: two",
        ((f"{HOME}/one", f"{HOME}/two"), ()),
        ((f"{HOME}/one",), ()),
    ),
    "index": (
        _found_on("issues", PAGE),
        f"url: '{HOME}/issues'",
        f"index: {{url: '{HOME}/issues', links: h4}}",
        ((f"{HOME}/one",), ()),
        ((), (f"{HOME}/two",)),
    ),
    "stop": (
        walks(_endless),
        f"{URL}, {COUNTED}, last: 3}}",
        f"{URL}, {COUNTED}, last: 3}}, stop: {{max_pages: 1}}",
        ["/a?p=1", "/a?p=2", "/a?p=3"],
        ["/a?p=1"],
    ),
    "settle": (
        _walked_again(3),
        f"{DATED}, dates: {{from: 2024-04-01}}",
        f"{DATED}, dates: {{from: 2024-04-01}}, settle: 4d",
        False,
        True,
    ),
    "order": (
        _taken_up,
        f"{URL}, pagination: {{mode: infinite-scroll}}",
        f"{URL}, pagination: {{mode: infinite-scroll}}, order: oldest-first",
        f"{HOME}/a?p=1",
        f"{HOME}/a?p=2",
    ),
}

LISTED = f"url: '{HOME}/a?p=1'"
ALL_PAGES = ["/a?p=1", "/a?p=2", "/a?p=3", "/a?p=4", "/a?p=5", "/a?p=6"]


def _paging(keys: str, url: str = URL) -> str:
    return f"archive: {{{url}, pagination: {{{keys}}}}}\n"


def cases() -> dict[str, Case]:
    found = {}
    for key, (see, off, on, was, becomes) in SPAN.items():
        for level, form in LEVELS.items():
            found[f"{level}.{key}"] = Case(see, form % off, form % on, was, becomes)
    return found | _listed() | _own() | _sources() | _dates() | _pagination() | _stop()


def _listed() -> dict[str, Case]:
    rest = "fetch: {delay: 0}\narticle: {metadata: {title: [{listed: name}, {css: title}]}}\n"
    off, on = (f"url: '{HOME}/list', listed: {{name: {css}}}" for css in ("u", "i"))
    return {
        f"{level}.listed": Case(_shown_beside, form % off + rest, form % on + rest, False, True)
        for level, form in LEVELS.items()
    }


def _own() -> dict[str, Case]:
    one = f"archive: {{url: '{HOME}/{{column}}', columns: "
    spans = f"archive: {{columns: {{all: {{url: '{HOME}/a'%s}}}}}}\n"
    return {
        "column.fields": Case(
            _first_address,
            f"archive: {{columns: {{all: {{url: '{HOME}/{{cat}}', fields: {{cat: a}}}}}}}}\n",
            f"archive: {{columns: {{all: {{url: '{HOME}/{{cat}}', fields: {{cat: b}}}}}}}}\n",
            f"{HOME}/a",
            f"{HOME}/b",
        ),
        "archive.columns": Case(
            _columns,
            f"archive: {{url: '{HOME}/list'}}\n",
            one + "names.txt}\n",
            ["all.0"],
            ["news.0", "sport.0"],
        ),
        "column.spans": Case(
            _columns,
            spans % "",
            spans % f", spans: [{{}}, {{url: '{HOME}/b'}}]",
            ["all.0"],
            ["all.0", "all.1"],
        ),
    }


def _sources() -> dict[str, Case]:
    """The keys of ``index`` and ``sitemap``: what is an article on a page, and what a further page;
    ``b#index-1`` is a page of an index inside an index."""
    index = f"archive: {{index: {{url: '{HOME}/%s', links: %s}}}}\n"
    sitemap = "archive: {sitemap: %s}\n"
    files = f"{{url: '{HOME}/map.xml'%s}}"
    both, one, two = (f"{HOME}/one", f"{HOME}/two"), (f"{HOME}/one",), (f"{HOME}/two",)

    def inner(keys: str) -> str:
        return index % ("a", f"a, index: {{{keys}}}")

    def within(keys: str) -> str:
        return sitemap % files % f", files: {{{keys}}}"

    on_inner, on_map = _found_on("b#index-1", PAGE), _found_on("map.xml", FILES)
    return {
        "index.url": Case(_found_on("b", PAGE), index % ("a", "h4"), index % ("b", "h4"), (one, ()), ((), two)),
        "index.links": Case(_found_on("a", PAGE), index % ("a", "h4"), index % ("a", "h2"), ((), two), ((), one)),
        "index.next": Case(_next_on("a"), index % ("a", "h4"), index % ("a", "h4, next: h2"), None, f"{HOME}/one"),
        "index.index.next": Case(
            _next_on("b#index-1"),
            inner("links: h4"),
            inner("links: h4, next: h2"),
            None,
            f"{HOME}/one",
        ),
        "index.index": Case(on_inner, index % ("a", "a"), inner("links: h4"), ((), ()), ((), two)),
        "index.index.links": Case(on_inner, inner("links: h2"), inner("links: h4"), ((), one), ((), two)),
        "index.index.index": Case(
            _found_on("c#index-2", PAGE),
            inner("links: a"),
            inner("links: a, index: {links: h4}"),
            ((), ()),
            ((), two),
        ),
        "sitemap.url": Case(
            _first_address,
            sitemap % f"{{url: '{HOME}/a.xml'}}",
            sitemap % "{url: robots}",
            f"{HOME}/a.xml",
            f"{HOME}/robots.txt",
        ),
        "sitemap.files": Case(on_map, sitemap % files % "", within("exclude: two"), ((), both), ((), one)),
        "sitemap.files.include": Case(on_map, within("include: two"), within("include: one"), ((), two), ((), one)),
        "sitemap.files.exclude": Case(on_map, within("exclude: one"), within("exclude: two"), ((), two), ((), one)),
    }  # fmt: skip


def _dates() -> dict[str, Case]:
    days = ["2024-05-01", "2024-04-30", "2024-04-29"]
    months = f"archive: {{url: '{HOME}/{{date:%Y-%m-%d}}', dates: {{from: 2024-03-15, until: 2024-04-02, step: month}}}}\n"
    return {
        "dates.from": Case(_windows, _with("").replace("29", "30"), _with(""), days[:2], days),
        "dates.until": Case(
            _windows, _with(", until: yesterday"), _with(", until: 2024-04-29"), days, days[2:]
        ),
        "dates.step": Case(
            _windows,
            months.replace("month", "year"),
            months,
            ["2024-01-01"],
            ["2024-04-01", "2024-03-01"],
        ),
        "dates.order": Case(_windows, _with(""), _with(", order: oldest-first"), days, days[::-1]),
        "dates.calendar": Case(
            _first_window,
            _with(""),
            _with(", calendar: persian"),
            f"{HOME}/2024-05-01",
            f"{HOME}/1403-02-12",
        ),
    }


def _with(more: str) -> str:
    return f"archive: {{url: '{HOME}/{{date:%Y-%m-%d}}', dates: {{from: 2024-04-29{more}}}}}\n"


def _pagination() -> dict[str, Case]:
    plain = _paging("mode: numbered, last: 2")
    return {
        "pagination.mode": Case(
            walks(_endless),
            _paging("mode: none", LISTED),
            _paging("mode: next-link, next: a", LISTED),
            ALL_PAGES[:1],
            ALL_PAGES,
        ),
        "pagination.next": Case(
            _next,
            _paging("mode: next-link, next: nav"),
            _paging("mode: next-link, next: h4"),
            None,
            f"{HOME}/two",
        ),
        "pagination.first": Case(
            walks(_endless),
            plain,
            _paging("mode: numbered, last: 2, first: 0"),
            ALL_PAGES[:2],
            ["/a?p=0", *ALL_PAGES[:2]],
        ),
        "pagination.step": Case(
            walks(_endless),
            _paging("mode: numbered, last: 5"),
            _paging("mode: numbered, last: 5, step: 2"),
            ALL_PAGES[:5],
            ALL_PAGES[:5:2],
        ),
        "pagination.last": Case(
            walks(_endless),
            _paging("mode: numbered"),
            plain,
            # two pages that list nothing, and one farther behind a full page, prove the end
            [*ALL_PAGES, "/a?p=7", "/a?p=9"],
            ALL_PAGES[:2],
        ),
        "pagination.first_url": Case(
            walks(_endless),
            plain,
            _paging(f"mode: numbered, last: 2, first_url: '{HOME}/a'"),
            ALL_PAGES[:2],
            ["/a", "/a?p=2"],
        ),
        "pagination.pages": Case(
            walks(_endless),
            plain,
            _paging("mode: numbered, pages: [5, 3]"),
            ALL_PAGES[:2],
            ["/a?p=5", "/a?p=3"],
        ),
    }


def _next(folder: Path, text: str) -> str | None:
    return list_links(loaded(folder, text), StoredPage(f"{HOME}/a?p=1", PAGE)).next_page


def _stop() -> dict[str, Case]:
    off = f"archive: {{{URL}, {COUNTED}, last: 4}}}}\n"
    on = f"archive: {{{URL}, {COUNTED}, last: 4}}, stop: {{%s}}}}\n"
    return {
        "stop.at": Case(walks(_endless), off, on % "at: 'p=3$'", ALL_PAGES[:4], ALL_PAGES[:2]),
        "stop.max_pages": Case(
            walks(_endless), off, on % "max_pages: 3", ALL_PAGES[:4], ALL_PAGES[:3]
        ),
        "stop.listed": Case(
            walks(_endless), off, on % "listed: 'p=2/y'", ALL_PAGES[:4], ALL_PAGES[:2]
        ),
    }
