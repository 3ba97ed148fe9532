"""Single pieces of the body and the TEI that they become."""

from __future__ import annotations

import pytest
from lxml import etree
from tei_trees import article, portal

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.plain_text import plain_lines, read_lines
from webarticlecurator.tei.documents.validation import validate


def n(name: str, *children: Node | str, **attributes: str) -> Node:
    return Node(
        name,
        children,
        tuple(sorted((key.replace("_", "-"), value) for key, value in attributes.items())),
    )


def p(*children: Node | str) -> Node:
    return n("paragraph", *children)


def body(*blocks: Node) -> str:
    """Return the content of the body without the structural line ends."""
    content = build_document(article(blocks), portal()).content
    assert validate(content) == ()
    text = content.decode()
    inside = text[text.index("<body>") + 6 : text.rindex("</body>")]
    return "".join(line.strip(" ") for line in inside.split("\n"))


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ([p("a", n("bold", "b"), "c")], '<p>a<hi rend="bold">b</hi>c</p>'),
        ([p("szó", n("line-break"), "szó")], "<p>szó <lb/>szó</p>"),
        ([p("szó ", n("line-break"), n("line-break"), "szó")], "<p>szó <lb/><lb/>szó</p>"),
        (
            [p(n("strike", "x"), n("superscript", "2"))],
            '<p><hi rend="strikethrough">x</hi><hi rend="superscript">2</hi></p>',
        ),
        ([p(n("code", "a<b"))], "<p><code>a&lt;b</code></p>"),
        ([p(n("formula", "a<b"))], '<p><formula notation="TeX">a&lt;b</formula></p>'),
        (
            [p(n("formula", "a", display="yes"))],
            '<p><formula notation="TeX" rend="display">a</formula></p>',
        ),
        (
            [p(n("formula", "a", n("bold", "b")))],
            '<p><hi rend="formula">a<hi rend="bold">b</hi></hi></p>',
        ),
        (
            [p(n("code", "a", n("bold", "b")))],
            '<p><hi rend="code">a<hi rend="bold">b</hi></hi></p>',
        ),
        (
            [p(n("link", "x", target="https://a.example/ő b"))],
            '<p><ref target="https://a.example/%C5%91%20b">x</ref></p>',
        ),
        (
            [p(n("link", "x", target="http://[bad"))],
            '<p><ref type="unresolvable" n="http://[bad">x</ref></p>',
        ),
        (
            [p(n("inline-quote", "x", target="https://a.example/"))],
            '<p><q source="https://a.example/">x</q></p>',
        ),
        ([n("lead", p("a"))], '<floatingText type="lead"><body><p>a</p></body></floatingText>'),
        (
            [n("box", n("heading", "H", level="3"), p("a"))],
            '<floatingText type="box"><body><ab type="heading" n="3">H</ab><p>a</p></body></floatingText>',
        ),
        ([n("quote", p("a"), n("source", "b"))], '<quote><p>a</p><ab type="source">b</ab></quote>'),
        (
            [n("list", n("item", p("a")), numbered="yes", start="3")],
            '<list rend="numbered"><item n="3"><p>a</p></item></list>',
        ),
        ([n("answers", n("answer", p("a")))], '<list type="answers"><item><p>a</p></item></list>'),
        ([n("question", "a?")], '<ab type="question">a?</ab>'),
        ([n("note", "a")], '<p><note type="editorial">a</note></p>'),
        (
            [p("x"), n("note", "a", p("b"))],
            '<p>x</p><note type="editorial"><p>a</p><p>b</p></note>',
        ),
        (
            [p("x", n("note", "a", p("b")))],
            '<p>x<note type="editorial"><floatingText type="note"><body><p>a</p><p>b</p></body></floatingText></note></p>',
        ),
        (
            [
                n(
                    "figure",
                    n("media-link", target="https://a.example/1.jpg", alt="kép"),
                    n("caption", "c"),
                    n("source", "MTI"),
                )
            ],
            '<p><figure><graphic url="https://a.example/1.jpg"/><figDesc>kép</figDesc>'
            '<head>c</head><head type="source">MTI</head></figure></p>',
        ),
        (
            [
                p("x"),
                n("figure", n("media-link", target="http://[bad"), target="https://a.example/"),
            ],
            '<p>x</p><figure corresp="https://a.example/"><head type="unresolvable"><ref type="unresolvable" n="http://[bad"/></head></figure>',
        ),
        (
            [p("x"), n("embed", "y", target="https://a.example/v")],
            '<p>x</p><figure type="embed"><ab><ref target="https://a.example/v">y</ref></ab></figure>',
        ),
        (
            [p("x", n("social-embed", target="https://a.example/v"))],
            '<p>x<figure type="social-embed"><head><ref target="https://a.example/v"/></head></figure></p>',
        ),
        (
            [p("x"), n("page-break", target="https://a.example/2", n="2")],
            '<p>x</p><pb corresp="https://a.example/2" n="2"/>',
        ),
        ([n("gap", reason="page-not-captured")], '<p><gap reason="page-not-captured"/></p>'),
        (
            [n("social", p("x"), target="https://a.example/s")],
            '<post type="social" source="https://a.example/s"><p>x</p></post>',
        ),
        (
            [n("quote", n("social", p("x")))],
            '<quote><floatingText type="social"><body><p>x</p></body></floatingText></quote>',
        ),
        ([], "<p/>"),
    ],
)
def test_pieces(blocks: list[Node], expected: str) -> None:
    assert body(*blocks) == expected


