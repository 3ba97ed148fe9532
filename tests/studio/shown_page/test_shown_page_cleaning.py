"""What is written of a hostile page, as a browser reads it."""

from __future__ import annotations

import re
from typing import Any

import html5lib
import pytest
from hostile_markup import HOSTILE
from hypothesis import given
from hypothesis import strategies as st
from leak_page import LEAK_PAGE
from lxml import etree

from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.proposing.trial.show_page import (
    BOX_TAG,
    CUSTOM_TAG,
    MATH_TAGS,
    SVG_TAGS,
    WRITTEN_TAGS,
    ShownPage,
    show_page,
)
from webarticlecurator.proposing.trial.shown_elements import (
    DATA_ATTRIBUTE,
    DRAWING_ATTRIBUTES,
    WRITTEN_ATTRIBUTES,
)

URL = "https://news.example/2020/one.html"
HTML, SVG, MATH = (
    f"http://www.w3.org/{name}" for name in ("1999/xhtml", "2000/svg", "1998/Math/MathML")
)
TAGS = {
    HTML: WRITTEN_TAGS | {"html", "head", "body", "meta", "link", "style", BOX_TAG},
    SVG: SVG_TAGS,
    MATH: MATH_TAGS,
}
ATTRIBUTES = WRITTEN_ATTRIBUTES | DRAWING_ATTRIBUTES | {"style", "type", "tabindex", "open"}
ADDRESSES = {"src", "href", "background"}
TAG_START = re.compile(rb"<(?!/?[a-z][a-z0-9-]*[ >]|!DOCTYPE html)")


def show(source: str, *, is_reading: bool = False) -> ShownPage:
    page = read_page(URL, source.encode(), "text/html; charset=utf-8")
    return show_page(page, is_reading=is_reading)


def browser_tree(shown: ShownPage) -> Any:
    """The tree that the HTML standard makes of what is written, where scripts run."""
    parser = html5lib.HTMLParser(html5lib.getTreeBuilder("lxml"), namespaceHTMLElements=True)
    return parser.parse(shown.join(), transport_encoding="utf-8", scripting=True)


def find_unsafe(shown: ShownPage) -> list[str]:
    """What of the page a browser would find that nobody has allowed."""
    found = [shown.join()[m.start() :][:30].decode() for m in TAG_START.finditer(shown.join())]
    for element in browser_tree(shown).iter():
        if not isinstance(element.tag, str):
            found.append(f"comment {element.text!r}")
            continue
        namespace, tag = element.tag[1:].split("}")
        if tag.lower() not in TAGS[namespace] and not CUSTOM_TAG.fullmatch(tag):
            found.append(f"<{tag}> in {namespace}")
        found += [f"{tag} {n}={v}" for n, v in element.items() if not is_allowed(tag, n, v)]
    return found


def is_allowed(tag: str, name: str, value: str) -> bool:
    if name == "charset":
        return tag == "meta"
    if name in ADDRESSES:
        return value.startswith(("res?u=", "#", "data:image/"))
    return name.lower() in ATTRIBUTES or bool(DATA_ATTRIBUTE.fullmatch(name))


def body_of(source: str) -> str:
    """What is written inside the body."""
    text = show(f"<!DOCTYPE html><html><head></head><body>{source}</body></html>").join().decode()
    found = re.search(r"<body[^>]*>(.*)</body></html>\n\Z", text, re.DOTALL)
    assert found
    return found[1]


