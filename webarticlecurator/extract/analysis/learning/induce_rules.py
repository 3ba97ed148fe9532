"""What the articles of a portal have in common on their pages, as rules: where their text is, and
what in it is none of it.

Read this file first; then ``page_summary.py`` (a page as learning sees it) and ``page_models.py``
(sketches made ready for comparison); then what is proposed: ``learned_roots.py``,
``learned_drops.py``, ``repeats.py``, ``learned_leads.py``. ``affixes.py`` is about titles and
stands alone. The pages are parted in two halves. What one half proposes is judged on the pages of
the other one; only what holds there becomes a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webarticlecurator.extract.analysis.learning.learned_drops import (
    RootContent,
    find_roots_of,
    is_validated,
    learn_drops,
    sum_found,
)
from webarticlecurator.extract.analysis.learning.learned_leads import find_lead, learn_leads
from webarticlecurator.extract.analysis.learning.learned_roots import (
    MIN_AGREEING_SHARE,
    MIN_AGREEMENT,
    LearnedRoot,
    learn_roots,
    measure_agreement,
    text_in_root,
)
from webarticlecurator.extract.analysis.learning.page_models import PageModel, build_page_models
from webarticlecurator.extract.analysis.learning.page_summary import PageSummary
from webarticlecurator.extract.analysis.learning.repeats import (
    Repeat,
    count_pages_with,
    find_repeats,
)

MIN_PAGES = 3
"""Pages: from fewer nothing is learned."""
MIN_ROOTED_SHARE = 0.5
"""If fewer of the pages have a root, the portal has none."""
MIN_TEXT_SHARE = 0.9
"""A root holds this share of the text as guessed, at least, on most of its pages."""


@dataclass(frozen=True)
class ValidatedSelector:
    """A selector that holds on pages it was not learned from: on ``pages`` of ``of`` pages;
    ``share`` of the text as guessed that it holds there (a root), or of what it finds that is no
    text (a drop). ``starts``: only elements whose text begins so, or is this, if it is the
    ``whole`` text."""

    selector: str
    pages: int
    of: int
    share: float
    leads: tuple[str, ...] = ()
    starts: str = ""
    whole: bool = False


@dataclass(frozen=True)
class InducedRules:
    """Rules for ``of`` pages: ``roots`` in the order in which they are tried; ``leads`` what inside
    them is the lead; empty where nothing holds."""

    of: int
    roots: tuple[ValidatedSelector, ...] = ()
    drops: tuple[ValidatedSelector, ...] = ()
    leads: tuple[ValidatedSelector, ...] = ()


@dataclass(frozen=True)
class _Rules:
    roots: tuple[LearnedRoot, ...]
    drops: tuple[str, ...]
    repeats: tuple[Repeat, ...]


def induce_rules(sketches: Sequence[PageSummary], enough: int = MIN_PAGES) -> InducedRules:
    """The template of the pages of one portal; the same for the same pages in the same order."""
    pages = build_page_models(sketches)
    if len(pages) < enough:
        return InducedRules(len(pages))
    # so that each half has its share of every layout
    alike = sorted(pages, key=lambda view: view.layout)
    half, other = alike[0::2], alike[1::2]
    tried = [_proved(half, other, pages), _proved(other, half, pages)]
    return _said(pages, max(tried, key=lambda rules: _worth(rules, pages)))


def _proved(
    learned: Sequence[PageModel], judges: Sequence[PageModel], pages: Sequence[PageModel]
) -> _Rules:
    """What the pages of one half propose and those of the other one bear out."""
    found = _proved_roots(learn_roots(learned), judges)
    found = tuple(root for root, here in _parted(pages, found) if _agree_on_text(root, here))
    if sum(bool(find_roots_of(view, found)) for view in pages) < MIN_ROOTED_SHARE * len(pages):
        found = ()
    inside = [RootContent(view, found) for view in judges]
    every = [RootContent(view, found) for view in pages]
    out = tuple(
        name
        for name in learn_drops(learned, found)
        if is_validated(name, inside) and sum_found(name, every).sure
    )
    again = find_repeats(_without(learned, found, out))
    return _Rules(
        found,
        out,
        tuple(each for each in again if count_pages_with(each, _without(judges, found, out))),
    )


def _proved_roots(
    proposed: Sequence[LearnedRoot], judges: Sequence[PageModel]
) -> tuple[LearnedRoot, ...]:
    good: list[LearnedRoot] = []
    for root in proposed:
        here = [
            view for view in judges if view.select(root.names) and not find_roots_of(view, good)
        ]
        scores = [measure_agreement(view, text_in_root(view, root)) for view in here]
        if scores and sum(score >= MIN_AGREEMENT for score in scores) >= MIN_AGREEING_SHARE * len(
            scores
        ):
            good.append(root)
    return tuple(good)


def _without(
    pages: Sequence[PageModel], found: Sequence[LearnedRoot], out: Sequence[str]
) -> list[RootContent]:
    """The pages within their roots, after the drops."""
    inside = [RootContent(view, found) for view in pages]
    for each in inside:
        for name in out:
            each.drop(name)
    return inside


def _worth(rules: _Rules, pages: Sequence[PageModel]) -> tuple[int, float, int]:
    """The more pages have a root, the better; then, the less is kept that is no text."""
    inside = _without(pages, rules.roots, rules.drops)
    rooted = sum(bool(find_roots_of(each.view, rules.roots)) for each in inside)
    return (
        rooted,
        sum(measure_agreement(each.view, each.held) for each in inside),
        len(rules.repeats),
    )


def _said(pages: Sequence[PageModel], rules: _Rules) -> InducedRules:
    """The rules with what they find on all pages."""
    inside = [RootContent(view, rules.roots) for view in pages]
    return InducedRules(
        len(pages),
        _said_roots(pages, rules.roots),
        (
            *(_said_drop(name, inside) for name in rules.drops),
            *(_said_repeat(each, inside) for each in rules.repeats),
        ),
        tuple(
            _said_lead(name, rules.roots, pages)
            for name in learn_leads(pages, rules.roots, rules.drops)
        ),
    )


def _parted(
    pages: Sequence[PageModel], found: Sequence[LearnedRoot]
) -> Iterator[tuple[LearnedRoot, list[PageModel]]]:
    """Each root with the pages where it is the one that counts."""
    left = list(pages)
    for root in found:
        yield root, [view for view in left if view.select(root.names)]
        left = [view for view in left if not view.select(root.names)]


def _agree_on_text(root: LearnedRoot, here: Sequence[PageModel]) -> bool:
    holding = sum(
        text_in_root(view, root).text >= MIN_TEXT_SHARE * view.whole.text for view in here
    )
    return holding >= MIN_AGREEING_SHARE * len(here)


def _said_roots(
    pages: Sequence[PageModel], found: Sequence[LearnedRoot]
) -> tuple[ValidatedSelector, ...]:
    return tuple(_said_root(root, here, len(pages)) for root, here in _parted(pages, found))


def _said_root(root: LearnedRoot, here: Sequence[PageModel], of: int) -> ValidatedSelector:
    whole = sum(view.whole.text for view in here)
    share = sum(text_in_root(view, root).text for view in here) / whole if whole else 0.0
    return ValidatedSelector(root.body, len(here), of, share, root.leads)


def _said_drop(name: str, inside: Sequence[RootContent]) -> ValidatedSelector:
    total = sum_found(name, inside)
    return ValidatedSelector(
        name, total.pages, len(inside), total.held.bad / max(1, total.held.bad + total.held.good)
    )


def _said_repeat(repeat: Repeat, inside: Sequence[RootContent]) -> ValidatedSelector:
    return ValidatedSelector(
        repeat.tag,
        count_pages_with(repeat, inside),
        len(inside),
        1.0,
        starts=repeat.starts,
        whole=repeat.whole,
    )


def _said_lead(
    name: str, found: Sequence[LearnedRoot], pages: Sequence[PageModel]
) -> ValidatedSelector:
    return ValidatedSelector(
        name, sum(bool(find_lead(view, found, name)) for view in pages), len(pages), 1.0
    )
