"""The format ``vertical``: one token per line, for Sketch Engine, NoSketch Engine and others that
read the vertical format of Manatee and CWB.

Structures are ``doc`` (with all metadata), ``head`` and ``p`` (with their TEI element in ``n``),
``s`` and the glue ``g``. ``<``, ``>`` and ``&`` are entities. ``token_formats.py`` describes the
file for Manatee.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.corpus.export.conllu_format import CONLLU
from webarticlecurator.corpus.export.exporter import NO_OPTIONS, Exporter, ExportOptions
from webarticlecurator.corpus.export.registry_file import MULTIPLE_SEPARATOR, registry_lines
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.token_formats import (
    REPEATABLE,
    TokenArticle,
    TokenSummary,
    Values,
    annotate_article,
    join_words,
    list_metadata,
    make_result,
    token_chunks,
)
from webarticlecurator.tei.documents.xml import escape, escape_attribute
from webarticlecurator.tei.tokens.annotators import check_model
from webarticlecurator.tei.tokens.body_units import HEADING, TextUnit
from webarticlecurator.tei.tokens.token_model import PlacedToken, Sentence

PLAIN_COLUMNS = ("word",)
"""The columns without a model."""
MODEL_COLUMNS = ("word", "lemma", "tag", "upos", "feats", "number", "head", "deprel")
"""The columns with a model. ``tag`` is the model's own tag (XPOS), else UPOS; ``number`` counts the
words of the sentence, and ``head`` is the number of the head."""
_GLUE = "<g/>"


def convert_to_vertical(
    article: StoredArticle, options: ExportOptions = NO_OPTIONS
) -> TokenArticle:
    """Return the lines of an article. Raises UsageError."""
    values, annotated = list_metadata(article, options), annotate_article(article, options)
    lines = _vertical_lines(values, annotated.units, has_columns=options.model is not None)
    return make_result(annotated, values, lines)


def _vertical_lines(
    values: Values, units: list[tuple[TextUnit, list[Sentence]]], has_columns: bool
) -> Iterator[str]:
    yield _start_tag("doc", {name: _join_values(name, found) for name, found in values.items()})
    number = 0
    for unit, sentences in units:
        if unit.kind == HEADING:
            name = "head"
            attributes = {"level": unit.level, "part": unit.part, "n": unit.path}
        else:
            name = "p"
            attributes = {"type": unit.kind, "part": unit.part, "n": unit.path}
        yield _start_tag(name, attributes)
        is_glued = False
        for sentence in sentences:
            number += 1
            yield _start_tag("s", {"id": f"{values['id'][0]}-{number}"})
            yield from _sentence_lines(sentence, is_glued, has_columns)
            yield "</s>"
            is_glued = not sentence[-1].space
        yield f"</{name}>"
    yield "</doc>"


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
    last = first + len(token.words) - 1
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
        lines = registry_lines(output, language, self._columns, tuple(sorted(self.fields)))
        name = f"{output.stem}.registry"
        if name == output.name:
            name += ".registry"
        yield name, "".join(f"{line}\n" for line in lines).encode("utf-8")


def _choose_vertical_model(options: ExportOptions) -> Exporter:
    """Return the exporter for a model. Raises UsageError for one that cannot be loaded."""
    check_model(options.model)
    columns = PLAIN_COLUMNS if options.model is None else MODEL_COLUMNS
    return replace(
        VERTICAL,
        convert=partial(convert_to_vertical, options=options),
        summarize=partial(VerticalSummary, columns),
    )


VERTICAL = Exporter(
    "one token per line with its registry file, for Sketch Engine and NoSketch Engine",
    token_chunks,
    convert=convert_to_vertical,
    prepare=_choose_vertical_model,
    extra="tokens",
    has_tokens=True,
    summarize=partial(VerticalSummary, PLAIN_COLUMNS),
)

FORMATS = {"vertical": VERTICAL, "conllu": CONLLU}
