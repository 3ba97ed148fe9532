"""Pages that say "not found" with status 200, in words that no list has, are no articles; other
pages draw no word and cost no request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from long_parameters import in_turn
from small_portal import Answer, SmallPortal, moved, small_portal

from webarticlecurator.crawling.building.build import build_key
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.crawl.made_up_address import make_up_address
from webarticlecurator.storage.store.view import view_corpus

RULES = """\
archive: {url: BASE/list, links: h2}
fetch: {delay: 0, confirm: 1h}
article: {body: {root: article}, metadata: {title: h1}}
"""
NAMES = [f"The {c}bridge of {c}market and {c}harbour" for c in "abcdefghij"]
MISSING = "Qapla blurgh narf zogg vlem tikk horum dasq."


def page(title: str, words: str, around: str = "") -> str:
    return f"<html><body><article><h1>{title}</h1><p>{words}</p></article>{around}</body></html>"


def not_found(number: int) -> str:
    """What a portal shows in place of a page, with links to articles of the day."""
    return page("Nuqneh", MISSING, f'<a href="/a/{number}">Read on: {NAMES[number]}</a>')


class Site(dict[str, object]):
    """Pages; any other path is answered as one that does not exist."""

    is_honest = False

    def get(self, path: str, default: object = None) -> object:
        if path in ("/robots.txt", "/.well-known/tdmrep.json") or self.is_honest:
            return super().get(path, Answer("nothing", 404))
        return super().get(path, not_found(9))


def listed(headlines: list[str]) -> str:
    links = (f'<h2><a href="/a/{n}">{text}</a></h2>' for n, text in enumerate(headlines))
    return f"<html><body>{''.join(links)}</body></html>"


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    """Ten articles, and a list with their headlines."""
    pages = {f"/a/{n}": page(name, f"All about {name}.") for n, name in enumerate(NAMES)}
    with small_portal(tmp_path, {}) as running:
        running.executor = "serial"
        running.pages = Site({"/list": listed(NAMES), **pages})  # type: ignore[assignment]
        yield running


@pytest.mark.parametrize(("is_honest", "dead"), in_turn([False, True], [[3], [3, 4, 7]]))
def test_what_a_made_up_address_or_others_show_is_no_article(
    portal: SmallPortal, dead: list[int], is_honest: bool
) -> None:
    portal.pages |= {f"/a/{n}": not_found(n) for n in dead}
    portal.pages.is_honest = is_honest  # type: ignore[attr-defined]
    summary = portal.crawl(RULES)
    if is_honest and len(dead) == 1:  # nothing says that it is none
        assert summary.tei == len(NAMES)
        return
    assert (summary.tei, summary.failed) == (len(NAMES) - len(dead), len(dead))
    assert [doubt.kind for doubt in summary.doubts] == ["failed: soft-404"]
    assert sum(path not in ("/list", *(f"/a/{n}" for n in range(10))) for path in portal.asked) == 1
    states = portal.articles()
    rebuild_corpus(portal.write(RULES), portal.corpus)
    portal.build(RULES)
    assert portal.articles() == states

    portal.clock.sleep(7200)
    portal.pages["/list"] = listed([*NAMES, "One more of them here"])
    portal.pages["/a/10"] = page("One more of them here", "All about more.")
    portal.asked.clear()
    assert portal.crawl(RULES).ok
    assert sorted(portal.asked) == sorted(["/list", "/a/10", *(f"/a/{n}" for n in dead)])
    assert {portal.articles()[f"/a/{n}"] for n in dead} == {"soft-404"}
    with view_corpus(portal.corpus, "small") as corpus:
        assert corpus.build_queue.count_stale(build_key(portal.write(RULES))) == 0


@pytest.mark.parametrize("dead", [[3], [3, 4, 7]])
def test_a_notice_that_repeats_the_address_is_no_article(
    portal: SmallPortal, dead: list[int]
) -> None:
    class Repeating(Site):
        def get(self, path: str, default: object = None) -> object:
            unknown = page("Nuqneh", f"{MISSING} “http://127.0.0.1{path}” ({path}).")
            return dict.get(self, path, Answer("", 404) if "/robots" in path else unknown)

    portal.pages = Repeating(portal.pages)  # type: ignore[assignment]
    for number in dead:
        del portal.pages[f"/a/{number}"]
    summary = portal.crawl(RULES)
    assert (summary.tei, summary.failed) == (len(NAMES) - len(dead), len(dead))


@pytest.mark.parametrize("query", ["", "?of="])
def test_what_a_redirect_of_a_made_up_address_leads_to_is_no_article(
    portal: SmallPortal, query: str
) -> None:
    class Redirecting(Site):
        def get(self, path: str, default: object = None) -> object:
            if path in self or path.startswith(("/error", "/robots.txt", "/.well-known")):
                return super().get(path, default)
            return moved(f"/error{query and query + path[3:]}")

    del portal.pages["/a/3"]
    portal.pages = Redirecting(portal.pages)  # type: ignore[assignment]
    summary = portal.crawl(RULES)
    assert (summary.tei, summary.failed) == (len(NAMES) - 1, 1)
    assert [doubt.kind for doubt in summary.doubts] == ["failed: soft-404"]


def test_an_article_that_comes_back_is_used(portal: SmallPortal) -> None:
    whole = portal.pages["/a/3"]
    portal.pages["/a/3"] = not_found(3)
    assert portal.crawl(RULES).failed == 1
    portal.pages["/a/3"] = whole
    assert (summary := portal.crawl(RULES)).ok and summary.tei == len(NAMES)


def test_lists_without_headlines_are_enough_where_pages_show_the_same(portal: SmallPortal) -> None:
    portal.pages |= {"/list": listed(["on"] * 10), **{f"/a/{n}": not_found(n) for n in (2, 5)}}
    assert portal.crawl(RULES).failed == 2


def test_gate_off_lets_them_be_articles(portal: SmallPortal) -> None:
    portal.pages |= {f"/a/{n}": not_found(n) for n in (3, 4)}
    rules = RULES.replace("article: {", "article: {gate_off: [soft-404], ")
    assert portal.crawl(rules).tei == len(NAMES) and len(portal.asked) == 11


CHANGES: dict[str, Callable[[int], str]] = {
    "headlines as on the pages": lambda n: NAMES[n],
    "shorter headlines": lambda n: NAMES[n][:24] + " …",
    "the same words": lambda _: "Read all of it",
    "no words": lambda _: "»",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_no_request_and_no_alarm_on_an_ordinary_portal(
    portal: SmallPortal, change: Callable[[int], str]
) -> None:
    portal.pages["/list"] = listed([change(n) for n in range(len(NAMES))])
    summary = portal.crawl(RULES)
    assert (summary.tei, summary.ok) == (len(NAMES), True)
    assert len(portal.asked) == 1 + len(NAMES)


def test_other_headlines_cost_one_request_a_month(portal: SmallPortal) -> None:
    other = [f"Quite another {c}word for {c}thing" for c in "klmno"]
    portal.pages["/list"] = listed([*other, *NAMES[5:]])
    assert portal.crawl(RULES).ok and len(portal.asked) == 12
    portal.clock.sleep(86400)
    portal.pages["/list"] = listed([*other, *NAMES[5:], "Something else for a change"])
    portal.pages["/a/10"] = page("One more of them here", "All about more.")
    portal.asked.clear()
    assert portal.crawl(RULES).ok and portal.asked == ["/list", "/a/10"]


def test_one_text_of_an_agency_at_two_addresses_is_an_article(portal: SmallPortal) -> None:
    portal.pages |= {
        f"/a/{n}": page("Agency: what it says", "A text of an agency.") for n in (1, 2)
    }
    portal.pages["/list"] = listed(
        [*NAMES[:1], "Agency: what it says", "Agency: what it says", *NAMES[3:]]
    )
    assert portal.crawl(RULES).tei == len(NAMES)


@pytest.mark.parametrize(
    ("url", "made_up"),
    [
        ("https://a.example/2024/05/a-title-17.html", "https://a.example/2024/05/*.html"),
        ("https://a.example/news/17/", "https://a.example/news/*/"),
        ("https://a.example/news/a.b.c", "https://a.example/news/*.c"),
        ("https://a.example/?p=17", "https://a.example/?p=*"),
        ("https://a.example/a.php?id=17&x=2", "https://a.example/a.php?id=*&x=*"),
    ],
)
def test_a_made_up_address_is_like_that_of_an_article(url: str, made_up: str) -> None:
    name = make_up_address(url)
    before, _, after = made_up.partition("*")
    assert name.startswith(before) and name.endswith(after.rpartition("*")[2]) and name != url


@pytest.mark.parametrize("number", [90, 110])
def test_one_dead_page_among_many_without_headlines_is_no_article(
    portal: SmallPortal, number: int
) -> None:
    """One request for a made-up address is less than one in a hundred."""
    urls = "".join(f"<url><loc>{portal.base}/b/{n}</loc></url>" for n in range(number))
    portal.pages |= {f"/b/{n}": page(f"Words of {n}", f"All about {n}.") for n in range(number)}
    portal.pages |= {"/b/3": not_found(3), "/s.xml": f"<urlset>{urls}</urlset>"}
    rules = RULES.replace("url: BASE/list, links: h2", "sitemap: BASE/s.xml")
    assert portal.crawl(rules).failed == (number > 100)
    made_up = {*portal.asked} - {"/s.xml", *(f"/b/{n}" for n in range(number))}
    assert len(made_up) == (number > 100)


@pytest.mark.parametrize("names", ["canonical", "address"])
def test_an_article_that_unknown_addresses_show_is_one(portal: SmallPortal, names: str) -> None:
    """A dead page that shows it is none."""
    newest = "/b/words-of-the-newest-article" if names == "address" else "/b/5"
    head = f'<link rel="canonical" href="{portal.base}/b/5"/>' if names == "canonical" else ""
    shown = page("Words of the newest article", "All about it.").replace("<html>", f"<html>{head}")
    paths = [newest, *(f"/b/{n}" for n in range(110) if n != 5)]
    urls = "".join(f"<url><loc>{portal.base}{path}</loc></url>" for path in paths)
    pages = {path: page(f"Words of {n}", f"All about {n}.") for n, path in enumerate(paths)}

    class Falling(Site):
        def get(self, path: str, default: object = None) -> object:
            unknown = Answer("nothing", 404) if path.startswith(("/robots", "/.well")) else shown
            return dict.get(self, path, unknown)

    site = {**pages, newest: shown, "/b/7": shown, "/s.xml": f"<urlset>{urls}</urlset>"}
    portal.pages = Falling(site)  # type: ignore[assignment]
    portal.crawl(RULES.replace("url: BASE/list, links: h2", "sitemap: BASE/s.xml"))
    states = portal.articles()
    assert states[newest] == "tei"
    assert [path for path, state in states.items() if state != "tei"] == ["/b/7"], states