def test_sections_run_to_the_next_heading_of_their_level_or_above() -> None:
    blocks = [
        p("0"),
        n("heading", "A", level="2"),
        p("1"),
        n("heading", "a", level="3"),
        p("2"),
        n("heading", "B", level="2"),
        p("3"),
    ]
    section = '<div type="section">'
    assert body(*blocks) == (
        f'<p>0</p>{section}<head n="2">A</head><p>1</p>{section}<head n="3">a</head><p>2</p></div></div>'
        f'{section}<head n="2">B</head><p>3</p></div>'
    )


def test_headings_without_a_level_are_siblings_of_the_open_section() -> None:
    section = '<div type="section">'
    assert (
        body(n("heading", "A"), n("heading", "B"), p("x"))
        == f"{section}<head>A</head></div>{section}<head>B</head><p>x</p></div>"
    )


def test_entries_without_a_heading_of_their_own_get_a_section() -> None:
    entries = [n("feed-entry", p("x"), apart="yes"), n("feed-entry", p("y"))]
    assert body(n("heading", "A", level="2"), n("heading", "b", level="3"), p("1"), *entries) == (
        '<div type="section"><head n="2">A</head><div type="section"><head n="3">b</head><p>1</p></div></div>'
        '<div type="section"><post type="entry"><p>x</p></post><post type="entry"><p>y</p></post></div>'
    )
    assert body(p("1"), *entries).startswith("<p>1</p><post")


def test_writers_of_posts_are_listed_once_in_the_header_in_order() -> None:
    written = [
        n("comment", p("x"), who=who)
        for who in ("Ő", " anna ", "https://x.example/u/1", "Ő", "", "a\x01")
    ]
    content = build_document(
        article((n("feed-entry", p("y"), who="anna"), n("comments", *written))), portal()
    ).content
    persons = etree.fromstring(content).findall(".//{*}particDesc/{*}listPerson/{*}person")
    assert [person.findtext("{*}persName") for person in persons] == ["anna", "Ő", "a\ufffd"]
    assert len({person.get("{http://www.w3.org/XML/1998/namespace}id") for person in persons}) == 3
    assert b"particDesc" not in build_document(article((p("y"),)), portal()).content


def test_text_after_the_comments_gets_a_section() -> None:
    comments = n("comments", n("comment", p("k")))
    assert body(p("a"), comments, p("b"), n("heading", "H", level="3"), p("c")) == (
        '<p>a</p><div type="comments"><post type="comment"><p>k</p></post></div>'
        '<div type="section"><p>b</p></div><div type="section"><head n="3">H</head><p>c</p></div>'
    )


def test_live_entries_and_comments() -> None:
    entry = n(
        "feed-entry",
        n("feed-time", "20:15"),
        n("heading", "Gól", level="3"),
        p("x"),
        when="2014-03-02T20:15+01:00",
        who="Kiss B",
        id="7",
    )
    first = n(
        "comment",
        n("comment-author", "anna"),
        p("y"),
        id="á1",
        who="https://x.example/u/1",
        level="0",
    )
    second = n("comment", p("z"), reply_to="á1", level="1", when="tegnap", id="á1")
    assert body(entry, n("comments", n("heading", "Hozzászólások"), first, second)) == (
        '<post xml:id="a234567abcdefghij.e-7" type="entry" when="2014-03-02T20:15:00+01:00" who="#a234567abcdefghij.p-Kiss_20_B">'
        '<ab type="time">20:15</ab><ab type="heading" n="3">Gól</ab><p>x</p></post>'
        '<div type="comments"><head>Hozzászólások</head>'
        '<post xml:id="a234567abcdefghij.c-_e1_1" type="comment" who="https://x.example/u/1" indentLevel="0">'
        '<ab type="author">anna</ab><p>y</p></post>'
        '<post type="comment" replyTo="#a234567abcdefghij.c-_e1_1" indentLevel="1"><p>z</p></post></div>'
    )


