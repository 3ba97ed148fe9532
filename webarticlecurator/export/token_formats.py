"""Formats of tokens: CoNLL-U and vertical files, from articles as sentences and tokens.

Articles as sentences and tokens, with their metadata, for the formats of tokens.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from unicodedata import normalize

from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.export.article_fields import ARTICLE_FIELDS, StoredArticle
from webarticlecurator.export.exporter import NO_OPTIONS, Exporter, ExportOptions
from webarticlecurator.export.text_formats import find_fields
from webarticlecurator.tei.xml import escape, escape_attribute
from webarticlecurator.text.words import read_name_table
from webarticlecurator.tokens.annotators import check_model, choose_annotator
from webarticlecurator.tokens.token_model import (
    HEADING,
    PlacedToken,
    Sentence,
    TextUnit,
    Word,
    read_units,
)

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
    ``TokenArticle``."""

    language: str
    units: list[tuple[TextUnit, list[Sentence]]]
    fault: str = ""
    remedy: str = ""


def annotate_article(
    article: StoredArticle, options: ExportOptions, clean: Callable[[str], str] = str
) -> AnnotatedArticle:
    """Return the units of an article, by the model or by the rules of its language; ``clean``
    changes the text of each before. Raises UsageError."""
    declared = article.header.language
    language = article.find_language() if options.detect_language else declared
    annotator, fault, remedy = choose_annotator(options.model, language)
    if fault and options.skip_language:
        return AnnotatedArticle(language, [], fault)
    if language != declared and not fault:
        fault, remedy = f"declared as {declared or 'none'}", "divided by the language of the text"
    units = [replace(unit, text=clean(unit.text)) for unit in read_units(article.content)]
    sentences = annotator.annotate([unit.text for unit in units])
    divided = list(zip(units, sentences, strict=True))
    return AnnotatedArticle(language, divided, fault, remedy)


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


# The format ``conllu``: CoNLL-U of Universal Dependencies
# (https://universaldependencies.org/format.html).
#
# Metadata and places are comments. The forms of an article with ``SpaceAfter`` and ``SpacesAfter``
# are its text again; ``Tei`` names the element of each token.

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
    lines = map(_clean, _conllu_lines(article.header.id, values, annotated.units))
    found = make_result(annotated, values, lines)
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
        space = _END_OF_UNIT if is_last else token.space
        spacing = _write_spaces(space)
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
            yield f"{self._empty} articles without text left out: CoNLL-U has no place for them"
        if self._lost:
            yield (
                f"{self._lost} articles have letters that the page has lost (U+FFFD): written as"
                f" {_STAND_IN}, since the validator of Universal Dependencies refuses them"
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


# The registry file of a vertical file: what Manatee (Sketch Engine, NoSketch Engine) needs to know
# of its columns and structures.
#
# https://www.sketchengine.eu/documentation/corpus-configuration-file-all-features/ lists the
# options.

MULTIPLE_SEPARATOR = "|"
"""Separates the values of one attribute."""
_SEVERAL = f'MULTIVALUE yes\nMULTISEP "{MULTIPLE_SEPARATOR}"'.splitlines()
_REFERENCE = ("title", "published", "url")
"""The fields that are shown as the source of a concordance line."""
_IN_LOWER_CASE = {"word": "lc", "lemma": "lemma_lc"}
"""Column → the attribute that has it in lower case, made when it is searched."""
_UNIT_ATTRIBUTES = ("n", "part")
_STRUCTURES = {
    "head": ("level", *_UNIT_ATTRIBUTES),
    "p": ("type", *_UNIT_ATTRIBUTES),
    "s": ("id",),
}


def _registry_lines(
    vertical: Path, language: str, columns: tuple[str, ...], fields: tuple[str, ...]
) -> Iterator[str]:
    """Yield the lines for the vertical file at the path ``vertical``. ``language`` is the code of
    the language of most articles, ``fields`` are the attributes of ``doc``."""
    vertical = vertical.absolute()
    # Sketch Engine has no name for some languages
    names = _list_languages().get(language.partition("-")[0].lower(), ())
    named = {"LANGUAGE": names[0], "DEFAULTLOCALE": f"{names[1]}.UTF-8"} if names else {}
    yield from _options(
        NAME=vertical.stem,
        PATH=f"{vertical.parent / vertical.stem}-indexed",
        VERTICAL=str(vertical),
        ENCODING="UTF-8",
        **named,
        DOCSTRUCTURE="doc",
        SHORTREF="=doc.id",
        FULLREF=",".join(f"doc.{name}" for name in _REFERENCE if name in fields),
    )
    for column in columns:
        yield from _block("ATTRIBUTE", column, _SEVERAL if column == "feats" else [])
        if column in _IN_LOWER_CASE:
            lower_case = _options(
                DYNAMIC="utf8lowercase",
                DYNLIB="internal",
                ARG1="C",
                FUNTYPE="s",
                FROMATTR=column,
                TYPE="index",
                TRANSQUERY="yes",
            )
            yield from _block("ATTRIBUTE", _IN_LOWER_CASE[column], lower_case)
    yield from _block("STRUCTURE", "doc", _attribute_lines(fields))
    for name, attributes in _STRUCTURES.items():
        yield from _block("STRUCTURE", name, _attribute_lines(attributes))
    yield from _block("STRUCTURE", "g", _options(DISPLAYTAG="0", DISPLAYBEGIN="_EMPTY_"))


def _options(**values: str) -> Iterator[str]:
    for name, value in values.items():
        if value:
            quoted = value.replace('"', "'")
            yield f'{name} "{quoted}"'


@lru_cache(maxsize=1)
def _list_languages() -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in read_name_table("corpus-languages")}


def _attribute_lines(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        yield from _block("ATTRIBUTE", name, _SEVERAL if name in REPEATABLE else [])


def _block(option: str, name: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield an option with a name and, where it has any, the options inside it."""
    inside = list(lines)
    yield f"{option} {name}{' {' if inside else ''}"
    yield from (f"    {line}" for line in inside)
    if inside:
        yield "}"


# The format ``vertical``: one token per line, for Sketch Engine, NoSketch Engine and others that
# read the vertical format of Manatee and CWB.
#
# Structures are ``doc`` (with all metadata), ``head`` and ``p`` (with their TEI element in ``n``),
# ``s`` and the glue ``g``. ``<``, ``>`` and ``&`` are entities. ``token_formats.py`` describes the
# file for Manatee.

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
        lines = _registry_lines(output, language, self._columns, tuple(sorted(self.fields)))
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
