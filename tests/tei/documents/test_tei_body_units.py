"""The units of text of a stored document: all words, each once, each with its element."""

from __future__ import annotations

import pytest
from lxml import etree
from tei_trees import TEI, Trees, article, portal

from webarticlecurator.base.model.blocks import Node
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.plain_text import read_lines
from webarticlecurator.tei.tokens.body_units import TextUnit, read_units


def stored(blocks: tuple[Node, ...]) -> bytes:
    return build_document(article(blocks), portal()).content


def find_body(content: bytes) -> etree._Element:
    """The body of a document without alt texts and readings."""
    body = etree.fromstring(content).find(f"{TEI}text/{TEI}body")
    assert body is not None
    for each in list(body.iter(f"{TEI}figDesc", f"{TEI}rt", f"{TEI}hi")):
        if each.tag != f"{TEI}hi" or each.get("rend") == "reading":
            each.text = None
            for child in list(each):
                each.remove(child)
    return body


def find_element(body: etree._Element, path: str) -> etree._Element:
    element = body.find("/".join(f"{TEI}{step}" for step in path.split("/")))
    assert element is not None
    return element


@pytest.mark.parametrize("seed", range(100))
def test_units_have_all_words_in_order(seed):
    content = stored(Trees(seed).body())
    body = find_body(content)
    units = read_units(content)
    assert " ".join(unit.text for unit in units).split() == "".join(body.itertext()).split()
    for unit in units:
        text = " ".join("".join(find_element(body, unit.path).itertext()).split())
        assert " ".join(unit.text.split()) in text
        assert unit.text == unit.text.strip() != ""


@pytest.mark.parametrize("seed", range(200, 240))
def test_the_running_text_is_that_of_the_plain_text(seed):
    content = stored(Trees(seed).body())
    words = [
        word for unit in read_units(content) if unit.part == "text" for word in unit.text.split()
    ]
    assert words == [word for line in read_lines(content) for word in line.split()]


def test_kinds_parts_and_paths():
    blocks = (
        Node("lead", (Node("paragraph", ("Röviden.",)),)),
        Node("heading", ("Cím",), (("level", "2"),)),
        Node("paragraph", ("Egy ", Node("bold", ("kö",)), "vér\u00a0szó\n vége",)),
        Node("list", (Node("item", (Node("paragraph", ("Pont",)),)),)),
        Node("figure", (Node("media-link", (), (("target", "https://x.example/a.jpg"), ("alt", "kép"))), Node("caption", ("Aláírás",)))),
        Node("comments", (Node("comment", (Node("paragraph", ("Szia!",)),)),)),
    )  # fmt: skip
    assert read_units(stored(blocks)) == [
        TextUnit("Röviden.", "floatingText[1]/body[1]/p[1]", "lead", "text"),
        TextUnit("Cím", "div[1]/head[1]", "heading", "text", "2"),
        TextUnit("Egy kövér\u00a0szó vége", "div[1]/p[1]", "paragraph", "text"),
        TextUnit("Pont", "div[1]/list[1]/item[1]/p[1]", "item", "text"),
        TextUnit("Aláírás", "div[1]/figure[1]/head[1]", "caption", "figure"),
        TextUnit("Szia!", "div[2]/post[1]/p[1]", "comment", "comments"),
    ]


def test_a_block_inside_running_text_divides_it():
    box = Node("box", (Node("paragraph", ("Keret",)),))
    note = Node("note", ("jegyzet",))
    (before, inside, after) = read_units(
        stored((Node("paragraph", ("Eleje", note, " ", box, " vége")),))
    )
    assert (before.text, before.path) == ("Elejejegyzet", "p[1]")
    assert (inside.text, inside.part, inside.kind) == ("Keret", "box", "box")
    assert (after.text, after.path) == ("vége", "p[1]")