def without_numbers(text: str) -> str:
    return re.sub(r' data-node="\d+"', "", text)


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("<p>a<script>alert(1)</script>b</p>", "<p>ab</p>"),
        ("<p>a<template><b>x</b></template>b</p>", "<p>ab</p>"),
        ("<p>a<!-- x --><?php y ?>b</p>", "<p>ab</p>"),
        ('<base href="https://evil.example/"><p>a</p>', "<p>a</p>"),
        ('<meta http-equiv="refresh" content="0; url=//evil.example"><p>a</p>', "<p>a</p>"),
        ('<link rel="preload" as="image" href="/x.png"><p>a</p>', "<p>a</p>"),
        ("<noscript><p>a</p></noscript>", "<p>a</p>"),
        ("<object><p>a</p></object>", "<p>a</p>"),
        ('<p onclick="x()" ONLOAD=y onfoo=z>a</p>', "<p>a</p>"),
        ('<a href="/x" ping="/y" target="_top" download>a</a>', '<a data-href="/x">a</a>'),
        ('<a href="javascript:x()">a</a>', '<a data-href="javascript:x()">a</a>'),
        ('<form action="/x" target="y" method="post">a</form>', "<div>a</div>"),
        ('<button formaction="/x" autofocus>a</button>', '<button tabindex="-1">a</button>'),
        ('<input type="password" name="p" value="v">', '<input value="v" tabindex="-1">'),
        ('<input type="image" src="/x.png">', '<input tabindex="-1">'),
        ('<textarea autofocus>a</textarea>', '<textarea tabindex="-1">a</textarea>'),
        ("<pre>\n\na</pre>", "<pre>\n\na</pre>"),
        ('<p contenteditable tabindex="3" accesskey="a" popover>a</p>', "<p>a</p>"),
        ('<p id="i" name="n" class="c" data-x="1" aria-label="l">a</p>', '<p id="i" class="c" data-x="1" aria-label="l">a</p>'),
        ('<p data-node="7" data-href="x" data-curator-box="y">a</p>', "<p>a</p>"),
        ("<details><summary>a</summary>b</details>", '<details open=""><summary tabindex="-1">a</summary>b</details>'),
        ("<nonsense>a</nonsense>", "<span>a</span>"),
        ("<my-teaser kind=x>a</my-teaser>", "<my-teaser>a</my-teaser>"),
        ("<marquee>a</marquee>", "<div>a</div>"),
        ("<wbr>a<wbr>b", "<wbr>a<wbr>b"),
        ("<svg viewBox='0 0 9 9'><path d='M0 0'/></svg>", '<svg viewbox="0 0 9 9"><path d="M0 0"></path></svg>'),
        ("<svg><use href='#a'/><use href='https://evil.example/#a'/></svg>", '<svg><use href="#a"></use><use></use></svg>'),
        ("<svg><style>a{}</style><script>x</script><image href='//evil.example/'/></svg>", "<svg></svg>"),
        ("<svg><rect fill='url(//evil.example/)' clip-path='url(#a)'/></svg>", '<svg><rect clip-path="url(#a)"></rect></svg>'),
        ("<math><mi>x</mi><annotation-xml><p>y</p></annotation-xml></math>", "<math><mi>x</mi></math>"),
    ],
)  # fmt: skip
def test_each_thing_that_acts_is_left_out_or_made_harmless(source: str, written: str) -> None:
    assert without_numbers(body_of(source)) == written


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ('<img src="a.jpg">', "res?u=https%3A%2F%2Fnews.example%2F2020%2Fa.jpg"),
        ('<img src="//cdn.example/a.jpg">', "res?u=https%3A%2F%2Fcdn.example%2Fa.jpg"),
        (
            '<img src="s.gif" data-src="/l.jpg" srcset="/m.jpg 1x, /b.jpg 2x">',
            "res?u=https%3A%2F%2Fnews.example%2Fl.jpg&u=https%3A%2F%2Fnews.example%2F2020%2Fs.gif&u=https%3A%2F%2Fnews.example%2Fb.jpg",
        ),
        ('<img src="data:image/gif;base64,R0lG">', "data:image/gif;base64,R0lG"),
        ('<img src="data:text/html,x">', None),
        ('<img src="javascript:x()">', None),
        ('<img src="file:///etc/passwd">', None),
        ('<img src="http://[bad">', "res?u=http%3A%2F%2F%5Bbad"),
        (f'<img src="/{"x" * 4000}">', None),
    ],
)
def test_a_picture_is_asked_for_where_the_page_is_stored(source: str, written: str | None) -> None:
    (image,) = browser_tree(show(source)).iter(f"{{{HTML}}}img")
    assert image.get("src") == written


def test_media_and_documents_of_others_become_boxes_with_their_address() -> None:
    written = without_numbers(
        body_of(
            '<iframe src="https://video.example/v/1?x=y" width="300" height="9000000" onload="x()"></iframe>'
            '<video src="/v.mp4" poster="/p.jpg"><p>no video</p></video><embed src="e.swf"><object data="o.swf"></object>'
        )
    )
    assert written == (
        '<curator-box style="width: 300px; " data-curator-box="iframe video.example/v/1"></curator-box>'
        '<curator-box data-curator-box="video news.example/v.mp4"></curator-box>'
        '<curator-box data-curator-box="embed news.example/2020/e.swf"></curator-box>'
        '<curator-box data-curator-box="object news.example/2020/o.swf"></curator-box>'
    )


