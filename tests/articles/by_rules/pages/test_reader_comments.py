"""``article.comments: pseudonyms``: no name of a reader is left in the comments of a page."""

from __future__ import annotations

import re

import pytest
from block_grammar import find_grammar_errors

from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.articles.by_rules.pseudonyms import Pseudonyms, make_pseudonym
from webarticlecurator.base.model.article import PageExtract
from webarticlecurator.base.model.blocks import Node, block_words, blocks_below
from webarticlecurator.base.portal.article_rules import ArticleRules, BodyRules, TagRow
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import read_page

KEY = bytes(range(32))
TAGS = (
    ("div.cs", "comments"),
    ("div.c", "comment"),
    ("b.who", "comment-author"),
    ("i.meta", "comment-meta"),
)
RULES = ArticleRules(
    BodyRules(
        root=(Rule("css", "main"),),
        tags=tuple(TagRow(signature, operation) for signature, operation in TAGS),
    ),
    comments="pseudonyms",
)
ANNA, BELA = make_pseudonym(KEY, "Kiss Anna"), make_pseudonym(KEY, "béla_42")
FIRST = '<div class="c" id="c1"><b class="who">{}</b><p>{}</p></div>'
SECOND = '<div class="c" id="c2"><b class="who">béla_42</b><p>{}</p></div>'


def read(comments: str, rules: ArticleRules = RULES, key: bytes = KEY) -> PageExtract:
    html = f'<main><p>Kiss Anna wrote.</p><div class="cs">{comments}</div></main>'
    portal = Portal("echo", "https://echo.example/", article=rules, pseudonym_key=key)
    page = read_page("https://echo.example/a", html.encode(), "text/html; charset=utf-8")
    extract = read_article_page(portal, page)
    assert isinstance(extract, PageExtract)
    assert find_grammar_errors(Node("body", extract.blocks)) == []
    return extract


def comments_of(extract: PageExtract) -> list[Node]:
    return [n for block in extract.blocks if block.name == "comments" for n in block.nodes]


def text(first: str, second: str = "Nothing.", who: str = "Kiss Anna") -> str:
    """Return the text of the first comment without its author line."""
    comment = comments_of(read(FIRST.format(who, first) + SECOND.format(second)))[0]
    return " ".join(block_words(n for n in comment.nodes if n.name != "comment-author"))


def test_the_writer_is_replaced_and_the_article_is_not():
    extract = read(FIRST.format("Kiss Anna", "Text.") + SECOND.format("More."))
    first, second = comments_of(extract)
    assert (first.get("who"), second.get("who")) == (ANNA, BELA)
    assert [block_words([n]) for n in first.nodes] == [[ANNA], ["Text."]]
    assert block_words(extract.blocks[:1]) == ["Kiss", "Anna", "wrote."]


def test_a_pseudonym_is_one_word_and_depends_on_name_and_key_alone():
    assert re.fullmatch("reader-[a-z2-7]{12}", ANNA)
    variants = ("Kiss  Anna", " Kiss\tAnna:", "@Kiss Anna", "Kiss Anna •")
    assert {make_pseudonym(KEY, variant) for variant in variants} == {ANNA}
    assert make_pseudonym(KEY, "e\u0301") == make_pseudonym(KEY, "é")
    others = {make_pseudonym(KEY, name) for name in ("kiss anna", "Kiss Anna2", ":", "::")}
    assert ANNA not in others and len(others) == 4
    assert make_pseudonym(b"x" * 32, "Kiss Anna") != ANNA


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("béla_42 is right", f"{BELA} is right"),
        ("As béla_42, and @béla_42: said", f"As {BELA}, and @{BELA}: said"),
        ("I, Kiss\n Anna, say", f"I, {ANNA}, say"),
        ("Kiss Annának, xbéla_42, béla_421, Béla_42", "Kiss Annának, xbéla_42, béla_421, Béla_42"),
        ("<em>béla_42</em>!", f"{BELA}!"),
        ('<a href="/u/7">béla_42</a> says', f"{BELA} says"),
        ('<blockquote cite="https://e.example/x">béla_42: yes</blockquote>', f"{BELA}: yes"),
    ],
)
def test_names_in_the_text_of_comments_are_replaced_where_they_are_whole(first, expected):
    assert text(first) == expected


