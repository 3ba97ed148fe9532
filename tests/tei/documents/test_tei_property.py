"""Any tree that obeys the grammar becomes valid TEI with the same words in the same order."""

from __future__ import annotations

import pytest
from block_grammar import find_grammar_errors
from lxml import etree
from tei_trees import (
    Trees,
    article,
    body_words,
    minimal,
    paragraphs_in_paragraphs,
    portal,
    tree_words,
)

from webarticlecurator.base.model.blocks import CONTENT, TEXT, Node
from webarticlecurator.tei.documents.body_words import tei_words
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.plain_text import plain_lines, read_lines
from webarticlecurator.tei.documents.validation import validate

SEEDS, SEEDS_LONG = range(100), range(300)
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


def documents(seeds: range) -> list[tuple[tuple[Node, ...], bytes]]:
    made = []
    for seed in seeds:
        blocks = Trees(seed).body()
        made.append((blocks, build_document(article(blocks), portal()).content))
    return made


@pytest.fixture(scope="module")
def made(request: pytest.FixtureRequest) -> list[tuple[tuple[Node, ...], bytes]]:
    return documents(SEEDS_LONG if request.config.getoption("long") else SEEDS)


def test_the_trees_obey_the_grammar_and_use_every_name(
    made: list[tuple[tuple[Node, ...], bytes]],
) -> None:
    seen: set[str] = set()

    def walk(node: Node) -> None:
        seen.add(node.name)
        for child in node.children:
            if isinstance(child, Node):
                walk(child)

    for blocks, _ in made:
        assert find_grammar_errors(Node("body", blocks)) == []
        walk(Node("body", blocks))
    assert seen == set(CONTENT)


PAIRS = [
    (parent, child)
    for parent in sorted(set(CONTENT) - {"body"})
    for child in sorted(CONTENT[parent])
]


def test_every_pair_of_the_grammar(tei_all: etree.RelaxNG) -> None:
    for parent in sorted({parent for parent, _ in PAIRS}):
        children = [child for other, child in PAIRS if other == parent]
        blocks = tuple(
            block
            for child in children
            for block in minimal(parent, "szó" if child == TEXT else Node(child))
        )
        assert find_grammar_errors(Node("body", blocks)) == []
        content = build_document(article(blocks), portal()).content
        assert validate(content) == (), parent
        assert tei_all.validate(etree.fromstring(content)), f"{parent}: {tei_all.error_log}"
        assert paragraphs_in_paragraphs(content) == [], parent
        assert body_words(content) == tree_words(blocks), parent
        assert read_lines(content) == plain_lines(blocks), parent


@pytest.mark.long
def test_valid_under_our_schema(made: list[tuple[tuple[Node, ...], bytes]]) -> None:
    for seed, (_, content) in enumerate(made):
        assert validate(content) == (), f"seed {seed}"


def test_valid_under_tei_all(
    made: list[tuple[tuple[Node, ...], bytes]], tei_all: etree.RelaxNG
) -> None:
    for seed, (_, content) in enumerate(made):
        assert tei_all.validate(etree.fromstring(content)), f"seed {seed}: {tei_all.error_log}"


def test_every_who_points_to_a_person_or_an_address(
    made: list[tuple[tuple[Node, ...], bytes]],
) -> None:
    local = 0
    for seed, (_, content) in enumerate(made):
        root = etree.fromstring(content)
        persons = {person.get(XML_ID) for person in root.iter("{*}person")}
        pointers = {post.get("who") for post in root.iter("{*}post") if post.get("who")}
        assert {pointer[1:] for pointer in pointers if pointer.startswith("#")} == persons, (
            f"seed {seed}"
        )
        assert all(pointer.startswith(("#", "https://x.example/")) for pointer in pointers), (
            f"seed {seed}"
        )
        local += len(persons)
    assert local > 15


def test_no_paragraph_in_a_paragraph(made: list[tuple[tuple[Node, ...], bytes]]) -> None:
    for seed, (_, content) in enumerate(made):
        assert paragraphs_in_paragraphs(content) == [], f"seed {seed}"


def test_the_words_of_the_tree_are_those_of_the_document(
    made: list[tuple[tuple[Node, ...], bytes]],
) -> None:
    for seed, (blocks, content) in enumerate(made):
        assert body_words(content) == tree_words(blocks) == tei_words(blocks), f"seed {seed}"


def test_the_lines_of_the_tree_are_the_lines_of_the_document(
    made: list[tuple[tuple[Node, ...], bytes]],
) -> None:
    for seed, (blocks, content) in enumerate(made):
        assert read_lines(content) == plain_lines(blocks), f"seed {seed}"


def test_the_same_bytes_again(made: list[tuple[tuple[Node, ...], bytes]]) -> None:
    assert documents(SEEDS[:30]) == made[:30]


@pytest.mark.parametrize("name", sorted(CONTENT["body"]))
def test_every_block_may_be_alone_in_the_body(name: str, tei_all: etree.RelaxNG) -> None:
    for seed in range(10):
        blocks = (Trees(seed, empty=0.2).node(name, 3),)
        content = build_document(article(blocks), portal()).content
        assert validate(content) == ()
        assert tei_all.validate(etree.fromstring(content)), tei_all.error_log
        assert body_words(content) == tree_words(blocks)
