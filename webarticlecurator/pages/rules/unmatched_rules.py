"""Rules that match nothing anywhere: a hint that names rule, file and line.

Hints need pages that stand for the whole corpus: a run that reads all of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.model.verdict import WALLS
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.portal_rules import list_archive_rules, list_rules
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.portal.rule_watch import describe_rule
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.rules.rule_use import RULE_USE
from webarticlecurator.pages.rules.trace import summarize_rule

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
    return make_message(
        "{place}: {selector} matches nothing on {where}",
        place=describe_rule(rule.place, selector),
        selector=selector,
        where=where,
    )


def _list_guards(portal: Portal) -> Iterator[Rule]:
    """Yield the rules that are for pages as they may be, as ``new`` writes them: what is dropped
    where it is (a bare element such as ``nav``, boxes with a form), walls that may stand in place
    of articles, pagers without a selector, links that say themselves that they lead to the next
    page. They may match nothing for years."""
    for rules in (portal.article, *(layout.rules for layout in portal.layouts)):
        yield from (
            rule
            for rule in rules.body.drop
            if rule.expression.isalpha() or "[.//form]" in rule.expression
        )
        yield from (reject.rule for reject in rules.reject if reject.reason in WALLS)
    rules_of_all = list_rules(portal)
    yield from (rule for rule in rules_of_all if rule.pager and not rule.pager.current)
    yield from (rule for rule in rules_of_all if rule.expression.endswith("[rel~=next]"))


def hint_unmatched(portal: Portal, articles: int, archive_pages: int) -> tuple[str, ...]:
    """Return hints for the rules that have matched nothing in this run.

    ``articles`` and ``archive_pages`` are the pages that were read, 0 where they are not all.
    """
    for_archive = {rule.place for rule in list_archive_rules(portal)}
    guards = {rule.place for rule in _list_guards(portal)}
    rules = [rule for rule in list_rules(portal) if rule.place not in guards]
    hints = []
    for rule in RULE_USE.unmatched(rules):
        is_archive = rule.place in for_archive
        count = archive_pages if is_archive else articles
        where = (
            make_message("any of {number} archive pages", number=count)
            if is_archive
            else make_message("any of {number} articles", number=count)
        )
        if count >= MIN_PAGES:
            hints.append(describe_unmatched(rule, where))
    for rule in RULE_USE.list_unfit(rules) if articles >= MIN_PAGES else ():
        hints.append(
            make_message(
                "{place}: {rule} has the format {formats}, which fits no date of {articles}"
                " articles",
                place=describe_rule(rule.place),
                rule=summarize_rule(rule),
                formats=", ".join(rule.format),
                articles=articles,
            )
        )
    rest = len(hints) - MAX_HINTS
    return tuple(hints[:MAX_HINTS]) + (
        (make_message("and {number} more rules", number=rest),) if rest > 0 else ()
    )


def hint_unmatched_links(portal: Portal, pages: int, found: int) -> tuple[str, ...]:
    """Return hints for the archive rules that have matched nothing on the given ``pages``.

    ``found`` is the number of links on all of them. One page proves little: it has a hint only if
    it lists nothing at all.
    """
    if pages == 0 or (pages == 1 and found):
        return ()
    where = (
        make_message("the page")
        if pages == 1
        else make_message("any of {number} pages", number=pages)
    )
    return tuple(
        describe_unmatched(rule, where) for rule in RULE_USE.unmatched(list_archive_rules(portal))
    )
