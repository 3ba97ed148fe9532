"""The shipped portal files on real pages: every article page in the WARCs becomes its article, or
its place in one.

What is expected was read off the pages. The words are held against what HTML2TEI keeps of the same
pages; every article that lies outside the bounds is named here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest
from benches import import_bench
from checkout import CHECKOUT
from lxml import etree
from portals_expected import (
    ARTICLES,
    BARCELONA,
    BKV,
    BOUNDS,
    FORUM,
    HORVAT,
    KEPT,
    MORE,
    NOT_CAPTURED,
    OSCAR,
    P24,
    UKRAJNA,
    Expected,
)

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.tei.documents.plain_text import read_lines
from webarticlecurator.tei.documents.read import Header, read_header

T = "{http://www.tei-c.org/ns/1.0}"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


@dataclass(frozen=True)
class Made:
    """A TEI file: what its header says, and its tree."""

    path: Path
    header: Header
    tree: etree._Element

    def texts(self, path: str) -> list[str]:
        return [" ".join("".join(map(str, e.itertext())).split()) for e in self.tree.findall(path)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the corpora of all portals are built."""
    return tmp_path_factory.mktemp("portals")


@pytest.fixture(scope="module")
def summaries(shared: Path, folder: Path) -> dict[str, Summary]:
    """The portals, built from their WARCs."""
    found = {}
    for portal in sorted({article.portal for article in ARTICLES}):
        options = BuildOptions(warcs=(shared / "cases" / "wac" / f"{portal}.warc.gz",))
        found[portal] = build(
            load_portal(CHECKOUT / "site_configs" / f"{portal}.yaml"), folder / portal, options
        )
    return found


@pytest.fixture(scope="module")
def made(summaries: dict[str, Summary], folder: Path) -> dict[str, Made]:
    """Canonical address → what was made of it."""
    found = {}
    for path in sorted(folder.glob("*/tei/**/*.xml")):
        content = path.read_bytes()
        header = read_header(content)
        assert header.url not in found
        found[header.url] = Made(path, header, etree.fromstring(content))
    return found


@pytest.fixture(scope="module")
def html2tei() -> ModuleType:
    """bench/text/html2tei.py, which compares."""
    return import_bench("text.html2tei")


def test_there_are_these_articles_and_no_others(made: dict[str, Made]) -> None:
    assert sorted(made) == sorted(article.url for article in ARTICLES)


def test_the_25_pages_and_ten_that_begin_with_a_gap() -> None:
    pages = Counter(page for article in ARTICLES for page in article.pages if page != NOT_CAPTURED)
    assert len(pages) == 25 and set(pages.values()) == {1}
    assert sum(article.pages[0] == NOT_CAPTURED for article in ARTICLES) == 10


@pytest.mark.parametrize("article", ARTICLES, ids=lambda a: a.url)
def test_its_pages_stand_in_their_places(article: Expected, made: dict[str, Made]) -> None:
    got = made[article.url]
    assert got.path.parts[-5] == article.portal
    assert tuple(capture.url for capture in got.header.captures) == tuple(
        p for p in article.pages if p != NOT_CAPTURED
    )
    body = got.tree.find(f"{T}text/{T}body")
    assert body is not None
    marks = list(body.iter(f"{T}pb", f"{T}gap"))
    places = [NOT_CAPTURED if e.tag == f"{T}gap" else e.get("corresp") for e in marks]
    if article.pages[0] != NOT_CAPTURED:  # before the first page stands no mark
        places.insert(0, article.pages[0])
    assert tuple(places) == article.pages
    assert all(e.get("reason") == "page-not-captured" for e in marks if e.tag == f"{T}gap")


@pytest.mark.parametrize("article", ARTICLES, ids=lambda a: a.url)
def test_its_header_says_what_the_page_says(article: Expected, made: dict[str, Made]) -> None:
    header = made[article.url].header
    data = header.metadata
    assert data.first("title") == article.title
    assert data.first("published") == article.published
    assert tuple(value.value for value in data.all("authors")) == article.authors
    assert data.first("section") == article.section
    assert (header.kind, header.language) == (article.kind, "hu")


@pytest.mark.parametrize("article", ARTICLES, ids=lambda a: a.url)
def test_its_live_entries_and_posts_have_times(article: Expected, made: dict[str, Made]) -> None:
    entries = made[article.url].tree.findall(f".//{T}post[@type='entry']")
    assert len(entries) == article.entries
    for entry in entries:
        times = ["".join(map(str, e.itertext())) for e in entry.findall(f"{T}ab[@type='time']")]
        assert len(times) == 1 and times[0].strip(), etree.tostring(entry)


def test_a_page_that_has_its_place_is_no_problem_any_more(summaries: dict[str, Summary]) -> None:
    """The pages of one article lie in the WARC one by one; three of them could not be told from
    orphans at first."""
    assert not {"first-page-missing", "page-missing"} & set(summaries["p24"].problems)
    assert summaries["p24_rangado"].problems["first-page-missing"] == 2


