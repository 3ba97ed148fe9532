"""What accepting a proposal changes: the text of the portal file, or a row of its tag table."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.article_rules import ArticleRules, TagRow
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.portal_file.yaml_file.article_rule_paths import find_layout_rules
from webarticlecurator.studio.article.meanings import (
    MeaningProposal,
    find_tag_table,
    write_proposal,
)
from webarticlecurator.studio.frame.portal_draft import PortalDraft


@dataclass(frozen=True)
class RuleEdit:
    """An edit that is not made yet: the portal file's text before and after it, the portal then.
    ``table`` is the tag table into which the row of ``proposal`` would be written, if it is that
    and not the text which changes."""

    proposal: MeaningProposal
    before: str
    text: str
    portal: Portal
    table: Path | None = None


def make_edit(draft: PortalDraft, proposal: MeaningProposal) -> RuleEdit:
    """Return what a proposal would change. Raises UsageError if the file cannot be edited there,
    ConfigError with the problems that it would have."""
    before, is_tag = draft.text, proposal.meaning.kind == "tag"
    table = find_tag_table(before, proposal.layout) if is_tag else ""
    if table:
        row = TagRow(proposal.selector, proposal.meaning.target)
        portal = with_tag_row(draft.read_text(before), proposal.layout, row)
        return RuleEdit(proposal, before, before, portal, draft.file.parent / table)
    text = write_proposal(before, proposal)
    return RuleEdit(proposal, before, text, draft.read_text(text))


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
