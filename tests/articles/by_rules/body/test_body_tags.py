"""The tag dictionary: signatures, precedence of rows, operations."""

from __future__ import annotations

from collections.abc import Callable

import cssselect
import pytest
from body_reading import try_read
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import html

from webarticlecurator.articles.blocks.article_body import BodyResult
from webarticlecurator.articles.blocks.tag_dictionary import Tagger
from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.pages.page.css_compound import compile_compound
from webarticlecurator.pages.page.signature import signature
from webarticlecurator.portal_file.config.tags import base_tags

Sketches = Callable[..., list[str]]


def element(text: str) -> html.HtmlElement:
    return html.fragment_fromstring(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>x</p>", "p"),
        ('<div class="b a b">x</div>', "div.a.b"),
        (
            '<div class="hint" id="side" role="note" style="x" data-y="1">x</div>',
            "div#side.hint[role=note]",
        ),
        ('<a rel="author" href="/x/1" title="t">x</a>', "a[rel=author]"),
        ('<div id="post-4711" class="col-md-6">x</div>', "div#post-0.col-md-0"),
        ('<div class="css-1a2b3c4d sc-k9d3x7q">x</div>', "div.css-0.sc-0"),
        ('<div class="tag deadbeef feed2">x</div>', "div.deadbeef.feed0.tag"),
        ('<div class="md:w-1/2">x</div>', "div.md\\:w-0\\/0"),
        ('<div itemtype="https://schema.org/Person">x</div>', 'div[itemtype="@link"]'),
        ('<div class="árvíztűrő">x</div>', "div.árvíztűrő"),
        (r'<div class="a\0">x</div>', "div.a_0"),
    ],
)
def test_signature(text: str, expected: str) -> None:
    assert signature(element(text)) == expected


@example("\\0")
@given(st.text(min_size=1, max_size=8).filter(lambda t: not t.isspace() and t.isprintable()))
def test_a_signature_is_a_selector_that_the_dictionary_can_read(token: str) -> None:
    made = html.Element("div")
    made.set("class", token)
    made.set("rel", token)
    spelled = signature(made)
    assert len(cssselect.parse(spelled)) == 1
    assert compile_compound(spelled).exact == spelled


def operation(text: str, *rows: tuple[str, ...]) -> str:
    """What becomes of the element #x (or the only one) under ``rows`` of (signature, operation,
    context)."""
    made = tuple(
        TagRow(r[0], r[1], (), r[2] if len(r) > 2 else "", n) for n, r in enumerate(rows, 1)
    )
    root = element(f"<div>{text}</div>")
    target = next(iter(root.iterfind(".//*[@data-x]")), root[0])
    choice = Tagger(made, base_tags()).choose(target).operation
    return ">".join(choice.names) or choice.kind


def test_elements_alike_are_decided_about_by_where_they_are():
    rows = (TagRow("b", "heading", (), "in li", 1), TagRow("b", "drop", (), "text equals y", 2))
    tagger = Tagger(rows, base_tags())
    root = element("<div><b>x</b><ul><li><b>x</b></li></ul><b>y</b><b>x</b><b>y</b></div>")
    choices = [tagger.choose(each).operation for each in root.iter("b")]
    assert [">".join(each.names) or each.kind for each in choices] == [
        "bold", "heading", "drop", "bold", "drop",
    ]  # fmt: skip


HINT = '<div class="hint big" id="i">x</div>'


