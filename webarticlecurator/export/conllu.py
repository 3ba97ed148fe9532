"""The format ``conllu``: CoNLL-U of Universal Dependencies (https://universaldependencies.org/format.html).

Metadata and places are comments. The forms of an article with ``SpaceAfter`` and ``SpacesAfter``
are its text again; ``Tei`` names the element of each token.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from unicodedata import is_normalized

from webarticlecurator.export.exporter import Exporter, ExportOptions
from webarticlecurator.export.stored_article import StoredArticle
from webarticlecurator.export.token_articles import (
    TokenArticle,
    TokenSummary,
    TokenUnit,
    Values,
    annotate_article,
    list_metadata,
    make_result,
    token_chunks,
)
from webarticlecurator.tokens.annotators import check_model
from webarticlecurator.tokens.body_units import HEADING, TextUnit
from webarticlecurator.tokens.token_model import Sentence, Word

SEPARATOR = "; "
"""Separates the values of one field in a comment."""
_ESCAPES = str.maketrans({" ": "\\s", "\t": "\\t", "\n": "\\n"})
"""White space as UDPipe writes it in ``SpacesAfter``."""
_END_OF_UNIT = "\n"
_REPLACEMENT = "\ufffd"


def convert_to_conllu(article: StoredArticle, model: str | None = None) -> TokenArticle:
    """Return the sentences of an article; no bytes if it has none. Raises UsageError."""
    values = list_metadata(article)
    lines = _conllu_lines(article.header.id, values, annotate_article(article, model))
    return make_result(article, model, values, lines)


def _conllu_lines(article_id: str, values: Values, units: list[TokenUnit]) -> Iterator[str]:
    number = 0
    for unit_number, unit in enumerate(units, 1):
        if unit_number == 1:
            yield from _document_comments(article_id, values)
        yield f"# newpar id = {article_id}-p{unit_number}"
        yield from _unit_comments(unit.unit)
        for sentence in unit.sentences:
            number += 1
            is_last = sentence is unit.sentences[-1]
            yield f"# sent_id = {article_id}-{number}"
            yield f"# text = {''.join(token.form + token.space for token in sentence).rstrip()}"
            yield from _token_lines(sentence, unit.unit.path, is_last)
            yield ""


def _document_comments(article_id: str, values: Values) -> Iterator[str]:
    yield f"# newdoc id = {article_id}"
    for name, found in values.items():
        if name != "id":
            yield f"# doc_{name} = {SEPARATOR.join(found)}"


def _unit_comments(unit: TextUnit) -> Iterator[str]:
    yield f"# par_type = {unit.kind}"
    yield f"# par_part = {unit.part}"
    if unit.kind == HEADING and unit.level:
        yield f"# par_level = {unit.level}"


def _token_lines(sentence: Sentence, path: str, ends_unit: bool) -> Iterator[str]:
    """Yield the lines of a sentence; words of a token that has several follow its range."""
    number = 0
    for token in sentence:
        is_last = ends_unit and token is sentence[-1]
        misc = [*_spacing(_END_OF_UNIT if is_last else token.space), f"Tei={path}"]
        first, number = number + 1, number + len(token.words)
        if len(token.words) == 1:
            yield _word_line(first, token.form, token.words[0], misc)
            continue
        yield "\t".join((f"{first}-{number}", token.form, *"_" * 7, "|".join(misc)))
        for word_number, word in enumerate(token.words, first):
            yield _word_line(word_number, word.form, word, misc[-1:])


def _spacing(space: str) -> list[str]:
    """Return the attribute for the white space after a token, if it is not one space."""
    if space == " ":
        return []
    return [f"SpacesAfter={space.translate(_ESCAPES)}" if space else "SpaceAfter=No"]


def _word_line(number: int, form: str, word: Word, misc: list[str]) -> str:
    head = "_" if word.head is None else str(word.head)
    analysis = (_cell(word.lemma), _cell(word.upos), _cell(word.xpos), _cell(word.feats))
    return "\t".join((str(number), form, *analysis, head, _cell(word.deprel), "_", "|".join(misc)))


def _cell(value: str) -> str:
    """Return a value as a cell, ``_`` for none."""
    return " ".join(value.split()) or "_"


class ConlluSummary(TokenSummary):
    """Counts also the articles without text, which the format cannot hold, and those with
    characters that level 1 of Universal Dependencies refuses."""

    def __init__(self) -> None:
        super().__init__()
        self._empty = self._refused = 0

    def add(self, article: TokenArticle) -> None:
        """Count an article."""
        super().add(article)
        self._empty += not article.content
        self._refused += _has_refused(article.content.decode("utf-8"))

    def list_remarks(self) -> Iterator[str]:
        """Yield the number of articles without text, and languages that spaCy does not know."""
        yield from super().list_remarks()
        if self._empty:
            yield f"{self._empty} articles without text left out: CoNLL-U has no place for them"
        if self._refused:
            yield (
                f"{self._refused} articles have characters that the validator of Universal"
                " Dependencies refuses, kept as they are on the page: decomposed ones (not NFC), or"
                " U+FFFD"
            )


def _has_refused(text: str) -> bool:
    return _REPLACEMENT in text or not is_normalized("NFC", text)


def _choose_model(options: ExportOptions) -> Exporter:
    """Return the exporter for a model. Raises UsageError for one that cannot be loaded."""
    model = options.model
    check_model(model)
    return replace(EXPORTER, convert=partial(convert_to_conllu, model=model))


EXPORTER = Exporter(
    "sentences and words with their analysis (Universal Dependencies), for spaCy, Stanza, UDPipe",
    token_chunks,
    convert=convert_to_conllu,
    prepare=_choose_model,
    extra="tokens",
    has_tokens=True,
    summarize=ConlluSummary,
)
