"""The places of a YAML document: its nodes, as PyYAML composes them, and what leads to each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import yaml

MERGE = "tag:yaml.org,2002:merge"
"""The tag of the key ``<<``."""

KeyPath = Sequence[str]
"""Keys from the top of the file; in a list, the number of the item from 0."""


def list_entries(node: yaml.Node | None) -> list[tuple[yaml.Node | None, yaml.Node]]:
    """Return the values right below a node, each with the node of its key, which is None in a list;
    none for a scalar."""
    if isinstance(node, yaml.SequenceNode):
        return [(None, item) for item in node.value]
    return node.value if isinstance(node, yaml.MappingNode) else []


def walk_nodes(root: yaml.Node | None) -> Iterator[yaml.Node]:
    """Yield each node of a document, those of keys, too, in the order of the text. One that aliases
    repeat comes once, where its anchor is."""
    waiting, seen = [root], set[int]()
    while waiting:
        node = waiting.pop()
        if node is None or id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        for key, value in reversed(list_entries(node)):
            waiting += value, key


def list_pairs(node: yaml.Node | None) -> list[tuple[yaml.Node, yaml.Node]]:
    """Return the keys of a mapping with their values; none for another node."""
    return [(key, value) for key, value in list_entries(node) if key is not None]


def find_node(root: yaml.Node | None, path: KeyPath) -> yaml.Node | None:
    """Return the node at a path, or None without one."""
    for key in path:
        entries = enumerate(list_entries(root))
        found = (
            value
            for number, (name, value) in entries
            if key == (str(number) if name is None else name.value)
        )
        root = next(found, None)
    return root


def is_empty(node: yaml.Node | None) -> bool:
    """Return True for no node, and for a key without a value."""
    return node is None or (isinstance(node, yaml.ScalarNode) and not node.value and not node.style)
