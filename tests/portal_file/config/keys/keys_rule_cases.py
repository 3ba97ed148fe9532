"""Keys of rules, in every place where a rule may stand."""

from __future__ import annotations

from datetime import date
from typing import Any

from keys_case import Case, field, layout, parts, rejected, sees

PAGE = """<html><head><meta name="tags" content="m1">
<script type="application/ld+json">{"@type": "NewsArticle", "headline": "h", "keywords": ["j1", "j2"]}</script></head>
<body itemscope itemtype="https://schema.org/NewsArticle"><article><p>Some words</p></article>
<ul class="a"><li id="1" data-k="k1">x</li><li id="2">y</li></ul><ul class="b"><li>y</li><li>z &lt;b&gt;bold&lt;/b&gt;</li></ul>
<time itemprop="keywords">i1</time>
<div vocab="http://schema.org/" typeof="NewsArticle"><i property="keywords" content="r2"></i>
<i property="keywords" content="r1"></i></div>
<div class="pager"><b>1</b> <a href="?p=2">2</a> <a href="?p=3">3</a></div>
</body></html>"""
JSON = '{"kind": "post", "tags": ["t1", "t2"]}'
LISTED = (("mood", "good"),)
ARCHIVE = 'archive: {url: "https://echo.example/list", links: h2, listed: {mood: .mood, hue: .hue}, columns: {news: {}}}\n'

VALUES: dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...]]] = {
    # key: a rule without it, one with it, and what each gives
    "css": ("{url: zz}", "{css: ul.a li}", (), ("x", "y")),
    "xpath": ("{url: zz}", "{xpath: '//li[1]/text()'}", (), ("x", "y")),
    "json": ("{url: zz}", "{json: 'tags[]'}", (), ("t1", "t2")),
    "regex": ("{url: zz}", "{regex: 'Some (w\\w+)'}", (), ("words",)),
    "meta": ("{url: zz}", "{meta: tags}", (), ("m1",)),
    "jsonld": ("{url: zz}", "{jsonld: keywords}", (), ("j1", "j2")),
    "microdata": ("{url: zz}", "{microdata: keywords}", (), ("i1",)),
    "rdfa": ("{url: zz}", "{rdfa: keywords}", (), ("r1", "r2")),
    "url": ("{css: nav}", "{url: '/([^/]+)/article'}", (), ("news",)),
    "listed": ("{url: zz}", "{listed: mood}", (), ("good",)),
    "pager": ("{url: zz}", "{pager: {current: b, links: a}}", (), ("2",)),
    "hook": ("{url: zz}", "{hook: 'echo_hook:something'}", (), ("article-1",)),
    "first_of": ("{url: zz}", "{first_of: [nav, ul.a li, ul.b li]}", (), ("x", "y")),
    "union": ("{url: zz}", "{union: [nav, {css: ul.a li}, time]}", (), ("x", "y", "i1")),
    "within": ("{css: li, pick: first}", "{css: li, pick: first, within: ul.b}", ("x",), ("y",)),
    "when": ("{css: ul.a li}", "{css: ul.a li, when: nav}", ("x", "y"), ()),
    "unless": ("{css: ul.a li}", "{css: ul.a li, unless: p}", ("x", "y"), ()),
    "text": ("{css: ul.a li}", "{css: ul.a li, text: {equals: y}}", ("x", "y"), ("y",)),
    "attr": ("{css: ul.a li}", "{css: ul.a li, attr: data-k}", ("x", "y"), ("k1",)),
    "html": (
        "{css: 'ul.b li', pick: last}",
        "{css: 'ul.b li', pick: last, html: b}",
        ("z <b>bold</b>",),
        ("bold",),
    ),
    "map": ("{css: ul.a li}", "{css: ul.a li, map: {x: q}}", ("x", "y"), ("q", "y")),
    "lookup": ("{css: ul.a li}", "{css: ul.a li, lookup: table.tsv}", ("x", "y"), ("q", "y")),
    "only": (
        "{css: ul.a li, map: {x: q}}",
        "{css: ul.a li, map: {x: q}, only: true}",
        ("q", "y"),
        ("q",),
    ),
    "add": (
        "{css: p, map: {Some words: '09'}}",
        "{css: p, map: {Some words: '09'}, add: 1}",
        ("09",),
        ("10",),
    ),
    "template": ("{css: ul.a li}", "{css: ul.a li, template: '<{}>'}", ("x", "y"), ("<x>", "<y>")),
    "split": ("{css: p}", "{css: p, split: ' '}", ("Some words",), ("Some", "words")),
    "replace": ("{css: ul.a li}", "{css: ul.a li, replace: [[x, q]]}", ("x", "y"), ("q", "y")),
    "include": ("{css: ul.a li}", "{css: ul.a li, include: x}", ("x", "y"), ("x",)),
    "exclude": ("{css: ul.a li}", "{css: ul.a li, exclude: x}", ("x", "y"), ("y",)),
    "pick": ("{css: ul.a li}", "{css: ul.a li, pick: -1}", ("x", "y"), ("y",)),
}

