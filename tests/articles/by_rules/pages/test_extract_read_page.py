"""One page through all steps, from the page checks to the blocks, and an article of several pages."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from block_grammar import find_grammar_errors

from webarticlecurator.articles.by_rules.assemble import ArticleContext, assemble_article
from webarticlecurator.articles.by_rules.identity import article_id, canonical_link, declared_url
from webarticlecurator.articles.by_rules.join_pages import MissingPage
from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.articles.by_rules.split_pages import read_split_page
from webarticlecurator.base.model.article import PageExtract, Rejected
from webarticlecurator.base.portal.article_rules import (
    ArticleRules,
    BodyRules,
    LayoutRules,
    Split,
    TagRow,
)
from webarticlecurator.base.portal.portal import AddressRules, Portal
from webarticlecurator.base.portal.rule import Condition, Rule
from webarticlecurator.pages.page.page import Page, read_page

URL = "https://echo.example/news/1"


def css(selector: str, **more: object) -> Rule:
    return Rule(kind="css", expression=selector, **more)  # type: ignore[arg-type]


RULES = ArticleRules(
    body=BodyRules(root=(css("main"),)),
    metadata=(("title", (css("h1"),)), ("authors", (css("i"),)), ("published", (css("time"),))),
)


def portal(rules: ArticleRules = RULES, *layouts: LayoutRules, **more: object) -> Portal:
    return Portal(
        id="echo",
        home="https://echo.example/",
        language="en",
        article=rules,
        layouts=layouts,
        **more,
    )  # type: ignore[arg-type]


def page(body: str, url: str = URL) -> Page:
    return Page(url, f"<html><body>{body}</body></html>")


def extract(of: Portal, stored: Page) -> PageExtract:
    found = read_article_page(of, stored)
    assert isinstance(found, PageExtract), found
    return found


def text(found: PageExtract) -> list[str]:
    return ["".join(block.texts()) for block in found.blocks]


def test_a_page_that_takes_its_metadata_from_another_is_read_without_them() -> None:
    stored = page("<h1>Title</h1><time>35 May</time><main><p>One.</p></main>")
    head, bare = (read_article_page(portal(), stored, skip_metadata=skip) for skip in (False, True))
    assert isinstance(head, PageExtract) and isinstance(bare, PageExtract)
    assert [p.kind for p in head.problems] == ["date-unreadable"] and head.metadata.first(
        "title"
    ) == "Title"
    assert (bare.metadata.fields, bare.problems, bare.stated) == ((), (), None)
    assert (bare.blocks, bare.account) == (head.blocks, head.account)


def test_metadata_and_blocks_of_one_page() -> None:
    found = extract(
        portal(), page("<h1>Title</h1><main><p>One <b>two</b>.</p><p>Three.</p></main>")
    )
    assert found.metadata.first("title") == "Title"
    assert text(found) == ["One two.", "Three."]
    assert (found.url, found.layout, found.problems) == (URL, "", ())


def test_a_page_that_the_gate_refuses_and_one_without_root() -> None:
    refused = read_article_page(portal(), page("<h1>Page not found</h1>"))
    assert isinstance(refused, Rejected)
    assert refused.reason == "soft-404"
    rootless = read_article_page(portal(), page("<p>Text</p>"))
    assert isinstance(rootless, Rejected)
    assert rootless.reason == "no-root"
    assert "main" in rootless.evidence


def test_the_rules_of_the_layout_are_used_and_its_name_is_kept() -> None:
    old = LayoutRules(
        "old",
        Condition(has=(css("td.cikk"),)),
        ArticleRules(body=BodyRules(root=(css("td.cikk"),)), kind="BlogPosting"),
    )
    of = portal(RULES, old)
    found = extract(
        of, page("<table><tr><td>menu</td><td class=cikk><p>Old text</p></td></tr></table>")
    )
    assert (found.layout, text(found)) == ("old", ["Old text"])
    made = assemble_article(of, ArticleContext(URL), [found])
    assert (made.kind, made.extra) == ("BlogPosting", {"layout": "old"})


def test_the_articles_html_out_of_json() -> None:
    rules = ArticleRules(
        page=(Rule(kind="json", expression="html"),),
        body=BodyRules(root=(css("body"),)),
        metadata=(("title", (Rule(kind="json", expression="title"),)), ("authors", (css("i"),))),
    )
    answer = json.dumps({"title": "Page not found", "html": "<p>Text &amp; more</p><i>Kis Éva</i>"})
    found = extract(portal(rules), Page(URL, answer))
    assert text(found)[0] == "Text & more"
    assert (found.metadata.first("title"), found.metadata.first("authors")) == (
        "Page not found",
        "Kis Éva",
    )
    nothing = read_article_page(portal(rules), Page(URL, '{"error": "404"}'))
    assert isinstance(nothing, Rejected)
    assert (nothing.reason, "article.page" in nothing.evidence) == ("no-root", True)


def test_comments_can_be_dropped_by_a_named_rule() -> None:
    rows = (TagRow("div.c", "comment"),)
    rules = replace(RULES, body=BodyRules(root=(css("main"),), tags=rows))
    stored = page("<main><p>One two</p><div class=c><p>I agree wholly</p></div></main>")
    kept = extract(portal(rules), stored)
    assert [block.name for block in kept.blocks] == ["paragraph", "comments"]
    dropped = extract(portal(replace(rules, comments="drop")), stored)
    assert [block.name for block in dropped.blocks] == ["paragraph"]
    assert (kept.account.kept, dropped.account.kept) == (5, 2)
    assert dropped.account.dropped == (("article.comments: drop", 3),)


def test_a_page_of_nothing_but_dropped_comments_is_empty() -> None:
    rules = replace(
        RULES,
        body=BodyRules(root=(css("main"),), tags=(TagRow("div.c", "comment"),)),
        comments="drop",
    )
    found = read_article_page(portal(rules), page("<main><div class=c>I agree</div></main>"))
    assert isinstance(found, Rejected)
    assert (found.url, found.reason) == (URL, "empty")


def test_tags_of_dropped_comments_are_not_counted() -> None:
    rows = (TagRow("div.c", "comment"),)
    rules = replace(RULES, body=BodyRules(root=(css("main"),), drop=(css("s"),), tags=rows))
    stored = page(
        "<main><x-a>One two</x-a><div class=c><x-a>I agree <s>not</s></x-a><x-b>wholly</x-b></div><x-b>so</x-b></main>"
    )
    kept = extract(portal(rules), stored).account
    assert (kept.kept, kept.unclaimed, kept.dropped) == (
        6,
        (("x-a", 4), ("x-b", 2)),
        (("drop: s", 1),),
    )
    dropped = extract(portal(replace(rules, comments="drop")), stored).account
    assert (dropped.kept, dropped.unclaimed) == (3, (("x-a", 2), ("x-b", 1)))
    assert dropped.dropped == (("article.comments: drop", 3), ("drop: s", 1))
    assert dropped.base == (("main", 1), ("x-a", 1), ("x-b", 1))


def test_bytes_that_could_not_be_read_are_a_problem() -> None:
    words = "árvíztűrő tükörfúrógép " * 20
    stored = read_page(
        URL, f"<main><p>{words}".encode() + b"\xff</p></main>", "text/html; charset=utf-8"
    )
    found = extract(portal(), stored)
    assert [p.kind for p in found.problems] == ["undecodable"]
    assert "1 bytes are not utf-8" in found.problems[0].message


@pytest.mark.parametrize(
    ("language", "encoding", "doubtful"),
    [
        (' lang="hu"', None, False),  # its letters choose ISO-8859-2
        (' lang="hu"', "iso-8859-2", False),
        (' lang="hu"', "iso-8859-7", True),
        ("", "iso-8859-2", False),
        ("", None, True),
    ],
)
def test_an_encoding_that_is_a_guess_or_that_the_letters_contradict_is_a_doubt(
    language: str, encoding: str | None, doubtful: bool
) -> None:
    html = f"<html{language}><main><p>{'Az őszi időszakban hűvösebb idő várható. ' * 9}</p></main>"
    stored = read_page(URL, html.encode("iso-8859-2"), "text/html", encoding=encoding)
    kinds = [problem.kind for problem in extract(portal(), stored).problems]
    assert kinds == ["charset-doubtful"] * doubtful


def test_pages_become_one_article_with_the_metadata_of_the_first() -> None:
    of = portal()
    one = extract(of, page("<h1>First</h1><main><p>One</p></main>"))
    two = extract(of, page("<h1>Second</h1><main><p>Two</p></main>", URL + "/2"))
    made = assemble_article(
        of, ArticleContext(URL, ("https://echo.example/old", URL), "news"), [one, two]
    )
    assert (made.id, made.url, made.column) == (article_id(URL), URL, "news")
    assert made.aliases == ("https://echo.example/old",)
    assert made.metadata.first("title") == "First"
    assert [block.name for block in made.blocks] == ["paragraph", "page-break", "paragraph"]
    assert made.account.kept == 2
    assert find_grammar_errors(made.body) == []


def test_a_continuation_alone_is_an_article_with_a_gap_and_a_problem() -> None:
    of = portal()
    three = extract(of, page("<h1>Title</h1><main><p>Three</p></main>", URL + "/3"))
    made = assemble_article(
        of, ArticleContext(URL), [MissingPage(URL), MissingPage(URL + "/2"), three]
    )
    assert [block.name for block in made.blocks] == ["gap", "gap", "page-break", "paragraph"]
    assert [(p.kind, p.where) for p in made.problems] == [
        ("first-page-missing", URL),
        ("page-missing", URL + "/2"),
    ]
    assert made.metadata.first("title") == "Title"
    with pytest.raises(ValueError, match="no page"):
        assemble_article(of, ArticleContext(URL), [MissingPage(URL)])


def test_the_citable_address_is_kept_beside_the_canonical_one() -> None:
    of = portal(RULES, address=AddressRules(public=((r"/news/", "/hirek/"),)))
    made = assemble_article(of, ArticleContext(URL), [extract(of, page("<main><p>One</p></main>"))])
    assert made.extra == {"public-address": "https://echo.example/hirek/1"}


def test_several_articles_on_one_page() -> None:
    rules = ArticleRules(body=RULES.body, metadata=RULES.metadata, split=Split(css("div.post")))
    stored = page(
        "<main><h1>Thread</h1><div class=post id=p7><i>Éva</i><time>2019-03-15</time><p>First post</p></div>"
        "<div class=post><p>Second post</p></div><div class=post id=p7><i>Pál</i><p>Third</p></div><div class=post id=p9> </div>"
        "</main>"
    )
    found = read_split_page(portal(rules), stored)
    assert not isinstance(found, Rejected)
    assert [name for name, _ in found] == [
        "2019-03-15-a6b09de7474e",
        "8b7f80a32d17",
        "2d6bb3a22114",
        "p9",
    ]
    first, second, third, fourth = (read for _, read in found)
    assert isinstance(first, PageExtract)
    assert first.url == URL + "#2019-03-15-a6b09de7474e"
    assert (
        first.metadata.first("title"),
        first.metadata.first("authors"),
        first.metadata.first("published"),
    ) == (
        "Thread",
        "Éva",
        "2019-03-15",
    )
    assert isinstance(second, PageExtract)
    assert (text(second), second.metadata.all("authors")) == (["Second post"], ())
    assert isinstance(third, PageExtract)
    assert third.metadata.first("authors") == "Pál"
    assert isinstance(fourth, Rejected)
    assert (fourth.url, fourth.reason) == (URL + "#p9", "empty")


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("<link rel=canonical href='/a?utm_x=1'>", "https://echo.example/a?utm_x=1"),
        (
            "<base href='https://echo.example/b/'><link rel='alternate canonical' href=c>",
            "https://echo.example/b/c",
        ),
        ("<link rel=canonical href=''><link rel=canonical href='javascript:x'>", None),
        ("<link rel=canonical href='http://[bad'>", None),
        ("<link rel=next href=/b>", None),
    ],
)
def test_rel_canonical_is_used_only_where_the_portal_says_so(
    head: str, expected: str | None
) -> None:
    stored = Page(URL + "?utm_y=2", f"<html><head>{head}</head><body></body></html>")
    assert canonical_link(stored) == expected
    drop = ("fragment", "utm_*")
    assert declared_url(stored, AddressRules(drop=drop)) == URL
    assert declared_url(stored, AddressRules(drop=drop, canonical="link")) == (
        expected or URL
    ).removesuffix("?utm_x=1")