def cell(*attributes: tuple[str, str]) -> Node:
    return Node("cell", (p("x"),), attributes)


@pytest.mark.parametrize(
    ("rows", "size"),
    [
        ([[cell(), cell()]], ("1", "2")),
        ([[cell(("cols", "3"))], [cell(), cell()]], ("2", "3")),
        ([[cell(("rows", "2")), cell()], [cell()]], ("2", "2")),
        ([[cell(("rows", "2"))], [cell()], [cell(), cell(), cell()]], ("3", "3")),
        ([[cell(), cell(("rows", "9"))], [cell(), cell()]], ("2", "3")),
        ([[cell(("cols", "x"), ("rows", "0"))]], ("1", "1")),
    ],
)
def test_the_size_of_a_table(rows: list[list[Node]], size: tuple[str, str]) -> None:
    table = Node("table", tuple(Node("row", tuple(cells)) for cells in rows))
    root = etree.fromstring(build_document(article((table,)), portal()).content)
    found = root.find(".//{*}table")
    assert (found.get("rows"), found.get("cols")) == size


def test_a_table_with_labels_and_spans() -> None:
    head = Node("cell", (p("Év"),), (("cols", "2"), ("role", "label")))
    table = n(
        "table",
        n("table-heading", "T"),
        Node("row", (head,), (("role", "label"),)),
        n("row", n("cell"), n("cell", p("1"))),
    )
    assert body(table) == (
        '<table rows="2" cols="2"><head>T</head><row role="label"><cell role="label" cols="2"><p>Év</p></cell></row>'
        "<row><cell/><cell><p>1</p></cell></row></table>"
    )


def test_no_white_space_is_added_to_running_text() -> None:
    text = "  a\u00a0b\u00ad \n c  "
    content = build_document(article((p(text, n("bold", n("italic", "x"))),)), portal()).content
    paragraph = etree.fromstring(content).find(".//{*}body/{*}p")
    assert "".join(paragraph.itertext()) == text + "x"


def test_lines() -> None:
    blocks = (
        n("lead", p("A lead.")),
        n("heading", "Cím", level="2"),
        p(
            "Szó",
            n("line-break"),
            "szó ",
            n("figure", n("caption", "képaláírás")),
            n("bold", "vas", n("italic", "tag")),
            " vége.\n",
        ),
        n("quote", p("Idézet."), p("Másik.")),
        n("list", n("item", p("egy")), n("item", p("kettő"), n("list", n("item", p("al"))))),
        n(
            "table",
            n("table-heading", "felirat"),
            n("row", n("cell", p("1")), n("cell", p("2"), p("3"))),
        ),
        n("box", p("doboz")),
        n("embed", "tweet", target="https://a.example/"),
        n("feed-entry", n("feed-time", "20:15"), p("Gól!")),
        n("comments", n("comment", p("első"))),
    )
    expected = [
        "A lead.",
        "Cím",
        "Szó szó vastag vége.",
        "Idézet.",
        "Másik.",
        "egy",
        "kettő",
        "al",
        "1\t2 3",
        "Gól!",
    ]
    assert plain_lines(blocks) == expected
    assert read_lines(build_document(article(blocks), portal()).content) == expected


@pytest.mark.parametrize("name", ["bold", "quote"])
def test_the_nesting_of_an_html_parser_can_be_written(name: str) -> None:
    inner = Node("bold", ("x",)) if name == "bold" else p("x")
    for _ in range(200):
        inner = Node(name, (inner,))
    block = p(inner) if name == "bold" else inner
    content = build_document(article((block,)), portal()).content
    assert validate(content) == () and read_lines(content) == ["x"]


def test_unlimited_nesting_raises_an_error_with_a_cure() -> None:
    inner = p("x")
    for _ in range(5000):
        inner = Node("quote", (inner,))
    with pytest.raises(CuratorError, match="nested too deep"):
        build_document(article((inner,)), portal())
