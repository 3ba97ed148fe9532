"""The format ``annis``: tokens, sentences, units and trees as a graph, in GraphML for ANNIS.

The model is that of graphANNIS (https://korpling.github.io/graphANNIS/docs/v2/data-model.html): the
corpus, its documents (articles, with all metadata), their text, and the tokens in their order;
sentences and units are spans that cover tokens, a dependency is an edge between two tokens.

graphANNIS reads a file in GraphML (http://graphml.graphdrawing.org) with all nodes, then all edges.
The keys of the labels come first, and are known last: nodes and edges wait in temporary files.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from itertools import chain
from typing import NamedTuple, TypeAlias

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.corpus.export.exporter import NO_OPTIONS, Exporter, ExportOptions
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.token_formats import (
    TokenArticle,
    TokenSummary,
    annotate_article,
    join_words,
    list_metadata,
    make_result,
)
from webarticlecurator.tei.documents.xml import escape, escape_attribute
from webarticlecurator.tei.tokens.annotators import check_model
from webarticlecurator.tei.tokens.body_units import TextUnit
from webarticlecurator.tei.tokens.token_model import PlacedToken, Sentence, Word

_IN_MEMORY = 8_000_000
"""Bytes of nodes, and of edges, from which on they are in a temporary file."""
_BLOCK = 1 << 20
_CONFIGURATION_KEY = "configuration"


class GraphKey(NamedTuple):
    """The name of a label: ``annis::tok`` in the namespace of ANNIS, else without one. ``kind`` is
    ``node`` or ``edge``."""

    kind: str
    name: str


GraphPart: TypeAlias = tuple[bytes, bytes, frozenset[GraphKey]]
"""Nodes and edges in UTF-8, and the keys of their labels."""


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
        keys = [GraphKey("node", name) for name in self._node_keys]
        keys += [GraphKey("edge", name) for name in self._edge_keys]
        return nodes, edges, frozenset(keys)


def _write_labels(kind: str, labels: Mapping[str, str], keys: dict[str, str]) -> str:
    """Return labels as data. ``keys``: name → id of the keys of this kind; new ones are added."""
    data = ""
    for name, value in labels.items():
        if value:
            key = keys.get(name) or keys.setdefault(name, _id(GraphKey(kind, name)))
            data += f'<data key="{key}">{escape(value)}</data>'
    return data


def write_graph(parts: Iterable[GraphPart], configuration: str) -> Iterator[bytes]:
    """Yield a graph of parts. ``configuration``: the settings of the corpus in ANNIS, in TOML."""
    keys: set[GraphKey] = set()
    with ExitStack() as opened:
        nodes, edges = (
            opened.enter_context(tempfile.SpooledTemporaryFile(_IN_MEMORY)) for _ in range(2)
        )
        for part_nodes, part_edges, part_keys in parts:
            nodes.write(part_nodes)
            edges.write(part_edges)
            keys |= part_keys
        declared = [f'<key id="{_CONFIGURATION_KEY}" for="graph" attr.name="configuration"']
        declared += [
            f'<key id="{_id(key)}" for="{key.kind}" attr.name="{escape_attribute(key.name)}"'
            for key in sorted(keys)
        ]
        lines = "".join(f'{each} attr.type="string"/>\n' for each in declared)
        start = (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<graphml>\n{lines}'
            '<graph edgedefault="directed" parse.order="nodesfirst" parse.nodeids="free"'
            f' parse.edgeids="free">\n<data key="{_CONFIGURATION_KEY}">'
            f"{escape(configuration)}</data>\n"
        )
        yield start.encode()
        for file in (nodes, edges):
            file.seek(0)
            yield from iter(partial(file.read, _BLOCK), b"")
        yield b"</graph>\n</graphml>\n"


def _id(key: GraphKey) -> str:
    return f"{key.kind}.{escape_attribute(key.name.replace('::', '.'))}"


SEPARATOR = "; "
"""Separates the values of one field."""
_PART_OF, _ORDERING, _COVERAGE = "PartOf/annis/", "Ordering/annis/", "Coverage/annis/"
_DEPENDENCY = "Pointing/ud/dep"
_TYPE, _LAYER = "annis::node_type", "annis::layer"
_NO_PORTAL = "corpus"
"""The corpus of articles whose portal is not known."""
_SPANS = "text"
"""The layer of sentences and units."""
_CONFIGURATION = """
[context]
default = 10
sizes = [0, 5, 10, 20, 50]

[view]
page_size = 10

[[visualizers]]
vis_type = "kwic"
display_name = "kwic"
visibility = "permanent"

[[visualizers]]
element = "node"
layer = "text"
vis_type = "grid"
display_name = "sentences and units"
visibility = "hidden"

