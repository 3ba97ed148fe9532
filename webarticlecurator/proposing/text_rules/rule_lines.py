"""The rules that pages suggest as lines of a file, each with its evidence.

``curator learn`` and ``curator new`` write them.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.base.model.proposal import LearnedLine, LearnedRules
from webarticlecurator.proposing.fields.title_candidates import Affix
from webarticlecurator.proposing.text_rules.rule_evidence import InducedRules, ValidatedSelector


def list_rule_lines(induced: InducedRules | None, affixes: Sequence[Affix] = ()) -> LearnedRules:
    """Return the rules for the pages of articles, and the affixes to remove from titles."""
    induced = induced or InducedRules(0)
    titles = (
        LearnedLine(each.pair[0], f"{each.count} of {each.of} titles from {each.source}")
        for each in affixes
    )
    roots = (
        LearnedLine(", ".join((*root.leads, root.selector)), _evidence(root, "of the text"))
        for root in induced.roots
    )
    drops = []
    for drop in induced.drops:
        evidence = _evidence(drop, "of it no text of the article")
        test = None
        if drop.starts:
            evidence = f"word for word on {drop.pages} of {drop.of} pages"
            test = ("equals" if drop.whole else "starts", drop.starts)
        drops.append(LearnedLine(drop.selector, evidence, test))
    leads = (
        LearnedLine(lead.selector, f"on {lead.pages} of {lead.of} pages") for lead in induced.leads
    )
    return LearnedRules(tuple(titles), tuple(roots), tuple(drops), tuple(leads), induced.is_precise)


def _evidence(rule: ValidatedSelector, what: str) -> str:
    return f"on {rule.pages} of {rule.of} pages, {round(100 * rule.share)} % {what}"