HOLDS: dict[str, tuple[str, str]] = {
    # key: two rules, the one in which it stands second; one of them finds something on the page,
    # the other does not
    "css": ("{css: nav}", "{css: li}"),
    "xpath": ("{css: nav}", "{xpath: //li}"),
    "json": ("{json: zz}", "{json: kind}"),
    "regex": ("{url: zz}", "{regex: Some words}"),
    "meta": ("{url: zz}", "{meta: tags}"),
    "jsonld": ("{url: zz}", "{jsonld: keywords}"),
    "microdata": ("{url: zz}", "{microdata: keywords}"),
    "rdfa": ("{url: zz}", "{rdfa: keywords}"),
    "url": ("{css: nav}", "{url: /news/}"),
    "listed": ("{listed: hue}", "{listed: mood}"),
    "pager": ("{css: nav}", "{pager: {current: b, links: a}}"),
    "hook": ("{hook: 'echo_hook:nothing'}", "{hook: 'echo_hook:something'}"),
    "first_of": ("{first_of: [nav, aside]}", "{first_of: [nav, li]}"),
    "union": ("{union: [nav, aside]}", "{union: [nav, li]}"),
    "within": ("{css: li}", "{css: li, within: p}"),
    "when": ("{css: li}", "{css: li, when: nav}"),
    "unless": ("{css: li}", "{css: li, unless: p}"),
    "text": ("{css: li}", "{css: li, text: {equals: q}}"),
    "attr": ("{css: 'ul.b li'}", "{css: 'ul.b li', attr: data-k}"),
    "html": ("{css: 'ul.a li'}", "{css: 'ul.a li', html: b}"),
    "map": ("{css: li, include: ^x$}", "{css: li, include: ^x$, map: {x: q}}"),
    "lookup": ("{css: li, include: ^x$}", "{css: li, include: ^x$, lookup: table.tsv}"),
    "only": ("{css: li, map: {q: r}}", "{css: li, map: {q: r}, only: true}"),
    "add": (
        "{css: li, map: {x: '7'}, include: '8'}",
        "{css: li, map: {x: '7'}, add: 1, include: '8'}",
    ),
    "template": ("{css: li, include: ^x$}", "{css: li, include: ^x$, template: '<{}>'}"),
    "split": ("{css: p, include: ^Some$}", "{css: p, include: ^Some$, split: ' '}"),
    "replace": ("{css: li, include: ^x$}", "{css: li, include: ^x$, replace: [[x, q]]}"),
    "include": ("{css: li}", "{css: li, include: q}"),
    "exclude": ("{css: li}", "{css: li, exclude: .}"),
    "pick": ("{css: li}", "{css: li, pick: 9}"),
}
FINDS_WITH_THE_KEY = frozenset(
    "css xpath json regex meta jsonld microdata rdfa url listed pager hook first_of union split add".split()
)
OF_TEXT = frozenset("json regex meta jsonld microdata rdfa url listed hook".split())
"""Selectors that give no elements: refused where elements are wanted."""


