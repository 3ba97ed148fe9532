"""A portal that changed its encoding: ``encoding`` with a day, and that of a layout."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, small_portal

from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.link_source import PagePlace
from webarticlecurator.crawling.states.archive_listing import StoredAnswer
from webarticlecurator.portal_file.config.load import check
from webarticlecurator.storage.store.view import view_corpus

PLAIN = (("Content-Type", "text/html"),)
OLD, NEW = "koi8-r", "windows-1251"
NUMBERS = '["%d %B %Y", "%Y-%m-%d"]'
OLD_DAY = date(2002, 12, 31)
DAYS = {
    "/1": ("31 мая 2004", OLD, "Погода"),
    "/2": ("3 мая 2004", OLD, "Урожай"),
    "/3": ("1 июня 2004", NEW, "Концерт"),
    "/4": ("30 июня 2004", NEW, "Театр"),
}
SPLIT = (
    f"encoding:\n  - {{name: {OLD}, when: {{published: {{until: 2004-05-31}}}}}}\n"
    f"  - {{name: {NEW}, when: {{published: {{from: 2004-06-01}}}}}}\n"
)
RULES = """language: ru
fetch: {delay: 0}
archive:
  url: "BASE/{date:%Y-%m}"
  dates: {from: 2004-05-01, until: 2004-06-30, step: month}
  links: h2 a
  listed: {headline: {css: a}}
article:
  body: {root: article}
  metadata: {title: h1, published: {css: .day, format: "%d %B %Y"}, keywords: {listed: headline}}
