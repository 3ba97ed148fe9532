"""The format ``vertical``: one token per line, for Sketch Engine, NoSketch Engine and others that
read the vertical format of Manatee and CWB.

Structures are ``doc`` (with all metadata), ``head`` and ``p`` (with their TEI element in ``n``),
``s`` and the glue ``g``. ``<``, ``>`` and ``&`` are entities. ``registry_file.py`` describes the
file for Manatee.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from webarticlecurator.export.exporter import Exporter, ExportOptions
from webarticlecurator.export.registry_file import MULTIPLE_SEPARATOR, Registry, write_registry
from webarticlecurator.export.stored_article import StoredArticle
from webarticlecurator.export.token_articles import (
    REPEATABLE,
    TokenArticle,
    TokenSummary,
    TokenUnit,
    Values,
    annotate_article,
    join_words,
    list_metadata,
    make_result,
    token_chunks,
)
from webarticlecurator.tei.xml import escape, escape_attribute
from webarticlecurator.tokens.annotators import check_model
from webarticlecurator.tokens.body_units import HEADING, TextUnit
from webarticlecurator.tokens.token_model import PlacedToken, Sentence

PLAIN_COLUMNS = ("word",)
"""The columns without a model."""
MODEL_COLUMNS = ("word", "lemma", "tag", "upos", "feats", "number", "head", "deprel")
"""The columns with a model. ``tag`` is the model's own tag (XPOS), else UPOS; ``number`` counts the
words of the sentence, and ``head`` is the number of the head."""
_GLUE = "<g/>"


def convert_to_vertical(article: StoredArticle, model: str | None = None) -> TokenArticle:
    """Return the lines of an article. Raises UsageError."""
    values = list_metadata(article)
    lines = _vertical_lines(values, annotate_article(article, model), has_columns=model is not None)
    return make_result(article, model, values, lines)


def _vertical_lines(values: Values, units: list[TokenUnit], has_columns: bool) -> Iterator[str]:
    yield _start_tag("doc", {name: _join_values(name, found) for name, found in values.items()})
    number = 0
    for each in units:
        name, attributes = _describe_unit(each.unit)
        yield _start_tag(name, attributes)
        is_glued = False
        for sentence in each.sentences:
            number += 1
            yield _start_tag("s", {"id": f"{values['id'][0]}-{number}"})
            yield from _sentence_lines(sentence, is_glued, has_columns)
            yield "</s>"
            is_glued = not sentence[-1].space
        yield f"</{name}>"
    yield "</doc>"


def _describe_unit(unit: TextUnit) -> tuple[str, dict[str, str]]:
    """Return name and attributes of the structure of a unit."""
    if unit.kind == HEADING:
        return "head", {"level": unit.level, "part": unit.part, "n": unit.path}
    return "p", {"type": unit.kind, "part": unit.part, "n": unit.path}


def _sentence_lines(sentence: Sentence, is_glued: bool, has_columns: bool) -> Iterator[str]:
    number = 1
    for token in sentence:
        if is_glued:
            yield _GLUE
        cells = _analysis(token, number) if has_columns else ()
        yield "\t".join((escape(token.form), *cells))
        is_glued = not token.space
        number += len(token.words)


def _analysis(token: PlacedToken, first: int) -> tuple[str, ...]:
    """Return the cells behind the form; those of several words are joined by ``+``."""
    words = token.words
    last = first + len(words) - 1
    return (
        _join_cells(word.lemma for word in words),
        _join_cells(word.xpos or word.upos for word in words),
        _join_cells(word.upos for word in words),
        _join_cells(word.feats for word in words),
        str(first) if first == last else f"{first}-{last}",
        _join_cells("" if word.head is None else str(word.head) for word in words),
        _join_cells(word.deprel for word in words),
    )


def _join_cells(values: Iterator[str]) -> str:
    return escape(join_words(values))


def _join_values(name: str, values: tuple[str, ...]) -> str:
    """Return the values of a field as one; the separator inside one of several is replaced."""
    if name not in REPEATABLE:
        return values[0]
    return MULTIPLE_SEPARATOR.join(value.replace(MULTIPLE_SEPARATOR, "¦") for value in values)


def _start_tag(name: str, attributes: dict[str, str]) -> str:
    pairs = (f' {key}="{escape_attribute(value)}"' for key, value in attributes.items() if value)
    return f"<{name}{''.join(pairs)}>"


class VerticalSummary(TokenSummary):
    """Knows what the registry file says of all articles."""

    def __init__(self, columns: tuple[str, ...]) -> None:
        super().__init__()
        self._columns = columns

    def list_files(self, output: Path) -> Iterator[tuple[str, bytes]]:
        """Yield the registry file."""
        language = max(self.languages, key=lambda each: (self.languages[each], each), default="")
        registry = Registry(output, language, self._columns, tuple(sorted(self.fields)))
        yield registry.name, write_registry(registry).encode("utf-8")


def _choose_model(options: ExportOptions) -> Exporter:
    """Return the exporter for a model. Raises UsageError for one that cannot be loaded."""
    model = options.model
    check_model(model)
    columns = PLAIN_COLUMNS if model is None else MODEL_COLUMNS
    return replace(
        EXPORTER,
        convert=partial(convert_to_vertical, model=model),
        summarize=partial(VerticalSummary, columns),
    )


EXPORTER = Exporter(
    "one token per line with its registry file, for Sketch Engine and NoSketch Engine",
    token_chunks,
    convert=convert_to_vertical,
    prepare=_choose_model,
    extra="tokens",
    has_tokens=True,
    summarize=partial(VerticalSummary, PLAIN_COLUMNS),
)
