"""The format ``conllu``: CoNLL-U of Universal Dependencies
(https://universaldependencies.org/format.html).

Metadata and places are comments. The forms of an article with ``SpaceAfter`` and ``SpacesAfter``
are its text again; ``Tei`` names the element of each token.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from unicodedata import normalize

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.corpus.export.exporter import NO_OPTIONS, Exporter, ExportOptions
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.token_formats import (
    TokenArticle,
    TokenSummary,
    Values,
    annotate_article,
    list_metadata,
    make_result,
    token_chunks,
)
from webarticlecurator.tei.tokens.annotators import check_model
from webarticlecurator.tei.tokens.body_units import HEADING, TextUnit
from webarticlecurator.tei.tokens.token_model import Sentence, Word

SEPARATOR = "; "
"""Separates the values of one field in a comment."""
_ESCAPES = str.maketrans({" ": "\\s", "\t": "\\t", "\n": "\\n"})
"""White space as ``SpacesAfter`` has it (https://universaldependencies.org/misc.html#spacesafter);
there are no other escapes for white space, which stands as it is."""
_SEVERAL_SPACES = re.compile(r"\s\s")
"""What no column may have."""
_END_OF_UNIT = "\n"
_LOST, _STAND_IN = "\ufffd", "\u25a1"
"""U+FFFD, which the validator of Universal Dependencies refuses, and what is written for it."""


def convert_to_conllu(article: StoredArticle, options: ExportOptions = NO_OPTIONS) -> TokenArticle:
    """Return the sentences of an article; no bytes if it has none. Raises UsageError."""
    values, annotated = list_metadata(article, options), annotate_article(article, options, _clean)
    found = make_result(
        annotated, values, map(_clean, _conllu_lines(article.header.id, values, annotated.units))
    )
    return replace(found, has_lost_letters=_LOST.encode() in article.content)


def _clean(text: str) -> str:
    """Return a text as Universal Dependencies have it: in NFC, without U+FFFD."""
    return normalize("NFC", text).replace(_LOST, _STAND_IN)


def _conllu_lines(
    article_id: str, values: Values, units: list[tuple[TextUnit, list[Sentence]]]
) -> Iterator[str]:
    number = 0
    for unit_number, (unit, sentences) in enumerate(units, 1):
        if unit_number == 1:
            yield f"# newdoc id = {article_id}"
            for name, found in values.items():
                if name != "id":
                    yield f"# doc_{name} = {SEPARATOR.join(found)}"
        yield f"# newpar id = {article_id}-p{unit_number}"
        yield f"# par_type = {unit.kind}"
        yield f"# par_part = {unit.part}"
        if unit.kind == HEADING and unit.level:
            yield f"# par_level = {unit.level}"
        for sentence in sentences:
            number += 1
            is_last = sentence is sentences[-1]
            yield f"# sent_id = {article_id}-{number}"
            yield f"# text = {''.join(token.form + token.space for token in sentence).rstrip()}"
            yield from _token_lines(sentence, unit.path, is_last)
            yield ""


def _token_lines(sentence: Sentence, path: str, ends_unit: bool) -> Iterator[str]:
    """Yield the lines of a sentence; words of a token that has several follow its range."""
    number = 0
    for token in sentence:
        is_last = ends_unit and token is sentence[-1]
        spacing = _write_spaces(_END_OF_UNIT if is_last else token.space)
        misc = [spacing, f"Tei={path}"] if spacing else [f"Tei={path}"]
        first, number = number + 1, number + len(token.words)
        if len(token.words) == 1:
            yield _word_line(first, token.form, token.words[0], misc)
            continue
        yield "\t".join((f"{first}-{number}", token.form, *"_" * 7, "|".join(misc)))
        yield from (
            _word_line(at, word.form, word, misc[-1:]) for at, word in enumerate(token.words, first)
        )


def _write_spaces(space: str) -> str:
    """Return the attribute for the white space after a token; none for one space."""
    if space in ("", " "):
        return "" if space else "SpaceAfter=No"
    written = space.translate(_ESCAPES)
    if _SEVERAL_SPACES.search(written):
        written = "\\s" * len(space)
    return f"SpacesAfter={written}"


def _word_line(number: int, form: str, word: Word, misc: list[str]) -> str:
    head = "_" if word.head is None else str(word.head)
    analysis = (_cell(word.lemma), _cell(word.upos), _cell(word.xpos), _cell(word.feats))
    return "\t".join((str(number), form, *analysis, head, _cell(word.deprel), "_", "|".join(misc)))


def _cell(value: str) -> str:
    """Return a value as a cell, ``_`` for none."""
    return " ".join(value.split()) or "_"


class ConlluSummary(TokenSummary):
    """Counts also the articles without text, which the format cannot hold, and those with
    U+FFFD."""

    def __init__(self) -> None:
        super().__init__()
        self._empty = self._lost = 0

    def add(self, article: TokenArticle) -> None:
        """Count an article."""
        super().add(article)
        is_empty = not article.content and not article.is_skipped
        self._empty += is_empty
        self.left_out += is_empty
        self._lost += bool(article.content) and article.has_lost_letters

    def list_remarks(self) -> Iterator[str]:
        """Yield what is known of languages, and the articles without text and with U+FFFD."""
        yield from super().list_remarks()
        if self._empty:
            yield (
                f"{self._empty} articles without text were left out, because CoNLL-U has no place"
                " for them"
            )
        if self._lost:
            yield (
                f"{self._lost} articles have letters that were lost on the page (U+FFFD); they"
                f" are written as {_STAND_IN}, because the validator of Universal Dependencies"
                " rejects the character"
            )


def _choose_model(options: ExportOptions) -> Exporter:
    """Return the exporter for a model. Raises UsageError for one that cannot be loaded."""
    check_model(options.model)
    return replace(CONLLU, convert=partial(convert_to_conllu, options=options))


CONLLU = Exporter(
    "sentences and words with their analysis (Universal Dependencies), for spaCy, Stanza, UDPipe",
    token_chunks,
    convert=convert_to_conllu,
    prepare=_choose_model,
    extra="tokens",
    has_tokens=True,
    summarize=ConlluSummary,
)