@pytest.mark.parametrize(
    ("text", "rows", "expected"),
    [
        (HINT, [], "auto"),
        (HINT, [("div.hint", "box")], "box"),
        (HINT, [("div.hint", "box"), ("div.big.hint", "quote")], "quote"),
        (HINT, [("div.big.hint", "quote"), ("#i", "drop")], "drop"),  # an id outweighs classes
        (HINT, [("#i.nothere", "drop"), ("div", "box")], "box"),
        # the exact signature comes first
        (HINT, [("div#i.big.hint", "lead"), ("div#i.big.hint:not(.x)", "drop")], "lead"),
        (HINT, [("div.hint:not(.big)", "drop")], "auto"),
        (HINT, [("div", "box"), ("div", "quote", "in aside")], "box"),
        (
            "<figure><b data-x>x</b></figure>",
            [("b", "drop"), ("b", "caption", "in figure")],
            "caption",
        ),
        ("<li><i><b data-x>x</b></i></li>", [("b", "drop", "child of li")], "bold"),
        ("<li><b data-x>x</b></li>", [("b", "drop", "child of li")], "drop"),
        ("<p><b data-x>x</b> </p>", [("b", "heading", "only child of p")], "heading"),
        ("<p><b data-x>x</b> y</p>", [("b", "heading", "only child of p")], "bold"),
        ("<p><b data-x>x</b><i>y</i></p>", [("b", "heading", "only child of p")], "bold"),
        (
            '<p class="a"><!-- n --><b data-x>x</b></p>',
            [("b", "heading", "only child of p.a")],
            "heading",
        ),
        ("<b>x</b>", [("*", "drop"), ("b", "italic")], "italic"),  # a tag outweighs none
        (
            '<a rel="author">x</a>',
            [("a[rel=author]", "feed-author"), ("a", "unwrap")],
            "feed-author",
        ),
        ('<a href="http://x.hu/y">x</a>', [('a[href^="http://x."]', "drop")], "drop"),
        ("<made-up>x</made-up>", [], "unwrap"),
    ],
)
def test_which_row_applies(text: str, rows: list[tuple[str, ...]], expected: str) -> None:
    assert operation(text, *rows) == expected


def test_a_tie_is_reported_and_the_first_row_applies() -> None:
    result = try_read("<div class='a b c'>x</div>", tags=[("div.a", "box"), ("div.b", "quote")])
    assert isinstance(result, BodyResult)
    assert [p.kind for p in result.problems] == ["tag-tie"]
    assert "line 1 (box) contradicts line 2 (quote)" in result.problems[0].message
    assert result.blocks[0].name == "box"


def test_rows_with_equal_operations_do_not_tie() -> None:
    result = try_read("<div class='a b c'>x</div>", tags=[("div.a", "box"), ("div.b", "box")])
    assert isinstance(result, BodyResult)
    assert result.problems == ()


def test_uses_of_the_base_dictionary_are_counted(blocks: Sketches) -> None:
    result = try_read(
        "<div><p class=a>x</p><p class=a>y</p><p class=b>z</p></div>", tags=[("p.b", "heading")]
    )
    assert isinstance(result, BodyResult)
    assert dict(result.account.base) == {"body": 1, "div": 1, "p.a": 2}


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (("div.x", "drop"), ["paragraph('a')", "paragraph('z')"]),
        (
            ("div.x", "unwrap"),
            [
                "paragraph('a')",
                "heading[level=2]('b')",
                "paragraph('c ' bold('d'))",
                "paragraph('z')",
            ],
        ),
        (
            ("div.x", "auto"),
            [
                "paragraph('a')",
                "heading[level=2]('b')",
                "paragraph('c ' bold('d'))",
                "paragraph('z')",
            ],
        ),
        (
            ("div.x", "flatten"),
            ["paragraph('a')", "paragraph('b')", "paragraph('c d')", "paragraph('z')"],
        ),
        (
            ("div.x", "box"),
            [
                "paragraph('a')",
                "box(heading[level=2]('b') paragraph('c ' bold('d')))",
                "paragraph('z')",
            ],
        ),
        (
            ("div.x", "heading"),
            ["paragraph('a')", "heading('b' line-break 'c ' bold('d'))", "paragraph('z')"],
        ),
        (
            ("div.x", "quote>italic"),
            [
                "paragraph('a')",
                "quote(heading[level=2](italic('b')) paragraph(italic('c ' bold('d'))))",
                "paragraph('z')",
            ],
        ),
    ],
)
def test_operations(blocks: Sketches, row: tuple[str, str], expected: list[str]) -> None:
    assert blocks("<p>a</p><div class=x><h2>b</h2>c <b>d</b></div><p>z</p>", tags=[row]) == expected


