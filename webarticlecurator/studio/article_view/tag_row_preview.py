"""What a row of a tag dictionary would do, before it is written into its table."""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.model.article_rules import ArticleRules, TagRow
from webarticlecurator.model.portal import Portal
from webarticlecurator.studio.article_rule_paths import find_layout_rules


def with_tag_row(portal: Portal, layout: str, row: TagRow) -> Portal:
    """Return the portal as it would be with a row in the table of a layout, "" for that of the
    article. Layouts without rows of their own have those of the article."""
    table = find_layout_rules(portal, layout).body.tags
    return replace(
        portal,
        article=_with_row_in(portal.article, table, row),
        layouts=tuple(
            replace(each, rules=_with_row_in(each.rules, table, row)) for each in portal.layouts
        ),
    )


def _with_row_in(rules: ArticleRules, table: tuple[TagRow, ...], row: TagRow) -> ArticleRules:
    if rules.body.tags != table:
        return rules
    others = tuple(each for each in table if (each.signature, each.context) != (row.signature, ""))
    return replace(rules, body=replace(rules.body, tags=(*others, row)))
