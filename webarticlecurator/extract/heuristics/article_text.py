"""Find the main content of a page for which the portal file has no rules, by agreement of cheap
features of this page alone.

Read this file first, then ``text_units.py`` (text as units), ``page_hints.py`` (what the page
declares), ``class_names.py`` (what class names tell), ``root_candidates.py`` (which element holds
the article), ``title_container.py`` (what the place of the title tells), ``lead.py`` (a lead
outside that element), ``boilerplate.py`` (what inside it is not text of the article),
``left_out_prose.py`` (whether much prose of the page was left out), ``judge_choice.py`` (what
trained decision trees say of the choice). The result consists of elements of the page's own tree,
so that blocks keep their structure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import etree

from webarticlecurator.extract.heuristics.class_names import ClassNames
from webarticlecurator.extract.heuristics.judge_choice import judge_choice
from webarticlecurator.extract.heuristics.left_out_prose import (
    TextChoice,
    check_choice,
    choose_in_root,
)
from webarticlecurator.extract.heuristics.page_hints import (
    PageHints,
    collect_hints,
    find_title_position,
)
from webarticlecurator.extract.heuristics.root_candidates import (
    declares_whole_body,
    narrow_root,
    sum_running_text,
)
from webarticlecurator.extract.heuristics.root_choice import PageText, choose_root
from webarticlecurator.extract.heuristics.teasers import find_other_articles
from webarticlecurator.extract.heuristics.text_units import (
    SKIPPED_TAGS,
    list_page_units,
    list_units,
)
from webarticlecurator.page import Page

MIN_PAGE_TEXT = 200
"""Size of running text below which the article is looked for in ``noscript``, too; and below which
a root found by rules holds no main content. Two or three short paragraphs have more."""


@dataclass(frozen=True)
class ArticleText:
    """``roots``: the elements that hold the article, in document order; ``drops``: element inside
    them → why it is left out; ``confidence``: the expected token F1 of the choice in per mille,
    None where nothing estimates it; ``remark``: why another choice was replaced (see
    ``left_out_prose``), empty if none was."""

    roots: tuple[etree._Element, ...]
    drops: Mapping[etree._Element, str] = field(default_factory=dict)
    confidence: int | None = None
    remark: str = ""


def find_article_text(page: Page) -> ArticleText | None:
    """Return the main content of ``page``, None if the page has too little running text. It is
    looked for once for each page."""
    return page.derived("heuristics.article_text", _find_article_text)


def _find_article_text(page: Page) -> ArticleText | None:
    hints = collect_hints(page)
    text, others = read_page_text(page, hints)
    if text is None:
        return None
    checked = check_choice(choose_by_votes(text, hints), text, hints)
    choice, confidence = judge_choice(checked, text, page, hints)
    if choice is None:
        return None
    inside = [e for e in others if not set(choice.roots).isdisjoint(e.iterancestors())]
    drops = {**choice.drops, **dict.fromkeys(inside, "guess: another article")}
    return ArticleText(choice.roots, drops, confidence, choice.remark)


def read_page_text(page: Page, hints: PageHints) -> tuple[PageText | None, list[etree._Element]]:
    """Return the text in which the article is looked for, None for a page without a body; and the
    elements with other articles, whose text is not in it."""
    body = page.root.find("body")
    if body is None:
        return None, []

    units = list_page_units(page)
    sizes = sum_running_text(units)
    # forums and single-page applications have in noscript what scripts would show
    if sizes.get(body, 0) < MIN_PAGE_TEXT:
        units = list_units(body, SKIPPED_TAGS - {"noscript"})
        sizes = sum_running_text(units)

    others = find_other_articles(body, units, hints)
    if others:
        units = [unit for unit in units if not any(unit.is_in(other) for other in others)]
        sizes = sum_running_text(units)
    title = find_title_position(units, hints)
    return PageText(body, units, sizes, title, declares_whole_body(units, hints)), others


def choose_by_votes(page: PageText, hints: PageHints) -> TextChoice | None:
    """Return the choice by agreement of cheap features: the root with most votes, without what is
    boilerplate by class names and single lines; None if there is too little text."""
    root, names = choose_root(page, hints)
    if root is None:
        return None

    root = narrow_root(root, page.sizes)
    names_inside = ClassNames(page.sizes, page.sizes[root])
    if names.strict and page.title is not None:
        names_inside = names_inside.strict_copy(page.units[page.title].element)
    return choose_in_root(root, page, hints, names, names_inside)
