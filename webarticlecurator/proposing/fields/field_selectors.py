"""Selectors for authors, sections and keywords around the text of one article: elements that are
named so, with the values that they hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from lxml import etree

from webarticlecurator.articles.facts.author_names import is_name
from webarticlecurator.articles.facts.name_candidates import MAX_NAME_WORDS
from webarticlecurator.articles.units.class_names import find_class_word, fold_names
from webarticlecurator.articles.units.introductions import by_words
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.character_patterns import WORD_CHARACTER
from webarticlecurator.base.text.words import list_lines
from webarticlecurator.pages.rules.elements import collapse_white_space, text_of
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.fields.element_selectors import list_selectors
from webarticlecurator.proposing.fields.place_rules import ArticleSurroundings

Values = tuple[str, ...]


MAX_VALUE_SIZE = 60
"""Characters of the longest value; anything longer is a sentence."""
SIGNS = "[#|·•›»–—\u200d\u2190-\u2bff\ue000-\uf8ff\ufe0f\U0001f000-\U0001faff]+"
"""Signs before a name or a term that do not belong to it: bullets, arrows, icons, *#*."""
_LABEL = re.compile(rf"[^:]{{1,30}}:\s+|{SIGNS}\s*|(?:{by_words()})\s+", re.IGNORECASE)
"""What is before a value in the same element: *Written by:*, *By*, *#*."""
MAX_LINE_SIZE = 120
"""Characters of a line with the date and the names of authors."""
MAX_LINE_ELEMENTS = 8
_BY_RELATION = "a[rel~=author]"
_VALUE_TAGS = tuple("b strong em i span li p dd cite h3 h4 h5".split())
"""Elements that hold one value in an element that is named as the field."""
DATED = r"(?:^|(?<=[·•|–—])|(?<=[·•|–—]\s))[^·•|–—]*\d[^·•|–—]*(?:[·•|–—]\s*|$)|\s?[·•|–—]\s*$"
"""What is beside the names in a line with the date: parts with a number, and separators."""
_DATED = re.compile(DATED)
_FOLDER = re.compile(r"[\w-]+", re.ASCII)
_TAG = re.compile(r"^[a-z][a-z0-9]*")
NAMES = r"\s*[,;|]\s*|\s+(?:and|und|és|og|och|et|y)\s+"
"""What is between the names of several persons."""
_NAMES = re.compile(NAMES)


@dataclass(frozen=True)
class FieldTarget:
    """What is looked for: the field, the section of words/class-names.txt with its names, how many
    values a page may have, a test of one value, and the section with the names of folders in the
    addresses of its pages."""

    field: str
    words: str
    max_values: int
    is_value: Callable[[str], bool]
    only_before: bool = False
    addresses: str = ""


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
    FieldTarget("authors", "names of authors", 6, is_person_name, addresses="pages of authors"),
    FieldTarget("section", "sections", 5, is_term, addresses="pages of sections"),
    FieldTarget("section", "sections, if alone", 1, is_term, only_before=True),
    FieldTarget("keywords", "keywords", 25, is_term, addresses="pages of keywords"),
)


def list_field_selectors(around: ArticleSurroundings, target: FieldTarget) -> Iterator[str]:
    """Yield the selectors of the elements around the article that are named as the target; for
    elements with links also that of the links."""
    if target.field == "authors":
        yield _BY_RELATION
    for element in around.elements[: around.before] if target.only_before else around.elements:
        for css in list_selectors(element):
            if find_class_word(target.words, fold_names(_TAG.sub("", css))):
                if element.find(".//a") is not None:
                    yield f"{css} a"
                elif element.tag == "a" or not target.only_before:
                    yield css
                    yield from (f"{css} {selector}" for selector in _list_value_selectors(element))
        if target.field == "authors" and _has_date_and_more(element):
            yield from list_selectors(element)
    if target.addresses:
        yield from _list_link_selectors(around, target)


def _list_value_selectors(element: etree._Element) -> Iterator[str]:
    """Yield the tags and selectors of elements that hold one value in a named one."""
    for descendant in element.iterdescendants(*_VALUE_TAGS):
        if not len(descendant):
            yield str(descendant.tag)
            yield from list_selectors(descendant)


