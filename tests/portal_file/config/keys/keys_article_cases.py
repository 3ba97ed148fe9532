"""Keys of ``article``, of its layouts, of the body and of the metadata."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

from keys_case import ARTICLE as ARTICLE_URL
from keys_case import HOME, Case, See, blocks, loaded, sees, tei_has
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.one_page import find_next_page, read_article_page
from webarticlecurator.articles.by_rules.split_parts import split_page
from webarticlecurator.articles.walls.page_checks import check_page
from webarticlecurator.base.model.article import Article, PageExtract
from webarticlecurator.base.model.fields import FIELDS, FieldKind
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.trial.one_article import extract

PAGE = """<html><head><title>t</title><meta name="mark" content="MARK"></head><body class="quiz">
<article><p>Words.</p><div class="ad">Buy</div><div class="hint">Hint</div></article>
<div id="other"><p>Elsewhere</p><div class="post" id="p1"><p>One</p></div></div>
<a rel="next" href="/2">on</a></body></html>"""
LOST = "<html><head><title>Page not found</title></head><body><p>A poem of two lines.</p></body></html>"
WHOLE = "paragraph:Words. paragraph:Buy paragraph:Hint"
CARRIED = json.dumps({"html": "<article><p>Inside</p></article>"}).replace("<", "\\u003c")
COMMENTED = (
    '<article><p>Words.</p></article><div class="c"><div class="one"><p>Nice</p></div></div>'
)
COMMENTS = "body: {root: [{union: [article, .c]}], tags: {div.c: comments, div.one: comment}}"


def _next(portal: Portal, seen: Page) -> str | None:
    return find_next_page(portal, seen)


def _reason(portal: Portal, seen: Page) -> str | None:
    """By the rules of the page's layout."""
    found = check_page(seen, select_layout(portal, seen).rules)
    return found.reason if found else None


def _parts(portal: Portal, seen: Page) -> tuple[str, ...]:
    rule = select_layout(portal, seen).rules.split
    return tuple(part.id for part in split_page(seen, rule)) if rule else ()


def _title(portal: Portal, seen: Page) -> str | None:
    read = read_article_page(portal, seen)
    assert isinstance(read, PageExtract)
    return read.metadata.first("title")


LAYOUT: dict[str, tuple[See, str, str, Any, Any]] = {
    "body": (
        sees(blocks, PAGE),
        "kind: NewsArticle",
        "body: {root: '#other'}",
        WHOLE,
        "paragraph:Elsewhere paragraph:One",
    ),
    "metadata": (
        sees(_title, PAGE),
        "kind: NewsArticle",
        "metadata: {title: {meta: mark}}",
        "t",
        "MARK",
    ),
    "clean": (sees(_title, PAGE), "kind: NewsArticle", "clean: {title: [[t, T]]}", "t", "T"),
    "next_page": (
        sees(_next, PAGE),
        "kind: NewsArticle",
        "next_page: 'a[rel=next]'",
        None,
        f"{HOME}/2",
    ),
    "reject": (sees(_reason, PAGE), "kind: NewsArticle", "reject: body.quiz", None, "not-article"),
    "gate_off": (
        sees(_reason, LOST),
        "kind: NewsArticle",
        "gate_off: [consent-wall, soft-404]",
        "soft-404",
        None,
    ),
    "page": (
        sees(blocks, CARRIED),
        "kind: NewsArticle",
        "page: {json: html}",
        "error-page",
        "paragraph:Inside",
    ),
    "split": (sees(_parts, PAGE), "kind: NewsArticle", "split: {css: div.post}", (), ("p1",)),
    "kind": (tei_has("<schema:BlogPosting"), "comments: keep", "kind: BlogPosting", False, True),
    "comments": (tei_has("Nice", COMMENTED), COMMENTS, f"{COMMENTS}, comments: drop", True, False),
}

VALUES = {
    FieldKind.PERSON: "Anna Author",
    FieldKind.DATE: "2019-06-01T10:00:00Z",
    FieldKind.LANGUAGE: "fi",
    FieldKind.ACCESS: "false",
    FieldKind.YEAR: "1987",
}
"""A value for a field of each kind; others have their name. Each must be seen in the TEI, written as
it stands here or as the table below says."""
WRITTEN = {
    FieldKind.DATE: "2019-06-01T10:00:00+00:00",
    FieldKind.LANGUAGE: 'ident="fi"',
    FieldKind.ACCESS: 'status="restricted"',
    FieldKind.YEAR: 'when="1987"',
}


