"""Check the choice of the article's text against the running text of the page, whoever chose.

A choice collapses where an element that holds the article is taken for its surroundings, or one
of several siblings for the whole: a few lines are taken, and the prose of the page is left out.
The check asks for a second candidate, found by structure alone: paragraphs, links, the place of
the title, no class names. Where that holds much more prose than was taken, and prose like that of
an article (one run of paragraphs, few labels between), it replaces the choice, and a remark
reports it. Comments and footers are as long as articles, but each comment has its author and each
line of a footer its link.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from lxml import etree

from webarticlecurator.articles.without_rules.article_lead import find_lead
from webarticlecurator.articles.without_rules.boilerplate import find_boilerplate
from webarticlecurator.articles.without_rules.class_names import ClassNames
from webarticlecurator.articles.without_rules.page_hints import PageHints
from webarticlecurator.articles.without_rules.root_candidates import narrow_root
from webarticlecurator.articles.without_rules.root_choice import PageText, find_root
from webarticlecurator.articles.without_rules.text_units import Unit, list_units_in, unit_kind
from webarticlecurator.articles.without_rules.title_container import find_title_container
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.pages.page.signature import signature

# How much better a second candidate must be, and what makes its prose an article: comments and
# footers are as long as articles.
MIN_RATIO = 2
"""How many times more prose than was taken a candidate must hold to replace the choice."""
MAX_COMMON_SHARE = 0.5
"""Share of the candidate's prose up to which a choice counts as collapsed."""
MIN_PAGE_SHARE = 0.3
"""Share of the page's prose that a candidate must hold."""
# At 0.22 comments replaced a short article (32749150).
MIN_RUN_PER_LABEL = 0.3
"""Prose in the longest run (the paragraphs of one element), as a share of what was left out, times
paragraphs, for each label among them. Of comments it is 0.25 and less, of nearly all articles
more than this."""
MAX_NAMED_SHARE = 0.3
"""Share of a candidate's prose up to which a class word may drop elements in it; a word on more of
them is the name of the text itself."""


@dataclass(frozen=True)
class TextChoice:
    """The elements that hold the article, and those inside them that are left out, each with the
    reason. ``remark``: why another choice was replaced, empty if none was."""

    roots: tuple[etree._Element, ...]
    drops: Mapping[etree._Element, str]
    remark: str = ""


def check_choice(choice: TextChoice | None, page: PageText, hints: PageHints) -> TextChoice | None:
    """Return ``choice``, or the candidate found by structure alone if the choice has left out most
    of the article-like prose of the page. ``choice`` is None where nothing was found."""
    prose = [n for n, unit in enumerate(page.units) if unit.is_running_text]
    taken = set(list_taken(choice, page.units, prose)) if choice else set[int]()
    taken_size = _sum_sizes(page.units, taken)
    all_size = _sum_sizes(page.units, prose)
    if 2 * taken_size > all_size:
        return choice  # no candidate can hold MIN_RATIO times as much

    candidate = _find_candidate(page, hints)
    if candidate is None:
        return choice
    others = set(list_taken(candidate, page.units, prose))
    candidate_size = _sum_sizes(page.units, others)
    # Much in common means that the candidate only adds something: that is the judgement of the
    # trees.
    is_collapse = (
        candidate_size >= MIN_RATIO * taken_size
        and candidate_size >= MIN_PAGE_SHARE * all_size
        and _sum_sizes(page.units, others & taken) <= MAX_COMMON_SHARE * candidate_size
    )
    left_out = sorted(others - taken)
    if not is_collapse or not _is_like_article(left_out, candidate, page.units):
        return choice
    # What follows the title at once is the article even if it is short, unless the rest goes on
    # with it.
    title = -1 if page.title is None else page.title
    first_taken = min((n for n in taken if n > title), default=len(page.units))
    first_other = min((n for n in others if n > title), default=len(page.units))
    if first_taken <= first_other and not _is_continued(left_out, taken, page):
        return choice  # a short article above other prose
    remark = (
        f"the text was first looked for in {describe_choice(choice)} with {taken_size} of"
        f" {all_size} characters of running text; taken: {describe_choice(candidate)} with"
        f" {candidate_size}, found without class names"
    )
    return TextChoice(candidate.roots, candidate.drops, remark)


