"""Rules learned from the pages of a portal: where the text of articles is, and what to drop in it.

Read this file first; then ``page_summary.py`` (what learning keeps of a page) and
``page_models.py`` (summaries prepared for comparison); then what is proposed:
``learned_roots.py``, ``learned_drops.py``, ``repeats.py``, ``learned_leads.py``. ``affixes.py`` is
about titles and independent of the others.

The pages are divided into two halves. What one half proposes is validated on the pages of the
other; only what holds there becomes a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webarticlecurator.extract.analysis.learning.learned_drops import (
    RootContent,
    find_roots_of,
    is_common_aside,
    is_validated,
    learn_drops,
    sum_found,
)
from webarticlecurator.extract.analysis.learning.learned_leads import learn_leads, locate_lead
from webarticlecurator.extract.analysis.learning.learned_roots import (
    LearnedRoot,
    holds_article,
    is_agreed,
    is_most,
    learn_roots,
    measure_agreement,
    text_in_root,
)
from webarticlecurator.extract.analysis.learning.page_models import (
    NO_TEXT,
    PageModel,
    TextShare,
    build_page_models,
)
from webarticlecurator.extract.analysis.learning.page_summary import PageSummary
from webarticlecurator.extract.analysis.learning.repeats import (
    Repeat,
    count_pages_with,
    find_repeats,
)

MIN_PAGES = 2
"""Nothing is learned from fewer pages: one alone does not tell the layout from the text."""
FEW_PAGES = 8
"""Pages up to which one wrong guess would spoil a half; then rules are also learned from all of
them, and what at least two pages have in common counts."""
MIN_PRECISE_PAGES = 3
"""Pages from which it can be said that roots hold nothing but text."""
MIN_ROOTED_SHARE = 0.5
"""Share of the pages on which a root must be found; otherwise no root is learned."""
MIN_TEXT_SHARE = 0.9
"""Share of the guessed text that a root must hold, on most of its pages."""
MAX_REST_SHARE = 0.02
"""Share of the text in a root that may be something else, if the root is to be read as it is."""


@dataclass(frozen=True)
class ValidatedSelector:
    """A selector that holds on pages from which it was not learned.

    It matches on ``pages`` of ``of`` pages. ``share`` is, for a root, how much of the guessed text
    it holds there; for a drop, how much of what it finds is not text of the article. ``leads`` are
    selectors of leads outside a root. With ``starts`` it means only elements whose text begins so,
    or, if ``whole``, is exactly this.
    """

    selector: str
    pages: int
    of: int
    share: float
    leads: tuple[str, ...] = ()
    starts: str = ""
    whole: bool = False


@dataclass(frozen=True)
class InducedRules:
    """Rules learned from ``of`` pages; empty where nothing holds.

    ``roots`` are in the order in which they are tried; ``leads`` are elements inside them.
    ``is_precise``: on most pages, the roots without the drops hold nothing but text.
    """

    of: int
    roots: tuple[ValidatedSelector, ...] = ()
    drops: tuple[ValidatedSelector, ...] = ()
    leads: tuple[ValidatedSelector, ...] = ()
    is_precise: bool = False


@dataclass(frozen=True)
class _CandidateRules:
    roots: tuple[LearnedRoot, ...]
    drops: tuple[str, ...]
    repeats: tuple[Repeat, ...]


def induce_rules(summaries: Sequence[PageSummary], min_pages: int = MIN_PAGES) -> InducedRules:
    """Learn rules from pages of one portal.

    The same pages in the same order give the same rules.
    """
    pages = build_page_models(summaries)
    if len(pages) < min_pages:
        return InducedRules(len(pages))
    # Sorted by layout, so that each half has its share of every layout.
    ordered = sorted(pages, key=lambda page: page.layout)
    half, other = ordered[0::2], ordered[1::2]
    candidates = [_learn_validated(half, other, pages), _learn_validated(other, half, pages)]
    if MIN_PAGES < len(pages) <= FEW_PAGES:
        candidates.append(_learn_validated(pages, pages, pages))
    return _with_evidence(pages, max(candidates, key=lambda rules: _score(rules, pages)))


def _learn_validated(
    training: Sequence[PageModel], validation: Sequence[PageModel], pages: Sequence[PageModel]
) -> _CandidateRules:
    """Return the rules that the training pages propose and the validation pages confirm."""
    roots = _validate_roots(learn_roots(training), validation)
    roots = tuple(root for root, own in _pages_by_root(pages, roots) if _holds_text(root, own))
    if sum(bool(find_roots_of(page, roots)) for page in pages) < MIN_ROOTED_SHARE * len(pages):
        roots = ()

    validation_contents = [RootContent(page, roots) for page in validation]
    all_contents = [RootContent(page, roots) for page in pages]
    drops = tuple(
        name
        for name in learn_drops(training, roots)
        if is_validated(name, validation_contents) and is_common_aside(name, all_contents)
    )

    repeats = find_repeats(_contents_after_drops(training, roots, drops))
    remaining = _contents_after_drops(validation, roots, drops)
    return _CandidateRules(
        roots, drops, tuple(repeat for repeat in repeats if count_pages_with(repeat, remaining))
    )


def _validate_roots(
    proposed: Sequence[LearnedRoot], validation: Sequence[PageModel]
) -> tuple[LearnedRoot, ...]:
    validated: list[LearnedRoot] = []
    for root in proposed:
        agreeing = [
            holds_article(page, text_in_root(page, root))
            for page in validation
            if page.select(root.names) and not find_roots_of(page, validated)
        ]
        if agreeing and is_agreed(agreeing):
            validated.append(root)
    return tuple(validated)


def _contents_after_drops(
    pages: Sequence[PageModel], roots: Sequence[LearnedRoot], drops: Sequence[str]
) -> list[RootContent]:
    contents = [RootContent(page, roots) for page in pages]
    for content in contents:
        for name in drops:
            content.drop(name)
    return contents


def _score(rules: _CandidateRules, pages: Sequence[PageModel]) -> tuple[int, float, int]:
    """Return a sort key: pages with a root, then agreement of the kept text, then repeats."""
    contents = _contents_after_drops(pages, rules.roots, rules.drops)
    return (
        sum(bool(find_roots_of(content.page, rules.roots)) for content in contents),
        sum(measure_agreement(content.page, content.remaining) for content in contents),
        len(rules.repeats),
    )


def _pages_by_root(
    pages: Sequence[PageModel], roots: Sequence[LearnedRoot]
) -> Iterator[tuple[LearnedRoot, list[PageModel]]]:
    """Yield each root with the pages on which it is the first one that matches."""
    rest = list(pages)
    for root in roots:
        yield root, [page for page in rest if page.select(root.names)]
        rest = [page for page in rest if not page.select(root.names)]


def _holds_text(root: LearnedRoot, pages: Sequence[PageModel]) -> bool:
    """True if the root holds nearly all of the guessed text on most of these pages."""
    holding = sum(
        text_in_root(page, root).text >= MIN_TEXT_SHARE * page.whole.text for page in pages
    )
    return is_most(holding, len(pages))


def _with_evidence(pages: Sequence[PageModel], rules: _CandidateRules) -> InducedRules:
    """Return the rules with what they find on all pages."""
    contents = [RootContent(page, rules.roots) for page in pages]
    drops = (_drop_evidence(name, contents) for name in rules.drops)
    repeats = (_repeat_evidence(repeat, contents) for repeat in rules.repeats)
    leads = learn_leads(pages, rules.roots, rules.drops)
    return InducedRules(
        len(pages),
        tuple(
            _root_evidence(root, own, len(pages))
            for root, own in _pages_by_root(pages, rules.roots)
        ),
        (*drops, *repeats),
        tuple(_lead_evidence(name, rules.roots, pages) for name in leads),
        _is_precise(pages, rules),
    )


def _is_precise(pages: Sequence[PageModel], rules: _CandidateRules) -> bool:
    """True if the roots hold next to nothing but text on most pages that have one."""
    contents = [
        content
        for content in _contents_after_drops(pages, rules.roots, rules.drops)
        if find_roots_of(content.page, rules.roots)
    ]
    totals: dict[str, TextShare] = {}
    for name, share in (each for content in contents for each in content.names()):
        totals[name] = totals.get(name, NO_TEXT) + share
    text_names = {name for name, share in totals.items() if share.good > share.bad}
    clean = sum(
        content.named_rest(text_names) <= MAX_REST_SHARE * content.remaining.size
        for content in contents
    )
    return clean >= MIN_PRECISE_PAGES and is_most(clean, len(contents))


def _root_evidence(root: LearnedRoot, pages: Sequence[PageModel], of: int) -> ValidatedSelector:
    whole = sum(page.whole.text for page in pages)
    share = sum(text_in_root(page, root).text for page in pages) / whole if whole else 0.0
    return ValidatedSelector(root.body, len(pages), of, share, root.leads)


def _drop_evidence(name: str, contents: Sequence[RootContent]) -> ValidatedSelector:
    found = sum_found(name, contents)
    share = found.text.bad / max(1, found.text.bad + found.text.good)
    return ValidatedSelector(name, found.pages, len(contents), share)


def _repeat_evidence(repeat: Repeat, contents: Sequence[RootContent]) -> ValidatedSelector:
    pages = count_pages_with(repeat, contents)
    return ValidatedSelector(
        repeat.tag, pages, len(contents), 1.0, starts=repeat.starts, whole=repeat.whole
    )


def _lead_evidence(
    name: str, roots: Sequence[LearnedRoot], pages: Sequence[PageModel]
) -> ValidatedSelector:
    count = sum(bool(locate_lead(page, roots, name)) for page in pages)
    return ValidatedSelector(name, count, len(pages), 1.0)