def cases() -> dict[str, Case]:
    found = {}
    for key, (see, off, on, was, becomes) in LAYOUT.items():
        found[f"article.{key}"] = Case(
            see, f"article: {{{off}}}", f"article: {{{on}}}", was, becomes
        )
        layout = "article: {layouts: [{name: v, %s}]}"
        found[f"layout.{key}"] = Case(see, layout % off, layout % on, was, becomes)
    for field in FIELDS:
        name, value = field.name, VALUES.get(field.kind, f"A {field.name}")
        html = f'<head><meta name="mark" content="{value}"></head><article><p>Words.</p></article>'
        rule = f"article: {{metadata: {{{name}: {{meta: mark}}}}}}"
        found[f"metadata.{name}"] = Case(
            tei_has(WRITTEN.get(field.kind, value), html),
            f"article: {{metadata: {{{name}: none}}}}",
            rule,
            False,
            True,
        )
        raw = html.replace(f'content="{value}"', f'content="1899 {value}"')
        pairs = f"{rule[:-1]}, clean: {{{name}: [['^1899 ', '']]}}}}"
        found[f"clean.{name}"] = Case(
            tei_has(WRITTEN.get(field.kind, f">{value}<"), raw), rule, pairs, False, True
        )
    return found | _body() | _layouts() | _crawled()


def _body() -> dict[str, Case]:
    return {
        "body.root": Case(
            sees(blocks, PAGE),
            "article: {body: {drop: nav}}",
            "article: {body: {root: .ad}}",
            WHOLE,
            "paragraph:Buy",
        ),
        "body.drop": Case(
            sees(blocks, PAGE),
            "",
            "article: {body: {drop: .ad}}",
            WHOLE,
            "paragraph:Words. paragraph:Hint",
        ),
        "body.tags": Case(
            sees(blocks, PAGE),
            "",
            "article: {body: {tags: echo.tags.tsv}}",
            WHOLE,
            "paragraph:Words. paragraph:Buy box:Hint",
        ),
        "body.clean": Case(
            sees(blocks, PAGE),
            "",
            "article: {body: {clean: [['^Bu(.)', '\\1']]}}",
            WHOLE,
            WHOLE.replace("Buy", "y"),
        ),
        "body.guess": Case(
            sees(blocks, PAGE),
            "article: {body: {root: '#nowhere'}}",
            "article: {body: {root: '#nowhere', guess: true}}",
            "no-root",
            WHOLE,
        ),
        **_posts(),
        **_signature(),
    }


THREAD = """<div><b>Anna</b> <i>2019-03-11</i><p class="post">One</p></div>
<div><b>Bea</b> <i title="2019-03-12T09:30">yesterday</i><p class="post">Two</p></div>"""


def _entries(portal: Portal, seen: Page) -> str:
    """Who wrote each post, and when."""
    read = read_article_page(portal, seen)
    assert isinstance(read, PageExtract)
    entries = [node for node in read.blocks if node.name == "feed-entry"]
    return " ".join(f"{node.get('who')}:{node.get('when')}" for node in entries)


def _posts() -> dict[str, Case]:
    rule = "article: {body: {root: .post%s}}"
    both = "Anna:2019-03-11 Bea:2019-03-12T09:30:00"
    time = "time: [{css: i, attr: title}, i]"

    def case(off: str, on: str, was: str, becomes: str) -> Case:
        return Case(sees(_entries, THREAD), rule % off, rule % on, was, becomes)

    return {
        "body.posts": case("", f", posts: {{author: b, {time}}}", "", both),
        "posts.author": case(
            f", posts: {{{time}}}",
            f", posts: {{author: b, {time}}}",
            "None:2019-03-11 None:2019-03-12T09:30:00",
            both,
        ),
        "posts.time": case(
            ", posts: {author: b}", f", posts: {{author: b, {time}}}", "Anna:None Bea:None", both
        ),
    }


STYLED = '<article><div class="a theme-red">One</div><p class="a theme-blue" data-kind="x">Two</p></article>'


def _signatures(portal: Portal, seen: Page) -> str:
    read = read_article_page(portal, seen)
    assert isinstance(read, PageExtract)
    return " ".join(sorted(name for name, _ in read.account.base if "." in name or "[" in name))