"""


def page(day: str, encoding: str, title: str, head: str = "") -> Answer:
    html = (
        f"<html><head>{head}</head><body><article><h1>{title}</h1><p class=day>{day}</p>"
        f"<p>{title} в городе: так было вчера, и так будет завтра, пишет наша газета.</p>"
        "</article></body></html>"
    )
    return Answer(html.encode(encoding), headers=PLAIN)


def listing(encoding: str, *paths: str) -> Answer:
    links = "".join(f"<h2><a href={path}>{DAYS[path][2]}</a></h2>" for path in paths)
    return Answer(f"<body>{links}</body>".encode(encoding), headers=PLAIN)


PAGES = {
    "/2004-05": listing(OLD, "/1", "/2"),
    "/2004-06": listing(NEW, "/3", "/4"),
    **{path: page(*row) for path, row in DAYS.items()},
}


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    with small_portal(tmp_path, PAGES) as running:
        yield running


def read_words(portal: SmallPortal) -> dict[str, str]:
    """The word of each article → where its TEI has it: in its ``text``, and beside its link on the
    ``list``."""
    tei = "".join(portal.tei().values())
    places = {"text": "{} в городе", "list": "<term>{}</term>"}
    return {
        word: " ".join(place for place, form in places.items() if form.format(word) in tei)
        for *_, word in DAYS.values()
    }


def find_doubts(portal: SmallPortal) -> list[str]:
    with view_corpus(portal.corpus, "small") as corpus:
        found = corpus.run_log.problems(("charset-doubtful",))
        return sorted(f"{each.where.removeprefix(portal.base)}: {each.message}" for each in found)


def test_lists_and_articles_are_read_by_the_encoding_of_their_day(portal: SmallPortal) -> None:
    """A word of a month shows the day only in the right encoding."""
    portal.crawl(SPLIT + RULES)
    assert read_words(portal) == dict.fromkeys(read_words(portal), "text list")
    assert find_doubts(portal) == []


def test_stored_pages_are_read_again_when_the_encoding_is_written(portal: SmallPortal) -> None:
    """One encoding for all pages: those that it does not fit are doubtful; the day mends them."""
    portal.crawl(f"encoding: {OLD}\n{RULES}")
    old = dict.fromkeys(("Погода", "Урожай"), "text list")
    assert read_words(portal) == {**old, "Концерт": "", "Театр": ""}
    assert [each.partition(":")[0] for each in find_doubts(portal)] == ["/3", "/4"]
    portal.build(SPLIT + RULES)
    assert {"text"} <= {each.partition(" ")[0] for each in read_words(portal).values()}
    assert "" not in read_words(portal).values()
    assert find_doubts(portal) == []


def test_a_page_that_disagrees_with_the_encoding_of_its_day_is_doubtful(
    portal: SmallPortal,
) -> None:
    """A page that declares its encoding, or that is UTF-8, is none of them."""
    declared = '<meta charset="iso-8859-5">'
    portal.pages["/1"] = page("31 мая 2004", "iso-8859-5", "Погода", declared)
    portal.pages["/2"] = page("3 мая 2004", "utf-8", "Урожай")
    portal.pages["/4"] = page("2004-06-30", "iso-8859-5", "Театр")
    portal.crawl(SPLIT + RULES.replace('"%d %B %Y"', NUMBERS))
    words = read_words(portal)
    assert (words.pop("Театр"), set(words.values())) == ("list", {"text list"})
    (doubt,) = find_doubts(portal)
    assert doubt.startswith("/4: ") and "config: cp1251; language: iso8859_5 disagrees" in doubt


@pytest.mark.parametrize("is_swapped", [False, True])
def test_a_page_is_read_by_the_entry_for_which_its_letters_speak(
    portal: SmallPortal, is_swapped: bool
) -> None:
    """A border between the days that is wrong for a page, and entries that were exchanged."""
    paths = tuple(DAYS) if is_swapped else ("/4",)
    split = SPLIT
    if is_swapped:
        split = SPLIT.replace(OLD, "X").replace(NEW, OLD).replace("X", NEW)
        for path, (_, encoding, title) in DAYS.items():
            portal.pages[path] = page(f"2004-0{5 + (path > '/2')}-03", encoding, title)
    else:
        portal.pages["/4"] = page("2004-06-30", OLD, "Театр")
    portal.crawl(split + RULES.replace('"%d %B %Y"', NUMBERS))
    assert {each.partition(" ")[0] for each in read_words(portal).values()} == {"text"}
    doubts = [each for each in find_doubts(portal) if each.partition(":")[0] in paths]
    assert len(doubts) == len(paths)
    said = "config: koi8-r; config: cp1251 refused; language: koi8_r disagrees"
    assert said in doubts[0]


def test_a_layout_has_its_own_encoding(portal: SmallPortal) -> None:
    layout = (
        f"  layouts: [{{name: old, when: {{published: {{until: 2004-05-31}}}}, encoding: {OLD}}}]"
    )
    loaded = portal.write(f"encoding: {NEW}\n{RULES}{layout}\n")
    for path, (day, encoding, title) in DAYS.items():
        answer = page(day, encoding, title)
        body = answer.body if isinstance(answer.body, bytes) else b""
        stored = StoredPage(portal.base + path, body, "text/html")
        assert title in stored.page(loaded).text
    portal.crawl(f"encoding: {NEW}\n{RULES}{layout}\n")
    assert "" not in read_words(portal).values() and find_doubts(portal) == []


@pytest.mark.parametrize(
    ("window", "captured", "codec"),
    [("2004-05-01", None, "koi8-r"), ("2004-06-01", None, "cp1251"), ("", OLD_DAY, "iso8859-5")],
)
def test_a_list_has_the_days_of_its_window_or_of_its_capture(
    portal: SmallPortal, window: str, captured: date | None, codec: str
) -> None:
    by_capture = "  - {name: iso-8859-5, when: {captured: {until: 2003-01-01}}}\n"
    loaded = portal.write(SPLIT + by_capture + RULES)
    answer = StoredAnswer(
        f"{portal.base}/2004-05",
        "<h2><a href=/1>Погода</a></h2>".encode(codec),
        "text/html",
        "all",
        captured,
        place=PagePlace(window=window),
    )
    assert "Погода" in answer.page(loaded).text


def test_what_has_no_effect_in_a_list_of_encodings_is_a_problem(portal: SmallPortal) -> None:
    path = portal.folder / "portal.yaml"
    for text, problem in {
        "[koi8-r, windows-1251]": 'this character set is never used: "koi8-r" above it',
        "[{name: koi8-r, when: {published: {}}}, latin1]": "empty range",
        "[{when: {captured: {until: 2004-05-31}}}]": 'missing key: "name"',
        "[{name: koi-9}]": "koi-9",
        "[]": "empty list",
    }.items():
        portal.write(RULES)
        written = path.read_text(encoding="utf-8")
        path.write_text(f"encoding: {text}\n{written}", encoding="utf-8")
        (found,) = check(path)
        assert problem in found.message and found.line == 1, found
