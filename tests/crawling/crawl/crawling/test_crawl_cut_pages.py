"""Pages of articles that break off, where those of other articles end, are asked for again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, listing, small_portal

from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.pages.page.page_end import find_break
from webarticlecurator.storage.store.view import view_corpus

RULES = """\
archive: {url: BASE/list, links: h2}
fetch: {delay: 1, confirm: 1h}
article: {next_page: a.next, body: {root: article}, metadata: {title: h1}}
"""
NUMBER = 8


def page(number: int, part: int = 1) -> str:
    text = "".join(f"<p>Sentence {n} of part {part} of {number}.</p>" for n in range(10))
    following = '<a class="next" href="/a/0/2">on</a>' if (number, part) == (0, 1) else ""
    return (
        f"<html><head><title>T</title></head><body><div><article><h1>Headline {number}</h1>"
        f"{following}{text}</article></div></body></html>"
    )


def cut(text: str) -> str:
    """The page to the middle of its text."""
    return text[: text.index("Sentence 5") + 6]


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    """Eight articles, the first of which has a second page."""
    pages = {f"/a/{n}": page(n) for n in range(NUMBER)}
    with small_portal(tmp_path, {"/list": listing(*pages), **pages, "/a/0/2": page(0, 2)}) as run:
        run.executor = "serial"
        yield run


def problems(portal: SmallPortal) -> list[tuple[str, str]]:
    with view_corpus(portal.corpus, "small") as corpus:
        found = corpus.run_log.problems()
        return [(each.kind, each.where.removeprefix(portal.base)) for each in found]


def is_whole(portal: SmallPortal, path: str) -> bool:
    number, part = [*path.split("/"), "1"][2:4]
    (text,) = (t for t in portal.tei().values() if f"Headline {number}<" in t)
    return f"Sentence 9 of part {part} of {number}." in text


WAYS: dict[str, Callable[[str], str]] = {
    "</div>": lambda text: text.replace("</body></html>", ""),
    "</body>": lambda text: text.replace("</html>", "\n<!-- made in 3 ms -->"),
    "</div> after a doctype": lambda text: text.replace("<html>", "<!doctype html>").replace(
        "</body></html>", ""
    ),
}
"""How the pages of a portal end that writes no ``</html>``."""


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_pages_of_a_portal_without_the_last_tag_break_off_too(
    portal: SmallPortal, way: Callable[[str], str]
) -> None:
    whole = {f"/a/{n}": way(page(n)) for n in range(NUMBER)}
    portal.pages |= {**whole, "/a/3": cut(whole["/a/3"])}
    assert not portal.crawl(RULES).ok
    assert problems(portal) == [("cut-page", "/a/3")]
    portal.pages |= whole
    portal.clock.sleep(600)
    assert portal.crawl(RULES).ok and is_whole(portal, "/a/3")


PATHS = ("/a/0", "/a/3", "/a/0/2")


@pytest.mark.parametrize("path", PATHS)
def test_a_page_that_breaks_off_once_is_asked_for_again_at_once(
    portal: SmallPortal, path: str
) -> None:
    whole = portal.pages[path]
    assert isinstance(whole, str)
    answers = iter([cut(whole)])
    portal.pages[path] = lambda: Answer(next(answers, whole))
    assert portal.crawl(RULES).ok
    assert portal.asked.count(path) == 2 and is_whole(portal, path)


@pytest.mark.parametrize("path", PATHS)
def test_a_page_that_breaks_off_for_an_hour_is_a_doubt_until_it_comes_whole(
    portal: SmallPortal, path: str
) -> None:
    whole = portal.pages[path]
    assert isinstance(whole, str)
    portal.pages[path] = cut(whole)
    assert not portal.crawl(RULES).ok
    assert problems(portal) == [("cut-page", path)] and not is_whole(portal, path)
    rebuild_corpus(portal.write(RULES), portal.corpus)
    assert not portal.build(RULES).ok
    assert problems(portal) == [("cut-page", path)]
    portal.pages[path] = whole
    portal.clock.sleep(600)
    assert portal.crawl(RULES).ok
    assert problems(portal) == [] and is_whole(portal, path)
    portal.asked.clear()
    assert portal.crawl(RULES).ok and portal.asked == ["/list"]


def test_a_page_that_is_the_same_an_hour_later_is_like_that(portal: SmallPortal) -> None:
    portal.pages["/a/3"] = cut(page(3))
    assert not portal.crawl(RULES).ok
    portal.clock.sleep(3700)
    assert portal.crawl(RULES).ok
    portal.clock.sleep(3700)
    portal.asked.clear()
    assert portal.crawl(RULES).ok and portal.asked == ["/list"]
    portal.build(RULES.replace("root: article", "root: 'article, main'"))
    assert problems(portal) == []


def without_end(text: str) -> str:
    return text.replace("</div></body></html>", "")


SHAPES: dict[str, Callable[[int, str], str]] = {
    "no page ends": lambda _, text: without_end(text),
    "every third page has a layout without an end": lambda n, text: (
        text if n % 3 else without_end(text)
    ),
    "no page ends, and on one an element is open": lambda n, text: (
        without_end(text).replace("Sentence 3", "<div>" if n == 3 else "") + "</div>"
    ),
    "one page has no end, but nothing is open": lambda n, text: (
        text if n != 3 else text.replace("</body></html>", "")
    ),
    "one page ends with its body": lambda n, text: text if n != 3 else text.replace("</html>", ""),
    "the server writes behind the end": lambda _, text: text + "<!-- made in 3 ms -->\n" * 9,
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_no_alarm_and_no_request_where_pages_are_like_that(
    portal: SmallPortal, shape: Callable[[int, str], str]
) -> None:
    portal.pages |= {f"/a/{n}": shape(n, page(n)) for n in range(NUMBER)}
    assert portal.crawl(RULES).ok
    assert len(portal.asked) == NUMBER + 2 and problems(portal) == []


@pytest.mark.parametrize(
    ("content", "last"),
    [
        (b"<html><body><div>Some words of", "<html><body><div>Some words of"),
        (b"<HTML><body><p>Done.</p><img src=/a", "<HTML><body><p>Done.</p><img src=/a"),
        (b"<html><body><p>Done.</p><p>Not do", "<html><body><p>Done.</p><p>Not do"),
        (b"<html><body><p>Done.</p>", ""),
        (b"<html><body><div>Open</body></html>", ""),
        (b"<p>A part of a page", ""),
        (b'{"text": "<div>"', ""),
        (b"", ""),
    ],
)
def test_a_break_is_open_markup_without_an_end(content: bytes, last: str) -> None:
    assert find_break(content) == last


def test_all_pages_that_break_off_in_their_text_are_asked_for_again(portal: SmallPortal) -> None:
    """Five of eight: these are no layout without an end, which has the same one on each page."""
    whole = {f"/a/{n}": page(n) for n in range(2, 7)}
    portal.pages |= {path: cut(text) for path, text in whole.items()}
    assert not portal.crawl(RULES).ok
    assert problems(portal) == [("cut-page", path) for path in whole]
    portal.pages |= whole
    portal.clock.sleep(600)
    assert portal.crawl(RULES).ok and all(is_whole(portal, path) for path in whole)


def test_a_layout_that_ends_with_the_same_text_without_a_tag_is_whole(portal: SmallPortal) -> None:
    for number in range(2, 7):
        footer = "</div>Printed by The Small Paper, a paper that never was and is made up by hand"
        portal.pages[f"/a/{number}"] = page(number).replace("</div></body></html>", footer)
    assert portal.crawl(RULES).ok and problems(portal) == []
