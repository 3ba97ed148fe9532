"""The root and drops of a portal file beside those that its pages suggest."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.units.text_units import Unit
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.proposal.proposal import LearnedRules
from webarticlecurator.proposing.text_rules.reading_choice import Articles, judge_texts, read_kept
from webarticlecurator.proposing.text_rules.shared_blocks import list_kept, sum_sizes

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


def compare_roots(portal: Portal, articles: Articles, learned: LearnedRules) -> RootComparison:
    """Compare the rules of the portal file with ``learned`` ones, which have a root."""
    pages, proposal = articles.pages, articles.proposal
    bodies = [select_layout(portal, page).rules.body for page in pages]
    own = [list_kept(page, body)[1] for page, body in zip(pages, bodies, strict=True)]
    theirs, without = (
        [units for _, units in read_kept(rules, proposal, pages)]
        for rules in (learned, LearnedRules())
    )
    _, texts = judge_texts(articles, [own, theirs, without], learned)
    return RootComparison(len(pages), _rate(own, texts), _rate(theirs, texts))


def _rate(kept: Sequence[Sequence[Unit]], texts: Sequence[set[Unit]]) -> KeptText:
    good = sum(sum_sizes(text.intersection(own)) for own, text in zip(kept, texts, strict=True))
    size, whole = (sum(map(sum_sizes, each)) for each in (kept, texts))
    return KeptText(good / max(1, whole), (size - good) / max(1, size))
