"""What bars, gaps and numbers are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.model.corpus_dimensions import (
    CAPTURED,
    DIMENSIONS_BY_KEY,
    LENGTHS,
    SAME_TEXTS,
    VERDICTS,
)
from webarticlecurator.base.model.corpus_numbers import CorpusNumbers, Gap
from webarticlecurator.base.model.verdict import BUILD_FAILURES, REJECTIONS
from webarticlecurator.base.text.language_names import name_language
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import (
    format_number,
    make_message,
    translate,
    translate_count,
)
from webarticlecurator.base.text.word_borders import CHARACTERS, SYLLABLES, WORDS

_FIELDS = {
    "title": make_message("title"),
    "subtitle": make_message("subtitle"),
    "kicker": make_message("kicker"),
    "authors": make_message("authors"),
    "sources": make_message("sources"),
    "published": make_message("published"),
    "modified": make_message("modified"),
    "section": make_message("section"),
    "keywords": make_message("keywords"),
    "language": make_message("language"),
    "access": make_message("access"),
    "description": make_message("description"),
    "copyright_year": make_message("copyright year"),
    "column": make_message("column"),
    "kind": make_message("kind"),
    "publisher": make_message("publisher"),
    "words": make_message("words"),
    "confidence": make_message("confidence"),
    "page_kind": make_message("kind of page"),
    "pages": make_message("pages"),
    "captured": make_message("captured"),
    "signed_in": make_message("signed in"),
    "problems": make_message("problems"),
    "rights": make_message("rights"),
    "id": make_message("identifier"),
    "url": make_message("address"),
    "aliases": make_message("other addresses"),
    "path": make_message("path"),
    "portal": make_message("portal"),
    "year": make_message("year"),
    "month": make_message("month"),
    "day": make_message("day"),
}
"""Fields of articles, and what they are called; the others have their names."""
_STATES = {
    "pending": make_message("not requested yet"),
    "failed": make_message("no answer"),
    "rejected": make_message("rejected"),
    "stored": make_message("stored, not built yet"),
    "tei": make_message("in TEI"),
}
_ACCESS = {
    "free": make_message("free"),
    "partial": make_message("partial"),
    "closed": make_message("closed"),
}
_PAGE_KINDS = {
    "article": make_message("article"),
    "thread": make_message("thread"),
    "list": make_message("list"),
    "documentation": make_message("documentation"),
    "other": make_message("other"),
}
_VALUES = {"access": _ACCESS, "page_kind": _PAGE_KINDS, "page_kinds": _PAGE_KINDS}
"""Field, or dimension → its values that are words of ours, and what they are called."""
DATED = ("published", "modified", "months", "month", "stored", "captured")
"""Fields and dimensions whose values are dates."""
_LANGUAGES = ("language", "languages", "detected_languages")
"""Those whose values are tags of languages."""
_SOURCES = {
    "css": make_message("place on the page"),
    "xpath": make_message("place on the page (XPath)"),
    "meta": make_message("meta tag"),
    "listed": make_message("archive page"),
    "nothing": make_message("nothing"),
    "url": make_message("address"),
    "jsonld": make_message("structured data (JSON-LD)"),
    "portal": make_message("portal file"),
}
"""Kinds of sources of metadata, and what they are called; the others have their names."""
_COMMANDS = {
    "crawl": make_message("crawl"),
    "build": make_message("build"),
    "adopt": make_message("taken from files"),
}
"""Commands that have a run, and what the run is called."""
_BLOCKS = {
    "paragraph": make_message("paragraph"),
    "heading": make_message("heading"),
    "lead": make_message("lead"),
    "quote": make_message("quote"),
    "list": make_message("list"),
    "item": make_message("item"),
    "table": make_message("table"),
    "row": make_message("row"),
    "cell": make_message("cell"),
    "table-heading": make_message("table heading"),
    "figure": make_message("figure"),
    "diagram": make_message("diagram"),
    "gallery": make_message("gallery"),
    "media-link": make_message("address of a picture"),
    "caption": make_message("caption"),
    "embed": make_message("embedded"),
    "social-embed": make_message("address of a post"),
    "social": make_message("post"),
    "box": make_message("box"),
    "quiz": make_message("quiz"),
    "poll": make_message("poll"),
    "question": make_message("question"),
    "answers": make_message("answers"),
    "answer": make_message("answer"),
    "feed-entry": make_message("entry"),
    "feed-time": make_message("time of an entry"),
    "feed-author": make_message("author of an entry"),
    "feed-meta": make_message("about an entry"),
    "comments": make_message("comments"),
    "comment": make_message("comment"),
    "comment-time": make_message("time of a comment"),
    "comment-author": make_message("author of a comment"),
    "comment-meta": make_message("about a comment"),
    "note": make_message("note"),
    "source": make_message("source"),
    "formula": make_message("formula"),
    "code": make_message("code"),
    "page-break": make_message("next page"),
    "gap": make_message("missing page"),
}
"""Kinds of blocks, and what they are called."""
_OPERATIONS = {
    "drop": make_message("dropped"),
    "unwrap": make_message("its content alone"),
    "flatten": make_message("its text alone"),
    "auto": make_message("paragraph, if it has text"),
    "bold": make_message("bold"),
    "emphasis": make_message("emphasis"),
    "inline-quote": make_message("quote in the line"),
    "italic": make_message("italic"),
    "line-break": make_message("line break"),
    "link": make_message("link"),
    "strike": make_message("struck out"),
    "subscript": make_message("subscript"),
    "superscript": make_message("superscript"),
    "underline": make_message("underlined"),
}
"""What the other operations of a tag dictionary make of a tag."""
_LENGTHS = {str(least): (least, following - 1) for least, following in pairwise(LENGTHS)}


def name_bar(dimension: str, name: str) -> str:
    """Return what a bar is called."""
    if not name:
        return translate(DIMENSIONS_BY_KEY[dimension].unknown)
    if dimension == SAME_TEXTS:
        return translate("text {number}", number=name)
    if dimension == CAPTURED:
        first, _, last = name.partition("/")
        if first == last:
            return write_date(first)
        last = write_date(last) or translate("now")
        return translate("{first} to {last}", first=write_date(first), last=last)
    if dimension == "lengths":
        least, _, unit = name.partition(" ")
        longest = translate("{number:,} and more", number=LENGTHS[-1])
        known = _LENGTHS.get(least)
        length = longest if known is None else "–".join(map(format_number, known))
        return f"{length} {translate(UNITS[unit])}" if unit else length
    if dimension == VERDICTS:
        return _name_verdict(name)
    if dimension == "sources":
        field, _, kind = name.partition(": ")
        return f"{name_field(field)}: {name_source(kind)}"
    return name_value(dimension, name)


def name_field(field: str) -> str:
    """Return what a field of articles is called."""
    return translate(_FIELDS[field]) if field in _FIELDS else field


def name_source(kind: str) -> str:
    """Return what a kind of source of metadata is called."""
    return translate(_SOURCES[kind]) if kind in _SOURCES else kind


def name_command(command: str) -> str:
    """Return what a run of a command is called."""
    return translate(_COMMANDS[command]) if command in _COMMANDS else command


def name_block(name: str) -> str:
    """Return what a kind of block is called."""
    return translate(_BLOCKS[name]) if name in _BLOCKS else name


def name_operation(operation: str) -> str:
    """Return what a tag is made by an operation of a tag dictionary: blocks, the outer one first,
    or what is done in their place."""
    if operation in _OPERATIONS:
        return translate(_OPERATIONS[operation])
    return " > ".join(name_block(each.strip()) for each in operation.split(">"))


def name_value(field: str, value: str) -> str:
    """Return what a value of a field, or of a dimension, is called: a date has its minutes."""
    if field in DATED:
        return write_date(value)
    if field in _LANGUAGES:
        return name_language(value)
    words = _VALUES.get(field, {}).get(value)
    return translate(words) if words else value


def _name_verdict(name: str) -> str:
    """Return a state with the meaning of its reason."""
    state, _, reason = name.partition(": ")
    meaning = REJECTIONS.get(reason) or BUILD_FAILURES.get(reason)
    words = translate(_STATES[state])
    if not reason:
        return words
    return f"{words}: {translate(meaning) if meaning else reason}"


_COUNTED: dict[str, Callable[[int], str]] = {
    WORDS: lambda number: translate_count("{number:,} word", "{number:,} words", number),
    CHARACTERS: lambda number: translate_count(
        "{number:,} character", "{number:,} characters", number
    ),
    SYLLABLES: lambda number: translate_count(
        "{number:,} syllable", "{number:,} syllables", number
    ),
}
UNITS = {
    WORDS: make_message("words"),
    CHARACTERS: make_message("characters"),
    SYLLABLES: make_message("syllables"),
}
"""What texts are counted in → its name."""


def count_words(number: int, unit: str) -> str:
    """Return a number of words, or of what ``unit`` says, in the language of the reader."""
    return _COUNTED[unit](number)


def list_words(numbers: CorpusNumbers) -> str:
    """Return the words of a corpus, and what it has of other units."""
    counted = {numbers.unit: numbers.words, **numbers.other_words}
    return ", ".join(count_words(number, unit) for unit, number in counted.items())


def count_articles(number: int) -> str:
    """Return ``1 article``, ``2,000 articles``."""
    return translate_count("{number:,} article", "{number:,} articles", number)


def describe_gaps(gaps: Iterable[Gap], most: int | None = None) -> list[str]:
    """Return a line with the gaps of the corpus, and one for each column with gaps of its own; of
    each, at most the ``most`` longest."""
    months = group_values((gap.column, _name_months(gap)) for gap in gaps)
    lines = {
        column: translate("no articles in {months}", months=_join_months(names, most))
        for column, names in months.items()
    }
    return [
        translate("column {column}: {words}", column=column, words=words) if column else words
        for column, words in lines.items()
    ]


def _join_months(names: Sequence[str], most: int | None) -> str:
    """Return gaps in a row, and how many more there are."""
    more = len(names) - len(names[:most])
    words = translate_count("{number} more gap", "{number} more gaps", more)
    return "; ".join([*names[:most], *[words] * bool(more)])


def _name_months(gap: Gap) -> str:
    first = write_date(gap.first)
    if gap.months == 1:
        return first
    return translate(
        "{first} to {last}, {number} months",
        first=first,
        last=write_date(gap.last),
        number=gap.months,
    )
