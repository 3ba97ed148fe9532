"""Which file has the tag dictionary of a portal, and which one its counts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.config.yaml_edit import find_value
from webarticlecurator.model.portal import TagRow
from webarticlecurator.studio.portal_draft import PortalDraft

TAGS_KEY = ("article", "body", "tags")
COUNTS_NAME = "tag-counts.tsv"
"""The table of ``curator tags suggest``, in ``reports/`` of the corpus."""


@dataclass(frozen=True)
class TagFiles:
    """``table`` is the tag dictionary, which need not exist; ``is_named`` says that the text of the
    portal file names it. ``rows`` are those of the portal file itself, if it has any instead.
    ``counts`` is the table with the counts, which need not exist."""

    table: Path
    counts: Path
    is_named: bool
    rows: tuple[TagRow, ...] = ()


def find_tag_files(draft: PortalDraft, counts: Path) -> TagFiles:
    """Return the files of a portal by the text of its file. Raises UsageError if that is not YAML,
    ConfigError if its rows are needed and it has problems."""
    named = find_value(draft.text, TAGS_KEY)
    if isinstance(named, str) and named not in ("", "none"):
        return TagFiles(draft.file.parent / named, counts, is_named=True)
    usual = draft.file.with_name(f"{draft.file.stem}.tags.tsv")
    rows = draft.portal().article.body.tags if isinstance(named, dict) else ()
    return TagFiles(usual, counts, is_named=False, rows=rows)
