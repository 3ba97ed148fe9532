"""The view shows each word of the page in the colour of what the extraction does with it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from shown_page import URL, portal_with, shown_words, view_page

from webarticlecurator.articles.blocks.article_body import read_body
from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.base.model.article import PageExtract
from webarticlecurator.base.model.blocks import block_words
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.proposing.trial.marked_page import write_page_file
from webarticlecurator.proposing.trial.verdicts import read_element_verdicts

PAGE = """<html lang=de><head><title>T</title><style>p { color: red }</style></head><body>
<header>outside words three</header><article><h1>The <b>head</b>line</h1><p>one <i>two</i></p>
<div class=ad>ad ad<p class=ad>inner ad</p></div>
<div class=hint>hint <b>b</b>ut</div><script>var not = "words";</script><button>Share this</button>
<x-odd>odd <b>bold</b> words <p>para</p> tail</x-odd>
<video src=v>no video here</video><p>thr<wbr>ee</p></article> after <footer>more</footer></body></html>"""
SENTENCE = "This is a sentence of the article, which is long enough to be running text. "
PLAIN = (
    "<title>The storm of the year</title><nav><a href=/>Home</a> <a href=/s>Sport</a></nav>"
    "<div class=text><h1>The storm of the year</h1>"
    f"<p>{SENTENCE * 3}</p><p>{SENTENCE * 4}</p><div class=teaser><a href=/x>Read more here</a></div>"
    f"<p>{SENTENCE * 3}</p></div><footer>Imprint</footer>"
)


def test_each_word_has_one_colour() -> None:
    portal = portal_with("article", ".ad", (("div.hint", "drop"),))
    verdicts, view = view_page(portal, PAGE)
    assert shown_words(view) == {
        "kept": "The headline one two bold para three".split(),
        "unclaimed": "odd words tail".split(),
        "dropped": "ad ad inner ad hint but Share this no video here".split(),
        "outside": "outside words three after more".split(),
    }
    assert verdicts.account.kept == 10 and verdicts.account.unclaimed_words == 3
    assert verdicts.account.dropped_words == 11 and verdicts.account.outside == 5
    assert verdicts.choice == "root: article"


def test_reasons_stand_on_each_part_and_in_the_list() -> None:
    _, view = view_page(portal_with("article", ".ad", (("div.hint", "drop"),)), PAGE)
    assert 'title="dropped: drop: .ad — div.ad"' in view
    assert 'title="kept: paragraph — p"' in view
    assert 'title="unclaimed: no row for x-odd — x-odd"' in view
    assert "All 4 dropped parts" in view and "All 1 unclaimed parts" in view
    assert '<td class="number">4</td><td><a href="#m1-1">drop: .ad</a></td>' in view
    assert view.count('id="m1-1"') == 1


def test_a_page_without_rules_shows_what_was_guessed() -> None:
    verdicts, view = view_page(portal_with(), PLAIN)
    assert verdicts.choice == "guessed without a rule"
    assert "guessed without a rule" in view
    assert verdicts.confidence is not None
    assert f"<dt>confidence</dt><dd>{verdicts.confidence / 10:.1f} %</dd>" in view
    assert '<a href="#m1-text">' in view and view.count('id="m1-text"') == 1
    words = shown_words(view)
    assert words["kept"] == (SENTENCE * 10).split()
    assert words["outside"] == ["Home", "Sport", "Imprint"]
    assert "Read more here".split() == words["dropped"][-3:]
    assert "guess: " in view


def test_a_rejected_page_says_why() -> None:
    verdicts, view = view_page(portal_with("div.missing"), PAGE)
    assert verdicts.rejected is not None and verdicts.rejected.reason == "no-root"
    assert "no-root: none of the root rules matches: div.missing" in view
    assert shown_words(view)["kept"] == [] and "Go to the text" not in view


def test_a_page_whose_text_is_dropped_shows_by_what() -> None:
    verdicts, view = view_page(portal_with("article", "article > *"), "<article><p>all gone</p>")
    assert verdicts.rejected is not None and verdicts.rejected.reason == "empty"
    assert shown_words(view)["dropped"] == ["all", "gone"]
    assert verdicts.account.dropped == (("drop: article > *", 2),)


def test_comments_that_a_rule_drops_are_dropped_with_all_inside() -> None:
    rows = ((".c", "comments"), (".one", "comment"))
    source = "<article><p>text</p><div class=c><div class=one><p>so <b>bad</b></p></div></div>"
    kept, _ = view_page(portal_with("article", tags=rows), source)
    assert kept.account.kept == 3
    verdicts, view = view_page(portal_with("article", tags=rows, comments="drop"), source)
    assert shown_words(view)["dropped"] == ["so", "bad"]
    assert verdicts.account.dropped == (("article.comments: drop", 2),)
    assert "article.comments: drop" in view


def test_the_same_page_gives_the_same_bytes() -> None:
    portal = portal_with("article", ".ad")
    assert view_page(portal, PAGE)[1] == view_page(portal, PAGE)[1]


@pytest.mark.parametrize("name", "p b h2 li td select svg object noscript x-a table a".split())
def test_words_of_the_view_are_those_of_the_extraction(name: str) -> None:
    source = (
        f"<body>before <div id=root>start <{name}> two <i>three</i> <p>four</p> five</{name}> six"
        " </div> after</body>"
    )
    portal = portal_with("#root")
    _, view = view_page(portal, source)
    read = read_body(Page(URL, source), portal.article.body, base_tags())
    words = shown_words(view)
    assert sorted(words["kept"] + words["unclaimed"]) == sorted(block_words(read.blocks))  # type: ignore[union-attr]
    assert len(words["dropped"]) == read.account.dropped_words  # type: ignore[union-attr]
    assert words["outside"] == ["before", "after"]


@pytest.mark.parametrize("config", ["orf", "heise", "lrt", "thenation"])
def test_words_of_real_pages_are_those_of_their_articles(shared: Path, config: str) -> None:
    portal = load_portal(Path("site_configs") / f"{config}.yaml")
    folder = shared / "cases" / "fundus"
    lines = (folder / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    found = [row for row in rows if row["publisher"].lower() == config]
    assert found
    for row in found:
        page = read_page(row["url"], gzip.decompress((folder / row["html_file"]).read_bytes()))
        extract = read_article_page(portal, page)
        assert isinstance(extract, PageExtract)
        view = b"".join(write_page_file([read_element_verdicts(portal, page)])).decode()
        words = shown_words(view)
        texts = "".join(block_words(extract.blocks))
        assert sorted("".join(words["kept"] + words["unclaimed"])) == sorted(texts)
        assert abs(len(words["dropped"]) - extract.account.dropped_words) <= 3, (
            "edges of inline tags"
        )