def test_links_to_style_sheets_stay_and_those_that_a_script_turns_on_are_on() -> None:
    sheets = (
        '<link rel="STYLESHEET" href="a.css" media="print" integrity="sha256-x">'
        "<link rel=stylesheet href=b.css media=print onload=\"this.media='all'\">"
        "<link rel=preload as=style href=c.css onload=\"this.rel='stylesheet'\">"
        '<link rel="alternate stylesheet" href=d.css><link rel=stylesheet href="javascript:x">'
    )
    text = without_numbers(show(f"<html><head>{sheets}</head><body>a").join().decode())
    assert re.findall("<link[^>]*>", text) == [
        '<link rel="stylesheet" href="res?u=https%3A%2F%2Fnews.example%2F2020%2Fa.css" media="print">',
        '<link rel="stylesheet" href="res?u=https%3A%2F%2Fnews.example%2F2020%2Fb.css">',
        '<link rel="stylesheet" href="res?u=https%3A%2F%2Fnews.example%2F2020%2Fc.css">',
    ]


@pytest.mark.parametrize("source", HOSTILE)
@pytest.mark.parametrize(
    "around", ["{}", "<div><p>{}</p></div>", "<svg>{}</svg>", "<math><mtext>{}"]
)
@pytest.mark.parametrize("is_reading", [False, True])
def test_no_parser_finds_more_than_is_allowed(source: str, around: str, is_reading: bool) -> None:
    whole = f"<!DOCTYPE html><body>{around.format(source)}<p>end"
    assert find_unsafe(show(whole, is_reading=is_reading)) == []


def test_the_check_finds_what_is_not_allowed() -> None:
    bad = ShownPage(
        URL, b"<html><head>", b'</head><body onload="x"><script>y</script><img src="//e">', 4
    )
    assert find_unsafe(bad) == [
        "body onload=x",
        "<script> in http://www.w3.org/1999/xhtml",
        "img src=//e",
    ]


def test_the_leak_page_is_harmless() -> None:
    assert find_unsafe(show(LEAK_PAGE)) == find_unsafe(show(LEAK_PAGE, is_reading=True)) == []


_PIECES = st.sampled_from(
    """<style> </style> <!-- --> --!> <svg> </svg> <math> </math> <mtext> <mglyph> <table> <tr> <td> <form> </form> <select> <option>
    <p> </p> <a> </a> <b> <title> </title> <textarea> </textarea> <noscript> </noscript> <template> </template> <xmp> </xmp> <iframe>
    </iframe> <foreignObject> <desc> <frameset> <body> <plaintext> <noembed> <script> </script> <![CDATA[ ]]> &lt;script&gt; &lt;/style&gt;
    "><script> '><img <img/src=x/onerror=y <p/title="</style> </p>"> <annotation-xml> <br/> <p/onclick=x> &amp;lt; <?x ?> </body> </html>""".split()
)  # fmt: skip


@given(st.lists(_PIECES, max_size=14))
def test_no_mixture_of_tags_is_read_as_more_than_is_allowed(pieces: list[str]) -> None:
    assert find_unsafe(show("".join(pieces))) == []
    assert find_unsafe(show("".join(pieces), is_reading=True)) == []


@pytest.mark.parametrize(
    ("doctype", "written"),
    [
        ("<!DOCTYPE html>", "<!DOCTYPE html>"),
        ("<!doctype HTML SYSTEM 'about:legacy-compat'>", "<!DOCTYPE html>"),
        ('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">', "<!DOCTYPE html>"),
        ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">', "<!DOCTYPE html>"),
        ('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/x.dtd">', '<!DOCTYPE html PUBLIC "-//W3C'),
        ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">', '<!DOCTYPE html PUBLIC "-//W3C'),
        ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">', "<html "),
        ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">', "<html "),
        ("", "<html "),
    ],
)  # fmt: skip
def test_the_page_is_laid_out_by_the_rules_of_its_time(doctype: str, written: str) -> None:
    assert show(f"{doctype}<html><body>a").opening.decode().startswith(written)


def test_the_tree_of_the_caller_stays_as_it_was() -> None:
    page = Page(URL, LEAK_PAGE)
    before = etree.tostring(page.root)
    first = show_page(page)
    assert etree.tostring(page.root) == before
    assert show_page(page) == first == show_page(Page(URL, LEAK_PAGE))


def test_a_page_of_another_charset_is_written_in_utf_8() -> None:
    source = '<html><head><meta charset="iso-8859-2"></head><body>ő\u00a0ű\u00ad</body></html>'
    page = read_page(URL, source.encode("iso-8859-2"), "text/html")
    written = show_page(page).join()
    assert written.count(b"charset") == 1 and "ő\u00a0ű\u00ad".encode() in written


def test_a_page_that_is_no_html_is_shown_empty() -> None:
    for content in (b"%PDF-1.4", b"", b"\x89PNG\r\n\x1a\n"):
        shown = show_page(read_page(URL, content))
        assert without_numbers(shown.join().decode()).endswith("<body></body></html>\n")


def test_a_deep_page_is_written() -> None:
    assert body_of("<i><b>" * 400 + "x" + "</b></i>" * 400).count("<b ") > 100