def test_problems_name_only_pages_that_were_not_captured(made: dict[str, Made]) -> None:
    for article in ARTICLES:
        kinds = {kind for kind, _ in made[article.url].header.problems}
        expected = set()
        if article.pages[0] == NOT_CAPTURED:
            expected.add("first-page-missing")
        if NOT_CAPTURED in article.pages[1:]:
            expected.add("page-missing")
        assert kinds == expected, article.url


def test_everything_is_valid(tei_all: etree.RelaxNG, made: dict[str, Made]) -> None:
    for grammar in (tei_all, etree.RelaxNG(etree.parse(CHECKOUT / "schemas" / "webarticle.rng"))):
        for url, one in made.items():
            assert grammar.validate(one.tree), (url, grammar.error_log.last_error)


@pytest.mark.parametrize("portal", sorted({a.portal for a in ARTICLES}))
@pytest.mark.usefixtures("made")
def test_words_are_those_that_html2tei_keeps(
    portal: str, shared: Path, folder: Path, html2tei: ModuleType
) -> None:
    found = {
        c.pages[0]: c
        for c in html2tei.comparisons(
            folder / portal / "tei", shared / "cases" / "html2tei" / portal
        )
    }
    # HTML2TEI does not know that layout
    compared = {a.url for a in ARTICLES if a.portal == portal} - {OSCAR + "?page=4"}
    assert set(found) == compared
    for url, comparison in found.items():
        kept, more = BOUNDS.get(url, (KEPT, MORE))
        assert comparison.kept >= kept and comparison.more <= more, (url, comparison.differences)
        assert comparison.repeated == 0 or url in (P24, HORVAT, OSCAR)


def test_words_of_the_page_that_html2tei_does_not_know(made: dict[str, Made]) -> None:
    """The lists before the first time, an entry, a picture with its caption, a tweet, the last
    entry."""
    lines = list(read_lines(made[OSCAR + "?page=4"].path.read_bytes()))
    assert lines[:4] == [
        "A legjobb film a 12 év rabszolgaság lett.",
        "A legjobb rendező\xa0\xa0Alfonso Cuarón a Gravitációval.",
        "Ez a film kapta a legtöbb Oscart idén.",
        "Itt a vigaszdíjak félelmetes listája.",
    ]
    assert lines[4] == "A legjobb film: 12 év rabszolgaság :/"
    assert lines[-1].startswith("Az a 86. Oscar-díj átadás.") and lines[-1].endswith("vége.")
    entry = made[OSCAR + "?page=4"].tree.findall(f".//{T}post")[1]
    assert "".join(map(str, entry.itertext())).split()[:4] == [
        "04:33",
        "Legjobb",
        "vágás:",
        "Gravity",
    ]
    assert entry.findall(f"{T}floatingText[@type='social']")


def test_entries_name_their_authors_and_times(made: dict[str, Made]) -> None:
    entry = made[P24].tree.find(f".//{T}post")
    assert entry is not None and _writer(made[P24], entry) == "Muchichka László"
    first = made[BKV].tree.find(f".//{T}post")
    assert first is not None and first.get("when") == "2010-01-18T10:11:00+01:00"
    posts = made[FORUM + "?page=9"].tree.findall(f".//{T}post")
    assert [(_writer(made[FORUM + "?page=9"], p), p.get("when")) for p in posts[:2]] == [
        ("Isabelle", "2019-09-02T09:07:15+00:00"),
        ("Kamea", "2019-09-02T10:48:25+00:00"),
    ]


def _writer(article: Made, post: etree._Element) -> str | None:
    """The name of the person whom ``@who`` points to."""
    return next(
        (
            p.findtext(f"{T}persName")
            for p in article.tree.iter(f"{T}person")
            if f"#{p.get(XML_ID)}" == post.get("who")
        ),
        None,
    )


def test_what_every_page_of_an_article_repeats_is_kept_once(made: dict[str, Made]) -> None:
    leads = made[HORVAT].texts(f".//{T}floatingText[@type='lead']")
    assert len(leads) == 1 and leads[0].startswith("A magyar labdarúgó-válogatott 3-0-ra kikapott")
    # its first page was not captured: it keeps the lead
    alone = made[BARCELONA].texts(f".//{T}floatingText[@type='lead']")
    assert len(alone) == 1 and alone[0].startswith("A Barcelona nagyot lépett")


def test_sources_are_no_authors(made: dict[str, Made]) -> None:
    assert [v.value for v in made[BKV].header.metadata.all("sources")] == ["hvg.hu"]
    assert [v.value for v in made[UKRAJNA].header.metadata.all("sources")] == ["Válasz.hu", "MTI"]
