"""The root and drops of a portal file beside those that its pages suggest."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.proposing.fields.page_summary import PageSummary
from webarticlecurator.proposing.text_rules.learned_selectors import LearnedRoot
from webarticlecurator.proposing.text_rules.page_comparisons import (
    NO_TEXT,
    TextShare,
    build_page_models,
)
from webarticlecurator.proposing.text_rules.rule_evidence import CandidateRules, InducedRules

MIN_DIFFERENCE = 0.01
"""A smaller difference says nothing, since the guess about a page is not exact."""


@dataclass(frozen=True)
class KeptText:
    """What rules keep: the share of the text of the articles, and how much of it is not text."""

    text: float
    rest: float


@dataclass(frozen=True)
class RootComparison:
    """What the rules of the portal file keep on ``pages`` pages, and what learned ones would."""

    pages: int
    own: KeptText
    learned: KeptText

    @property
    def is_better(self) -> bool:
        """True if the learned rules keep more of the text, or less of the rest, and not the
        opposite."""
        more_text = self.learned.text - self.own.text
        less_rest = self.own.rest - self.learned.rest
        # More text alone is no gain if as much of something else comes with it.
        return max(more_text, less_rest) > MIN_DIFFERENCE and more_text + less_rest > 0


def compare_roots(summaries: Sequence[PageSummary], induced: InducedRules) -> RootComparison:
    """Compare the rules of the portal file with ``induced``, which have a root.

    The summaries must have been made with the rules of the portal file.
    """
    pages = build_page_models(summaries)
    rules = CandidateRules(
        tuple(LearnedRoot(root.selector, root.leads) for root in induced.roots),
        tuple(drop.selector for drop in induced.drops if not drop.starts),
    )
    whole = sum((page.whole for page in pages), NO_TEXT)
    learned = sum((rules.read(page).remaining for page in pages), NO_TEXT)
    own = sum((page.kept_by_rules for page in pages), NO_TEXT)
    return RootComparison(len(pages), _kept_text(own, whole), _kept_text(learned, whole))


def _kept_text(kept: TextShare, whole: TextShare) -> KeptText:
    return KeptText(kept.good / max(1, whole.good), kept.bad / max(1, kept.size))