def _signature() -> dict[str, Case]:
    def case(off: str, on: str, was: str, becomes: str) -> Case:
        rule = "article: {body: {signature: [{%s}]}}"
        return Case(sees(_signatures, STYLED), rule % off if off else "", rule % on, was, becomes)

    plain = "div.a.theme-red p.a.theme-blue"
    replacing = "attr: class, replace: [['^theme-.*', '']]"
    return {
        "body.signature": case("", replacing, plain, "div.a p.a"),
        "signature.attr": case(replacing, replacing.replace("class", "id"), "div.a p.a", plain),
        "signature.replace": case(
            "attr: data-kind",
            "attr: data-kind, replace: [[x, y]]",
            f"{plain}[data-kind=x]",
            f"{plain}[data-kind=y]",
        ),
        "signature.tag": case(
            "attr: class, drop: true", "attr: class, drop: true, tag: div", "", "p.a.theme-blue"
        ),
        "signature.drop": case(
            "attr: data-kind", "attr: class, drop: true", f"{plain}[data-kind=x]", ""
        ),
    }


def _layouts() -> dict[str, Case]:
    layout = "article: {layouts: [{name: v, %sbody: {root: .ad}}]}"
    return {
        "article.layouts": Case(
            sees(blocks, PAGE), "", layout % "when: body.quiz, ", WHOLE, "paragraph:Buy"
        ),
        "layout.when": Case(
            sees(blocks, PAGE), layout % "", layout % "when: nav, ", "paragraph:Buy", WHOLE
        ),
        "layout.name": Case(
            tei_has('n="layout">old<'),
            "article: {layouts: [{name: new}]}",
            "article: {layouts: [{name: old}]}",
            False,
            True,
        ),
    }


SEVERAL = {
    "/list": listing("/a?page=1"),
    "/a?page=1": article("first", around='<a class="next" href="/a?page=2">on</a>'),
    "/a?page=2": article('second</p><p class="lead">Lead'),
}
CHAIN = "archive: {url: BASE/list}\nfetch: {delay: 0}\narticle: {next_page: a.next%s}\n"


def _order_of_words(portal: SmallPortal, text: str) -> str:
    portal.crawl(text)
    (made,) = portal.tei().values()
    return " ".join(
        word
        for word in made.split("<body", 1)[1].replace("<", " ").replace(">", " ").split()
        if word in ("first", "second", "Lead")
    )


def _states(portal: SmallPortal, text: str) -> tuple[dict[str, str], bool]:
    portal.crawl(text)
    return portal.articles(), any("<gap" in made for made in portal.tei().values())


def _of_a_warc(portal: SmallPortal, text: str) -> dict[str, str]:
    """What a build makes of a crawl's WARC files, taken for those of another program: no archive
    page is known."""
    portal.crawl(CHAIN % "")
    other = portal.write(text.replace("BASE/list", "BASE/another-list"))
    files = tuple(sorted((portal.corpus / "warc").glob("*-articles-*")))
    build(other, portal.folder / "other", BuildOptions(warcs=files))
    return portal.articles(portal.folder / "other")


DATED = '<meta name="day" content="2024-05-01">'
LISTED_TWICE = [listing("/a"), listing("/a").replace("/a</a>", "/A</a>")]
REFRESHED = (
    "archive: {url: BASE/list, listed: {title: h2}}\n"
    "article: {metadata: {published: {meta: day}}%s}\nfetch: {delay: 0}\n"
)


def _asked_again(portal: SmallPortal, text: str) -> int:
    """The requests for an article of the day before, by a crawl after a day and a half; its title in
    the list has changed by then."""
    front_page = iter(LISTED_TWICE)
    portal.pages["/list"] = lambda: Answer(next(front_page))
    portal.crawl(text)
    portal.clock.time += timedelta(hours=36)
    portal.crawl(text)
    return portal.asked.count("/a") - 1


def _on(pages: Any, look: Any) -> See:
    def see(folder: Path, text: str) -> Any:
        with small_portal(folder, pages) as portal:
            return look(portal, text)

    return see


SHORT_AND_LONG = "<article><h1>t</h1>%s<p>A short one, but of the text.</p>%s</article>" % (
    (f"<p>{'Words of a paragraph, long enough to be one. ' * 5}</p>" * 3,) * 2
)


def _kind_and_type(folder: Path, text: str) -> tuple[str, str]:
    article = extract(loaded(folder, text), ARTICLE_URL, SHORT_AND_LONG.encode())
    assert isinstance(article, Article)
    return article.page_kind, article.kind


