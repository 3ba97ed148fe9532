"""What the second stage of the classifier reads of a labelled page, and how the page is read with
further trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webarticlecurator.extract.analysis.training.labelled_page import LabelledPage
from webarticlecurator.extract.heuristics.judge_choice import judge_units
from webarticlecurator.extract.heuristics.page_hints import find_title_position
from webarticlecurator.extract.unit_classifier.classify_units import UnitClassifier
from webarticlecurator.extract.unit_classifier.context_features import list_context
from webarticlecurator.extract.unit_classifier.decision_trees import read_ensemble


@dataclass(frozen=True)
class StagedPage:
    """A labelled page with, for each unit, the probability by the first stage in per mille, the
    values that the second stage reads ([] for a unit that it is not asked about), and the score
    that it gives."""

    page: LabelledPage
    first: Sequence[int]
    rows: Sequence[Sequence[int]]
    scores: Sequence[int]

    def read_f1(self, classifier: UnitClassifier, trees: Sequence[Any] = ()) -> float:
        """Return the F1 of the words of the page as it is read without rules, with further trees of
        the second stage."""
        further = read_ensemble({"start": 0, "trees": trees})
        likely = [
            classifier.to_probability(score + further.score(row)) if row else first
            for first, row, score in zip(self.first, self.rows, self.scores, strict=True)
        ]
        title = find_title_position(self.page.units, self.page.hints)
        judged = judge_units(self.page.voted, self.page.units, title, likely)
        return self.page.f1(judged.units)


def stage_page(page: LabelledPage, classifier: UnitClassifier) -> StagedPage:
    """Return what the stages of ``classifier`` find on a page."""
    first = classifier.estimate_first(page.rows)
    context = list_context(page.units, page.tree, first)
    rows = [row + more if more else [] for row, more in zip(page.rows, context, strict=True)]
    scores = [classifier.second.score(row) if row else 0 for row in rows]
    return StagedPage(page, first, rows, scores)
