"""How well learned rules read the pages that they were learned from, beside reading without rules.

What is text is judged by the probabilities of the unit classifier, not by the labels from which
the rules were learned. Text that many pages repeat is no text of an article, whatever its
probability.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from webarticlecurator.articles.without_rules.expected_f1 import expect_f1
from webarticlecurator.articles.without_rules.refine_root import MAIN_SHARE
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.proposing.fields.page_summary import CAPTION, DROPPED, LEAD, TEXT
from webarticlecurator.proposing.text_rules.learned_drops import RootContent, find_roots_of
from webarticlecurator.proposing.text_rules.learned_leads import is_guessed
from webarticlecurator.proposing.text_rules.page_comparisons import PageModel
from webarticlecurator.proposing.text_rules.repeated_paragraphs import matches_repeat
from webarticlecurator.proposing.text_rules.rule_evidence import CandidateRules

# Rules must not read the pages that they are learned from worse than no rules do (aed0644e).
# Selectors in place of the guess once had F1 .940, selectors that lead it .980. The loss was 10 at
# first (baae5eb5).
MAX_LOSS = 50
"""Per mille of expected F1 that says nothing, since the probabilities are not exact: of short posts
the classifier expects nearly so much less where nothing is wrong."""


def choose_rules(pages: Sequence[PageModel], rules: CandidateRules) -> CandidateRules:
    """Return as many of the rules as read the pages no worse than reading without rules would.

    Where precise roots are worse, the heuristics are asked about their content, too; where these
    are, no root is left, and at last no rule at all.
    """
    choices = (
        rules,
        replace(rules, is_precise=False),
        replace(rules, is_precise=False, roots=()),
    )
    return next(
        (choice for choice in choices if _is_no_worse(choice, pages)),
        CandidateRules((), ()),
    )


def _is_no_worse(rules: CandidateRules, pages: Sequence[PageModel]) -> bool:
    """Return True if the F1 that is to be expected by the rules is, in the mean of the pages, no
    less than without them.

    A page does not count if the rules keep less than half of its guessed text: there the guess
    about one page stands against rules that others confirm. Half of the pages must count.
    """
    gains = []
    for page in pages:
        guessed = {n for n, piece in enumerate(page.pieces) if is_guessed(piece)}
        kept = {
            n
            for n in _list_kept(rules.read(page), rules)
            if not any(matches_repeat(repeat, page.pieces[n]) for repeat in rules.repeats)
        }
        if 2 * _size(page, guessed & kept) >= _size(page, guessed):
            gains.append(_expect_f1(page, kept) - _expect_f1(page, guessed))
    # In the mean, not on each page: probabilities of one page are too coarse to decide.
    return 2 * len(gains) >= len(pages) and sum(gains) >= -MAX_LOSS * len(gains)


def _size(page: PageModel, numbers: Collection[int]) -> int:
    return sum(page.pieces[n].size for n in numbers)


def _expect_f1(page: PageModel, kept: Collection[int]) -> int:
    """Return the F1 in per mille that is to be expected of what is kept of a page."""
    # What many pages repeat is no text of an article, however probable the trees find it.
    probabilities = [
        0 if piece.checksum in page.boilerplate else piece.probability for piece in page.pieces
    ]
    return expect_f1(kept, probabilities, [piece.size for piece in page.pieces])


def _list_kept(content: RootContent, rules: CandidateRules) -> Iterator[int]:
    """Yield the pieces with text that are read of a page."""
    page = content.page
    is_refined = not (rules.is_precise and find_roots_of(page, rules.roots))
    # Where the roots are in the guessed text, or most of their text is, what the guess leaves out
    # of the page is left out of them, too (``article_text.py``).
    whole = page.total(sorted(content.roots))
    believes_guess = (
        all(page.pieces[n].label in (TEXT, LEAD) for n in content.roots)
        or whole.good >= MAIN_SHARE * whole.size
    )
    for n, piece in enumerate(page.pieces):
        if not piece.size or not content.dropped.isdisjoint((n, *page.ancestors(n))):
            continue
        if n in content.roots or content.has(n):
            is_left_out = believes_guess and not is_guessed(piece)
            if not is_refined or not (is_left_out or piece.label in (DROPPED, CAPTION)):
                yield n
        elif is_refined and piece.label == LEAD:
            yield n
