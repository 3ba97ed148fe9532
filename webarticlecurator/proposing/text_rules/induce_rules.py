"""Rules learned from the pages of a portal: where the text of articles is, and what to drop in it.

Read this file first; then ``page_summary.py`` (what learning keeps of a page, prepared for
comparison); then what is proposed: ``learned_selectors.py``, and leads below.
``metadata_rules.py`` is about titles and independent of the others.

The pages are divided into two halves. What one half proposes is validated on the pages of the
other; only what holds there becomes a rule. Then reading by the rules is compared with
reading without: what would be worse is not proposed.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.proposing.fields.page_summary import PageSummary
from webarticlecurator.proposing.text_rules.learned_drops import (
    RootContent,
    find_roots_of,
    is_common_aside,
    is_validated,
    learn_drops,
)
from webarticlecurator.proposing.text_rules.learned_leads import pages_by_root
from webarticlecurator.proposing.text_rules.learned_selectors import (
    LearnedRoot,
    holds_article,
    is_agreed,
    is_most,
    learn_roots,
    measure_agreement,
    text_in_root,
)
from webarticlecurator.proposing.text_rules.page_comparisons import (
    NO_TEXT,
    PageModel,
    TextShare,
    build_page_models,
)
from webarticlecurator.proposing.text_rules.repeated_paragraphs import (
    count_pages_with,
    find_repeats,
)
from webarticlecurator.proposing.text_rules.rule_check import choose_rules
from webarticlecurator.proposing.text_rules.rule_evidence import (
    CandidateRules,
    InducedRules,
    add_evidence,
)

# From how many pages rules are learned, and how much of their text a root must hold.
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
    # Both ways round, since either half may lack what the other shows.
    candidates = [_learn_validated(half, other, pages), _learn_validated(other, half, pages)]
    # Of few pages one wrong guess would spoil a root (25c38755).
    if MIN_PAGES < len(pages) <= FEW_PAGES:
        candidates.append(_learn_validated(pages, pages, pages))
    best = max(candidates, key=lambda rules: _score(rules, pages))
    chosen = choose_rules(pages, replace(best, is_precise=_is_precise(pages, best)))
    return replace(add_evidence(pages, chosen), is_worse=bool(best.roots and not chosen.roots))


def _learn_validated(
    training: Sequence[PageModel], validation: Sequence[PageModel], pages: Sequence[PageModel]
) -> CandidateRules:
    """Return the rules that the training pages propose and the validation pages confirm."""
    validated: list[LearnedRoot] = []
    for root in learn_roots(training):
        agreeing = [
            holds_article(page, text_in_root(page, root))
            for page in validation
            if page.select(root.names) and not find_roots_of(page, validated)
        ]
        if agreeing and is_agreed(agreeing):
            validated.append(root)
    # Nearly all of the guessed text must be in a root, on most of its pages.
    roots = tuple(
        root
        for root, own in pages_by_root(pages, validated)
        if is_agreed(
            [text_in_root(page, root).text >= MIN_TEXT_SHARE * page.whole.text for page in own]
        )
    )
    # Roots that fit a few pages leave all others without text: then reading without rules is
    # better.
    if sum(bool(find_roots_of(page, roots)) for page in pages) < MIN_ROOTED_SHARE * len(pages):
        roots = ()

    validation_contents = [RootContent(page, roots) for page in validation]
    all_contents = [RootContent(page, roots) for page in pages]
    drops = tuple(
        name
        for name in learn_drops(training, roots)
        # On the validation pages it must find no text of the article; on all, it must be common.
        if is_validated(name, validation_contents) and is_common_aside(name, all_contents)
    )

    rules = CandidateRules(roots, drops)
    remaining = [rules.read(page) for page in validation]
    repeats = find_repeats([rules.read(page) for page in training])
    return replace(
        rules, repeats=tuple(each for each in repeats if count_pages_with(each, remaining))
    )


def _score(rules: CandidateRules, pages: Sequence[PageModel]) -> tuple[int, float, int]:
    """Return a sort key: pages with a root, then agreement of the kept text, then repeats."""
    contents = [rules.read(page) for page in pages]
    return (
        # Pages with a root first: a rule that reads half of the pages perfectly leaves the other
        # half.
        sum(bool(find_roots_of(content.page, rules.roots)) for content in contents),
        sum(measure_agreement(content.page, content.remaining) for content in contents),
        len(rules.repeats),
    )


def _is_precise(pages: Sequence[PageModel], rules: CandidateRules) -> bool:
    """True if the roots hold next to nothing but text on most pages that have one."""
    contents = [
        content for content in map(rules.read, pages) if find_roots_of(content.page, rules.roots)
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
