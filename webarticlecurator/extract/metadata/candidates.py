"""What every source of every field gives on a page, not only the one that counts: for reports and
for learning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from webarticlecurator.extract.layout import select_layout
from webarticlecurator.extract.metadata.fields import read_metadata
from webarticlecurator.extract.metadata.sources import MetadataSources
from webarticlecurator.extract.page_checks.checks import check_page
from webarticlecurator.extract.pages.article_page import embedded_page
from webarticlecurator.extract.pages.split_page import part_sources
from webarticlecurator.model.article import FIELDS
from webarticlecurator.model.portal import ArticleRules, Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page


@dataclass(frozen=True)
class FieldCandidate:
    """The usable values that one source gives for a field, normalised; ``source`` names the rule;
    ``counts``: it is one of the portal's own."""

    field: str
    source: str
    values: tuple[str, ...]
    counts: bool = True


def list_part_candidates(
    portal: Portal, page: Page, besides: ArticleRules | None = None
) -> tuple[tuple[str, tuple[FieldCandidate, ...]], ...]:
    """(fragment, offers) for each article on the page: one with an empty fragment, or those of
    ``article.split``; nothing for a page that is no article."""
    chosen = select_layout(portal, page)
    rule = chosen.rules.split
    if rule is None:
        found = list_candidates(portal, page, besides)
        return (("", found),) if found else ()
    inner = embedded_page(page, chosen.rules) if check_page(page, chosen.rules) is None else None
    parts = part_sources(inner, rule) if inner is not None else ()
    both = (chosen.rules, besides)
    return tuple(
        (name, tuple(o for f, _, _ in FIELDS for o in _of_field(f, views, portal, both)))
        for name, views in parts
    )


def list_candidates(
    portal: Portal, page: Page, besides: ArticleRules | None = None
) -> tuple[FieldCandidate, ...]:
    """Field by field, source by source in their order, only those that give something; nothing for
    a page that is no article. The first of a field that counts is in force. The other sources that
    ``besides`` has for a field come last."""
    chosen = select_layout(portal, page)
    inner = (
        embedded_page(page, chosen.rules)
        if check_page(page, chosen.rules) is None and chosen.rules.split is None
        else None
    )
    if inner is None:
        return ()
    views = MetadataSources(page, None if inner is page else inner)
    return tuple(
        offer
        for name, _, _ in FIELDS
        for offer in _of_field(name, views, portal, (chosen.rules, besides))
    )


def _of_field(
    name: str,
    views: MetadataSources,
    portal: Portal,
    both: tuple[ArticleRules, ArticleRules | None],
) -> Iterator[FieldCandidate]:
    own = dict(both[0].metadata).get(name, ())
    more = dict(both[1].metadata).get(name, ()) if both[1] and own else ()
    labels = {label(rule) for rule in own}
    for rule in (*own, *(rule for rule in more if label(rule) not in labels)):
        found, _ = read_metadata(views, portal, ArticleRules(metadata=((name, (rule,)),)))
        values = tuple(
            value.value for value in found.all(name) if value.source != "portal:language"
        )
        if values:
            yield FieldCandidate(name, label(rule), values, label(rule) in labels)


def label(rule: Rule) -> str:
    """A rule in a word: ``jsonld:headline``, ``css:time[datetime]@datetime``, ``first_of(css:h1,
    …)``."""
    if rule.first_of or rule.union:
        inner = rule.first_of or rule.union
        kind = "first_of" if rule.first_of else "union"
        return f"{kind}({', '.join(label(each) for each in inner)})"
    end = f"@{rule.attr}" if rule.attr else ""
    return f"{rule.kind}:{rule.expression}{end}" if rule.expression else rule.kind or "pager"
