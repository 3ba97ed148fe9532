"""HTML as it occurs on pages → blocks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from body_reading import try_read

from webarticlecurator.articles.blocks.block_attributes import absolute_address, largest_source
from webarticlecurator.base.model.article import Rejected

Sketches = Callable[..., list[str]]

RUNNING = [
    # white space as a browser shows it
    ("<p> a \n\t b </p>", ["paragraph('a b')"]),
    ("<p>a <b> b</b> <i> c </i></p>", ["paragraph('a ' bold('b') ' ' italic('c'))"]),
    ("<p>a\u00a0\u00a0b\u00ad c\u2003d</p>", ["paragraph('a\\xa0\\xa0b\\xad c\\u2003d')"]),
    ("<p>\u00a0</p><p>x</p>", ["paragraph('x')"]),
    ("<p>al<b>ma</b><span>fa</span></p>", ["paragraph('al' bold('ma') 'fa')"]),
    ("<p>x<b> </b>y<i></i></p>", ["paragraph('x y')"]),
    ("<pre>\n one\n  two  x\n</pre>", ["paragraph(' one' line-break '  two  x')"]),
    # breaks
    ("<p>one<br>two<br/>three<br></p>", ["paragraph('one' line-break 'two' line-break 'three')"]),
    ("<p>one<br> <br>two</p>", ["paragraph('one' line-break line-break 'two')"]),
    (
        "<div>one<br>two<br>\u00a0<br>three</div>",
        ["paragraph('one' line-break 'two')", "paragraph('three')"],
    ),
    ("one<br><br>two", ["paragraph('one')", "paragraph('two')"]),
    # adjacent blocks do not glue
    (
        "<div>a</div><div>b</div>c<section>d</section>",
        ["paragraph('a')", "paragraph('b')", "paragraph('c')", "paragraph('d')"],
    ),
    ("<div><span><div>a</div><div>b</div></span></div>", ["paragraph('a')", "paragraph('b')"]),
    ("<h2><div>a</div><div>b</div></h2>", ["heading[level=2]('a' line-break 'b')"]),
    ("a<hr>b", ["paragraph('a')", "paragraph('b')"]),
    # formats above blocks
    (
        "<strong><p>a</p><p>b <em>c</em></p></strong>",
        ["paragraph(bold('a'))", "paragraph(bold('b ' emphasis('c')))"],
    ),
    ("<b>a <b>b</b> c</b>", ["paragraph(bold('a b c'))"]),
    (
        "<p>H<sub>2</sub>O <q>so</q> <code>x</code></p>",
        ["paragraph('H' subscript('2') 'O ' inline-quote('so') ' ' code('x'))"],
    ),
    # links
    (
        "<p><a href='/r?a=1&amp;b=2#c'>r</a> <a href='mailto:a@b.hu'>m</a></p>",
        [
            "paragraph(link[target=https://echo.example/r?a=1&b=2#c]('r') ' ' link[target=mailto:a@b.hu]('m'))"
        ],
    ),
    (
        "<p><a href='javascript:x()'>j</a> <a name=top>n</a> <a href=''>e</a></p>",
        ["paragraph('j n e')"],
    ),
    ("<p><a href='http://[bad'>x</a></p>", ["paragraph(link[target=http://[bad]('x'))"]),
    (
        "<p><a href='http://e.hu:8080/x%3D%zz'>x</a></p>",
        ["paragraph(link[target=http://e.hu:8080/x%3D%zz]('x'))"],
    ),
]


@pytest.mark.parametrize(("page", "expected"), RUNNING)
def test_running_text(blocks: Sketches, page: str, expected: list[str]) -> None:
    assert blocks(page) == expected


LISTS_AND_TABLES = [
    (
        "<ol start=3><li>a<li><p>b<p>c</ol>",
        ["list[numbered=yes,start=3](item(paragraph('a')) item(paragraph('b') paragraph('c')))"],
    ),
    (
        "<ul><li>a</li><ul><li>b</li></ul></ul>",
        ["list(item(paragraph('a') list(item(paragraph('b')))))"],
    ),
    ("<ul>x<li>a</li></ul>", ["list(item(paragraph('x')) item(paragraph('a')))"]),
    ("<ul><li> </li><li>a</li></ul><ul></ul>", ["list(item(paragraph('a')))"]),
    (
        "<li>a</li><li>b</li>c",
        ["list(item(paragraph('a')) item(paragraph('b')))", "paragraph('c')"],
    ),
    (
        "<dl><dt>t</dt><dd>d</dd></dl>",
        ["list[kind=description](item[role=term](paragraph('t')) item(paragraph('d')))"],
    ),
    (
        "<table><caption>c</caption><thead><tr><th colspan=2>h</th></tr></thead><tr><td rowspan=2>a</td><td></td></tr></table>",
        [
            "table(table-heading('c') row[role=label](cell[cols=2,role=label](paragraph('h')))"
            " row(cell[rows=2](paragraph('a')) cell))"
        ],
    ),
    (
        "<table><tr><td><p>egy</p><p>ketto</p></td><td><table><tr><td>x</td><td>y</td></tr></table></td></tr></table>",
        [
            "table(row(cell(paragraph('egy') paragraph('ketto')) cell(table(row(cell(paragraph('x')) cell(paragraph('y')))))))"
        ],
    ),
    # layout
    (
        "<table><tr><td></td><td><p>a</p><h3>b</h3></td></tr></table>",
        ["paragraph('a')", "heading[level=3]('b')"],
    ),
    (
        "<table><tr><td>a</td></tr><tr><td> </td></tr><tr><td>b</td></tr></table>",
        ["table(row(cell(paragraph('a'))) row(cell(paragraph('b'))))"],
    ),
    (
        "<table><tr><td colspan=0>a</td><td colspan=9999999>b</td><td rowspan=x>c</td></tr></table>",
        ["table(row(cell(paragraph('a')) cell(paragraph('b')) cell(paragraph('c'))))"],
    ),
]


@pytest.mark.parametrize(("page", "expected"), LISTS_AND_TABLES)
def test_lists_and_tables(blocks: Sketches, page: str, expected: list[str]) -> None:
    assert blocks(page) == expected


def test_rows_and_cells_of_a_dissolved_table_are_text(blocks: Sketches) -> None:
    page = "<table class=frame><tr><td>a</td><td>b<p>c</td></tr></table>"
    assert blocks(page, tags=[("table.frame", "box")]) == [
        "box(paragraph('a') paragraph('b') paragraph('c'))"
    ]
    assert blocks(page, tags=[("table.frame", "unwrap")]) == [
        "paragraph('a')",
        "paragraph('b')",
        "paragraph('c')",
    ]


def test_a_table_heading_after_rows_stays_where_it_is(blocks: Sketches) -> None:
    page = "<table><tr><td>a</td><td>b</td></tr><tr><td class=t>c</td></tr></table>"
    assert blocks(page, tags=[("td.t", "table-heading")]) == [
        "table(row(cell(paragraph('a')) cell(paragraph('b'))) row(cell(paragraph('c'))))"
    ]


PIC = "media-link[target=https://echo.example/p.jpg]"
MEDIA = [
    ("<img src=/p.jpg>", [f"figure({PIC})"]),
    (
        "<p><img src=/p.jpg alt=' A  b '></p>",
        ["figure(media-link[alt=A b,target=https://echo.example/p.jpg])"],
    ),
    ("<p>a <img src=/p.jpg> b</p>", [f"paragraph('a ' figure({PIC}) ' b')"]),
    ("<h2><img src=/p.jpg> t</h2>", [f"heading[level=2](figure({PIC}) ' t')"]),
    (
        "<a href=/big.jpg><img src=/p.jpg></a>",
        [f"figure[target=https://echo.example/big.jpg]({PIC})"],
    ),
    (
        "<figure><a href=/b><img src=/p.jpg></a><figcaption>c <b>d</b></figcaption></figure>",
        [f"figure[target=https://echo.example/b]({PIC} caption('c ' bold('d')))"],
    ),
    ("<figure><div><img src=/p.jpg></div><p>c</p></figure>", [f"figure({PIC} caption('c'))"]),
    (
        "<figure><img src=/p.jpg><img src=/p.jpg>c</figure>",
        [f"gallery(figure({PIC}) figure({PIC}) caption('c'))"],
    ),
    (
        "<figure><table><tr><td>a<td>b</table><figcaption>c</figcaption></figure>",
        ["table(row(cell(paragraph('a')) cell(paragraph('b'))))", "figure(caption('c'))"],
    ),
    (
        "<figure><figcaption>c</figcaption><table><tr><td>a<td>b</table></figure>",
        ["table(table-heading('c') row(cell(paragraph('a')) cell(paragraph('b'))))"],
    ),
    (  # a film of another blog, as WordPress shows it
        "<figure><blockquote class=wp-embedded-content><a href=//v.hu/1>t</a></blockquote><iframe class=wp-embedded-content src=//v.hu/1/embed></iframe></figure>",
        ["embed[target=https://v.hu/1]('t')"],
    ),
    (  # a card of Ghost
        '<figure class="kg-card kg-bookmark-card"><a href=//v.hu/1><div>t</div><img src=/i.png></a></figure>',
        ["embed[target=https://v.hu/1]('t')"],
    ),
    (  # a picture of Blogger
        "<table class=tr-caption-container><tbody><tr><td><a href=/large.jpg><img src=/p.jpg></a></td></tr><tr><td class=tr-caption>c</td></tr></tbody></table>",
        ["figure[target=https://echo.example/large.jpg](" + PIC + " caption('c'))"],
    ),
    ("<figure><blockquote>q</blockquote></figure>", ["quote(paragraph('q'))"]),
    (
        "<figure><iframe src=//v.hu/1></iframe><figcaption>c</figcaption></figure>",
        ["embed[target=https://v.hu/1]('c')"],
    ),
    ("<figure></figure><p>x</p>", ["paragraph('x')"]),
    (
        "<figure><figure><img src=/p.jpg></figure><figure><img src=/p.jpg></figure></figure>",
        [f"gallery(figure({PIC}) figure({PIC}))"],
    ),
    # lazy loaders and placeholders
    ("<img src='data:image/gif;base64,R0' data-src=/p.jpg>", [f"figure({PIC})"]),
    ("<img src=/blank.gif data-lazy-src=/p.jpg>", [f"figure({PIC})"]),
    ("<img srcset='/s.jpg 300w, /p.jpg 900w'>", [f"figure({PIC})"]),
    ("<picture><source srcset='/p.jpg 2x'><img src='data:,'></picture>", [f"figure({PIC})"]),
    ("<img src='data:,' alt=x><p>y</p>", ["paragraph('y')"]),
    # embeds
    (
        "a<iframe src=about:blank data-src=https://v.hu/2>no frames</iframe>",
        ["paragraph('a' embed[target=https://v.hu/2])"],
    ),
    (
        "<video><source src=/v.mp4>Your browser …</video>",
        ["embed[target=https://echo.example/v.mp4]"],
    ),
    (
        "<object data=/o.swf><embed src=/o.swf></object>",
        ["embed[target=https://echo.example/o.swf]"],
    ),
    # social posts
    (
        "<blockquote class=twitter-tweet><p>T <a href=/t>x</a></p>— N <a href=https://t.hu/s/1>d</a></blockquote>",
        [
            "social[target=https://t.hu/s/1](paragraph('T ' link[target=https://echo.example/t]('x'))"
            " paragraph('— N ' link[target=https://t.hu/s/1]('d')))"
        ],
    ),
    (
        "<blockquote class=instagram-media data-instgrm-permalink=https://i.hu/p/1></blockquote>",
        ["social-embed[target=https://i.hu/p/1]"],
    ),
    # headings in blocks stay
    (
        "<blockquote cite=/src><h3>a</h3>b</blockquote>",
        ["quote[target=https://echo.example/src](heading[level=3]('a') paragraph('b'))"],
    ),
]


@pytest.mark.parametrize(("page", "expected"), MEDIA)
def test_media(blocks: Sketches, page: str, expected: list[str]) -> None:
    assert blocks(page) == expected


def test_the_base_of_the_page_counts(blocks: Sketches) -> None:
    page = (
        "<html><head><base href='https://cdn.example/x/'></head><body><img src=p.jpg></body></html>"
    )
    assert blocks(page) == ["figure(media-link[target=https://cdn.example/x/p.jpg])"]


def test_names_without_a_row_in_the_base_dictionary(blocks: Sketches) -> None:
    rows = [
        ("p.lead", "lead"),
        ("p.by", "source"),
        ("div.q", "quiz"),
        ("p.ask", "question"),
        ("li.a", "answer"),
        ("i.n", "note"),
    ]
    quiz = "<div class=q><p class=ask>Q?</p><ul><li class=a>1<li class=a>2</ul></div>"
    page = f"<p class=lead>L</p><p class=by>S</p>{quiz}<p>t<i class=n>N</i></p>"
    assert blocks(page, tags=rows) == [
        "lead(paragraph('L'))",
        "source('S')",
        "quiz(question('Q?') answers(answer(paragraph('1')) answer(paragraph('2'))))",
        "paragraph('t' note('N'))",
    ]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("x.html", "https://echo.example/a/x.html"),
        (" //b.hu/\n x ", "https://b.hu/ x"),
        ("http://A%20nagy dobás", "http://A%20nagy dobás"),
        ("JavaScript:void(0)", ""),
        ("data:image/png;base64,AA", ""),
        ("tel:+361", "tel:+361"),
        ("#top", "https://echo.example/a/b#top"),
        ("http://[bad", "http://[bad"),
        ("//[bad", "//[bad"),
    ],
)
def test_addresses_are_absolute_and_raw(raw: str, expected: str) -> None:
    assert absolute_address("https://echo.example/a/b", raw) == expected


@pytest.mark.parametrize(
    ("srcset", "expected"),
    [
        ("/a.jpg 1x, /b.jpg 2x", "/b.jpg"),
        ("/a.jpg", "/a.jpg"),
        ("/a,b.jpg 300w,/c.jpg 200w", "/a,b.jpg"),
        ("/a.jpg 2x, /b.jpg 2.0x", "/a.jpg"),
        ("", ""),
    ],
)
def test_largest_of_a_srcset(srcset: str, expected: str) -> None:
    assert largest_source(srcset) == expected


def test_roots(blocks: Sketches) -> None:
    page = "<div class=a>1<div class=a>2</div></div><p>3</p><div class=a>4</div>"
    assert blocks(page, root=["#nothing", "div.a"]) == [
        "paragraph('1')",
        "paragraph('2')",
        "paragraph('4')",
    ]
    assert blocks("<nav>n</nav><p>x</p><footer>f</footer>") == ["paragraph('x')"]
    assert blocks("<table><tr><td class=cikk>a<p>b</td></tr></table>", root=["td.cikk"]) == [
        "paragraph('a')",
        "paragraph('b')",
    ]


def test_rejections() -> None:
    nothing = try_read("<p>x</p>", root=["article", "#main"])
    assert isinstance(nothing, Rejected)
    assert (nothing.reason, nothing.evidence) == (
        "no-root",
        "none of the root rules matches: article, #main",
    )
    empty = try_read("<div><p> </p></div>", root=["div"])
    assert isinstance(empty, Rejected)
    assert empty.reason == "empty"


def test_unlimited_depth() -> None:
    deep = "<ul><li>" * 3000 + "bottom"
    result = try_read(deep)
    assert not isinstance(result, Rejected)
    assert result.account.kept == 1


@pytest.mark.parametrize(
    "void", ["wbr", "source src=x", "track src=x", "embed", "keygen", "bgsound src=x"]
)
def test_what_follows_a_void_element_is_not_inside_it(blocks: Sketches, void: str) -> None:
    assert blocks(f"<p>al<{void}>ma <b>b</b></p><p>c</p>", drop=["embed"]) == [
        "paragraph('alma ' bold('b'))",
        "paragraph('c')",
    ]
