"""Text with readings (``ruby``): no word is glued or moved, and plain text has no readings."""

from __future__ import annotations

import re

import pytest
from tei_trees import article, portal

from webarticlecurator.base.model.blocks import Node
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.plain_text import plain_lines, read_lines
from webarticlecurator.tei.documents.validation import validate

BOLD = Node("bold", ("漢",))


def reading(*children: Node | str) -> Node:
    return Node("reading", children)


@pytest.mark.parametrize(
    ("children", "expected", "line"),
    [
        (("弾劾", reading("だんがい")), "<ruby><rb>弾劾</rb><rt>だんがい</rt></ruby>", "弾劾"),
        (
            ("漢", reading("kan"), "字", reading("ji")),
            "<ruby><rb>漢</rb><rt>kan</rt></ruby><ruby><rb>字</rb><rt>ji</rt></ruby>",
            "漢字",
        ),
        (
            ("漢字", reading("kan"), reading("ji")),
            "<ruby><rb>漢字</rb><rt>kan</rt><rt>ji</rt></ruby>",
            "漢字",
        ),
        ((BOLD, reading("kan")), '<ruby><rb><hi rend="bold">漢</hi></rb><rt>kan</rt></ruby>', "漢"),
        (("漢", reading("kan"), " "), "<ruby><rb>漢</rb><rt>kan</rt></ruby> ", "漢"),
        ((reading("kan"),), '<hi rend="reading">kan</hi>', ""),
        (
            (Node("bold", ("漢", reading("kan"))),),
            '<hi rend="bold">漢<hi rend="reading">kan</hi></hi>',
            "漢",
        ),
        (
            (Node("inline-quote", ("漢",)), reading("kan")),
            '<q>漢</q><hi rend="reading">kan</hi>',
            "漢",
        ),
    ],
)
def test_each_piece_of_text_has_the_readings_that_follow_it(
    children: tuple[Node | str, ...], expected: str, line: str
) -> None:
    blocks = (Node("paragraph", ("a", Node("ruby", children), "b")),)
    content = build_document(article(blocks), portal()).content
    assert validate(content) == ()
    (found,) = re.findall("<p>a(.*)b</p>", content.decode("utf-8"))
    assert found == expected
    spaced = f"a{line}{' ' if expected.endswith(' ') else ''}b"
    assert plain_lines(blocks) == read_lines(content) == [spaced]
