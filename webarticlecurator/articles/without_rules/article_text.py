"""Find the main content of a page for which the portal file has no rules: its stages in order.

1. **Units.** The body is read as text units: roughly the paragraphs, headings and labels that a
   reader sees (``text_units.py``). Where it shows hardly any, ``noscript`` is read, too.
2. **Title.** The unit that repeats the declared title, or else the first ``h1``
   (``page_hints.py``). The text follows it.
3. **Other articles** that the site shows on the same page are left out (``page_parts.py``).
4. **Probabilities.** Two stages of decision trees judge how likely each unit is text of the article
   by its place, its form and what is around it (``classify_units.py``). The second knows what the
   first thinks of the other units.
5. **Known lines.** A title, a date, an author or *read also* says itself that it is no text
   (``known_lines.py``); its probability is 0. Trees read structure and would take some of these.
   In a small element that is named as something else, a unit is less likely (``beside_names.py``).
   Of lists the trees are too sure, so their probabilities are moved towards a half.
   Pages with their text in many places (lists, documentation) are left as trees judge them.
6. **Choice.** The units with the highest expected F1 are taken, then lists, tables and quotations
   as wholes, and no heading without the text below it (``chosen_units.py``); then lists of links
   to other sites among the paragraphs, and none to other articles behind them
   (``outward_lists.py``).
7. **Elements.** The units become elements of the page's own tree, so that blocks keep their
   structure: roots, and what inside them is left out (``chosen_elements.py``).
8. **Confidence.** A few more trees say how far the result can be trusted (``text_confidence.py``).

Threads of forums are found before all this (``threads.py``), articles in scripts after it
(``embedded_page.py``).
"""

from __future__ import annotations

from collections.abc import Mapping

from lxml import etree

from webarticlecurator.articles.units.classify_units import load_classifier
from webarticlecurator.articles.units.expected_f1 import soften_probabilities
from webarticlecurator.articles.units.page_hints import collect_hints, find_title_position
from webarticlecurator.articles.units.structure_features import collect_page_facts
from webarticlecurator.articles.units.text_confidence import describe_reading
from webarticlecurator.articles.units.text_units import (
    Unit,
    find_around,
    list_text_units,
)
from webarticlecurator.articles.without_rules.beside_names import lower_named
from webarticlecurator.articles.without_rules.chosen_elements import find_chosen_elements
from webarticlecurator.articles.without_rules.chosen_units import choose_units
from webarticlecurator.articles.without_rules.known_lines import (
    find_known_lines,
    find_lines_inside,
)
from webarticlecurator.articles.without_rules.outward_lists import (
    find_outward_lists,
    find_outward_quotes,
    find_related_links,
)
from webarticlecurator.articles.without_rules.page_kind import judge_page_kind
from webarticlecurator.articles.without_rules.page_parts import find_other_articles
from webarticlecurator.articles.without_rules.reader_comments import find_comments
from webarticlecurator.articles.without_rules.repeated_quotes import (
    REPEATED_QUOTE,
    find_repeated_quotes,
)
from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.pages.page.page import Page, once_per_page

MIN_ARTICLE_SIZE = 160
"""Size of the text of the shortest article that is accepted: about two short paragraphs."""


SCATTERED_KINDS = ("list", "documentation", "other")
"""Kinds of pages that have their text in many places: dates and headings of entries are text there.
On folds, lists had .715 instead of .687 without stage 5."""


