"""Several pages, one article; one page, several articles."""

from __future__ import annotations

from block_grammar import find_grammar_errors

from webarticlecurator.articles.by_rules.join_pages import MissingPage, join_pages
from webarticlecurator.articles.by_rules.split_parts import split_page
from webarticlecurator.base.model.article import Metadata, PageExtract, TextAccount
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.article_rules import Split
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page


def paragraph(text: str) -> Node:
    return Node("paragraph", (text,))


def comment(text: str, **attributes: str) -> Node:
    return Node(
        "comment",
        (paragraph(text),),
        tuple(sorted((k.replace("_", "-"), v) for k, v in attributes.items())),
    )


def page(number: int, *blocks: Node, kept: int = 0) -> PageExtract:
    account = TextAccount(kept, (("drop: .ad", number),), (("x-a", kept),), (("p", 1),), 10)
    return PageExtract(
        f"https://e.hu/a/{number}", Metadata(), blocks, account, (Problem("p", "w", str(number)),)
    )


def test_pages_are_joined_in_order_with_breaks_and_gaps() -> None:
    joined = join_pages(
        [
            page(1, paragraph("one"), kept=1),
            MissingPage("https://e.hu/a/2"),
            page(3, paragraph("three"), kept=1),
        ]
    )
    assert joined.blocks == (
        paragraph("one"),
        Node("gap", (), (("reason", "page-not-captured"), ("target", "https://e.hu/a/2"))),
        Node("page-break", (), (("n", "3"), ("target", "https://e.hu/a/3"))),
        paragraph("three"),
    )
    assert find_grammar_errors(Node("body", joined.blocks)) == []
    assert joined.account == TextAccount(2, (("drop: .ad", 4),), (("x-a", 2),), (("p", 2),), 20)
    assert [p.message for p in joined.problems] == ["1", "3"]


def test_a_continuation_without_its_first_page_begins_with_a_gap() -> None:
    joined = join_pages([MissingPage(), page(2, paragraph("two"))])
    assert [b.name for b in joined.blocks] == ["gap", "page-break", "paragraph"]
    assert joined.blocks[0].get("target") is None
    assert joined.blocks[1].get("n") is None, "it is unknown how many pages are missing before it"


def test_a_lead_that_every_page_repeats_stays() -> None:
    lead = Node("lead", (paragraph("l"),))
    assert [b.name for b in join_pages([page(1, lead), page(2, lead)]).blocks] == [
        "lead",
        "page-break",
        "lead",
    ]


def test_comments_of_all_pages_are_at_the_end_with_unique_ids() -> None:
    heading = Node("heading", ("2 comments",))
    one = Node("comments", (heading, comment("a", id="comment-1")))
    two = Node(
        "comments",
        (heading, comment("b", id="comment-1"), comment("c", id="k", reply_to="comment-1")),
    )
    joined = join_pages([page(1, paragraph("x"), one), page(2, paragraph("y"), two)])
    assert [b.name for b in joined.blocks] == ["paragraph", "page-break", "paragraph", "comments"]
    assert joined.blocks[-1].children == (
        heading,
        comment("a", id="comment-1"),
        Node("paragraph", ("2 comments",)),
        comment("b", id="page-2-comment-1"),
        comment("c", id="k", reply_to="page-2-comment-1"),
    )
    assert find_grammar_errors(Node("body", joined.blocks)) == []


def test_several_articles_on_a_page() -> None:
    text = "<div class=post id=p1><h2>A <i>b</i></h2><div class=post id=in></div></div><div class=post><h2>C</h2></div>"
    made = Page("https://e.hu/", text)
    assert [p.id for p in split_page(made, Split(Rule("css", "div.post")))] == ["p1", ""]
    assert [
        p.id for p in split_page(made, Split(Rule("css", "div.post"), (Rule("css", "h2"),)))
    ] == ["A b", "C"]
    assert [
        p.id for p in split_page(made, Split(Rule("css", "div.post"), (Rule("css", "h3"),)))
    ] == ["", ""]
