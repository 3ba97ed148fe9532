"""Rules that match nothing anywhere: a hint that names rule, file and line.

Hints need pages that stand for the whole corpus: a run that reads all of them.
"""

from __future__ import annotations

from webarticlecurator.model.patterns import describe_rule
from webarticlecurator.model.portal import Portal, list_archive_rules, list_rules
from webarticlecurator.model.rule import Rule
from webarticlecurator.rules.trace import RULE_USE, summarize_rule

MIN_PAGES = 10
"""Pages from which a rule that matches none of them is worth a hint."""
MAX_HINTS = 10
"""Hints of one run."""


def watch_rules(portal: Portal) -> None:
    """Begin to count which rules match, for one run of a command."""
    RULE_USE.watch(list_rules(portal))


def describe_unmatched(rule: Rule, where: str) -> str:
    """Return the hint for a rule; ``where`` says on which pages it finds nothing."""
    selector = summarize_rule(rule)
    return f"{describe_rule(rule.place, selector)}: {selector} matches nothing on {where}"


def hint_unmatched(portal: Portal, articles: int, archive_pages: int) -> tuple[str, ...]:
    """Return hints for the rules that have matched nothing in this run.

    ``articles`` and ``archive_pages`` are the pages that were read, 0 where they are not all.
    """
    for_archive = {rule.place for rule in list_archive_rules(portal)}
    hints = []
    for rule in RULE_USE.unmatched(list_rules(portal)):
        is_archive = rule.place in for_archive
        count = archive_pages if is_archive else articles
        what = "archive pages" if is_archive else "articles"
        if count >= MIN_PAGES:
            hints.append(describe_unmatched(rule, f"any of {count} {what}"))
    rest = len(hints) - MAX_HINTS
    return tuple(hints[:MAX_HINTS]) + ((f"and {rest} more rules",) if rest > 0 else ())


def hint_unmatched_links(portal: Portal, pages: int, found: int) -> tuple[str, ...]:
    """Return hints for the archive rules that have matched nothing on the given ``pages``.

    ``found`` is the number of links on all of them. One page proves little: it has a hint only if
    it lists nothing at all.
    """
    if pages == 0 or (pages == 1 and found):
        return ()
    where = "the page" if pages == 1 else f"any of {pages} pages"
    rules = RULE_USE.unmatched(list_archive_rules(portal))
    return tuple(describe_unmatched(rule, where) for rule in rules)
