"""Rows of the tag dictionary: what a row by class, id or attribute is for, has another name in the
new design, and the same tag and text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.blocks.tag_dictionary import Tagger, build_tagger
from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.pages.page.css_compound import compile_compound
from webarticlecurator.pages.rules.elements import shown_text
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.proposing.repair.design_names import lasting_selectors
from webarticlecurator.proposing.repair.layout_rules import MIN_LETTERS, MIN_PAGES, PagePair


def propose_rows(portal: Portal, pairs: Sequence[PagePair]) -> dict[str, str]:
    """Return signature → operation for names in the new design, of pages in both designs, the old
    one first."""
    counts: dict[str, Counter[str]] = {}
    known: set[str] = set()
    for old, new in pairs:
        found = run_supervised(portal, new.url, find_names, old, new)
        known |= {name for name, _, is_decided in found if is_decided}
        for name, operation in {(name, operation) for name, operation, _ in found}:
            counts.setdefault(name, Counter())[operation] += 1
    rows: dict[str, str] = {}
    for name, operations in counts.items():
        ((operation, pages), *others) = operations.most_common()
        if operation and pages >= MIN_PAGES and not others and name not in known:
            rows[name] = operation
    return rows


def find_names(portal: Portal, old: StoredPage, new: StoredPage) -> set[tuple[str, str, bool]]:
    """Return the names on a page in the new design, each with the operation that a row by more than
    the tag had for the same text on the ``old`` page ("" for none), and whether a row decides so
    there already. To be called in a worker."""
    decided: dict[str, str] = {}
    for element, tagger in _list_elements(portal, old):
        choice = tagger.choose(element)
        if not choice.base and choice.row is not None and not choice.row.signature.isalnum():
            decided[_place(element)] = choice.row.operation
    found = set()
    for element, tagger in _list_elements(portal, new):
        operation, row = decided.get(_place(element), ""), tagger.choose(element).row
        is_decided = row is not None and row.operation == operation
        names = (each for each in lasting_selectors(element) if not each.isalnum())
        found |= {(name, operation, is_decided) for name in names if _is_compound(name)}
    return found


def _place(element: etree._Element) -> str:
    """Return what an element and its like in another design have in common: the tag, and the text
    unless it is short."""
    text = fold_text(shown_text(element))
    return f"{element.tag} {text}" if len(text) >= MIN_LETTERS else ""


def _list_elements(portal: Portal, stored: StoredPage) -> Iterator[tuple[etree._Element, Tagger]]:
    page = stored.page(portal)
    rules = select_layout(portal, page).rules.body
    tagger = build_tagger(rules.tags, base_tags(), rules.signature)
    body = page.root.find("body")
    return (
        (element, tagger)
        for element in (() if body is None else body.iterdescendants(etree.Element))
        if _place(element)
    )


def _is_compound(css: str) -> bool:
    try:
        compile_compound(css)
    except ValueError:
        return False
    return True
