"""The portal file: YAML with line numbers → a checked, merged ``Portal``, or every problem at once.

Read ``load.py`` first: it shows the way from bytes to Portal. ``keys*.py`` is the key table, one
row for each key a portal file may have; it drives the reading (``section.py``), did-you-mean, the
JSON Schema and the reference in docs/keys.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.config.key_reference import reference_text
    from webarticlecurator.config.learned_rules import learned_path
    from webarticlecurator.config.load import builtin_rules, check, load_portal
    from webarticlecurator.config.override_tables import load_exclusions
    from webarticlecurator.config.pagination_text import body_yaml, is_untouched, learned_yaml
    from webarticlecurator.config.proposed_file import proposed_yaml
    from webarticlecurator.config.saved_page_table import load_page_table
    from webarticlecurator.config.schema import json_schema
    from webarticlecurator.config.starting_file import propose_portal_id, starting_yaml
    from webarticlecurator.config.tags import base_tags

__all__ = [
    "base_tags",
    "body_yaml",
    "builtin_rules",
    "check",
    "is_untouched",
    "json_schema",
    "learned_path",
    "learned_yaml",
    "load_exclusions",
    "load_page_table",
    "load_portal",
    "propose_portal_id",
    "proposed_yaml",
    "reference_text",
    "starting_yaml",
]

__getattr__ = import_lazily(__name__)
