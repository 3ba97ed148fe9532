"""The view shows the parts that a page loads (``article.parts``) in the colours of their text."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from lxml import html
from shown_page import URL, portal_with, view_page

from webarticlecurator.articles.by_rules.loaded_parts import read_loaded_part
from webarticlecurator.base.model.article import PageExtract
from webarticlecurator.base.model.blocks import block_words
from webarticlecurator.base.portal.article_rules import PartRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.trial.marked_page import write_page_file
from webarticlecurator.proposing.trial.page_verdicts import PageVerdicts
from webarticlecurator.proposing.trial.verdicts import read_element_verdicts, read_part_verdicts

SOURCE = "<article><p>The text.</p></article>"
ARTICLE = Page(URL, SOURCE)
COMMENTS = PartRules((Rule("css", "a"),), "comments", root=(Rule("css", "li"),))
PART = (
    "<p>Sort by date</p><ul><li>first <i class=ad>buy</i><ul><li>reply</ul>"
    "<li><x-odd>odd</x-odd> last</ul>"
)
LOADED = "https://echo.example/comments"
COLOURS = {"kept", "unclaimed", "dropped", "outside"}


def read_part(portal: Portal, part: PartRules, source: str) -> list[PageVerdicts]:
    return list(read_part_verdicts(portal, ARTICLE, Page(LOADED, source), part))


def words_of(verdicts: list[PageVerdicts], state: str) -> list[str]:
    """The words that the view shows in a colour, in order."""
    view = b"".join(write_page_file(verdicts)).decode("utf-8")
    words = []
    for main in html.document_fromstring(view).cssselect("main.page"):
        for text in main.xpath(".//text()"):
            holder = text.getparent().getparent() if text.is_tail else text.getparent()
            states = (each.get("class", "").split() for each in (holder, *holder.iterancestors()))
            found = next(s for each in states for s in each if s in COLOURS)
            words += text.split() if found == state else []
    return words


@pytest.mark.parametrize("kind", ["comments", "feed-entries", "text"])
def test_words_of_a_part_are_those_of_the_article(kind: str) -> None:
    portal, part = (
        portal_with("article", ".ad"),
        PartRules(COMMENTS.address, kind, (), COMMENTS.root),
    )
    read = read_loaded_part(portal, ARTICLE, Page(LOADED, PART), part)
    assert isinstance(read, PageExtract)
    verdicts = read_part(portal, part, PART)
    kept = words_of(verdicts, "kept") + words_of(verdicts, "unclaimed")
    assert Counter(kept) == Counter(block_words(read.blocks)) and "reply" in kept
    assert words_of(verdicts, "dropped") == ["buy"]
    assert words_of(verdicts, "outside") == "Sort by date".split()
    (only,) = verdicts
    assert (only.account.kept, only.account.dropped) == (read.account.kept, read.account.dropped)
    assert only.account.outside == 3 and only.choice == "root: li"


def test_an_entry_is_named_by_what_it_becomes_and_counted_once() -> None:
    view = b"".join(write_page_file(read_part(portal_with("article"), COMMENTS, PART))).decode()
    assert 'title="kept: comment — li"' in view
    assert "All 1 unclaimed parts" in view


def test_a_part_has_a_heading_and_facts_of_its_own() -> None:
    portal = portal_with("article")
    page = read_element_verdicts(portal, ARTICLE)
    view = b"".join(write_page_file([page, *read_part(portal, COMMENTS, PART)])).decode()
    assert '<h2 id="page1">The page</h2>' in view
    assert f'<h2 id="page2">Loaded part, comments: {LOADED}</h2>' in view
    assert "<dt>loaded part</dt><dd>comments</dd>" in view
    assert '<td class="number">6</td><td>text of the article</td>' in view, "of page and part"


def test_entries_in_json_stand_under_one_heading() -> None:
    rule = Rule("json", "entries[]")
    part = PartRules(COMMENTS.address, "feed-entries", page=(rule,))
    source = json.dumps({"entries": [f"<p>entry {n}</p>" for n in range(9)]})
    verdicts = read_part(portal_with("article"), part, source)
    assert len(verdicts) == 9
    view = b"".join(write_page_file(verdicts)).decode()
    assert view.count("Loaded part, feed-entries") == 1
    assert view.count("<dt>loaded part</dt>") == 1
    assert words_of(verdicts, "kept") == [w for n in range(9) for w in ("entry", str(n))]
    assert view.count('id="m9-text"') == 1


def test_comments_that_a_rule_drops_are_dropped_in_parts_too() -> None:
    verdicts = read_part(portal_with("article", comments="drop"), COMMENTS, PART)
    assert words_of(verdicts, "kept") == []
    (only,) = verdicts
    assert only.rejected is not None and only.rejected.reason == "empty"


def test_a_page_without_parts_shows_none() -> None:
    assert "oaded part" not in view_page(portal_with("article"), SOURCE)[1]