def test_flatten_keeps_drops_and_line_breaks(blocks: Sketches) -> None:
    page = "<div class=x>a<script>js()</script><i class=ad>ad</i><br>b</div>"
    assert blocks(page, tags=[("div.x", "flatten"), (".ad", "drop")]) == [
        "paragraph('a' line-break 'b')"
    ]


def test_keep_names_the_attribute_with_the_address(blocks: Sketches) -> None:
    page = "<div class=v data-id=/film/1 data-src=/no></div><img class=z src=/small.jpg data-big=/big.jpg>"
    rows = [("div.v", "embed", "", "data-id"), ("img.z", "media-link", "", "data-big")]
    assert blocks(page, tags=rows) == [
        "embed[target=https://echo.example/film/1]",
        "figure(media-link[target=https://echo.example/big.jpg])",
    ]


def test_a_faulty_row_is_reported_and_left_out() -> None:
    result = try_read(
        "<p>x</p>", tags=[("p > b", "drop"), ("p", "paragraf"), ("p", "box", "near div")]
    )
    assert isinstance(result, BodyResult)
    assert [(p.kind, p.where) for p in result.problems] == [
        ("tag-row", "line 1"),
        ("tag-row", "line 2"),
        ("tag-row", "line 3"),
    ]
    assert result.blocks[0].name == "paragraph"


def test_the_base_dictionary_knows_every_element_of_html() -> None:
    """HTML's current elements (WHATWG index) and those of old pages: none may fall through by
    oversight."""
    names = """a abbr address article aside audio b bdi bdo blockquote body br button canvas caption center cite code col
    colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4
    h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta meter nav
    nobr noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section
    select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time
    title tr track tt u ul var video wbr""".split()
    assert sorted(set(names) - {row.signature for row in base_tags()}) == []


@pytest.mark.parametrize(
    "ruby",
    [
        "<rb>弾劾</rb><rp>（</rp><rt>だんがい</rt><rp>）</rp>",
        "弾劾<rp>（<rt>だんがい<rp>）",  # these end tags may be left out
    ],
)
def test_the_reading_of_a_character_has_no_brackets(blocks: Sketches, ruby: str) -> None:
    """No browser of today shows ``rp`` (WHATWG HTML 15.3.1); elements of their own keep the words
    apart."""
    assert blocks(f"<p>への<ruby>{ruby}</ruby>訴追</p>") == [
        "paragraph('への' ruby('弾劾' reading('だんがい')) '訴追')"
    ]
    assert blocks("<p>(<rt>x</rt>)</p>") == ["paragraph('(x)')"]  # outside of ruby


def test_code_in_a_figure_is_text_and_no_caption(blocks: Sketches) -> None:
    lines = "<pre><code>x = 1\ny = 2</code></pre>"
    code = "paragraph(code('x = 1' line-break 'y = 2'))"
    named = f"<figure><figcaption>add.py</figcaption>{lines}</figure>"
    found = blocks(f"<p>Before.</p>{named}<p>Behind.</p>")
    assert found[-2:] == [code, "paragraph('Behind.')"]
    # the lines beside a picture are its caption
    assert "figure" in blocks(f'<figure><img src="/a.png">{lines}</figure>')[0]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("<pre><code><div>x = 1</div><div>y = 2</div></code></pre>", []),
        (
            "<div class=hl><div class=l>x = 1</div><div class=l>y = 2</div></div>",
            [("div.hl", "code")],
        ),
        (
            "<table class=hl><tr><td class=n>1<td>x = 1<tr><td class=n>2<td>y = 2</table>",
            [("table.hl", "code"), ("tr", "unwrap"), ("td", "unwrap"), ("td.n", "drop")],
        ),
    ],
)
def test_elements_that_are_lines_of_code_are_joined_as_lines(
    blocks: Sketches, text: str, rows: list[tuple[str, str]]
) -> None:
    assert blocks(f"<p>Before.</p>{text}<div>Behind.</div>", tags=rows) == [
        "paragraph('Before.')",
        "paragraph(code('x = 1' line-break 'y = 2'))",
        "paragraph('Behind.')",
    ]
