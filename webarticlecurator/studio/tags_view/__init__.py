"""The view of the tag dictionary: the table that a spreadsheet edits, with counts and suggestions.

Read ``tag_files.py`` first (which files there are), then ``tag_tables.py`` (how they are read and
written), ``tag_decisions.py`` and ``tag_filter.py`` (what is decided and shown) and ``view.py``.
"""

from __future__ import annotations

from webarticlecurator.studio.tags_view.view import add_tags_view

__all__ = ["add_tags_view"]