def cases() -> dict[str, Case]:
    found = {f"rule.{key}": _value(key) for key in VALUES}
    for place, wrap, (look, no, yes) in PLACES:
        for key in HOLDS:
            if place != "split" or key not in OF_TEXT:
                found[f"{place}.{key}"] = _held(key, wrap, (look, no, yes))
    return found | _own()


def _page_of(key: str) -> str:
    return JSON if key == "json" else PAGE


def _value(key: str) -> Case:
    off, on, was, becomes = VALUES[key]
    see = sees(field("keywords"), _page_of(key), listed=LISTED)
    return Case(
        see,
        *(f"{ARCHIVE}article: {{metadata: {{keywords: {rule}}}}}" for rule in (off, on)),
        was,
        becomes,
    )


def _held(key: str, wrap: str, how: tuple[Any, Any, Any]) -> Case:
    look, no, yes = how
    was, becomes = (no, yes) if key in FINDS_WITH_THE_KEY else (yes, no)
    off, on = (ARCHIVE + wrap.replace("RULE", rule) for rule in HOLDS[key])
    return Case(sees(look, _page_of(key), listed=LISTED), off, on, was, becomes)


def _found_parts(portal: Any, page: Any) -> bool:
    return bool(parts(portal, page))


PLACES: tuple[tuple[str, str, tuple[Any, Any, Any]], ...] = (
    ("reject", "article: {reject: [RULE]}", (rejected, None, "not-article")),
    (
        "condition",
        "article: {metadata: {keywords: {url: news, when: RULE}}}",
        (field("keywords"), (), ("news",)),
    ),
    (
        "layout condition",
        "article: {layouts: [{name: other, when: RULE}]}",
        (layout, "", "other"),
    ),
    ("split", "article: {split: RULE}", (_found_parts, False, True)),
)


def _own() -> dict[str, Case]:
    """The keys that only one of the places has."""
    day = {"captured": date(2024, 5, 1), "column": "news"}
    chosen = "article: {layouts: [{name: other, when: {%s}}]}"
    dated = PAGE.replace('"headline"', '"datePublished": "2019-06-01T10:00:00Z", "headline"')
    keyed = "article: {metadata: {keywords: {url: news, when: {column: %s}}}}"
    two = ARCHIVE.replace("{news: {}}", "{news: {}, sport: {url: 'https://echo.example/s'}}")
    moment = "article: {metadata: {published: {css: p, %s}}}"
    return {
        "rule.format": Case(
            sees(field("published"), PAGE.replace("Some words", "03/02/2019")),
            moment % "format: '%d/%m/%Y'",
            moment % "format: '%m/%d/%Y'",
            ("2019-02-03",),
            ("2019-03-02",),
        ),
        "reject.reason": Case(
            sees(rejected, PAGE),
            "article: {reject: [{css: p}]}",
            "article: {reject: [{css: p, reason: soft-404}]}",
            "not-article",
            "soft-404",
        ),
        "split.id": Case(
            sees(parts, PAGE),
            "article: {split: {css: ul.a li}}",
            "article: {split: {css: ul.a li, id: '@data-k'}}",
            ("1", "2"),
            ("k1", ""),
        ),
        "condition.column": Case(
            sees(field("keywords"), PAGE, **day),
            two + keyed % "sport",
            two + keyed % "news",
            (),
            ("news",),
        ),
        "layout condition.column": Case(
            sees(layout, PAGE, **day),
            two + chosen % "column: sport",
            two + chosen % "column: [sport, news]",
            "",
            "other",
        ),
        "layout condition.captured": Case(
            sees(layout, PAGE, **day),
            chosen % "css: nav",
            chosen % "captured: {from: 2024-05-01}",
            "",
            "other",
        ),
        "layout condition.published": Case(
            sees(layout, dated, **day),
            chosen % "css: nav",
            chosen % "published: {until: 2019-06-01}",
            "",
            "other",
        ),
        "range.from": Case(
            sees(layout, PAGE, **day),
            chosen % "captured: {until: 2024-06-01}",
            chosen % "captured: {until: 2024-06-01, from: 2024-05-02}",
            "other",
            "",
        ),
        "range.until": Case(
            sees(layout, PAGE, **day),
            chosen % "captured: {from: 2024-01-01}",
            chosen % "captured: {from: 2024-01-01, until: 2024-04-30}",
            "other",
            "",
        ),
        **_pager(),
        **_text(),
        **_filter(),
    }


