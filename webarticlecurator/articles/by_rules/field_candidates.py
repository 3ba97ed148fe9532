"""List the values of every source of every field on a page, not only those in force: for reports
and for learning.
"""

from __future__ import annotations

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.by_rules.one_page import embedded_page
from webarticlecurator.articles.by_rules.split_pages import list_parts
from webarticlecurator.articles.facts.sources import MetadataSources
from webarticlecurator.articles.walls.page_checks import check_page
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.fields import FIELD_NAMES, FIELDS_BY_NAME, FieldKind
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import label_rule
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.pages.page.page import Page


@dataclass(frozen=True)
class FieldCandidate:
    """The usable values of a field from one source, normalized.

    ``source``: the rule (``label_rule``); ``counts``: True for a rule of the portal, False for
    an additional one.
    """

    field: str
    source: str
    values: tuple[str, ...]
    counts: bool = True


def list_part_candidates(
    portal: Portal, page: Page, besides: ArticleRules | None = None
) -> tuple[tuple[str, tuple[FieldCandidate, ...]], ...]:
    """Return (fragment, candidates) for each article on the page: one with an empty fragment, or
    those of ``article.split``; () for a page that is not an article."""
    rules = select_layout(portal, page).rules
    if rules.split is None:
        candidates = list_field_candidates(portal, page, besides)
        return (("", candidates),) if candidates else ()

    embedded = embedded_page(page, rules) if check_page(page, rules) is None else None
    parts = list_parts(portal, rules, embedded) if embedded is not None else []
    return tuple(
        (name.fragment, _list_all_fields(sources, portal, rules, besides))
        for name, _, sources in parts
    )


def list_field_candidates(
    portal: Portal, page: Page, besides: ArticleRules | None = None
) -> tuple[FieldCandidate, ...]:
    """Return the candidates of every field with a value, in the order of fields and rules; () for a
    page that is not an article.

    The first candidate of a field that counts is in force. ``besides``: additional rules, for
    fields that have rules of the portal; their candidates come last.
    """
    rules = select_layout(portal, page).rules
    if rules.split is not None or check_page(page, rules) is not None:
        return ()
    embedded = embedded_page(page, rules)
    if embedded is None:
        return ()
    return _list_all_fields(
        MetadataSources(page, None if embedded is page else embedded), portal, rules, besides
    )


def _list_all_fields(
    sources: MetadataSources, portal: Portal, rules: ArticleRules, besides: ArticleRules | None
) -> tuple[FieldCandidate, ...]:
    candidates = []
    for name in FIELD_NAMES:
        own_candidates = []
        own = dict(rules.metadata).get(name, ())
        more = dict(besides.metadata).get(name, ()) if besides and own else ()
        labels = {label_rule(rule) for rule in own}
        for rule in (*own, *(rule for rule in more if label_rule(rule) not in labels)):
            label = label_rule(rule)
            found, _ = read_metadata(sources, portal, ArticleRules(metadata=((name, (rule,)),)))
            values = tuple(
                value.value for value in found.all(name) if value.source != "portal:language"
            )
            if values:
                own_candidates.append(FieldCandidate(name, label, values, label in labels))
        if FIELDS_BY_NAME[name].kind is FieldKind.DATE:
            # A day of a later rule is in force before a month or a year of an earlier one.
            own_candidates.sort(key=lambda c: (not c.counts, len(c.values[0]) < DAY_LENGTH))
        candidates += own_candidates
    return tuple(candidates)
