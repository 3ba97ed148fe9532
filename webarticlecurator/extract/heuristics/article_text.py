"""Where the article is on a page for which the portal file says nothing: by agreement of cheap
signs of this page alone.

Read this file first, then ``text_units.py`` (text as units), ``page_hints.py`` (what the page says
of itself), ``names.py`` (what names give away), ``root_candidates.py`` (the element that holds the
article), ``title_container.py`` (what the title says of it), ``lead.py`` (what of it stands
outside), ``boilerplate.py`` (what in it is no text of it). The answer is elements of the page's own
tree, so that blocks keep their structure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import etree

from webarticlecurator.extract.heuristics.boilerplate import find_boilerplate
from webarticlecurator.extract.heuristics.lead import find_lead
from webarticlecurator.extract.heuristics.page_hints import collect_hints, find_title_position
from webarticlecurator.extract.heuristics.person_names import ClassNames
from webarticlecurator.extract.heuristics.root_candidates import (
    is_known,
    measure_sizes,
    narrow_root,
)
from webarticlecurator.extract.heuristics.root_choice import PageText, choose_root
from webarticlecurator.extract.heuristics.text_units import (
    SILENT,
    list_page_units,
    list_units,
    list_units_in,
)
from webarticlecurator.page import Page

ENOUGH = 200
"""A page that shows less running text than this (in characters) may hold it elsewhere."""


@dataclass(frozen=True)
class ArticleText:
    """``roots``: elements that hold the article, in document order; ``drops``: element inside them
    → why it is left out."""

    roots: tuple[etree._Element, ...]
    drops: Mapping[etree._Element, str] = field(default_factory=dict)


def find_article_text(page: Page) -> ArticleText | None:
    """Where the article of ``page`` is; None where the page holds too little running text to tell.
    Made once for a page."""
    return page.derived("guess", _guess)


def _guess(page: Page) -> ArticleText | None:
    body = page.root.find("body")
    if body is None:
        return None
    found, told = list_page_units(page), collect_hints(page)
    held = measure_sizes(found)
    # what scripts would show instead, on forums and applications of one page
    if held.get(body, 0) < ENOUGH:
        found = list_units(body, SILENT - {"noscript"})
        held = measure_sizes(found)
    title = find_title_position(found, told)
    root, names = choose_root(PageText(body, found, held, title, is_known(found, told)), told)
    if root is None:
        return None
    root = narrow_root(root, held)
    within = ClassNames(held, held[root])
    if names.strict and title is not None:
        within = within.strictly(found[title].element)
    lead = find_lead(found, root, names, told)
    return ArticleText(
        (*(unit.element for unit in lead), root),
        find_boilerplate(root, list_units_in(found, root), within, told),
    )
