"""What accepting a proposal changes: the text of the portal file, or a row of its tag table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.model.article_rules import TagRow
from webarticlecurator.model.portal import Portal
from webarticlecurator.studio.article_view.meanings import (
    MeaningProposal,
    find_tag_table,
    write_proposal,
)
from webarticlecurator.studio.article_view.tag_row_preview import with_tag_row
from webarticlecurator.studio.portal_draft import PortalDraft


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
