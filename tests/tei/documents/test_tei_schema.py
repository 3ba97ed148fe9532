"""schemas/webarticle.rng allows only valid TEI, and its error messages are helpful."""

from __future__ import annotations

import time

import pytest
from lxml import etree
from tei_rng_writer import RngWriter
from tei_trees import article, paragraphs_in_paragraphs, portal

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.validation import validate

DOCUMENTS, DOCUMENTS_LONG = 250, 1000


@pytest.fixture(scope="module")
def schema_tree() -> etree._Element:
    return etree.parse(str(data_folder("schemas") / "webarticle.rng")).getroot()


@pytest.fixture(scope="module")
def generated(schema_tree: etree._Element, request: pytest.FixtureRequest) -> list[bytes]:
    writer = RngWriter(schema_tree)
    number = DOCUMENTS_LONG if request.config.getoption("long") else DOCUMENTS
    documents = [writer.document(seed) for seed in range(number)]
    unused = writer.elements - writer.used
    assert not unused, f"never written: {[(e.get('name'), e.sourceline) for e in unused]}"
    return documents


def test_generated_documents_are_valid_under_the_schema_itself(generated: list[bytes]) -> None:
    for seed, content in enumerate(generated):
        assert validate(content) == (), f"seed {seed}"


def test_documents_of_our_schema_are_valid_tei(
    generated: list[bytes], tei_all: etree.RelaxNG
) -> None:
    for seed, content in enumerate(generated):
        assert tei_all.validate(etree.fromstring(content)), f"seed {seed}: {tei_all.error_log}"


def test_our_schema_allows_no_paragraph_in_a_paragraph(generated: list[bytes]) -> None:
    for seed, content in enumerate(generated):
        assert paragraphs_in_paragraphs(content) == [], f"seed {seed}"


def test_the_schema_loads_in_milliseconds() -> None:
    path = str(data_folder("schemas") / "webarticle.rng")
    best = min(_load(path) for _ in range(5))
    assert best < 0.1


def _load(path: str) -> float:
    start = time.process_time()
    etree.RelaxNG(etree.parse(path))
    return time.process_time() - start


def valid() -> str:
    return build_document(article((Node("paragraph", ("szó",)),)), portal()).content.decode()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("<p>szó</p>", "<p><p>szó</p></p>", "p"),
        ("<p>szó</p>", "szó", "body"),
        ("<p>szó</p>", '<p rend="x">szó</p>', "rend"),
        ("<p>szó</p>", '<div type="feed"><p>szó</p></div>', "type"),
        ("<p>szó</p>", '<p><ref target="a b">szó</ref></p>', "element ref"),
        ("<p>szó</p>", '<list type="gloss"><item><p>szó</p></item></list>', "type"),
        ("<p>szó</p>", '<div type="section"><head>a</head></div><p>szó</p>', "p"),
        ("<p>szó</p>", '<p><ref target="http://[bad">szó</ref></p>', "element ref"),
        ("<p>szó</p>", '<p><ref target="https://x.example/%zz">szó</ref></p>', "element ref"),
        ('when="2019-04-01"', 'when="2019-04-31"', "when"),
        ('status="free"', 'status="yes"', "availability"),
    ],
)
def test_a_wrong_document_is_reported_with_line_and_element(
    old: str, new: str, expected: str
) -> None:
    content = valid()
    assert old in content and validate(content.encode()) == ()
    messages = validate(content.replace(old, new, 1).encode())
    line = content[: content.index(old)].count("\n") + 1
    assert any(message.startswith("line ") and expected in message for message in messages), (
        messages
    )
    assert any(abs(int(message.split()[1].rstrip(":")) - line) <= 30 for message in messages)


def test_malformed_xml_is_reported_too() -> None:
    assert validate(b"<TEI>")[0].startswith("line 1: not well-formed")
    assert validate(b"") != ()
