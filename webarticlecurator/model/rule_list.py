"""All rules that a portal file writes, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from webarticlecurator.model.archive_rules import Span
from webarticlecurator.model.article_rules import ArticleRules
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Condition, Rule


def list_rules(portal: Portal) -> tuple[Rule, ...]:
    """Return the rules of the portal file with those inside them, not the built-in ones.

    A rule that several columns or layouts inherit may occur several times.
    """
    return tuple(rule for rule in _all_rules(portal) if rule.place.line)


def list_archive_rules(portal: Portal) -> tuple[Rule, ...]:
    """Return those of ``list_rules`` that are for archive pages."""
    return tuple(rule for rule in _archive_rules(portal) if rule.place.line)


def list_rules_of_articles(rules: ArticleRules) -> tuple[Rule, ...]:
    """Return the rules for the pages of articles with those inside them, the built-in ones, too."""
    return tuple(_article_rules(rules))


def _all_rules(portal: Portal) -> Iterator[Rule]:
    yield from _archive_rules(portal)
    yield from _article_rules(portal.article)
    for layout in portal.layouts:
        yield from _condition_rules(layout.when)
        yield from _article_rules(layout.rules)


def span_reads_json(span: Span) -> bool:
    """Return True if a rule for the pages of a span reads JSON, or any source (a hook, a plug-in, a
    regex)."""
    kinds = {rule.kind for rule in _rules_of_span(span)}
    return bool(kinds & {"json", "regex", "hook"}) or any(r.plug_in for r in _rules_of_span(span))


def _archive_rules(portal: Portal) -> Iterator[Rule]:
    yield from _with_inner((*portal.links, *portal.next))
    for column in portal.columns:
        for span in column.spans:
            yield from _rules_of_span(span)


def _rules_of_span(span: Span) -> Iterator[Rule]:
    yield from _with_inner((*span.links, *span.pagination.next))
    yield from _with_inner(rule for _, rule in span.listed)
    for _, value in span.source.options:
        if isinstance(value, tuple):
            yield from _with_inner(rule for rule in value if isinstance(rule, Rule))


def _article_rules(rules: ArticleRules) -> Iterator[Rule]:
    yield from _with_inner((*rules.next_page, *rules.page))
    yield from _with_inner(reject.rule for reject in rules.reject)
    body = rules.body
    yield from _with_inner((*body.root, *body.drop, *body.first_page_only))
    for _, sources in rules.metadata:
        yield from _with_inner(sources)
    if rules.split is not None:
        yield from _with_inner((rules.split.items,))


def _with_inner(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Yield each rule and those inside it."""
    for rule in rules:
        yield rule
        yield from _with_inner((*rule.first_of, *rule.union))
        yield from _with_inner(inner for inner in (rule.within, rule.html) if inner is not None)
        for condition in (rule.when, rule.unless):
            if condition is not None:
                yield from _condition_rules(condition)


def _condition_rules(condition: Condition) -> Iterator[Rule]:
    yield from _with_inner(condition.has)
