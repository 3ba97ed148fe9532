"""The view shows what ``body.clean`` and pseudonyms change, and no pseudonym."""

from __future__ import annotations

import re
from dataclasses import replace

from shown_page import URL, portal_with, shown_words, view_page

from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.base.model.article import PageExtract
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.pages.page.page import Page

COMMENTS = ((".cs", "comments"), (".c", "comment"), (".who", "comment-author"))
PAGE = (
    "<article><p>The text of Ann.</p><div class=cs>"
    "<div class=c><b class=who>Ann <i>Example</i></b><p>Not so.</p><img src=/ann.jpg alt=Ann></div>"
    "<div class=c><b class=who>Bob</b><p>Ann Example is right.</p></div></div></article>"
)


def clean_with(*pairs: tuple[str, str]) -> Portal:
    portal = portal_with("article")
    body = replace(portal.article.body, clean=pairs)
    return replace(portal, article=replace(portal.article, body=body))


def test_what_clean_replaces_is_listed_with_the_text_around_it() -> None:
    source = "<article><p>One (Echo) <b>two</b> <a href=/x>Read &amp; also: this</a><br>end</p>"
    portal = clean_with((r"\(Echo\)", "[E]"), ("Read.*\n", ""))
    verdicts, view = view_page(portal, source)
    assert [(change.rule, change.replacement) for change in verdicts.changes] == [
        (r"clean: \(Echo\)", "[E]"),
        ("clean: Read.*\n", ""),
    ]
    assert "All 2 changes of text" in view
    assert (
        r"<td>clean: \(Echo\)</td><td>One "
        '<del class="dropped">(Echo)</del><ins class="kept">[E]</ins> two Read &amp; also: this↵end'
    ) in view
    assert 'One [E] two <del class="dropped">Read &amp; also: this↵</del>' in view
    assert shown_words(view)["kept"][:2] == ["One", "(Echo)"], "the page itself is as it was"


def test_without_a_change_there_is_no_list() -> None:
    _, view = view_page(clean_with(("missing", "")), "<article><p>One two</p>")
    assert "changes of text" not in view


def test_markup_in_changed_text_is_escaped() -> None:
    source = "<article><p>a &lt;script>x()&lt;/script> b</p>"
    _, view = view_page(clean_with(("x", "<img src=y>")), source)
    assert "&lt;script&gt;" in view and "&lt;img src=y&gt;" in view
    assert "<script" not in view and "<img" not in view


def test_names_that_pseudonyms_replace_are_dropped_and_pictures_too() -> None:
    portal = portal_with("article", tags=COMMENTS, comments="pseudonyms")
    portal = replace(portal, pseudonym_key=bytes(range(32)))
    verdicts, view = view_page(portal, PAGE)
    words = shown_words(view)
    assert words["dropped"] == ["Ann", "Example", "Bob"]
    assert words["kept"] == "The text of Ann. Not so. Ann Example is right.".split()
    assert 'title="dropped: article.comments: pseudonyms — b.who"' in view
    assert 'title="dropped: article.comments: pseudonyms — img"' in view
    # two words of the name in a comment have no element of their own
    assert verdicts.account.dropped == (("article.comments: pseudonyms", 5),)


def test_no_pseudonym_is_in_the_view() -> None:
    portal = portal_with("article", tags=COMMENTS, comments="pseudonyms")
    portal = replace(portal, pseudonym_key=bytes(range(32)))
    read = read_article_page(portal, Page(URL, PAGE))
    assert isinstance(read, PageExtract) and "reader-" in str(read.blocks)
    assert not re.search("reader-", view_page(portal, PAGE)[1])


def test_comments_that_are_kept_keep_their_names() -> None:
    _, view = view_page(portal_with("article", tags=COMMENTS), PAGE)
    assert shown_words(view)["dropped"] == []
    assert 'title="kept: media-link — img"' in view