def _has_date_and_more(element: etree._Element) -> bool:
    """True for a short line with a number in one of its parts, and text in another."""
    if len(element) > MAX_LINE_ELEMENTS:
        return False
    text = collapse_white_space("".join(map(str, element.itertext())))
    dated = _find_dated(text) if len(text) <= MAX_LINE_SIZE else ""
    return bool(dated) and bool(re.sub(dated, "", text))


def _find_dated(text: str) -> str:
    """Return the regex of what is beside the names in a line with the date; "" without a date."""
    for word in list_lines("bylines", "on"):
        behind = rf"\s+{word}\s+(?:[^\W\d_]+[.,]?\s+){{0,2}}\d.*$"
        if re.search(behind, text):
            return behind
    return DATED if _DATED.sub("", text) != text else ""


def list_beside(around: ArticleSurroundings, names: Collection[str]) -> Iterator[str]:
    """Yield selectors of the elements around the article that have one of ``names`` (folded), by
    those above them: others of the same kind may have further names."""
    for element in around.elements:
        if element.tag in ("a", *_VALUE_TAGS) and fold_text(text_of(element)) in names:
            yield from list_selectors(element, "below", inside=around.inside - around.above)


def _list_link_selectors(around: ArticleSurroundings, target: FieldTarget) -> Iterator[str]:
    """Yield selectors of the links around the article to pages of the target, by the folder in
    their addresses: ``footer.post-info a[href*="category/"]``."""
    for element in around.elements:
        folder = _find_folder(element, target) if element.tag == "a" else ""
        if folder:
            # in what is around the text, too, there may be such links in the text of others
            within = list_selectors(element, "below", inside=around.inside - around.above)
            yield from (f"{css}[href*='{folder}/']" for css in within if css.endswith(" a"))


def _find_folder(link: etree._Element, target: FieldTarget) -> str:
    """Return the folder in the address of a link that is named as the target, and not the last
    part of the address; empty if there is none."""
    address = (link.get("href") or "").partition("?")[0].partition("#")[0]
    folders = address.rstrip("/").split("/")[:-1]
    return next(
        (
            folder
            for folder in folders
            if _FOLDER.fullmatch(folder) and find_class_word(target.addresses, fold_names(folder))
        ),
        "",
    )


def read_field_values(
    around: ArticleSurroundings, css: str, target: FieldTarget
) -> tuple[tuple[str, ...], bool, Values] | None:
    """Return regexes for what is beside the values that a selector finds around the article,
    whether several names are one text, and the values; None if it finds something else, too, or
    what is no value of the target."""
    elements = select_elements((Rule(kind="css", expression=css),), around.page)
    # One element outside, in a teaser or a menu, and the rule would find others' authors.
    if not elements or not all(element in around.inside for element in elements):
        return None
    text_in = {e: collapse_white_space("".join(map(str, e.itertext()))) for e in elements}
    # A value in another one would be there twice, and two of them as one word.
    if any(
        text_in.get(e, text_in[each]) != text_in[each]
        for each in elements
        for e in each.iterancestors()
    ):
        return None
    texts = [*text_in.values()]
    # a sign alone, such as *#*, has no value
    texts = list(dict.fromkeys(filter(WORD_CHARACTER.search, texts)))
    if not texts:
        return (), False, ()
    removed: tuple[str, ...] = ()
    dated = _find_dated(texts[0]) if target.field == "authors" and len(texts) == 1 else ""
    if dated:
        texts = [re.sub(dated, "", texts[0])]
        removed = (dated,)
    # A label is taken off only if all values have it: else it is part of some value.
    labels = {match.group() if (match := _LABEL.match(text)) else "" for text in texts}
    label = labels.pop() if len(labels) == 1 else ""
    removed += (rf"^{re.escape(label.strip())}\s*",) if label.strip() else ()
    values = [text[len(label) :].strip() for text in texts]
    is_split = target.field == "authors" and any(_NAMES.search(value) for value in values)
    if is_split:
        values = [name for value in values for name in _NAMES.split(value)]
    if not 0 < len(values) <= target.max_values or not all(
        len(value) <= MAX_VALUE_SIZE and target.is_value(value) for value in values
    ):
        return None
    distinct = {fold_text(value): value for value in reversed(values)}
    return removed, is_split, tuple(reversed(distinct.values()))
