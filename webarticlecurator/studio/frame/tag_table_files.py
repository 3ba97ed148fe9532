"""Which file has the tag dictionary of a portal or of a layout, and which one its counts."""

from __future__ import annotations

import re
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.portal_file.yaml_file.article_rule_paths import (
    find_layout_rules,
    list_rule_paths,
)
from webarticlecurator.portal_file.yaml_file.yaml_edit import find_value
from webarticlecurator.studio.frame.portal_draft import PortalDraft

_KEY = ("body", "tags")
TAGS_KEY = ("article", *_KEY)
COUNTS_NAME = "tag-counts.tsv"
"""The table of ``curator tags suggest``, in ``reports/`` of the corpus."""


@dataclass(frozen=True)
class TagFiles:
    """``table`` is the tag dictionary, which need not exist; ``is_named`` says that the text of the
    portal file names it, at ``key``. ``rows`` are those of the portal file itself, if it has any
    instead. ``counts`` is the table with the counts, which need not exist."""

    table: Path
    counts: Path
    is_named: bool
    rows: tuple[TagRow, ...] = ()
    key: tuple[str, ...] = TAGS_KEY


def list_tag_layouts(text: str) -> list[str]:
    """Return the layouts that have a tag dictionary of their own. Raises UsageError if the text of
    the portal file is not YAML."""
    return [name for name in list_rule_paths(text, _KEY) if name]


def find_tag_files(draft: PortalDraft, counts: Path, layout: str = "") -> TagFiles:
    """Return the files of a portal by the text of its file, for a layout that has a dictionary of
    its own, else for the article.

    Raises UsageError if the text is not YAML, ConfigError if its rows are needed and it has
    problems.
    """
    paths = list_rule_paths(draft.text, _KEY)
    layout = layout if layout in paths else ""
    key = paths[layout]
    named = find_value(draft.text, key)
    if isinstance(named, str) and named not in ("", "none"):
        return TagFiles(draft.file.parent / named, counts, is_named=True, key=key)
    part = "." + re.sub(r"[^\w-]+", "-", layout) if layout else ""
    usual = draft.file.with_name(f"{draft.file.stem}{part}.tags.tsv")
    is_here = isinstance(named, dict)
    rows = find_layout_rules(draft.portal(), layout).body.tags if is_here else ()
    return TagFiles(usual, counts, is_named=False, rows=rows, key=key)
