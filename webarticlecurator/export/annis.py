"""The format ``annis``: tokens, sentences, units and trees as a graph, in GraphML for ANNIS.

The model is that of graphANNIS (https://korpling.github.io/graphANNIS/docs/v2/data-model.html): the
corpus, its documents (articles, with all metadata), their text, and the tokens in their order;
sentences and units are spans that cover tokens, a dependency is an edge between two tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from webarticlecurator.errors import UsageError
from webarticlecurator.export.exporter import Exporter, ExportOptions
from webarticlecurator.export.graphml_file import GraphBuilder, GraphPart, write_graph
from webarticlecurator.export.stored_article import StoredArticle
from webarticlecurator.export.token_articles import (
    TokenArticle,
    TokenSummary,
    TokenUnit,
    annotate_article,
    join_words,
    list_metadata,
    make_result,
)
from webarticlecurator.tokens.annotators import check_model
from webarticlecurator.tokens.body_units import TextUnit
from webarticlecurator.tokens.token_model import PlacedToken, Sentence, Word

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

    graph: GraphPart


def convert_to_annis(article: StoredArticle, model: str | None = None) -> AnnisArticle:
    """Return an article as a document of the corpus of its portal. Raises UsageError."""
    values = list_metadata(article)
    corpus = article.portal or _NO_PORTAL
    document = f"{corpus}/{article.header.id}"
    builder = GraphBuilder()
    metadata = {name: SEPARATOR.join(found) for name, found in values.items()}
    builder.add_node(document, {_TYPE: "corpus", "annis::doc": article.header.id, **metadata})
    builder.add_edge(document, corpus, _PART_OF)
    builder.add_node(f"{document}#text", {_TYPE: "datasource"})
    builder.add_edge(f"{document}#text", document, _PART_OF)
    _DocumentWriter(builder, document).write(annotate_article(article, model))
    result = make_result(article, model, values, ())
    return AnnisArticle(
        result.content, result.language, result.is_known, result.fields, builder.part()
    )


class _DocumentWriter:
    """Adds the tokens and spans of a document to the graph."""

    def __init__(self, builder: GraphBuilder, document: str) -> None:
        self._builder = builder
        self._document = document
        self._tokens = self._sentences = 0

    def write(self, units: Iterable[TokenUnit]) -> None:
        for number, each in enumerate(units, 1):
            first = self._tokens + 1
            for sentence in each.sentences:
                self._write_sentence(sentence, is_last=sentence is each.sentences[-1])
            self._write_span(f"u{number}", _describe_unit(each.unit), first)

    def _write_sentence(self, sentence: Sentence, *, is_last: bool) -> None:
        first = self._tokens + 1
        for token in sentence:
            ends_unit = is_last and token is sentence[-1]
            self._write_token(token, "\n" if ends_unit else token.space)
        self._sentences += 1
        self._write_span(f"s{self._sentences}", {"sentence": str(self._sentences)}, first)
        self._write_tree(sentence, first)

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
        tokens = [number for number, token in enumerate(sentence, first) for _ in token.words]
        for token, word in zip(tokens, _words_of(sentence), strict=True):
            if word.head and tokens[word.head - 1] != token:
                head = f"t{tokens[word.head - 1]}"
                self._add_edge(head, f"t{token}", _DEPENDENCY, {"deprel": word.deprel})

    def _add_node(self, name: str, labels: dict[str, str]) -> None:
        self._builder.add_node(f"{self._document}#{name}", {_TYPE: "node", **labels})
        self._add_edge(name, "text", _PART_OF)

    def _add_edge(
        self, source: str, target: str, component: str, labels: dict[str, str] | None = None
    ) -> None:
        document = self._document
        self._builder.add_edge(f"{document}#{source}", f"{document}#{target}", component, labels)


def _words_of(sentence: Sentence) -> Iterator[Word]:
    for token in sentence:
        yield from token.words


def _describe_unit(unit: TextUnit) -> dict[str, str]:
    return {"unit": unit.kind, "part": unit.part, "level": str(unit.level or ""), "tei": unit.path}


def annis_chunks(portal: str, articles: Iterable[AnnisArticle]) -> Iterator[bytes]:
    """Yield the corpus of a portal."""
    return write_graph(_graph_parts(portal, articles), _CONFIGURATION)


def _graph_parts(portal: str, articles: Iterable[AnnisArticle]) -> Iterator[GraphPart]:
    corpus = GraphBuilder()
    corpus.add_node(portal, {_TYPE: "corpus"})
    yield corpus.part()
    for article in articles:
        yield article.graph


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
        convert=partial(convert_to_annis, model=options.model),
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