def describe_choice(choice: TextChoice | None) -> str:
    """Return tag and classes of the last root, for a remark."""
    return signature(choice.roots[-1]) if choice else "no element"


def _find_candidate(page: PageText, hints: PageHints) -> TextChoice | None:
    """Return the text as structure alone tells; class names count inside it only."""
    tags = page.class_names().without_words()
    root = find_root(page, tags, hints)
    if root is None or not page.sizes.get(root):
        return None

    root = narrow_root(root, page.sizes)
    inside = list_units_in(page.units, root)
    names = ClassNames(page.sizes, page.sizes[root])
    # A word on more than MAX_NAMED_SHARE of the prose names the article (section.promo), not
    # boilerplate.
    sizes = Counter[str]()
    for unit in (unit for unit in inside if unit.is_running_text):
        aside = names.outermost_aside(unit.element, root)
        if aside:
            sizes[aside[1]] += unit.size
    limit = MAX_NAMED_SHARE * names.text_size(root)
    misleading = frozenset(word for word, size in sizes.items() if size > limit)
    return choose_in_root(root, page, hints, tags, names.without_words(misleading))


def choose_in_root(
    root: etree._Element, page: PageText, hints: PageHints, around: ClassNames, inside: ClassNames
) -> TextChoice:
    """Return ``root`` with a lead outside of it, and without boilerplate.

    ``around``, ``inside``: the class names as they count for the lead and in the root.
    """
    lead = find_lead(page.units, root, around, hints)
    drops = find_boilerplate(root, list_units_in(page.units, root), inside, hints)
    return TextChoice((*(unit.element for unit in lead), root), drops)


def list_taken(
    choice: TextChoice, units: Sequence[Unit], positions: Iterable[int]
) -> Iterable[int]:
    """Yield those of ``positions`` whose units are in the roots of ``choice`` and not dropped."""
    roots = set(choice.roots)
    for n in positions:
        around = units[n].around
        if not roots.isdisjoint(around) and choice.drops.keys().isdisjoint(around):
            yield n


def _is_like_article(left_out: list[int], candidate: TextChoice, units: list[Unit]) -> bool:
    """Return True if the prose at the positions ``left_out`` is mostly one run of paragraphs with
    few labels between."""
    paragraphs = [units[n] for n in left_out]
    total = sum(unit.size for unit in paragraphs)
    runs = Counter[etree._Element | None]()
    for unit in paragraphs:
        runs[unit.element.getparent()] += unit.size
    between = units[left_out[0] : left_out[-1] + 1]
    root = candidate.roots[-1]
    labels = sum(unit.is_in(root) and not unit.is_running_text for unit in between)
    run_share = max(runs.values()) / total
    return run_share * len(paragraphs) >= MIN_RUN_PER_LABEL * (labels + 1)


def _is_continued(left_out: list[int], taken: set[int], page: PageText) -> bool:
    """Return True if most of the prose ``left_out`` goes on with what was taken: it has the same
    ``unit_kind``, or is below the body in an element with the title."""
    kinds = {unit_kind(page.units[n]) for n in taken}
    container = find_title_container(page.units, page.title)
    # The body holds everything with the title, so it does not show that the text goes on.
    has_container = container is not page.body
    goes_on = [
        n
        for n in left_out
        if unit_kind(page.units[n]) in kinds
        or (has_container and container is not None and page.units[n].is_in(container))
    ]
    return 2 * _sum_sizes(page.units, goes_on) >= _sum_sizes(page.units, left_out)


def _sum_sizes(units: list[Unit], positions: Iterable[int]) -> int:
    return sum(units[n].size for n in positions)
