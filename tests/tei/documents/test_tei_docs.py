"""docs/tei-reference.md documents the code: its tables are those of the code."""

from __future__ import annotations

import re

import pytest
from lxml import etree
from regenerate_tei import ELEMENTS, PAGE, SCHEMA, page_text, schema_text
from tei_trees import article, minimal, portal

from webarticlecurator.base.model.block_rows import BLOCK_TYPES
from webarticlecurator.base.model.block_types import BlockGroup, TeiForm
from webarticlecurator.base.model.blocks import CONTENT, TEXT, Node
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.document_template import SLOTS, VALUES
from webarticlecurator.tei.documents.schema_org import ADDRESSES, OF_PORTAL


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_the_schema_and_the_tables_of_the_page_are_up_to_date(page: str) -> None:
    schema = SCHEMA.read_text(encoding="utf-8")
    assert schema == schema_text(schema), "run python tests/tei/documents/regenerate_tei.py"
    assert page == page_text(page), "run python tests/tei/documents/regenerate_tei.py"


@pytest.mark.parametrize(("name", "here"), [(name, here) for name, here, _ in ELEMENTS])
def test_the_element_of_the_table_is_written(name: str, here: str) -> None:
    inside: Node | str | None = "szó" if TEXT in CONTENT[name] else None
    if inside is None and "paragraph" in CONTENT[name]:
        inside = Node("paragraph", ("szó",))
    content = build_document(
        article((Node("paragraph", ("x",)), *minimal_with_content(name, inside))), portal()
    ).content
    body = etree.fromstring(content).find(".//{*}text")
    names = {(etree.QName(e).localname, e.get("type")) for e in body.iter()}
    for element, _, kind in re.findall(r'(?:^|/ )([a-zA-Z]+)( type="([a-z-]+)")?', here):
        assert (element, kind or None) in names or element in ("ref", "graphic"), names


def minimal_with_content(name: str, inside: Node | str | None) -> tuple[Node, ...]:
    holders = {
        **{
            block.name: Node(str(block.holds[0]), (Node("paragraph", ("szó",)),))
            for block in BLOCK_TYPES
            if block.form is TeiForm.LIST
        },
        "table": Node("row", (Node("cell"),)),
        "row": Node("cell"),
        "comments": Node("comment"),
    }
    if name == "table-heading":
        return (Node("table", (Node("table-heading", ("szó",)), Node("row", (Node("cell"),)))),)
    return minimal(name, holders.get(name, inside))


def test_every_slot_and_every_property_is_documented(page: str) -> None:
    guide = PAGE.with_name("tei.md").read_text(encoding="utf-8")
    for slot in (*SLOTS, *VALUES):
        assert f"`{{{{{slot}}}}}`" in guide
    for key, name in OF_PORTAL.items():
        assert f"| `{key}` of the portal file | `{name}` |" in page
    addresses = ", ".join(f"`{name}`" for name in ADDRESSES)
    assert f"| canonical address | {addresses} |" in page


def test_all_marks_are_documented(page: str) -> None:
    for name in (block.name for block in BLOCK_TYPES if block.group is BlockGroup.MARK):
        assert f"| `{name}` | {name}" in page
