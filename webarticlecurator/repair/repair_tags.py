"""Rows of the tag dictionary for a new design: what a row by class, id or attribute is for, has
another name there, and the same tag and text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.article import select_layout
from webarticlecurator.article.tags import Tagger, build_tagger
from webarticlecurator.config import base_tags
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.text_units import fold_text
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page
from webarticlecurator.page.css import compile_compound
from webarticlecurator.propose.selector_survey import shown_text
from webarticlecurator.repair.known_places import lasting_selectors
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised

MIN_LETTERS = 12
"""Letters of a text that no other element has by chance."""
MIN_PAGES = 2
"""Pages that must show the same name for a row."""

Decided = dict[str, str]
"""Folded text of an element → what a row made of it."""
PagePair = tuple[StoredPage, StoredPage]


@dataclass(frozen=True)
class NamedElements:
    """The elements of a page in the new design: for each name, the operations that rows had for
    their texts ("" for none), and the names that the rows decide already."""

    operations: tuple[tuple[str, str], ...]
    decided: frozenset[str]


def propose_rows(portal: Portal, pairs: Sequence[PagePair]) -> dict[str, str]:
    """Return signature → operation for names in the new design, of pages in both designs, the old
    one first."""
    counts: dict[str, Counter[str]] = {}
    known: set[str] = set()
    for old, new in pairs:
        decided = run_supervised(portal, old.url, find_decided, old)
        found: NamedElements = run_supervised(portal, new.url, find_named, new, decided)
        for name, operation in set(found.operations):
            counts.setdefault(name, Counter())[operation] += 1
        known |= found.decided
    rows: dict[str, str] = {}
    for name, operations in counts.items():
        ((operation, pages), *others) = operations.most_common()
        if operation and pages >= MIN_PAGES and not others and name not in known:
            rows[name] = operation
    return rows


def find_decided(portal: Portal, stored: StoredPage) -> Decided:
    """Return what rows by more than the tag decide on a page. To be called in a worker."""
    page = stored.page(portal)
    tagger = _tagger_of(portal, page)
    found: Decided = {}
    for element in _list_elements(page):
        row = tagger.choose(element)
        if not row.base and row.row is not None and not row.row.signature.isalnum():
            found[_place(element)] = row.row.operation
    return found


def find_named(portal: Portal, stored: StoredPage, decided: Decided) -> NamedElements:
    """Return which names stand for what was decided. To be called in a worker."""
    page = stored.page(portal)
    tagger = _tagger_of(portal, page)
    operations: list[tuple[str, str]] = []
    known: set[str] = set()
    for element in _list_elements(page):
        operation = decided.get(_place(element), "")
        row = tagger.choose(element).row
        for name in lasting_selectors(element):
            if not name.isalnum() and _is_compound(name):
                operations.append((name, operation))
                known |= {name} if row is not None and row.operation == operation else set()
    return NamedElements(tuple(operations), frozenset(known))


def _place(element: etree._Element) -> str:
    """Return what an element and its like in another design have in common: the tag, and the text
    unless it is short."""
    text = fold_text(shown_text(element))
    return f"{element.tag} {text}" if len(text) >= MIN_LETTERS else ""


def _list_elements(page: Page) -> Iterator[etree._Element]:
    body = page.root.find("body")
    for element in () if body is None else body.iterdescendants(etree.Element):
        if _place(element):
            yield element


def _tagger_of(portal: Portal, page: Page) -> Tagger:
    rules = select_layout(portal, page).rules.body
    return build_tagger(rules.tags, base_tags(), rules.signature)


def _is_compound(css: str) -> bool:
    try:
        compile_compound(css)
    except ValueError:
        return False
    return True
