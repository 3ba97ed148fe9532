"""Where the text of blocks stands in a page and in a TEI document."""

from __future__ import annotations

from webarticlecurator.base.model.blocks import Node
from webarticlecurator.studio.shown_page.block_places import (
    BlockLine,
    list_block_lines,
    list_tei_texts,
    match_texts,
)


def test_texts_are_matched_in_order_whatever_their_white_space():
    pieces = [("p1", "One\n two "), ("p1", "three"), ("p2", "  "), ("p3", "one two"), ("p4", "One")]
    found = match_texts(pieces, ["One two three", "one\u00a0two", "One", ""])
    assert found == [("p1",), ("p3",), ("p4",), ()]


def test_a_text_over_several_pieces_has_them_all():
    assert match_texts([(1, "Ab"), (2, "cd"), (3, "ef")], ["bcde"]) == [(1, 2, 3)]


def test_what_stands_in_another_order_is_found_and_what_was_changed_is_not():
    pieces = [("comment", "I agree."), ("text", "The text."), ("end", "The end.")]
    found = match_texts(pieces, ["The text.", "The changed end.", "The end.", "I agree."])
    assert found == [("text",), (), ("end",), ("comment",)]


def test_blocks_are_lines_with_their_own_text():
    link = Node("link", ("linked",), (("target", "https://e.example/"),))
    blocks = (
        Node("heading", ("Two ", link, " words")),
        Node("list", (Node("item", (Node("paragraph", ("one", Node("line-break"), "two")),)),)),
        Node("figure", (Node("media-link", (), (("alt", "A house"), ("target", "x.png"))),)),
    )
    assert list(list_block_lines(blocks)) == [
        BlockLine("heading", 0, "Two linked words"),
        BlockLine("list", 0, ""),
        BlockLine("item", 1, ""),
        BlockLine("paragraph", 2, "one two"),
        BlockLine("figure", 0, ""),
        BlockLine("media-link", 1, "A house", is_media=True),
    ]


def test_only_the_text_of_a_tei_document_has_texts():
    lines = ["<TEI>", "<title>T</title>", "<text>", "<p>a &lt; <hi>b</hi></p>", "</text>"]
    assert list(list_tei_texts(lines)) == [(2, ""), (3, "a < b"), (4, "")]