def _crawled() -> dict[str, Case]:
    second = {"/a?page=2": "tei"}
    later = SEVERAL | {"/list": listing("/a?page=2")}
    return {
        "article.order": Case(
            _on(SEVERAL, _order_of_words),
            CHAIN % "",
            CHAIN % ", order: reversed",
            "first second Lead",
            "second Lead first",
        ),
        "layout.order": Case(
            _on(SEVERAL, _order_of_words),
            CHAIN % ", layouts: [{name: v}]",
            CHAIN % ", layouts: [{name: v, order: reversed}]",
            "first second Lead",
            "second Lead first",
        ),
        "body.once": Case(
            _on(SEVERAL, _order_of_words),
            CHAIN % "",
            CHAIN % ", body: {once: .lead}",
            "first second Lead",
            "first second",
        ),
        "article.continuation": Case(
            _on(later, _states),
            CHAIN % "",
            CHAIN % ", continuation: 'page=2'",
            (second, False),
            (second, True),
        ),
        **_refreshed(),
        **_loaded(),
        "article.page_kind": Case(
            _kind_and_type,
            "",
            "article: {page_kind: thread}\n",
            ("article", "NewsArticle"),
            ("thread", "DiscussionForumPosting"),
        ),
        "article.match": Case(
            _on(SEVERAL, _of_a_warc),
            CHAIN % "",
            CHAIN % ", match: 'page=1'",
            {},
            {"/a?page=1": "tei"},
        ),
    }


PARTED = {
    "/list": listing("/a"),
    "/a": article(
        "first", around='<a class="all" href="/whole">all</a><a class="c" href="/c">c</a>'
    ),
    "/whole": article("first</p><p>second"),
    "/c": "<ul><li>Lead</li></ul><a class=n href=/d>more</a><b class=x>{}</b>",
    "/d": "<p>second</p>",
}


def _loaded() -> dict[str, Case]:
    """Keys that a layout may have, too; and those of a part, of which the comments are read."""

    def asked(portal: SmallPortal, text: str) -> list[str]:
        portal.crawl(text)
        return portal.asked[2:]

    def words(portal: SmallPortal, text: str) -> list[str]:
        portal.crawl(text)
        (made,) = portal.tei().values()
        return re.findall(r"type=\"comment\"|first|second|Lead", made.split("<body", 1)[1])

    def sent(portal: SmallPortal, text: str) -> list[str]:
        portal.crawl(text)
        return [each["X-Mark"] for each in portal.headers if "X-Mark" in each]

    rules = "archive: {url: BASE/list}\nfetch: {delay: 0}\narticle: {%s}\n"
    layout = rules % "layouts: [{name: v%s}]"
    part, comments = "parts: [{address: a.c, as: %s}]", 'type="comment"'
    image = {"/list": listing("/a"), "/a": article("<img src=/i.png> first")}
    keys = {
        "single_page": (PARTED, words, "single_page: a.all", ["first"], ["first", "second"]),
        "parts": (PARTED, words, part % "text", ["first"], ["first", "Lead"]),
        "assets": (image, asked, "assets: images", [], ["/i.png"]),
    }
    found = {}
    for key, (pages, look, on, was, becomes) in keys.items():
        found[f"article.{key}"] = Case(
            _on(pages, look), rules % "kind: Report", rules % on, was, becomes
        )
        found[f"layout.{key}"] = Case(
            _on(pages, look), layout % "", layout % f", {on}", was, becomes
        )

    def of_part(off: str, on: str, was: list[str], becomes: list[str]) -> Case:
        row = "parts: [{%s}]"
        return Case(_on(PARTED, words), rules % (row % off), rules % (row % on), was, becomes)

    text = "address: a.c, as: text"
    return found | {
        "part.address": of_part(
            text, "address: a.all, as: text", ["first", "Lead"], ["first", "first", "second"]
        ),
        "part.as": of_part(
            text, "address: a.c, as: comments", ["first", "Lead"], ["first", comments, "Lead"]
        ),
        "part.root": of_part(text, f"{text}, root: .x", ["first", "Lead"], ["first"]),
        "part.page": of_part(
            text, f"{text}, page: {{regex: '>(more)<'}}", ["first", "Lead"], ["first"]
        ),
        "part.headers": Case(
            _on(PARTED, sent),
            rules % f"parts: [{{{text}}}]",
            rules % f"parts: [{{{text}, headers: {{X-Mark: a}}}}]",
            [],
            ["a"],
        ),
        "part.next": of_part(
            text, f"{text}, next: a.n", ["first", "Lead"], ["first", "Lead", "second"]
        ),
    }


def _refreshed() -> dict[str, Case]:
    def case(off: str, on: str) -> Case:
        rules = [REFRESHED % (f", refresh: {{{keys}}}" if keys else "") for keys in (off, on)]
        return Case(_on({"/a": article("words", DATED)}, _asked_again), *rules, 0, 1)

    return {
        "article.refresh": case("", "within: 30d"),
        "refresh.within": case("within: 3d", "within: 4d"),
        "refresh.every": case("within: 30d, every: 2d", "within: 30d, every: 30h"),
        "refresh.listed": case("within: 1d", "listed: [title]"),
    }
