"""What is written into a portal file when somebody says what an element means."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from article_portal import RULES

pytest.importorskip("nicegui")

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.article import Article
from webarticlecurator.base.model.fields import DATES_IN_ADDRESS, FIELD_NAMES
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.pages.rules.selectors import OPERATIONS as TAG_OPERATIONS
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.repair.design_differences import list_design_names
from webarticlecurator.proposing.text_rules.pointed_selectors import SelectorProposal
from webarticlecurator.proposing.trial.one_article import extract
from webarticlecurator.proposing.trial.selector_survey import SelectorCount
from webarticlecurator.studio.article.meanings import (
    MEANINGS,
    OPERATIONS,
    MeaningProposal,
    find_meaning,
    write_proposal,
)
from webarticlecurator.studio.article.proposal_support import (
    choose_proposals,
    count_in_address,
    count_in_design,
    describe_support,
    list_address_parts,
)
from webarticlecurator.studio.article.rule_proposals import describe_picked_element


def write(text: str, word: str, selector: str, attribute: str = "", layout: str = "") -> str:
    proposal = MeaningProposal(find_meaning(word), selector, attribute, layout, selector)
    return write_proposal(text, proposal)


def article_of(text: str) -> dict:
    return yaml.load(text, Loader=yaml.BaseLoader)["article"]


def test_every_button_writes_a_file_that_can_be_used():
    for meaning in MEANINGS:
        text = write(RULES, meaning.word, "p.one")
        assert text.startswith("# kept by hand\nportal: small\n")
        assert "# the text" in text or meaning.word == "root"
        load_portal(Path("small.yaml"), content=text.encode())
        if meaning.kind == "field":
            assert meaning.target in FIELD_NAMES


def test_a_new_root_is_tried_before_those_that_are_there():
    text = write(RULES, "root", "main")
    assert article_of(text)["body"]["root"] == ["main", "div.text"]
    again = write(text, "root", "div.text")
    assert article_of(again)["body"]["root"] == ["div.text", "main"]
    assert write(again, "root", "div.text") == again


def test_drops_are_added_once_and_comments_stay():
    text = f"{RULES}    drop:\n      - .ad  # theirs\n      - script\n"
    once = write(text, "drop", ".promo")
    assert once == f"{text}      - .promo\n"
    assert write(once, "drop", ".promo") == once


def test_a_drop_is_taken_back_and_others_stay():
    text = f"{RULES}    drop: [.ad, {{css: .promo, text: x}}]\n"
    once = write(text, "keep", ".promo")
    assert article_of(once)["body"]["drop"] == [".ad"]
    assert write(once, "keep", ".promo") == once
    assert "drop" not in article_of(write(once, "keep", ".ad"))["body"]
    assert write(RULES, "keep", ".ad") == RULES


def test_a_line_is_left_out_by_its_words_and_taken_back():
    drop, keep = (
        MeaningProposal(find_meaning(word), r"^Read more:.*$", is_line=True)
        for word in ("drop", "keep")
    )
    once = write_proposal(RULES, drop)
    assert article_of(once)["body"]["clean"] == [[r"^Read more:.*$", ""]]
    load_portal(Path("small.yaml"), content=once.encode())
    other = MeaningProposal(find_meaning("drop"), "^By the way$", is_line=True)
    twice = write_proposal(once, other)
    assert len(article_of(twice)["body"]["clean"]) == 2
    assert write_proposal(twice, drop) == twice
    assert article_of(write_proposal(twice, keep))["body"]["clean"] == [["^By the way$", ""]]


def test_a_source_comes_before_the_others_of_its_field():
    text = f"{RULES}  metadata:\n    title:\n      # long since\n      - h1  # all\n"
    written = write(text, "title", "h1.headline")
    assert "      # long since\n      - h1.headline\n      - h1  # all\n" in written
    dated = write(text, "published", "time", "datetime")
    assert article_of(dated)["metadata"]["published"] == {"css": "time", "attr": "datetime"}


def test_a_field_that_was_switched_off_gets_the_source_alone():
    written = write(f"{RULES}  metadata: {{subtitle: none}}\n", "subtitle", "h2.sub")
    assert article_of(written)["metadata"] == {"subtitle": "h2.sub"}


LAYOUTS = f"""{RULES}  layouts:
    - {{name: old, when: td, body: {{root: td.old}}}}
    - name: older
      when: font