@dataclass(frozen=True)
class ArticleText:
    """``roots``: the elements that hold the article, in document order; ``drops``: element inside
    them → why it is left out."""

    roots: tuple[etree._Element, ...]
    drops: Mapping[etree._Element, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PageText:
    """The text in which the article is looked for. ``title``: index in ``units``; ``others``: the
    elements with other articles, whose text is not in ``units``."""

    units: list[Unit]
    title: int | None
    others: tuple[etree._Element, ...] = ()


@dataclass(frozen=True)
class JudgedText:
    """The text of a page, with what the trees say. ``probabilities``: of its units, in per mille;
    ``known``: index of a unit that says itself that it is no text → what it is; ``kind``: which
    of ``PAGE_KINDS`` the page is, as the portal file says or trees judge; "" without text."""

    text: PageText
    probabilities: list[int]
    known: Mapping[int, str]
    kind: str

    @property
    def is_article(self) -> bool:
        """True for a page with one text in one place."""
        return self.kind not in SCATTERED_KINDS


@once_per_page("heuristics.page_text")
def read_page_text(page: Page) -> PageText | None:
    """Return the text in which the article is looked for, None for a page without a body."""
    body = page.root.find("body")
    if body is None:
        return None
    hints, units = collect_hints(page), list_text_units(page)
    title = find_title_position(units, hints)
    others = tuple(find_other_articles(body, units, title, hints))
    if others:
        units = [unit for unit in units if not any(unit.is_in(other) for other in others)]
        title = find_title_position(units, hints)
    return PageText(units, title, others)


@once_per_page("heuristics.judged_text")
def judge_text(page: Page) -> JudgedText | None:
    """Return the text of a page with the probability of each unit, None for a page without a
    body."""
    text = read_page_text(page)
    if text is None:
        return None
    hints = collect_hints(page)
    facts, trees = collect_page_facts(page, hints), load_classifier()
    found = trees.estimate(page, text.units, facts, text.title)
    kind = page.kind or (judge_page_kind(page, found.of_page) if found.of_page else "")
    is_article = kind not in SCATTERED_KINDS
    likely = found.probabilities
    if is_article:
        likely = lower_named(likely, found.tree, text.title)
    elif kind == "list":
        likely = soften_probabilities(likely)
    known = find_known_lines(text.units, likely, text.title, hints, is_article=is_article)
    comments = frozenset(find_comments(page))
    if comments:
        named = {
            n: "comment"
            for n, unit in enumerate(text.units)
            if likely[n] and not comments.isdisjoint(unit.around)
        }
        # what leaves no paragraph is the text itself
        rest = (unit for n, unit in enumerate(text.units) if likely[n] and n not in named)
        known |= named if any(unit.is_running_text for unit in rest) else {}
    likely = [0 if n in known else p for n, p in enumerate(likely)]
    return JudgedText(text, likely, known, kind)


@once_per_page("heuristics.article_text")
def find_article_text(page: Page) -> ArticleText | None:
    """Return the main content of ``page``, None if the page has too little text."""
    judged = judge_text(page)
    if judged is None:
        return None
    units = judged.text.units
    chosen = choose_units(units, judged.probabilities, judged.known, is_article=judged.is_article)
    if sum(units[n].size for n in chosen) < MIN_ARTICLE_SIZE:
        return None
    if judged.is_article:
        chosen |= find_outward_lists(units, chosen, page.url)
        chosen -= find_related_links(units, chosen, page.url)
    chosen |= find_outward_quotes(units, chosen, page.url)
    roots, drops = find_chosen_elements(units, chosen, judged.known)
    first = next((units[n] for n in sorted(chosen) if units[n].is_running_text), None)
    if first is not None:
        lines = find_lines_inside(first, collect_hints(page))
        drops.update((element, f"guess: {what}") for element, what in lines.items())
    if judged.kind == "thread":
        in_text = [units[n] for n in sorted(chosen)]
        drops.update(dict.fromkeys(find_repeated_quotes(in_text, roots), REPEATED_QUOTE))
    # The other articles were no text to choose from; inside the roots they must be left out.
    inside = [e for e in judged.text.others if not set(roots).isdisjoint(e.iterancestors())]
    return ArticleText(roots, {**drops, **dict.fromkeys(inside, "guess: another article")})


def rate_article_text(
    page: Page, roots: tuple[etree._Element, ...], drops: Mapping[etree._Element, str]
) -> int:
    """Return the token F1 that is to be expected of the text in ``roots`` without ``drops``, which
    no rule has found, in per mille."""
    judged = judge_text(page)
    units = judged.text.units if judged else []
    root_set, left_out = set(roots), find_around(units, ("figure",)) | drops.keys()
    taken = [
        n
        for n, unit in enumerate(units)
        if not root_set.isdisjoint(unit.around) and left_out.isdisjoint(unit.around)
    ]
    if judged is None or not taken:
        return 0
    values = describe_reading(taken, units, judged.probabilities, judged.text.title)
    trees = load_classifier()
    return trees.to_probability(trees.confidence(*values))


def find_page_kind(page: Page) -> str:
    """Return which of ``PAGE_KINDS`` a page is, as the portal file says, else as trees judge; ""
    for one without text."""
    judged = None if page.kind else judge_text(page)
    return page.kind if judged is None else judged.kind
