"""A portal that answers oddly for a while: no article is lost, and nothing of a notice becomes TEI."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from long_parameters import always
from small_portal import Answer, SmallPortal, listing, moved, small_portal

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.storage.store.view import view_corpus

FILE = """archive: {url: BASE/list, links: h2}
fetch: {delay: 1, retries: 0}
article: {body: {root: article}}
"""
DAY = timedelta(days=1)
COUNT = 24


def page(number: int, words: str = "") -> str:
    """An article with words of its own."""
    text = " ".join(f"word{number}x{place}" for place in range(60))
    return (
        f"<html><head><title>Title {number}</title></head><body><article><h1>Title {number}</h1>"
        f"<p>{text} {words}</p></article></body></html>"
    )


def paths(count: int = COUNT) -> list[str]:
    return [f"/a{number}" for number in range(count)]


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    with small_portal(tmp_path, {}) as small:
        small.executor = "serial"
        well(small)
        yield small


def well(portal: SmallPortal, count: int = COUNT) -> None:
    """Let the portal be as it should."""
    portal.pages.clear()
    portal.pages["/"] = "<html><body><h1>Home</h1></body></html>"
    portal.pages["/list"] = listing(*paths(count))
    portal.pages.update((path, page(number)) for number, path in enumerate(paths(count)))


NOTICE = "<html><body><h1>Sorry</h1><p>We are painting the walls, come back soon.</p></body></html>"

ODD: dict[str, str | Answer] = {
    "zero bytes": "",
    "white space": " \n\t ",
    "script shell": "<html><body><div id=app></div><script>run()</script></body></html>",
    "database error": "<html><body><h1>Error establishing a database connection</h1></body></html>",
    "php error": "<br /><b>Fatal error</b>: Uncaught Error: Call to undefined function f() in"
    " /var/www/index.php:12 Stack trace: #0 {main} thrown in <b>/var/www/index.php</b> on line <b>12</b>",
    "overloaded": "<html><body><h1>503 Service Unavailable</h1><p>The server is overloaded.</p>"
    "</body></html>",
    "json": Answer('{"error": "busy"}', 200, (("Content-Type", "application/json"),)),
    "home": moved("/"),
}


@pytest.mark.parametrize("kind", ODD)
def test_an_odd_answer_is_asked_for_again_at_the_next_crawl(portal: SmallPortal, kind: str) -> None:
    for path in ("/a3", "/a11"):
        portal.pages[path] = ODD[kind]
    broken = portal.crawl(FILE)
    assert (broken.tei, broken.failed, broken.ok) == (COUNT - 2, 2, False)
    well(portal)
    mended = portal.crawl(FILE)
    assert (mended.tei, mended.failed, mended.ok) == (COUNT, 0, True)


def test_a_single_404_waits_for_a_second_look(portal: SmallPortal) -> None:
    del portal.pages["/a3"]
    first = portal.crawl(FILE)
    assert (first.tei, first.rejected, first.ok) == (COUNT - 1, {"gone": 1}, True)
    with view_corpus(portal.corpus, "small") as corpus:
        assert corpus.article_doubts.count()[0] == 1

    portal.asked.clear()
    portal.crawl(FILE)
    assert portal.asked == ["/list"]  # not due before a day is over

    well(portal)
    portal.clock.sleep(DAY.total_seconds())
    again = portal.crawl(FILE)
    assert (again.tei, again.rejected) == (COUNT, {})


def test_a_second_404_after_a_day_is_final(portal: SmallPortal) -> None:
    del portal.pages["/a3"]
    portal.crawl(FILE)
    portal.clock.sleep(DAY.total_seconds())
    portal.asked.clear()
    portal.crawl(FILE)
    assert portal.asked.count("/a3") == 1
    with view_corpus(portal.corpus, "small") as corpus:
        assert corpus.article_doubts.count() == (0, None)
    portal.clock.sleep(20 * DAY.total_seconds())
    portal.asked.clear()
    portal.crawl(FILE)
    assert portal.asked == ["/list"]


def test_articles_that_are_all_missing_are_asked_for_again(portal: SmallPortal) -> None:
    for path in paths():
        del portal.pages[path]
    broken = portal.crawl(FILE)
    assert broken.rejected == {} and broken.failed == COUNT and not broken.ok
    assert "out-of-order" in broken.problems
    well(portal)
    assert portal.crawl(FILE).tei == COUNT


WALLS: dict[str, Callable[[int], str | Answer]] = {
    "one notice": lambda _: NOTICE,
    "404": lambda _: Answer("gone", 404),
    "gate with a session": lambda number: moved(f"/gate/{number}f3a9c7d{number}"),
    "login at a host that is down": lambda number: moved(f"http://localhost:9/login/{number}"),
    "login elsewhere": lambda number: moved(f"http://localhost:PORT/login/{number}"),
    "notice with a request number": lambda number: NOTICE.replace(
        "soon.", f"soon. Request 8f3a{number:02}ab33f9e{number:03}, 12:0{number % 10}:33"
    ),
}


def wall_off(portal: SmallPortal, kind: str, start: int) -> None:
    """Let the portal answer every request for an article after the first ``start`` with a wall."""

    def answer(number: int) -> Callable[[], Answer]:
        def decide() -> Answer:
            asked = sum(path.startswith("/a") for path in portal.asked)
            found = WALLS[kind](number) if asked > start else page(number)
            if isinstance(found, str):
                return Answer(found)
            headers = tuple((k, v.replace("PORT", str(portal.port))) for k, v in found.headers)
            return replace(found, headers=headers)

        return decide

    for number, path in enumerate(paths()):
        portal.pages[path] = answer(number)
        portal.pages[f"/gate/{number}f3a9c7d{number}"] = NOTICE
        portal.pages[f"/login/{number}"] = page(number, "Please log in.")


@pytest.mark.parametrize("kind", always(["404", "login elsewhere"], WALLS))
@pytest.mark.parametrize("start", always([0, 13], [0, 5, 13]))
def test_a_wall_loses_nothing(portal: SmallPortal, kind: str, start: int) -> None:
    wall_off(portal, kind, start)
    broken = portal.crawl(FILE)
    assert broken.tei == start and not any("painting" in text for text in portal.tei().values())
    if start:  # found within ten answers; before the first article, nothing proves that it is one
        assert sum(path.startswith("/a") for path in portal.asked) <= start + 10
    well(portal)
    mended = portal.crawl(FILE)
    assert (mended.tei, mended.ok) == (COUNT, True), (mended, portal.articles())


def gone_at_once(portal: SmallPortal) -> int:
    with view_corpus(portal.corpus, "small") as corpus:
        return corpus.run_log.count_problems().get("gone-at-once", 0)


def test_a_portal_with_dead_articles_is_a_doubt_until_a_second_look(portal: SmallPortal) -> None:
    well(portal, 200)
    alive = {n for n in range(200) if (n * 7919) % 10 < 4}
    for number, path in enumerate(paths(200)):
        if number not in alive:
            del portal.pages[path]
    for _ in range(2):
        summary = portal.crawl(FILE)
        assert summary.problems == {"gone-at-once": 1} and not summary.ok
        assert "120 of 200 articles" in "\n".join(summary.lines())
        assert (summary.tei, summary.rejected) == (len(alive), {"gone": 200 - len(alive)})
    portal.clock.time += DAY
    portal.pages["/list"] = listing("/new", *paths(200))
    portal.pages["/new"] = page(777)
    assert portal.crawl(FILE).ok and gone_at_once(portal) == 0


@pytest.mark.parametrize(("dead", "count"), [(10, 30), (9, 30), (5, 12), (4, 12), (2, 3)], ids=str)
def test_a_third_of_what_a_list_names_is_gone_at_once(
    portal: SmallPortal, dead: int, count: int
) -> None:
    well(portal, count)
    for number in range(dead):
        del portal.pages[f"/a{number * count // dead}"]
    summary = portal.crawl(FILE)
    is_doubt = dead >= 5 and dead * 3 >= count
    assert gone_at_once(portal) == is_doubt and summary.ok is not is_doubt
    well(portal, count)
    portal.clock.time += DAY
    assert portal.crawl(FILE).ok and portal.crawl(FILE).tei == count


def test_a_dead_section_is_told_from_a_broken_portal(portal: SmallPortal) -> None:
    well(portal, 100)
    for path in paths(100)[20:90]:
        del portal.pages[path]
    portal.asked.clear()
    summary = portal.crawl(FILE)
    assert summary.problems == {"gone-at-once": 1}
    assert summary.rejected == {"gone": 70} and summary.tei == 30
    assert len(portal.asked) <= 1 + 100 + 5  # five requests for known articles at most


def test_agency_texts_at_two_addresses_are_articles(portal: SmallPortal) -> None:
    for number in range(0, 20, 2):
        portal.pages[f"/a{number + 1}"] = portal.pages[f"/a{number}"]
    summary = portal.crawl(FILE)
    assert summary.ok and summary.tei == COUNT


def states_and_tei(portal: SmallPortal) -> tuple[object, object]:
    return portal.articles(), portal.tei()


@pytest.mark.parametrize("kind", always(["404", "gate with a session"], WALLS))
def test_a_rebuilt_index_says_the_same(portal: SmallPortal, kind: str) -> None:
    wall_off(portal, kind, 9)
    portal.crawl(FILE)
    before = states_and_tei(portal)
    rebuild_corpus(portal.write(FILE), portal.corpus)
    portal.build(FILE)
    assert states_and_tei(portal) == before


@pytest.mark.parametrize("kind", ["one notice", "gate with a session"])
def test_its_warc_files_alone_make_the_same_tei(portal: SmallPortal, kind: str) -> None:
    wall_off(portal, kind, 9)
    portal.crawl(FILE)
    warcs = tuple(sorted((portal.corpus / "warc").iterdir()))
    other = portal.folder / "other"
    build(portal.write(FILE), other, BuildOptions(warcs=warcs), portal.runtime)
    made = {path.name for path in (other / "tei").rglob("*.xml")}
    assert made == {path.name for path in (portal.corpus / "tei").rglob("*.xml")}
    assert len(made) == 9
