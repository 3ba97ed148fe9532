"""Articles as sentences and tokens, with their metadata, for the formats of tokens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.export.article_fields import ARTICLE_FIELDS
from webarticlecurator.export.stored_article import StoredArticle
from webarticlecurator.tokens.annotators import open_annotator
from webarticlecurator.tokens.body_units import TextUnit, read_units
from webarticlecurator.tokens.rule_annotator import ANY_LANGUAGE, find_spacy_language
from webarticlecurator.tokens.token_model import Sentence

_NOT_IN_NAME = re.compile(r"\W+", re.ASCII)

_TEXT = ("text", "characters")
"""Fields that are made of the running text."""
NONE = "_"
REPEATABLE = frozenset(field.name for field in ARTICLE_FIELDS if field.is_list)
"""Fields that may have several values."""

Values = dict[str, tuple[str, ...]]
"""Name of a field → its values; those without a value are left out."""


@dataclass(frozen=True)
class TokenUnit:
    """A unit of text with its sentences."""

    unit: TextUnit
    sentences: list[Sentence]


@dataclass(frozen=True)
class TokenArticle:
    """The result of ``convert`` of a format of tokens.

    ``content`` is the article in that format, ``is_known`` is False if it was divided by rules, and
    spaCy has none for its ``language``; ``fields`` are the names of its metadata.
    """

    content: bytes
    language: str
    is_known: bool
    fields: tuple[str, ...]


def annotate_article(article: StoredArticle, model: str | None) -> list[TokenUnit]:
    """Return the text of an article, by a model or by the rules of its language."""
    units = read_units(article.content)
    annotator = open_annotator(model, article.header.language)
    sentences = annotator.annotate([unit.text for unit in units])
    return [TokenUnit(*pair) for pair in zip(units, sentences, strict=True)]


def list_metadata(article: StoredArticle) -> Values:
    """Return all metadata of an article. An extra value has ``extra_`` before its name."""
    values: dict[str, Iterable[object]] = {
        field.name: field.read(article) for field in ARTICLE_FIELDS if field.name not in _TEXT
    }
    values["language"] = [article.header.language]
    for name, value in article.header.extra:
        values[f"extra_{_NOT_IN_NAME.sub('_', name)}"] = [value]
    one_line = {name: [" ".join(str(each).split()) for each in values[name]] for name in values}
    return {name: tuple(filter(None, found)) for name, found in one_line.items() if any(found)}


def make_result(
    article: StoredArticle, model: str | None, values: Values, lines: Iterable[str]
) -> TokenArticle:
    """Return the result of ``convert``, from the lines of the article in its format."""
    content = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
    language = article.header.language
    is_known = model is not None or find_spacy_language(language) != ANY_LANGUAGE
    return TokenArticle(content, language, is_known, tuple(values))


def join_words(values: Iterable[str]) -> str:
    """Return the values of the words of a token as one, joined by ``+``, with ``NONE`` for those
    that are not known."""
    return "+".join(" ".join(value.split()) or NONE for value in values)


def token_chunks(articles: Iterable[TokenArticle]) -> Iterator[bytes]:
    """Yield the bytes of each article."""
    for article in articles:
        yield article.content


class TokenSummary:
    """Counts languages and fields of the articles that are written."""

    def __init__(self) -> None:
        self.languages: Counter[str] = Counter()
        self.fields: dict[str, None] = {}
        self._unknown: Counter[str] = Counter()

    def add(self, article: TokenArticle) -> None:
        """Count an article."""
        self.languages[article.language] += 1
        self._unknown[article.language] += not article.is_known
        self.fields.update(dict.fromkeys(article.fields))

    def list_files(self, _output: Path) -> Iterable[tuple[str, bytes]]:
        """Return no file beside the output."""
        return ()

    def list_remarks(self) -> Iterator[str]:
        """Yield the languages that spaCy does not know."""
        for language, number in sorted(self._unknown.items()):
            if number:
                yield (
                    f"{number} articles in {language or 'an unknown language'}: spaCy has no rules"
                    " for it, its rules for any language were used"
                )
