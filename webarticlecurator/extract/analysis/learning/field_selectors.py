"""Selectors for authors, sections and keywords around the text of one article: elements that are
named so, with the values that they hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from webarticlecurator.extract.analysis.learning.article_surroundings import ArticleSurroundings
from webarticlecurator.extract.analysis.learning.page_summary import own_selectors
from webarticlecurator.extract.heuristics.authors import MAX_NAME_WORDS, by_words
from webarticlecurator.extract.heuristics.class_names import compile_class_words, fold_names
from webarticlecurator.extract.heuristics.text_units import fold_text
from webarticlecurator.extract.metadata.agents import is_name
from webarticlecurator.model.rule import Rule
from webarticlecurator.rules import select_elements
from webarticlecurator.rules.white_space import collapse_white_space

MAX_VALUE_SIZE = 60
"""Characters of the longest value; anything longer is a sentence."""
_LABEL = re.compile(rf"[^:]{{1,30}}:\s+|#|(?:{by_words()})\s+", re.IGNORECASE)
"""What is before a value in the same element: *Written by:*, *By*, *#*."""
_TAG = re.compile(r"^[a-z][a-z0-9]*")
NAMES = r"\s*[,;|]\s*|\s+(?:and|und|és|og|och|et|y)\s+"
"""What is between the names of several persons."""
_NAMES = re.compile(NAMES)


@dataclass(frozen=True)
class FieldTarget:
    """What is looked for: the field, the section of words/class-names.txt with its names, how many
    values a page may have, and a test of one value."""

    field: str
    words: str
    max_values: int
    is_value: Callable[[str], bool]
    only_before: bool = False


@dataclass(frozen=True, order=True)
class FieldSelector:
    """A selector; ``label`` is what to remove before its values, ``is_split`` whether several names
    are one text."""

    css: str
    label: str = ""
    is_split: bool = False


def is_person_name(text: str) -> bool:
    """Return True for a text that can be the name of a person or an account."""
    words = text.split()
    return (
        0 < len(words) <= MAX_NAME_WORDS
        and is_name(text)
        and not re.search(r"[\d:!?/@]|\.$", text.removesuffix("Jr."))
        and not re.fullmatch(by_words(), text, re.IGNORECASE)
        and (len(words) == 1 or words[0][:1].isupper() or not words[0][:1].isascii())
    )


def is_term(text: str) -> bool:
    """Return True for a text that can be the name of a section or a keyword."""
    return 0 < len(text.split()) <= MAX_NAME_WORDS and bool(re.search(r"[^\W_]", text))


TARGETS = (
    FieldTarget("authors", "names of authors", 6, is_person_name),
    FieldTarget("section", "sections", 5, is_term),
    FieldTarget("section", "sections, if alone", 1, is_term, only_before=True),
    FieldTarget("keywords", "keywords", 25, is_term),
)


def list_field_selectors(around: ArticleSurroundings, target: FieldTarget) -> Iterator[str]:
    """Yield the selectors of the elements around the article that are named as the target; for
    elements with links also that of the links."""
    words = compile_class_words(target.words)
    elements = around.elements[: around.before] if target.only_before else around.elements
    selectors: dict[str, None] = {}
    for element in elements:
        for css in own_selectors(element):
            if words.search(fold_names(_TAG.sub("", css))):
                has_links = element.find(".//a") is not None
                if has_links:
                    selectors[f"{css} a"] = None
                elif element.tag == "a" or not target.only_before:
                    selectors[css] = None
    return iter(selectors)


def read_field_values(
    around: ArticleSurroundings, css: str, target: FieldTarget
) -> tuple[FieldSelector, tuple[str, ...]] | None:
    """Return what a selector finds around the article, and how it is read; None if it finds
    something else, too, or what is no value of the target."""
    elements = select_elements((Rule(kind="css", expression=css),), around.page)
    if not elements or not all(element in around.inside for element in elements):
        return None
    texts = [collapse_white_space("".join(map(str, e.itertext()))) for e in elements]
    texts = list(dict.fromkeys(filter(None, texts)))
    label = _find_label(texts)
    values = [text[len(label) :].strip() for text in texts]
    is_split = target.field == "authors" and any(_NAMES.search(value) for value in values)
    if is_split:
        values = [name for value in values for name in _NAMES.split(value)]
    if not 0 < len(values) <= target.max_values:
        return None
    if not all(len(value) <= MAX_VALUE_SIZE and target.is_value(value) for value in values):
        return None
    distinct = {fold_text(value): value for value in reversed(values)}
    return FieldSelector(css, label, is_split), tuple(reversed(distinct.values()))


def _find_label(texts: list[str]) -> str:
    """Return what all texts begin with that is no part of a value; empty if they differ."""
    labels = {match.group() if (match := _LABEL.match(text)) else "" for text in texts}
    return labels.pop() if len(labels) == 1 else ""
