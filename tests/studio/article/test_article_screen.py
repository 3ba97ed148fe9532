"""What the article view shows of a page, and which of its parts belong together."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest
from article_portal import RULES, address, stored_article, stored_page

pytest.importorskip("nicegui")

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import reader_language
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.joined_article import ArticleBodies
from webarticlecurator.proposing.trial.page_verdicts import ElementVerdict
from webarticlecurator.studio.frame.page_frame import NO_NODE
from webarticlecurator.studio.shown_page.article_screen import read_article_screen
from webarticlecurator.studio.shown_page.screen import ArticleScreen, ShownBlock
from webarticlecurator.studio.shown_page.screen_changes import list_changes
from webarticlecurator.studio.shown_page.screen_index import ScreenIndex, find_opening, make_marks
from webarticlecurator.studio.shown_page.screen_lines import (
    describe_verdict,
    describe_words,
    make_value_lines,
)


def read(folder: Path, rules: str = RULES) -> ArticleScreen:
    file = folder / "small.yaml"
    file.write_text(rules, encoding="utf-8")
    return read_screen(load_portal(file), stored_article())


def read_screen(portal: Portal, article: ArticleBodies) -> ArticleScreen:
    screen = read_article_screen(portal, article, address(1))
    assert isinstance(screen, ArticleScreen)
    return screen


def node_of(tag: str, place: int = 0) -> int:
    elements = stored_page().page(load_portal_of_rules()).elements.all
    return [number for number, each in enumerate(elements) if each.tag == tag][place]


def load_portal_of_rules() -> Portal:
    return load_portal(Path("small.yaml"), content=RULES.encode())


def test_blocks_know_their_elements_and_their_lines_of_the_tei(tmp_path: Path):
    screen = read(tmp_path)
    shown = [(block.name, block.text, block.state) for block in screen.blocks]
    assert shown == [
        ("paragraph", "The first paragraph of story 1 is short.", "kept"),
        ("paragraph", "Buy one now!", "kept"),
        ("heading", "A part of it", "kept"),
        ("paragraph", "The second paragraph has more words than the first one.", "kept"),
        ("figure", "", "kept"),
        ("media-link", "A house", "kept"),
        ("caption", "A caption of story 1.", "kept"),
        ("paragraph", "What no dictionary knows.", "unclaimed"),
    ]
    assert screen.blocks[0].nodes == (node_of("p", 1),)
    assert screen.blocks[1].nodes == (node_of("div", 1),)
    assert screen.blocks[3].nodes == (node_of("p", 2),)
    assert screen.blocks[5].nodes == (node_of("img"),)
    assert screen.blocks[7].nodes == (node_of("custom-box"),)
    for block in screen.blocks:
        if block.text and block.name != "media-link":
            (line,) = block.lines
            assert block.text.split()[-1] in screen.tei[line]
    assert "<graphic" in screen.tei[screen.blocks[5].lines[0]]


def test_values_name_their_source_and_the_element_of_a_rule(tmp_path: Path):
    screen = read(tmp_path, f"{RULES}  metadata: {{authors: .author, section: [{{meta: x}}]}}\n")
    values = {each.field: each for each in screen.values}
    assert (values["authors"].value, values["authors"].source) == ("Anna Small", "css:.author")
    assert values["authors"].node == node_of("b")
    assert values["title"].node == node_of("h1")
    assert values["language"].node == NO_NODE
    assert ("authors", "css:.author") in {
        (each.label, each.note) for each in make_value_lines(screen)
    }


def test_every_element_has_a_verdict_and_what_is_outside_is_marked_once(tmp_path: Path):
    screen = read(tmp_path, f"{RULES}    drop: .promo\n")
    index = ScreenIndex(screen)
    states = {tag: index.verdict_of(node_of(tag)).state for tag in ("nav", "h1", "em", "h2")}
    assert states == {"nav": "outside", "h1": "outside", "em": "kept", "h2": "kept"}
    promo = index.verdict_of(node_of("div", 1))
    assert (promo.state, promo.reason) == ("dropped", "drop: .promo")
    marks = {(mark.node, mark.state): mark.label for mark in make_marks(screen)}
    assert marks[node_of("div"), "kept"] == "text root: div.text"
    assert marks[node_of("div", 1), "dropped"] == "dropped: .promo"
    assert (node_of("nav"), "outside") in marks
    assert (node_of("a"), "outside") not in marks
    assert (node_of("article"), "outside") not in marks
    assert dict(describe_words(screen))["dropped"] == "3 dropped"


def test_a_part_leads_to_the_same_part_in_the_others(tmp_path: Path):
    screen = read(tmp_path)
    index = ScreenIndex(screen)
    inside = index.link_node(node_of("em"))
    assert inside.blocks == (3,)
    assert inside.nodes == (node_of("p", 2),)
    assert inside == index.link_block(3) == index.link_line(screen.blocks[3].lines[0])
    assert index.link_node(node_of("footer")).blocks == ()
    assert index.link_node(NO_NODE).nodes == ()
    assert index.link_block(99).nodes == index.link_line(0).nodes == ()


def test_nothing_below_a_dropped_element_belongs_to_a_block_around_it(tmp_path: Path):
    screen = read(tmp_path, f"{RULES}    drop: em\n")
    assert ScreenIndex(screen).link_node(node_of("em")).blocks == ()


def test_a_rejected_page_says_why(tmp_path: Path):
    screen = read(tmp_path, RULES.replace("div.text", "div.other"))
    assert screen.rejected == "no-root: none of the root rules matches: div.other"
    assert screen.blocks == screen.tei == ()
    assert make_marks(screen) == []


def test_a_text_that_is_data_in_the_page_is_shown_without_marks(tmp_path: Path):
    data = escape(stored_page().content.decode())
    whole = stored_article(content=f"<body><textarea id=data>{data}</textarea>".encode())
    file = tmp_path / "small.yaml"
    file.write_text(RULES.replace("  body:", "  page: '#data'\n  body:"), encoding="utf-8")
    screen = read_screen(load_portal(file), whole)
    assert screen.blocks[0].text == "The first paragraph of story 1 is short."
    assert (screen.parents, screen.verdicts) == ((), {})
    (line,) = ScreenIndex(screen).link_block(0).lines
    assert "The first paragraph" in screen.tei[line]


def test_changes_are_named(tmp_path: Path):
    before = read(tmp_path)
    after = read(tmp_path, f"{RULES}    drop: .promo\n  metadata: {{authors: .author}}\n")
    texts = [words for words, _ in list_changes(before, after)]
    assert "authors: the same value, now from css:.author (before: page:byline)" in texts
    assert "removed: paragraph “Buy one now!”" in texts
    titled = read(tmp_path, f"{RULES}  metadata: {{title: h1.headline}}\n")
    ((words, _),) = list_changes(before, titled)
    assert words == "title: the same value, now from css:h1.headline (before: css:h1)"
    assert list_changes(before, before)[0][0] == "Nothing changes on this page."
    rejected = read(tmp_path, RULES.replace("div.text", "div.other"))
    words, state = list_changes(before, rejected)[0]
    assert state == "dropped"
    assert words.startswith("The page is no longer an article: no-root")


# Nodes: 0 html, 1 body, 2 and 3 boxes before and with the text, 4, 5, 6 in the first, 7, 8 in that.
PARENTS = (NO_NODE, 0, 1, 1, 2, 2, 2, 3, 3)
LONG = "A long paragraph, as it stands in the text of an article and nowhere else. " * 2


def open_with(*blocks: tuple[str, str, int], depth: int = 0) -> list[tuple[int, str]]:
    """What a page opens with whose text is of these blocks: name, text and number of the element;
    ``depth`` is that of those in the first box."""
    made = [
        ShownBlock(name, depth if node < 7 else 0, text, "kept", (node,))
        for name, text, node in blocks
    ]
    return [*find_opening(ArticleScreen(parents=PARENTS, blocks=tuple(made)))]


def test_a_page_opens_with_the_first_long_paragraph_of_the_text_proper() -> None:
    text = ("paragraph", LONG * 9, 7), ("paragraph", LONG * 9, 8)
    biography = "paragraph", LONG, 4
    assert open_with(biography, *text) == [(4, LONG[:40]), (7, LONG[:40])]
    byline = "paragraph", "By Anna Small", 7
    assert open_with(("heading", "A heading", 7), byline, ("paragraph", LONG, 8)) == [
        (7, "A heading"),
        (7, "By Anna Small"),
        (8, LONG[:40]),
    ]


def test_a_page_opens_with_what_is_too_long_for_a_lead() -> None:
    text = ("paragraph", LONG * 30, 7), ("paragraph", LONG * 30, 8)
    begin = ("paragraph", LONG * 3, 4), ("paragraph", LONG, 5)
    assert open_with(*begin, *text) == [(4, LONG[:40])]
    points = [("paragraph", LONG * 2, node) for node in (4, 5, 6)]
    assert open_with(*points, *text)[-1] == (4, LONG[:40])
    assert open_with(*points, *text, depth=2)[-1] == (7, LONG[:40])  # a list of points


def test_a_page_opens_with_whatever_text_it_has() -> None:
    assert open_with(("paragraph", "short", 7), ("paragraph", "shorter", 8)) == [(7, "short")]
    assert open_with(("heading", "Alone", 7)) == [(7, "Alone")]
    assert open_with(("list", "", NO_NODE)) == []
    no_tree = ArticleScreen(blocks=(ShownBlock("paragraph", 0, LONG, "kept", (3,)),))
    assert [*find_opening(no_tree)] == [(3, LONG[:40])]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("drop: .ad", "verworfen: .ad"),
        ("tags: iframe (fallback)", "verworfen: Ersatztext von iframe"),
        ("drop: nav (no root is configured)", "verworfen: nie Text: nav"),
        ("guess: line of a date", "verworfen: Zeile mit Datum"),
        ("article.comments: drop", "verworfen: Kommentare werden weggelassen"),
    ],
)
def test_what_drops_an_element_is_said_in_the_language_of_the_reader(rule: str, words: str):
    token = reader_language.set("de")
    try:
        assert describe_verdict(ElementVerdict("dropped", rule)) == words
    finally:
        reader_language.reset(token)