[[visualizers]]
element = "edge"
layer = "ud"
vis_type = "arch_dependency"
display_name = "dependencies"
visibility = "hidden"
"""
"""How ANNIS shows what was found; a view without anything to show is left out."""
_ANALYSIS: dict[str, Callable[[Word], str]] = {
    "lemma": lambda word: word.lemma,
    "upos": lambda word: word.upos,
    "xpos": lambda word: word.xpos,
    "feats": lambda word: word.feats,
}


@dataclass(frozen=True)
class AnnisArticle(TokenArticle):
    """An article as a part of the graph; it has no bytes of its own."""

    graph: GraphPart = (b"", b"", frozenset())


def convert_to_annis(article: StoredArticle, options: ExportOptions = NO_OPTIONS) -> AnnisArticle:
    """Return an article as a document of the corpus of its portal. Raises UsageError."""
    values, annotated = list_metadata(article, options), annotate_article(article, options)
    result = make_result(annotated, values, ())
    corpus = article.portal or _NO_PORTAL
    document = f"{corpus}/{article.header.id}"
    if result.is_skipped:
        return AnnisArticle(**vars(result))
    builder = GraphBuilder()
    metadata = {name: SEPARATOR.join(found) for name, found in values.items()}
    builder.add_node(document, {_TYPE: "corpus", "annis::doc": article.header.id, **metadata})
    builder.add_edge(document, corpus, _PART_OF)
    builder.add_node(f"{document}#text", {_TYPE: "datasource"})
    builder.add_edge(f"{document}#text", document, _PART_OF)
    _DocumentWriter(builder, document).write(annotated.units)
    return AnnisArticle(**vars(result), graph=builder.part())


class _DocumentWriter:
    """Adds the tokens and spans of a document to the graph."""

    def __init__(self, builder: GraphBuilder, document: str) -> None:
        self._builder = builder
        self._document = document
        self._tokens = self._sentences = 0

    def write(self, units: Iterable[tuple[TextUnit, list[Sentence]]]) -> None:
        for number, (unit, sentences) in enumerate(units, 1):
            first = self._tokens + 1
            for sentence in sentences:
                first_of_sentence = self._tokens + 1
                for token in sentence:
                    ends_unit = sentence is sentences[-1] and token is sentence[-1]
                    self._write_token(token, "\n" if ends_unit else token.space)
                self._sentences += 1
                self._write_span(
                    f"s{self._sentences}", {"sentence": str(self._sentences)}, first_of_sentence
                )
                self._write_tree(sentence, first_of_sentence)
            level = str(unit.level or "")
            labels = {"unit": unit.kind, "part": unit.part, "level": level, "tei": unit.path}
            self._write_span(f"u{number}", labels, first)

    def _write_token(self, token: PlacedToken, space: str) -> None:
        self._tokens += 1
        labels = {"annis::tok": token.form, "annis::tok-whitespace-after": space}
        for name, read in _ANALYSIS.items():
            values = [read(word) for word in token.words]
            labels[name] = join_words(values) if any(values) else ""
        self._add_node(f"t{self._tokens}", labels)
        if self._tokens > 1:
            self._add_edge(f"t{self._tokens - 1}", f"t{self._tokens}", _ORDERING)

    def _write_span(self, name: str, labels: dict[str, str], first: int) -> None:
        """Add a span over the tokens from ``first`` on."""
        self._add_node(name, {_LAYER: _SPANS, **labels})
        for number in range(first, self._tokens + 1):
            self._add_edge(name, f"t{number}", _COVERAGE)

    def _write_tree(self, sentence: Sentence, first: int) -> None:
        """Add the dependencies of a sentence, but those between two words of one token."""
        words = [(word, at) for at, token in enumerate(sentence, first) for word in token.words]
        for word, token in words:
            if word.head and words[word.head - 1][1] != token:
                self._add_edge(
                    f"t{words[word.head - 1][1]}", f"t{token}", _DEPENDENCY, {"deprel": word.deprel}
                )

    def _add_node(self, name: str, labels: dict[str, str]) -> None:
        self._builder.add_node(f"{self._document}#{name}", {_TYPE: "node", **labels})
        self._add_edge(name, "text", _PART_OF)

    def _add_edge(
        self, source: str, target: str, component: str, labels: dict[str, str] | None = None
    ) -> None:
        document = self._document
        self._builder.add_edge(f"{document}#{source}", f"{document}#{target}", component, labels)


def annis_chunks(portal: str, articles: Iterable[AnnisArticle]) -> Iterator[bytes]:
    """Yield the corpus of a portal."""
    corpus = GraphBuilder()
    corpus.add_node(portal, {_TYPE: "corpus"})
    parts = (article.graph for article in articles)
    return write_graph(chain([corpus.part()], parts), _CONFIGURATION)


def _choose_portal(options: ExportOptions) -> Exporter:
    """Return the exporter for a portal and a model. Raises UsageError for several portals, and for
    a model that cannot be loaded."""
    names = [portal.id for portal in options.portals]
    if len(names) > 1:
        raise UsageError(
            f"several corpora with --format annis: {', '.join(names)} (expected one)",
            "Export each into a file of its own; ANNIS searches several corpora at once.",
        )
    check_model(options.model)
    return replace(
        EXPORTER,
        convert=partial(convert_to_annis, options=options),
        chunks=partial(annis_chunks, "".join(names) or _NO_PORTAL),
    )


EXPORTER = Exporter(
    "sentences, words and trees as a graph (GraphML), for ANNIS",
    partial(annis_chunks, _NO_PORTAL),
    convert=convert_to_annis,
    prepare=_choose_portal,
    extra="tokens",
    has_tokens=True,
    summarize=TokenSummary,
)

FORMATS = {"annis": EXPORTER}
