"""Formats of tokens: CoNLL-U and vertical files, from articles as sentences and tokens.

Articles as sentences and tokens, with their metadata, for the formats of tokens.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.text.word_borders import CHARACTERS, count_text, part_words
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.jsonl_format import find_fields
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.tei.tokens.annotators import choose_annotator, explain_characters
from webarticlecurator.tei.tokens.body_units import TextUnit, read_units
from webarticlecurator.tei.tokens.rule_annotator import RuleAnnotator
from webarticlecurator.tei.tokens.token_model import Sentence

_NOT_IN_NAME = re.compile(r"\W+", re.ASCII)

_TEXT = ("text", "characters")
"""Fields that are made of the running text."""
NONE = "_"
REPEATABLE = frozenset(field.name for field in ARTICLE_FIELDS if field.is_list)
"""Fields that may have several values."""

Values = dict[str, tuple[str, ...]]
"""Name of a field → its values; those without a value are left out."""


@dataclass(frozen=True)
class TokenArticle:
    """The result of ``convert`` of a format of tokens.

    ``content`` is the article in that format, ``fields`` are the names of its metadata. ``fault``:
    why it was not divided as others, and ``remedy``, what was done; it is left out where that is
    empty. ``has_lost_letters``: it has U+FFFD.
    """

    content: bytes
    language: str
    fields: tuple[str, ...]
    fault: str
    remedy: str
    has_lost_letters: bool = False

    @property
    def is_skipped(self) -> bool:
        """True for an article that is left out because of its language."""
        return bool(self.fault and not self.remedy)


@dataclass(frozen=True)
class AnnotatedArticle:
    """The units of an article with their sentences, in a language. ``fault``, ``remedy``: as in
    ``TokenArticle``. ``has_characters``: its tokens are characters, since nothing divides its
    script into words."""

    language: str
    units: list[tuple[TextUnit, list[Sentence]]]
    fault: str = ""
    remedy: str = ""
    has_characters: bool = False


def annotate_article(
    article: StoredArticle, options: ExportOptions, clean: Callable[[str], str] = str
) -> AnnotatedArticle:
    """Return the units of an article, by the model or by the rules of its language; ``clean``
    changes the text of each before. Raises UsageError."""
    declared = article.header.language
    language = article.find_language() if options.detect_language else declared
    units = [
        replace(unit, text=part_words(clean(unit.text))) for unit in read_units(article.content)
    ]
    texts = [unit.text for unit in units]
    annotator, fault, remedy = choose_annotator(options.model, language, "\n".join(texts))
    undivided = cure = ""
    if isinstance(annotator, RuleAnnotator) and count_text("\n".join(texts))[1] == CHARACTERS:
        undivided, cure = explain_characters("\n".join(texts))
        fault, remedy = undivided or fault, cure or remedy
    if fault and options.skip_language:
        return AnnotatedArticle(language, [], fault)
    if language != declared and not fault:
        fault, remedy = f"declared as {declared or 'none'}", "divided by the language of the text"
    annotated_units = list(zip(units, annotator.annotate(texts), strict=True))
    return AnnotatedArticle(language, annotated_units, fault, remedy, bool(undivided))


def list_metadata(article: StoredArticle, options: ExportOptions) -> Values:
    """Return all metadata of an article. An extra value has ``extra_`` before its name."""
    values: dict[str, Iterable[object]] = {
        field.name: field.read(article)
        for field in (*ARTICLE_FIELDS, *find_fields(options.more))
        if field.name not in _TEXT
    }
    values["language"] = [article.header.language]
    for name, value in article.header.extra:
        values[f"extra_{_NOT_IN_NAME.sub('_', name)}"] = [value]
    one_line = {name: [" ".join(str(each).split()) for each in values[name]] for name in values}
    return {name: tuple(filter(None, found)) for name, found in one_line.items() if any(found)}


def make_result(annotated: AnnotatedArticle, values: Values, lines: Iterable[str]) -> TokenArticle:
    """Return the result of ``convert``, from the lines of the article in its format."""
    found = TokenArticle(b"", annotated.language, tuple(values), annotated.fault, annotated.remedy)
    if found.is_skipped:
        return found
    return replace(found, content="".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))


def join_words(values: Iterable[str]) -> str:
    """Return the values of the words of a token as one, joined by ``+``, with ``NONE`` for those
    that are not known."""
    return "+".join(" ".join(value.split()) or NONE for value in values)


def token_chunks(articles: Iterable[TokenArticle]) -> Iterator[bytes]:
    """Return the bytes of each article."""
    return (article.content for article in articles)


class TokenSummary:
    """Counts languages and fields of the articles that are written, and those that are not divided
    as others."""

    def __init__(self) -> None:
        self.left_out = 0
        self.languages: Counter[str] = Counter()
        self.fields: dict[str, None] = {}
        self._faults: Counter[tuple[str, str, str]] = Counter()

    def add(self, article: TokenArticle) -> None:
        """Count an article."""
        if article.fault:
            self._faults[article.language, article.fault, article.remedy] += 1
        if article.is_skipped:
            self.left_out += 1
            return
        self.languages[article.language] += 1
        self.fields.update(dict.fromkeys(article.fields))

    def list_files(self, _output: Path) -> Iterable[tuple[str, bytes]]:
        """Return no file beside the output."""
        return ()

    def list_remarks(self) -> Iterator[str]:
        """Yield the languages that neither the rules nor the model are for."""
        for (language, fault, remedy), number in sorted(self._faults.items()):
            which = f"{number} articles in {language or 'an unknown language'}"
            yield f"{which}: {fault}, {remedy}" if remedy else f"{which} left out: {fault}"
