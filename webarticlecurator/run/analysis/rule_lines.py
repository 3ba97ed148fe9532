"""The rules that pages suggest as lines of a file, each with its evidence.

``curator learn`` and ``curator new`` write them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webarticlecurator.extract.analysis.learning.affixes import Affix
from webarticlecurator.extract.analysis.learning.field_selectors import NAMES
from webarticlecurator.extract.analysis.learning.metadata_rules import LearnedField
from webarticlecurator.extract.analysis.learning.rule_evidence import (
    InducedRules,
    ValidatedSelector,
)
from webarticlecurator.model.proposal import FieldLine, LearnedLine, LearnedRules

MAX_SAMPLES = 3
"""Values that are shown with a rule."""


def list_rule_lines(induced: InducedRules | None, affixes: Sequence[Affix] = ()) -> LearnedRules:
    """Return the rules for the pages of articles, and the affixes to remove from titles."""
    induced = induced or InducedRules(0)
    return LearnedRules(
        tuple(LearnedLine(affix.pair[0], _affix_evidence(affix)) for affix in affixes),
        tuple(
            LearnedLine(", ".join((*root.leads, root.selector)), _evidence(root, "of the text"))
            for root in induced.roots
        ),
        tuple(_drop_line(drop) for drop in induced.drops),
        tuple(
            LearnedLine(lead.selector, f"on {lead.pages} of {lead.of} pages")
            for lead in induced.leads
        ),
        induced.is_precise,
    )


def list_field_lines(fields: Sequence[LearnedField]) -> Iterator[tuple[str, tuple[FieldLine, ...]]]:
    """Yield the rules for each field."""
    for learned in fields:
        yield (
            learned.field,
            tuple(
                FieldLine(
                    selector.css,
                    f"on {pages} of {learned.of} pages: {'; '.join(values[:MAX_SAMPLES])}",
                    selector.label.strip(),
                    NAMES if selector.is_split else "",
                    learned.field == "section",
                )
                for selector, pages, values in learned.rules
            ),
        )


def _drop_line(rule: ValidatedSelector) -> LearnedLine:
    if rule.starts:
        test = ("equals" if rule.whole else "starts", rule.starts)
        return LearnedLine(rule.selector, f"word for word on {rule.pages} of {rule.of} pages", test)
    return LearnedLine(rule.selector, _evidence(rule, "of it no text of the article"))


def _evidence(rule: ValidatedSelector, what: str) -> str:
    return f"on {rule.pages} of {rule.of} pages, {round(100 * rule.share)} % {what}"


def _affix_evidence(affix: Affix) -> str:
    return f"{affix.count} of {affix.of} titles from {affix.source}"
