"""A file in GraphML as graphANNIS reads it: all nodes, then all edges
(http://graphml.graphdrawing.org, and the manual of graphANNIS, *Data model*).

The keys of the labels come first, and are known last: nodes and edges wait in temporary files.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import IO, NamedTuple

from webarticlecurator.tei.xml import escape, escape_attribute

_IN_MEMORY = 8_000_000
"""Bytes of nodes, and of edges, from which on they are in a temporary file."""
_BLOCK = 1 << 20
_CONFIGURATION = "configuration"


class Key(NamedTuple):
    """The name of a label: ``annis::tok`` in the namespace of ANNIS, else without one. ``kind`` is
    ``node`` or ``edge``."""

    kind: str
    name: str


class GraphPart(NamedTuple):
    """Nodes and edges in UTF-8, and the keys of their labels."""

    nodes: bytes
    edges: bytes
    keys: frozenset[Key]


class GraphBuilder:
    """Collects the nodes and edges of a part of a graph. Names of nodes and components are written
    as they are: letters, digits and marks that XML allows in an attribute."""

    def __init__(self) -> None:
        self._nodes: list[str] = []
        self._edges: list[str] = []
        self._node_keys: dict[str, str] = {}
        self._edge_keys: dict[str, str] = {}

    def add_node(self, node: str, labels: Mapping[str, str]) -> None:
        """Add a node; empty labels are left out."""
        data = _write_labels("node", labels, self._node_keys)
        self._nodes.append(f'<node id="{node}">{data}</node>\n')

    def add_edge(
        self, source: str, target: str, component: str, labels: Mapping[str, str] | None = None
    ) -> None:
        """Add an edge of a component, such as ``Ordering/annis/``."""
        data = _write_labels("edge", labels, self._edge_keys) if labels else ""
        self._edges.append(
            f'<edge source="{source}" target="{target}" label="{component}">{data}</edge>\n'
        )

    def part(self) -> GraphPart:
        """Return what was added."""
        nodes, edges = ("".join(each).encode() for each in (self._nodes, self._edges))
        keys = [Key("node", name) for name in self._node_keys]
        keys += [Key("edge", name) for name in self._edge_keys]
        return GraphPart(nodes, edges, frozenset(keys))


def _write_labels(kind: str, labels: Mapping[str, str], keys: dict[str, str]) -> str:
    """Return labels as data. ``keys``: name → id of the keys of this kind; new ones are added."""
    data = ""
    for name, value in labels.items():
        if value:
            key = keys.get(name) or keys.setdefault(name, _id(Key(kind, name)))
            data += f'<data key="{key}">{escape(value)}</data>'
    return data


def write_graph(parts: Iterable[GraphPart], configuration: str) -> Iterator[bytes]:
    """Yield a graph of parts. ``configuration``: the settings of the corpus in ANNIS, in TOML."""
    keys: set[Key] = set()
    with ExitStack() as opened:
        nodes, edges = (
            opened.enter_context(tempfile.SpooledTemporaryFile(_IN_MEMORY)) for _ in range(2)
        )
        for part in parts:
            nodes.write(part.nodes)
            edges.write(part.edges)
            keys |= part.keys
        yield _write_start(keys, configuration).encode()
        yield from _read_blocks(nodes)
        yield from _read_blocks(edges)
        yield b"</graph>\n</graphml>\n"


def _write_start(keys: set[Key], configuration: str) -> str:
    declared = [f'<key id="{_CONFIGURATION}" for="graph" attr.name="configuration"']
    declared += [
        f'<key id="{_id(key)}" for="{key.kind}" attr.name="{escape_attribute(key.name)}"'
        for key in sorted(keys)
    ]
    lines = "".join(f'{each} attr.type="string"/>\n' for each in declared)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<graphml>\n{lines}'
        '<graph edgedefault="directed" parse.order="nodesfirst" parse.nodeids="free"'
        f' parse.edgeids="free">\n<data key="{_CONFIGURATION}">{escape(configuration)}</data>\n'
    )


def _id(key: Key) -> str:
    return f"{key.kind}.{escape_attribute(key.name.replace('::', '.'))}"


def _read_blocks(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    while block := file.read(_BLOCK):
        yield block
