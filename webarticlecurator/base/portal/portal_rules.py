"""All rules that a portal file writes, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.portal.rule import Rule


def list_rules(portal: Portal) -> tuple[Rule, ...]:
    """Return the rules of the portal file with those inside them, not the built-in ones.

    A rule that several columns or layouts inherit may occur several times.
    """
    rules = [*_archive_rules(portal), *_article_rules(portal.article)]
    for layout in portal.layouts:
        rules += (*layout.when.has, *_article_rules(layout.rules))
    return tuple(rule for rule in _with_inner(rules) if rule.place.line)


def list_field_rules(portal: Portal) -> dict[str, tuple[Rule, ...]]:
    """Return the rules of the portal file for each metadata field that has any, with those inside
    them that give values: a condition need not hold."""
    found: dict[str, tuple[Rule, ...]] = {}
    for rules in (portal.article, *(layout.rules for layout in portal.layouts)):
        for name, sources in rules.metadata:
            own = tuple(
                rule for rule in _with_inner(sources, with_conditions=False) if rule.place.line
            )
            if own:
                found[name] = (*found.get(name, ()), *own)
    return found


def has_later_pages(portal: Portal) -> bool:
    """Return True if a rule of the portal finds the next page of an article."""
    all_rules = (portal.article, *(layout.rules for layout in portal.layouts))
    return any(rules.next_page for rules in all_rules)


def list_archive_rules(portal: Portal) -> tuple[Rule, ...]:
    """Return those of ``list_rules`` that are for archive pages."""
    return tuple(rule for rule in _with_inner(_archive_rules(portal)) if rule.place.line)


def list_rules_of_articles(rules: ArticleRules) -> tuple[Rule, ...]:
    """Return the rules for the pages of articles with those inside them, the built-in ones, too."""
    return tuple(_with_inner(_article_rules(rules)))


def span_reads_json(span: Span) -> bool:
    """Return True if a rule for the pages of a span reads JSON, or any source (a hook, a plug-in, a
    regex)."""
    rules = _with_inner(_rules_of_span(span))
    return any(rule.kind in ("json", "regex", "hook") or rule.plug_in for rule in rules)


def _archive_rules(portal: Portal) -> list[Rule]:
    of_spans = (rule for span in portal.spans.values() for rule in _rules_of_span(span))
    return [*portal.links, *portal.next, *of_spans]


def _rules_of_span(span: Span) -> list[Rule]:
    options = (value for _, value in span.source.options if isinstance(value, tuple))
    return [
        *span.links,
        *span.pagination.next,
        *(rule for _, rule in span.listed),
        *(rule for value in options for rule in value if isinstance(rule, Rule)),
    ]


def _article_rules(rules: ArticleRules) -> list[Rule]:
    body = rules.body
    return [
        *rules.next_page,
        *rules.page,
        *(reject.rule for reject in rules.reject),
        *body.root,
        *body.drop,
        *body.first_page_only,
        *body.post_author,
        *body.post_time,
        *(rule for _, sources in rules.metadata for rule in sources),
        *((rules.split.items, *rules.split.id) if rules.split is not None else ()),
    ]


def _with_inner(rules: Iterable[Rule], *, with_conditions: bool = True) -> Iterator[Rule]:
    """Yield each rule and those inside it, those of its conditions only if they are wanted."""
    for rule in rules:
        yield rule
        single = (inner for inner in (rule.within, rule.html) if inner is not None)
        conditions = (rule.when, rule.unless) if with_conditions else ()
        tested = (has for each in conditions if each is not None for has in each.has)
        inner = (*rule.first_of, *rule.union, *single, *tested)
        yield from _with_inner(inner, with_conditions=with_conditions)
