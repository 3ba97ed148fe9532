"""The places of a YAML document: which nodes there are, and what leads to each."""

from __future__ import annotations

import pytest
import yaml

from webarticlecurator.portal_file.yaml_file.yaml_edit import find_line, find_value
from webarticlecurator.portal_file.yaml_file.yaml_places import (
    find_node,
    is_empty,
    list_entries,
    list_pairs,
    walk_nodes,
)
from webarticlecurator.portal_file.yaml_file.yaml_tree import compose_text

TEXT = """\
a: &one {b: 1, c: [x, 'y']}
d:
  - e: *one
  - [f, g]
"empty":
"0": zero
"""


def compose(*, keeps_aliases: bool = False) -> yaml.Node:
    node = compose_text(TEXT, "", keeps_aliases=keeps_aliases)
    assert node is not None
    return node


@pytest.mark.parametrize(
    ("path", "line", "column", "text"),
    [
        (("a", "b"), 1, 13, "1"),
        (("a", "c", "1"), 1, 23, "y"),
        (("d", "0", "e", "c", "0"), 1, 20, "x"),
        (("d", "1", "1"), 4, 9, "g"),
        (("empty",), 5, 9, ""),
        (("0",), 6, 6, "zero"),
    ],
)
def test_a_path_leads_to_its_value(path: tuple[str, ...], line: int, column: int, text: str):
    node = find_node(compose(), path)
    assert node is not None
    assert (node.start_mark.line + 1, node.start_mark.column + 1) == (line, column)
    assert node.value == text
    assert is_empty(node) == (not text)
    assert find_value(TEXT, path) == (text or None)
    assert find_line(TEXT, path) == line


@pytest.mark.parametrize(
    "path", [("b",), ("a", "b", "c"), ("d", "2"), ("d", "e"), ("d", "-1"), ("a", "c", "x")]
)
def test_other_paths_lead_nowhere(path: tuple[str, ...]):
    assert find_node(compose(), path) is None
    assert is_empty(find_node(compose(), path))


def test_the_node_of_an_alias_is_where_its_anchor_or_the_alias_is():
    anchor, alias = (
        find_node(compose(keeps_aliases=keeps), ("d", "0", "e")) for keeps in (False, True)
    )
    assert anchor is not None
    assert alias is not None
    assert (anchor.start_mark.line, alias.start_mark.line) == (0, 2)
    assert [key.value for key, _ in list_pairs(alias)] == ["b", "c"]


@pytest.mark.parametrize("keeps_aliases", [False, True])
def test_every_node_comes_once_and_in_the_order_of_the_text(keeps_aliases: bool):
    root = compose(keeps_aliases=keeps_aliases)
    scalars = [node for node in walk_nodes(root) if isinstance(node, yaml.ScalarNode)]
    assert [node.value for node in scalars] == [*"ab1cxydefg", "empty", "", "0", "zero"]
    starts = [node.start_mark.index for node in walk_nodes(root)]
    assert starts == sorted(starts)


def test_a_document_that_contains_itself_is_walked_once():
    root = compose_text("a: &x [1, *x]", "")
    assert len([*walk_nodes(root)]) == 4
    assert [*walk_nodes(None)] == []


def test_a_list_has_no_keys_and_a_mapping_has():
    listed, mapped = (find_node(compose(), (key,)) for key in ("d", "a"))
    assert [key for key, _ in list_entries(listed)] == [None, None]
    assert list_pairs(listed) == []
    assert [key.value for key, _ in list_pairs(mapped)] == ["b", "c"]
    assert list_entries(find_node(compose(), ("0",))) == []


def test_keys_are_reached_by_their_text_only():
    root = compose_text("[a, b]: 1\n2: two\n", "")
    assert find_node(root, ("a",)) is None
    found = find_node(root, ("2",))
    assert found is not None
    assert found.value == "two"