"""


def test_a_layout_gets_what_it_says_itself_and_the_article_the_rest():
    text = write(LAYOUTS, "root", "td.new", layout="old")
    assert article_of(text)["layouts"][0]["body"]["root"] == ["td.new", "td.old"]
    assert article_of(text)["body"]["root"] == "div.text"
    text = write(LAYOUTS, "drop", ".ad", layout="old")
    assert article_of(text)["body"]["drop"] == ".ad"
    text = write(LAYOUTS, "root", "main", layout="older")
    assert article_of(text)["body"]["root"] == ["main", "div.text"]


def test_a_tag_gets_a_row_in_the_file_and_none_beside_a_table():
    text = write(RULES, "caption", "div.under")
    assert article_of(text)["body"]["tags"] == {"div.under": "caption"}
    other = write(text, "tag:unwrap", "div.under")
    assert article_of(other)["body"]["tags"] == {"div.under": "unwrap"}
    with pytest.raises(UsageError, match=r"in the table small\.tags\.tsv"):
        write(f"{RULES}    tags: small.tags.tsv\n", "caption", "div.under")


def test_operations_are_those_of_the_tag_dictionary():
    assert {*TAG_OPERATIONS} - {*OPERATIONS} == {"drop"}
    with pytest.raises(UsageError, match="unknown meaning"):
        find_meaning("nonsense")
    with pytest.raises(UsageError, match="unknown meaning"):
        find_meaning("tag:nonsense")


def test_a_teaser_makes_an_article_partly_accessible_and_pages_still_speak_for_themselves():
    written = write(RULES, "teaser", "div.wall")
    assert article_of(written)["metadata"]["access"] == [
        {"css": "div.wall", "replace": [["(?s)^.*$", "partial"]]},
        {"jsonld": "isAccessibleForFree"},
    ]
    page = (
        b'<html><body><div class="text"><p>One two three four.</p></div>'
        b'<div class="wall">Buy\nthis</div></body></html>'
    )
    portal = load_portal(Path("small.yaml"), content=written.encode())
    found = extract(portal, "https://small.example/a", page)
    assert isinstance(found, Article)
    assert found.metadata.first("access") == "partial"
    free = extract(portal, "https://small.example/a", page.replace(b"wall", b"other"))
    assert isinstance(free, Article)
    assert free.metadata.first("access") is None


@pytest.mark.parametrize("are_outside", [True, False])
def test_comments_are_read_where_they_are_outside_of_the_text_and_inside_of_it(are_outside: bool):
    proposal = MeaningProposal(
        find_meaning("comments"), "#talk", signature="div#talk", are_outside=are_outside
    )
    written = write_proposal(RULES, proposal)
    assert article_of(written)["body"]["root"] == ("div.text, #talk" if are_outside else "div.text")
    talk = "<div id=talk><p>I agree.</p></div>"
    inside, outside = ("", talk) if are_outside else (talk, "")
    page = f"<html><body><div class=text><p>One two three.</p>{inside}</div>{outside}</body></html>"
    portal = load_portal(Path("small.yaml"), content=written.encode())
    found = extract(portal, "https://small.example/a", page.encode())
    assert isinstance(found, Article)
    (comments,) = [each for each in found.blocks if each.name == "comments"]
    assert "I agree." in str(comments)
    with pytest.raises(UsageError, match=r"in the table small\.tags\.tsv"):
        write_proposal(f"{RULES}    tags: small.tags.tsv\n", proposal)


def test_parts_of_an_address_are_found_on_other_addresses():
    url = "https://sport.small.example/news/local/2024/05/02/a-story?page=1&topic=dogs"
    parts = dict(list_address_parts(url))
    assert [*parts][:3] == ["sport", "news", "local"]
    other = "https://city.small.example/world/far/other?topic=cats"
    found = {
        word: count_in_address(other, patterns)[0].text
        for word, patterns in parts.items()
        if word in ("sport", "news", "local", "dogs")
    }
    assert found == {"sport": "city", "news": "world", "local": "far", "dogs": "cats"}
    assert count_in_address("https://www.small.example/about", parts["news"])[0].selected == 0
    assert list_address_parts("http://[broken") == []


def test_a_section_and_a_date_are_read_from_the_address():
    (pattern,) = dict(list_address_parts("https://small.example/sport/2024/05/02/a"))["sport"]
    text = write(RULES, "address-section", pattern)
    text = write(text, "address-published", DATES_IN_ADDRESS[1][0])
    text = write(text, "address-published", DATES_IN_ADDRESS[0][0])
    portal = load_portal(Path("small.yaml"), content=text.encode())
    page = b"<html><body><div class=text><p>One two three.</p></div></body></html>"
    for address in ("sport/2024/05/02/a", "sport/20240502/a"):
        found = extract(portal, f"https://small.example/{address}", page)
        assert isinstance(found, Article)
        assert found.metadata.first("section") == "sport"
        assert found.metadata.first("published") == "2024-05-02"


@pytest.mark.parametrize(
    ("line", "author", "day"),
    [
        ("2024. március 1. | Kovács Anna", "Kovács Anna", "2024-03-01"),
        ("Kovács Anna, 2024. 03. 01. 10:15", "Kovács Anna", "2024-03-01"),
        ("Kovács Anna | 2024. március 1. | hozzászólások (2)", "Kovács Anna", "2024-03-01"),
        ("2024. március 1. 10:15 • Kovács Anna • 3 perc", "Kovács Anna", "2024-03-01"),
        ("Belföld 2024.03.01., Kovács Anna", "Kovács Anna", "2024-03-01"),
    ],
)
def test_the_author_and_the_day_of_one_line_are_each_read_without_the_other(
    line: str, author: str, day: str
):
    body = f"<p class=line>{line}</p><div class=text><p>One two three.</p></div>"
    page = f"<html><body>{body}</body></html>".encode()
    portal = load_portal(Path("small.yaml"), content=f"{RULES}language: hu\n".encode())
    stored = StoredPage("https://small.example/a", page, "text/html; charset=utf-8")
    node = next(n for n, e in enumerate(stored.page(portal).elements.all) if e.tag == "p")
    picked = describe_picked_element(portal, stored, node)
    text = f"{RULES}language: hu\n"
    for word in ("authors", "published"):
        proposal = MeaningProposal(
            find_meaning(word), "p.line", day=picked.day, without_day=picked.without_day
        )
        text = write_proposal(text, proposal)
    found = extract(load_portal(Path("small.yaml"), content=text.encode()), stored.url, page)
    assert isinstance(found, Article)
    assert found.metadata.texts("authors") == [author]
    assert (found.metadata.first("published") or "")[:10] == day


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Jan de Vries en Els Mol", ["Jan de Vries", "Els Mol"]),
        ("Anna Small, Bob Tall & Cy Old", ["Anna Small", "Bob Tall", "Cy Old"]),
        ("Jan de Vries", []),
        ("Enrico Blanden", []),
        ("Jan de Vries, 3 maart 2024", []),
    ],
)
def test_several_names_in_one_text_are_several_values(line: str, names: list[str]):
    page = f"<html><body><p>{line}</p><div class=text><p>One.</p></div></body></html>".encode()
    rules = f"{RULES}language: nl\n"
    portal = load_portal(Path("small.yaml"), content=rules.encode())
    stored = StoredPage("https://small.example/a", page, "text/html; charset=utf-8")
    node = next(n for n, e in enumerate(stored.page(portal).elements.all) if e.tag == "p")
    picked = describe_picked_element(portal, stored, node)
    assert [*picked.names] == names and bool(picked.joiner) == bool(names)
    proposal = MeaningProposal(find_meaning("authors"), "body > p", joiner=picked.joiner)
    text = write_proposal(rules, proposal)
    found = extract(load_portal(Path("small.yaml"), content=text.encode()), stored.url, page)
    assert isinstance(found, Article)
    assert not names or found.metadata.texts("authors") == names


def test_support_is_counted_in_the_design_of_the_page():
    def store(body: str) -> StoredPage:
        page = f"<html><body>{body}</body></html>".encode()
        return StoredPage("https://small.example/a", page, "text/html; charset=utf-8")

    portal = load_portal(Path("small.yaml"), content=RULES.encode())
    new = store('<main class="m1"><h1 class="t">A</h1><b class="by">Ann</b></main>')
    other = store('<main class="m1"><h1 class="t">A</h1><i class="gallery">Bob</i></main>')
    old = store('<div id="old"><h2 class="head">A</h2><b class="writer">Ann</b></div>')
    names = list_design_names(portal, new, False)
    counts = [count_in_design(portal, each, ("b.by",), names) for each in (new, other, old)]
    assert [each and each[0].selected for each in counts] == [1, 0, None]


def test_a_day_in_another_language_than_that_of_the_portal_says_in_which_ones_it_is():
    page = "<html><body><p>2024. március 1. | Kovács Anna</p></body></html>".encode()
    portal = load_portal(Path("small.yaml"), content=RULES.encode())
    stored = StoredPage("https://small.example/a", page, "text/html; charset=utf-8")
    node = next(n for n, e in enumerate(stored.page(portal).elements.all) if e.tag == "p")
    picked = describe_picked_element(portal, stored, node)
    assert (picked.day, picked.languages) == ("", ("hu",))


def test_what_is_dropped_is_the_box_then_the_element_then_its_line():
    def best(*proposals: SelectorProposal) -> str:
        support = choose_proposals(proposals, (), "https://echo.example/1", True)
        return support.ranked[support.best].proposal.css

    wide = SelectorProposal("div.story h3", 8, 7, is_wide=True)
    line = SelectorProposal("^Read more: One$", 1, 0, is_line=True)
    label = SelectorProposal("^Read more:.*$", 3, 2, is_line=True)
    element = SelectorProposal("p.more", 1, 0)
    box = SelectorProposal("div.box", 1, 0, is_box=True)
    assert best(wide, line, label, element, box) == "div.box"
    assert best(wide, line, label, element) == "p.more"
    assert best(wide, line, label) == "^Read more:.*$"
    assert best(wide, line) == "^Read more: One$"


def test_what_takes_much_of_another_page_is_not_dropped_first():
    proposals = (SelectorProposal("div.content", 1, 0), SelectorProposal("div.promo", 1, 0))
    counted = [("https://echo.example/2", (SelectorCount(1, "All", True), SelectorCount(0)))]
    support = choose_proposals(proposals, counted, "https://echo.example/1", True)
    assert support.ranked[support.best].proposal.css == "div.promo"
    much = next(each for each in support.ranked if each.much)
    assert "a fifth" in describe_support(much, 1, 1, is_list=True)
    assert "a fifth" not in describe_support(much, 1, 1, is_list=False)