def _keywords(
    off: str, on: str, was: tuple[str, ...], becomes: tuple[str, ...], html: str = PAGE
) -> Case:
    return Case(
        sees(field("keywords"), html),
        *(f"article: {{metadata: {{keywords: {rule}}}}}" for rule in (off, on)),
        was,
        becomes,
    )


def _pager() -> dict[str, Case]:
    other = PAGE.replace("<ul", '<nav><b>2</b><a href="/x">[3]</a></nav><ul', 1)
    return {
        "pager.scope": _keywords(
            "{pager: {current: b, links: a}}",
            "{pager: {current: b, links: a, scope: .pager}}",
            ("[3]", "3"),
            ("2",),
            other,
        ),
        "pager.current": _keywords(
            "{pager: {current: b, links: a}}",
            "{pager: {current: '.pager b', links: a}}",
            ("[3]", "3"),
            ("2",),
            other,
        ),
        "pager.links": _keywords(
            "{pager: {current: b, links: a}}",
            "{pager: {current: b, links: '.pager a'}}",
            ("[3]", "3"),
            ("3",),
            other,
        ),
        "pager.step": _keywords(
            "{pager: {current: b, links: a}}",
            "{pager: {current: b, links: a, step: 2}}",
            ("2",),
            ("3",),
        ),
    }


def _text() -> dict[str, Case]:
    html = PAGE.replace(
        '<ul class="a">', '<ul class="a"><li>next page</li><li>the next</li><li>next</li>'
    )
    before = ("next page", "the next", "next", "x", "y")
    tests = {
        "equals": ("next", ("next",)),
        "starts": ("next", ("next page", "next")),
        "contains": ("next", ("next page", "the next", "next")),
        "one_of": ("[x, next]", ("next", "x")),
        "regex": ("t$", ("the next", "next")),
    }
    return {
        f"text.{key}": _keywords(
            "{css: ul.a li}", f"{{css: ul.a li, text: {{{key}: {value}}}}}", before, left, html
        )
        for key, (value, left) in tests.items()
    }


def _filter() -> dict[str, Case]:
    return {
        "filter.regex": _keywords(
            "{css: ul.a li}", "{css: ul.a li, exclude: {regex: [x, q]}}", ("x", "y"), ("y",)
        ),
        "filter.unless_all": _keywords(
            "{css: ul.a li, exclude: {regex: .}}",
            "{css: ul.a li, exclude: {regex: ., unless_all: true}}",
            (),
            ("x", "y"),
        ),
    }


REFUSED: dict[str, tuple[str, str]] = {
    # where a key cannot have an effect, the check says so
    "reject.format": ("article: {reject: [{css: p, format: '%Y'}]}", "`format` has no effect here"),
    "condition.format": (
        "article: {metadata: {title: {css: h1, when: {css: p, format: '%Y'}}}}",
        "`format` has no effect here",
    ),
    "layout condition.format": (
        "article: {layouts: [{name: a, when: {css: p, format: '%Y'}}]}",
        "`format` has no effect here",
    ),
    "split.format": ("article: {split: {css: p, format: '%Y'}}", "`format` has no effect here"),
    **{
        f"split.{key}": (
            f"article: {{split: {HOLDS[key][1]}}}",
            f"`{key}` selects text, but split needs elements",
        )
        for key in sorted(OF_TEXT)
    },
}
