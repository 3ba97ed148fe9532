"""The tree follows the HTML standard where libxml2 differs from it; otherwise it is libxml2's."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree, html

from webarticlecurator.base.text.html_tags import CODE_TAGS, EMPTY_TAGS, UNCLOSED_TAGS
from webarticlecurator.cli.main import main
from webarticlecurator.pages.page import tree
from webarticlecurator.pages.page.tree import parse_tree
from webarticlecurator.pages.page.word_places import Paths, list_word_places


def body(text: str) -> str:
    found = parse_tree(f"<body>{text}</body>").root.find("body")
    assert found is not None
    return (found.text or "") + "".join(
        etree.tostring(child, encoding="unicode", method="html") for child in found
    )


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<h2><p>a</p></h2>", "<h2><p>a</p></h2>"),
        ("<h2>a<p>b</p></h2>c", "<h2>a<p>b</p></h2>c"),
        ("<h2>a</h3>b", "<h2>a</h2>b"),
        ("<h1>a<h2>b</h2></h1>c", "<h1>a</h1><h2>b</h2>c"),
        ("<p>a<section>b</section>c", "<p>a</p><section>b</section>c"),
        ("<p>a<figure>b</figure>", "<p>a</p><figure>b</figure>"),
        ("<p><span>a<p>b", "<p><span>a</span></p><p><span>b</span></p>"),
        ("<div><section><div>a</section>b</div>", "<div><section><div>a</div></section>b</div>"),
        ("<article><div>a</article>b", "<article><div>a</div></article>b"),
        ("<b>x<p>y</b>z</p>", "<b>x</b><p><b>y</b>z</p>"),
        ("<a>x<div>y<a>z</a></div></a>", "<a>x</a><div><a>y</a><a>z</a></div>"),
        ("<ul><li><span>a<li>b</ul>", "<ul><li><span>a</span></li><li><span>b</span></li></ul>"),
        ("<table>x<tr><td>a</td></tr></table>", "x<table><tr><td>a</td></tr></table>"),
        (
            "<h2><p>a</p></h2><table><tr><td>b</table>",
            "<h2><p>a</p></h2><table><tr><td>b</td></tr></table>",
        ),
        (
            "<h2><p>a</p></h2><table><tbody><tr><td>b</table>",
            "<h2><p>a</p></h2><table><tbody><tr><td>b</td></tr></tbody></table>",
        ),
        ("<h2><p>a</p></h2><table><td>b</table>", "<h2><p>a</p></h2><table><td>b</td></table>"),
        ("<h2><p>a</p></h2><div/>b", "<h2><p>a</p></h2><div></div>b"),
        ("<h2><p>a</p></h2><a name='x'/>b", '<h2><p>a</p></h2><a name="x"></a>b'),
        ("<h2><p>a</p></h2><a href=x/>b</a>", '<h2><p>a</p></h2><a href="x/">b</a>'),
        (
            "<h2><p>a</p></h2><noscript><img src=a><p>b</noscript>",
            '<h2><p>a</p></h2><noscript><img src="a"><p>b</p></noscript>',
        ),
        (
            "<h2><p>a</p></h2><template><p>b</p></template>c",
            "<h2><p>a</p></h2><template><p>b</p></template>c",
        ),
        ("<h2><p>a</p></h2><!-- a--b- -->", "<h2><p>a</p></h2><!--a- -b- -->"),
        (
            "<h2><p>a</p></h2><picture><source src=a><img></picture>",
            '<h2><p>a</p></h2><picture><source src="a"><img></picture>',
        ),
    ],
)
def test_the_tree_is_a_browsers_where_libxml2_differs(source: str, shown: str) -> None:
    assert body(source).replace("<span></span>", "").replace("</source>", "") in (
        shown,
        shown.replace("<span>b</span>", "b"),
    )
    assert parse_tree(f"<body>{source}").is_html5


@pytest.mark.parametrize(
    "source",
    [
        "<p>a</p><h2>b</h2><ul><li>c<li>d</ul>",
        "<p>a<p>b<div>c</div>",
        "<table><tr><td>a<td>b<tr><td>c</table>",
        "<div>a</span>b</div></p>",
        "<p>a</div></b>",
        "<p>a<div>b</div></p>c<p>d</p></p>",
        "<dl><dt>a<dd>b<dt>c</dl>",
        "<ul><li>a<ul><li>b</ul><li>c</ul>",
        "<div><span>a</span></div></div></span><img></img><b>c</b>",
    ],
)
def test_it_is_libxml2s_where_nothing_differs(source: str) -> None:
    found = parse_tree(f"<body>{source}")
    plain = html.document_fromstring(
        f"<body>{source}".encode(), parser=html.HTMLParser(encoding="utf-8")
    )
    assert (found.differences, found.is_html5) == ((), False)
    assert etree.tostring(found.root) == etree.tostring(plain)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<script>x = '</i>'</script>",
        "<!-- </i> -->",
        "<textarea></i></textarea>",
        "<b title='</i>'>x</b>",
        "</b></img>",
    ],
)
def test_an_end_tag_of_an_element_that_ended_too_early_is_none_too_many(text: str) -> None:
    found = parse_tree(f"<body>{text}<p><i>a<p>b</i>")
    assert found.is_html5
    assert [str(inner.text) for inner in found.root.iter("i")] == ["a", "b"]


@pytest.mark.parametrize(("doctype", "is_inside"), [("<!DOCTYPE html>", False), ("", True)])
def test_a_table_ends_a_paragraph_only_where_a_page_has_the_doctype_of_html(
    doctype: str, is_inside: bool
) -> None:
    found = parse_tree(f"{doctype}<body><p>a<table><tr><td>b</table>c</p>")
    assert (found.is_html5, found.root.find(".//p//table") is not None) == (is_inside, is_inside)


def test_elements_that_the_standard_drops_stay() -> None:
    found = parse_tree("<body><h2><p>a</p></h2><div><td class=post>b</td></div>")
    assert found.root.findtext(".//td") == "b"
    assert not found.is_html5
    assert any("<td>, line 1: is outside a table" in str(one) for one in found.differences)


def test_a_page_that_would_become_too_large_keeps_its_tree() -> None:
    found = parse_tree("<body><h2><p>a</p></h2>" + "".join(f"<p><b id=b{n}>x" for n in range(4000)))
    assert not found.is_html5
    assert found.differences


def test_script_and_attribute_texts_are_verbatim() -> None:
    text = "var a = '<tbody><tr><div/><td></tbody >';"
    found = parse_tree(
        f"<body><h2><p>a</p></h2><script>{text}</script><a title='<tbody x><i/>'>b</a><textarea><i/></textarea>"
    )
    assert found.is_html5
    assert found.root.findtext(".//script") == text
    assert found.root.findtext(".//textarea") == "<i/>"
    (link,) = found.root.iter("a")
    assert link.get("title") == "<tbody x><i/>"


def test_control_characters_and_odd_names_do_no_harm() -> None:
    found = parse_tree(
        '<body {{x}} @click=y a"b=1 :c=2><h2><p>a</p></h2>\x01\x0cb<x"y>c</x"y><a:b>d</a:b><svg viewBox=1><linearGradient/>'
    )
    assert found.is_html5
    (page,) = found.root.iter("body")
    assert page.get("@click") == "y"
    assert "".join(map(str, page.itertext())).replace("\ufffd", "") == "abcd"
    assert found.root.find(".//svg").get("viewbox") == "1"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "attributes", ["a='\x01'", "{{x}}=\x0c", "1\x02=b", "\ufffe=\uffff", "a=b=c d<e"]
)
def test_illegal_attributes_of_the_root_do_no_harm(attributes: str) -> None:
    found = parse_tree(f"<html lang=hu {attributes}><body><h2><p>a</p></h2>")
    assert found.is_html5
    assert found.root.get("lang") == "hu"


_TAGS = "p div span a b h2 h3 ul li section article table tr td form button dl dt dd noscript img br svg template".split()


@given(
    st.lists(
        st.tuples(st.sampled_from(("<{}>", "</{}>", "<{}/>", "w{} ")), st.sampled_from(_TAGS)),
        max_size=14,
    )
)
def test_no_word_is_lost_or_moved_out_of_the_page(pieces: list[tuple[str, str]]) -> None:
    source = "<body>" + "".join(form.format(tag) for form, tag in pieces)
    words = sorted(word for form, tag in pieces if form[0] == "w" for word in [f"w{tag}"])
    found = parse_tree(source).root
    assert sorted(" ".join(map(str, found.itertext())).split()) == words


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("<p>a b</p>", "<p>a <!-- x -->b</p>", True),
        ("<p>a b</p>", "<p>a</p><p>b</p>", True),
        ("<p>ab</p>", "<p>a b</p>", False),
        ("<p>a<b>b</b></p>", "<p>a</p><b>b</b>", False),
        ("<p>a<br>b</p>", "<p>a b<br></p>", False),
        ("<p>a</p><script>x</script>", "<p>a</p>", True),
        ("<p>a</p>b", "<p>a b</p>", False),
    ],
)
def test_places_are_the_words_each_with_the_names_around_it(
    one: str, other: str, is_same: bool
) -> None:
    paths: Paths = {}
    trees = (html.document_fromstring(f"<body>{text}</body>") for text in (one, other))
    ours, theirs = (list_word_places(tree, paths) for tree in trees)
    assert (ours == theirs) is is_same


PORTAL = """\
portal: echo
home: https://echo.example/
archive: {url: "https://echo.example/a?page={page}", pagination: {mode: numbered}, links: h2 a}
article: {metadata: {title: h1}, body: {root: main}}
"""


def extract(tmp_path: Path, text: str, *options: str) -> int:
    config, stored = tmp_path / "echo.yaml", tmp_path / "page.html"
    config.write_text(PORTAL, encoding="utf-8")
    stored.write_text(text, encoding="utf-8")
    return main(
        ["extract", str(config), "--url", "https://echo.example/1", "--html", str(stored), *options]
    )


def test_a_standfirst_in_a_heading_is_in_the_heading(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "<main><h1>Egy</h1><h2><p>A standfirst</p></h2><p>Words.</p></main>"
    assert extract(tmp_path, text, "--format", "tei") == 0
    output = capsys.readouterr().out
    assert "<head>A standfirst</head>" in output or "A standfirst" in output.partition("<head")[2]
    assert "parser-difference" not in output
    assert extract(tmp_path, text, "--explain") == 0
    output = capsys.readouterr().err
    assert (
        "tree: as a browser shows it; libxml2 alone differs at:\n  <h2>, line 1: its end tag"
        in output
    )


def test_a_tree_that_differs_from_a_browsers_is_a_remark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "<main><h1>Egy</h1>\n<div><td>Words.</td></div></main>"
    assert extract(tmp_path, text, "--format", "tei") == 0
    assert (
        "<td>, line 2: is outside a table: a browser's inspector shows a different tree there"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<html><body><p>a</p></body></html> b <p>c</p>", "<p>a</p> b <p>c</p>"),
        ("<html><body><p>a</p></html>b", "<p>a</p>b"),
        (
            "<p>a</p></HTML ><html><body class=x>b<p>c</p></body></html><!-- d --><p>e",
            "<p>a</p>b<p>c</p><p>e</p>",
        ),
        (
            "<html><body><table><td>a</table><td>b</td></body></html><p>c</p>",
            "<table><td>a</td></table><td>b</td><p>c</p>",
        ),
    ],
    ids=[
        "text and elements",
        "text alone",
        "a second page",
        "also where the standard loses a cell",
    ],
)
def test_content_after_the_end_tag_of_html_is_part_of_the_page(source: str, shown: str) -> None:
    found = parse_tree(source).root.find("body")
    assert found is not None
    text = (found.text or "") + "".join(
        etree.tostring(part, encoding="unicode", method="html") for part in found
    )
    assert text.replace("<!-- d -->", "") == shown


def test_words_that_an_older_parser_drops_in_silence_are_kept(monkeypatch: pytest.MonkeyPatch):
    parse_source = tree._parse_source

    def drop_and_parse(source: bytes) -> object:
        return parse_source(source.replace(b"\x01", b"").partition(b"</html>")[0])

    monkeypatch.setattr(tree, "_IS_OLDER", True)
    monkeypatch.setattr(tree, "_parse_source", drop_and_parse)
    page = "<html><body><p>one</p><p>two{}</p></body></html>{}"
    assert "".join(parse_tree(page.format("", "")).root.itertext()) == "onetwo"
    assert not parse_tree(page.format("", "")).is_html5  # the words are the same
    assert "".join(parse_tree(page.format("\x01", "")).root.itertext()) == "onetwo\ufffd"
    assert "".join(parse_tree(page.format("", "<p>three</p>")).root.itertext()) == "onetwothree"


ORDINARY_ENDS = (
    "</body></html>",
    "</html><!-- made in 0.1 s -->\n</body>",
    "</body></html>\n\n<!-- never ended",
)


@pytest.mark.parametrize("end", ORDINARY_ENDS)
def test_a_page_with_an_ordinary_end_is_libxml2s(end: str) -> None:
    assert (
        parse_tree(f"<html><body><script>x('</html><p>')</script><p>a</p>{end}").differences == ()
    )


def test_what_the_parser_puts_into_a_tag_is_as_html_tags_says() -> None:
    for tag in EMPTY_TAGS:
        root = html.document_fromstring(f"<div><{tag}>text<b>bold</b></{tag}></div>")
        assert not [e for e in root.iter(tag) if e.text or len(e)], tag
    for tag in CODE_TAGS:
        root = html.document_fromstring(f"<div><{tag}><b>x</b></{tag}></div>")
        assert not [e for e in root.iter(tag) if len(e)], tag
    for tag in UNCLOSED_TAGS:
        root = html.document_fromstring(f"<div><{tag}><b>bold</b></div>")
        assert [e for e in root.iter(tag) if len(e)], tag