def test_names_among_other_words_are_replaced_in_scripts_without_spaces():
    comments = [
        Node("comment", (Node("paragraph", (said,)),), (("who", name),))
        for name, said in (("王小明", "同意@สมชาย说的。"), ("สมชาย", "我觉得王小明说得对，Anna王"))
    ]
    block = Node("comments", tuple(comments))
    (changed,) = Pseudonyms(KEY, (block,)).replace_names(block)
    first, second = (make_pseudonym(KEY, name) for name in ("王小明", "สมชาย"))
    said = [" ".join(block_words([each])) for each in changed.children]
    assert said == [f"同意@{second}说的。", f"我觉得{first}说得对，Anna王"]


def test_nothing_leads_to_a_profile():
    who = '<a href="https://social.example/anna">Kiss Anna</a>'
    linked = 'see <a href="https://social.example/anna">my page</a> and <a href="/x">this</a>'
    extract = read(FIRST.format(who, linked) + SECOND.format("@Kiss Anna"))
    targets = [n.get("target") for n in blocks_below(comments_of(extract)) if n.get("target")]
    assert targets == ["/x"] or targets == ["https://echo.example/x"]


def test_pictures_are_left_out_with_their_captions():
    picture = '<figure><img src="/avatar/anna.png" alt="Kiss Anna"><figcaption>Kiss Anna</figcaption></figure>'
    extract = read(FIRST.format("Kiss Anna", "Text.") + SECOND.format(picture))
    names = {node.name for node in blocks_below(comments_of(extract))}
    assert names == {"comment", "comment-author", "paragraph"}


def test_lines_about_a_comment_keep_all_but_the_name():
    meta = '<i class="meta">by <b class="who">Kiss Anna</b> at 10</i><p>Text.</p>'
    (comment,) = comments_of(read(f'<div class="c">{meta}</div>'))
    assert block_words(comment.nodes[:1]) == ["by", ANNA, "at", "10"]


def test_ids_that_spell_a_name_are_replaced_with_the_references_to_them():
    comments = (
        '<div class="c" id="Kiss-Anna-1"><b class="who">Kiss Anna</b><p>One.</p>'
        '<div class="c" id="c2"><b class="who">béla_42</b><p>Two.</p></div></div>'
    )
    first, second = comments_of(read(comments))
    assert first.get("id") == second.get("reply-to")
    assert re.fullmatch("comment-[a-z2-7]{12}", first.get("id") or "")
    assert second.get("id") == "c2"


def test_a_reply_to_a_comment_of_which_nothing_is_left():
    comments = (
        '<div class="c" id="c1"><figure><img src="/x.png"></figure>'
        '<div class="c" id="c2"><b class="who">Kiss Anna</b><p>Two.</p></div></div>'
    )
    (second,) = comments_of(read(comments))
    assert (second.get("id"), second.get("reply-to")) == ("c2", None)


def test_the_account_tells_what_was_replaced():
    """Words of the page = kept + dropped; pseudonyms are words of the body besides."""
    comments = FIRST.format("Kiss Anna", "béla_42 is right.") + SECOND.format("Yes.")
    kept = read(comments, ArticleRules(RULES.body)).account
    extract = read(comments)
    assert extract.account.dropped == (("article.comments: pseudonyms", 4),)
    assert extract.account.kept + 4 == kept.kept
    assert len(block_words(extract.blocks)) == extract.account.kept + 3


def test_comments_without_any_known_writer_are_a_problem():
    (problem,) = read('<div class="c"><p>Kiss Anna: text</p></div>').problems
    assert problem.kind == "commenters-unknown"
    assert problem.where == "https://echo.example/a"
    with_one = read('<div class="c"><p>Text.</p></div>' + SECOND.format("Text."))
    assert with_one.problems == ()


def test_a_page_without_comments_is_as_it_was():
    page = read_page("https://echo.example/a", b"<main><p>Text.</p></main>", "text/html")
    portals = (
        Portal("echo", "https://echo.example/", article=rules, pseudonym_key=KEY)
        for rules in (RULES, ArticleRules(RULES.body))
    )
    one, other = (read_article_page(portal, page) for portal in portals)
    assert one == other


def test_a_thousand_names_in_a_long_text_take_no_long_time():
    comments = "".join(FIRST.format(f"Reader Name{n}", "word " * 200) for n in range(1000))
    assert len(comments_of(read(comments))) == 1000
