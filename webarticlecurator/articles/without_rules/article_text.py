"""Find the main content of a page for which the portal file has no rules, by agreement of cheap
features of this page alone.

Read this file first, then ``text_units.py`` (text as units, and what the page declares),
``class_names.py`` (what class names tell), ``root_candidates.py`` (which element holds the article,
what the place of the title tells, a lead outside that element), ``boilerplate.py`` (what inside it
is not text of the article, and whether much prose was left out), ``judge_choice.py`` (what trained
decision trees say of the choice). The result consists of elements of the page's own tree, so that
blocks keep their structure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from lxml import etree

from webarticlecurator.articles.without_rules.class_names import ClassNames
from webarticlecurator.articles.without_rules.context_features import LIKELY
from webarticlecurator.articles.without_rules.judge_choice import (
    estimate_page,
    judge_choice,
    rate_choice,
    weigh_units,
)
from webarticlecurator.articles.without_rules.left_out_prose import (
    TextChoice,
    check_choice,
    choose_in_root,
)
from webarticlecurator.articles.without_rules.page_hints import (
    PageHints,
    collect_hints,
    find_title_position,
)
from webarticlecurator.articles.without_rules.page_kind import judge_page_kind
from webarticlecurator.articles.without_rules.page_parts import find_other_articles
from webarticlecurator.articles.without_rules.root_candidates import (
    declares_whole_body,
    narrow_root,
    sum_running_text,
)
from webarticlecurator.articles.without_rules.root_choice import PageText, choose_root
from webarticlecurator.articles.without_rules.structure_features import collect_page_facts
from webarticlecurator.articles.without_rules.text_units import (
    SKIPPED_TAGS,
    Unit,
    list_page_units,
    list_units,
)
from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.model.article import PAGE_KINDS
from webarticlecurator.pages.page.page import Page, once_per_page

MIN_PAGE_TEXT = 200
"""Size of running text below which the article is looked for in ``noscript``, too; and below which
a root found by rules holds no main content. Two or three short paragraphs have more."""


MAX_DROPPED_SHARE = 0.15
"""Share of the probable text that may be left out for one reason: a word of a class, say, that is
the name of the text itself."""

MIN_LIKELY_SHARE = 0.95
"""Share of what is left out for a reason that is likely text, where the reason is wrong. A box of
other articles has headings, which are not; a mean of their probabilities does not tell them from
text in a box with an unlucky name (.62 and .56, where both were tried)."""


@dataclass(frozen=True)
class ArticleText:
    """``roots``: the elements that hold the article, in document order; ``drops``: element inside
    them → why it is left out; ``remark``: why another choice was replaced (see
    ``judge_choice.py``), empty if none was."""

    roots: tuple[etree._Element, ...]
    drops: Mapping[etree._Element, str] = field(default_factory=dict)
    remark: str = ""


@dataclass(frozen=True)
class _WeighedText:
    """The text in which the article is looked for, and what is known of its units; ``others``: the
    elements with other articles; ``votes``: the choice by cheap features; ``probabilities``: of the
    units, by the trees; ``of_page``: what is known of the page as a whole."""

    text: PageText
    others: list[etree._Element]
    votes: TextChoice | None
    probabilities: list[int]
    of_page: list[int]


@once_per_page("heuristics.weighed_text")
def _weigh_text(page: Page) -> _WeighedText | None:
    """Return the text of a page with what is known of it, None for a page without a body."""
    hints = collect_hints(page)
    text, others = read_page_text(page, hints)
    if text is None:
        return None
    # Three voices in turn: votes by cheap features, a check by structure alone, then trained trees.
    # By units, heuristics alone have F1 .963 on 181 pages (scrapinghub), trees .969, judged .976.
    votes = check_choice(choose_by_votes(text, hints), text, hints)
    probabilities = weigh_units(votes, text, page, hints)
    if votes is not None:
        votes = lift_probable(votes, text.units, probabilities)
    return _WeighedText(text, others, votes, probabilities, estimate_page(text, page, hints)[1])


def lift_probable(
    choice: TextChoice, units: Sequence[Unit], probabilities: Sequence[int]
) -> TextChoice:
    """Return ``choice`` without the drops for a reason for which more than MAX_DROPPED_SHARE of the
    probable text is left out, if nearly all that is left out for it is LIKELY.
    ``probabilities``: of each unit, in per mille."""
    reasons = choice.drops
    sizes, likely, masses, total = Counter[str](), Counter[str](), Counter[str](), 0
    for unit, p in zip(units, probabilities, strict=True):
        mass = unit.size * p
        total += mass
        for why in {reasons[e] for e in unit.around if e in reasons}:
            sizes[why] += unit.size
            likely[why] += unit.size * (p >= LIKELY)
            masses[why] += mass
    misleading = {
        why
        for why, mass in masses.items()
        if mass > MAX_DROPPED_SHARE * total and likely[why] >= MIN_LIKELY_SHARE * sizes[why]
    }
    if not misleading:
        return choice
    return replace(choice, drops={e: why for e, why in reasons.items() if why not in misleading})


def find_page_kind(page: Page) -> str:
    """Return which of ``PAGE_KINDS`` a page is, as the portal file says, else as trees judge; ""
    for one without text."""
    weighed = None if page.kind else _weigh_text(page)
    if weighed is None or not weighed.of_page:
        return page.kind
    return judge_page_kind(page, weighed.of_page)


@once_per_page("heuristics.article_text")
def find_article_text(page: Page) -> ArticleText | None:
    """Return the main content of ``page``, None if the page has too little running text."""
    weighed = _weigh_text(page)
    if weighed is None:
        return None
    # By the judged kind in place of what the page says, three of 1,400 pages were read otherwise,
    # one of them worse.
    is_article = (
        page.kind == PAGE_KINDS[0]
        if page.kind
        else collect_page_facts(page, collect_hints(page)).is_article
    )
    choice = judge_choice(
        weighed.votes,
        weighed.text,
        weighed.probabilities,
        is_article=is_article,
        kind=page.kind,
    )
    if choice is None:
        return None
    # The other articles were no text to choose from; inside the chosen roots they must be left out.
    inside = [e for e in weighed.others if not set(choice.roots).isdisjoint(e.iterancestors())]
    drops = {**choice.drops, **dict.fromkeys(inside, "guess: another article")}
    return ArticleText(choice.roots, drops, choice.remark)


def rate_article_text(
    page: Page, roots: tuple[etree._Element, ...], drops: Mapping[etree._Element, str]
) -> int:
    """Return the token F1 that is to be expected of the text in ``roots`` without ``drops``, which
    no rule has found, in per mille."""
    weighed = _weigh_text(page)
    if weighed is None:
        return 0
    return rate_choice(
        TextChoice(roots, drops),
        weighed.votes,
        weighed.text,
        weighed.probabilities,
        page.classifier,
    )


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

    title = find_title_position(units, hints)
    others = find_other_articles(body, units, title, hints)
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
    # Counted anew inside the root: an element that is small on the page may hold much of the
    # article.
    names_inside = ClassNames(page.sizes, page.sizes[root])
    if names.strict and page.title is not None:
        names_inside = names_inside.strict_copy(page.units[page.title].element)
    return choose_in_root(root, page, hints, names, names_inside)
