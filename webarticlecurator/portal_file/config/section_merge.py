"""Merges sections: a column over the archive, a span over its column, a layout over article."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.portal_file.config.load_context import BROKEN, REMOVED, Entry, Section
from webarticlecurator.portal_file.keys.keys_pages import COUNTING_KEYS

REPLACED_BY = {"pagination": "mode"}
"""Section → the key with which it replaces the inherited one instead of being merged with it."""
EXCLUSIVE = {"pagination": (("pages",), COUNTING_KEYS)}
"""Section → groups of keys; those of one group remove inherited ones of the other groups."""


def merge_sections(above: Section, over: Section) -> Section:
    """Return ``over`` merged over ``above``: sections key by key, to any depth.

    Any other value (a list, a rule) replaces the inherited one, as does a pagination with a mode;
    ``none`` removes it.
    """
    # The inherited entries without those that a key of `over` excludes
    groups = EXCLUSIVE.get(over.name, ())
    written = [group for group in groups if any(over.has(key) for key in group)]
    excluded = {key for group in groups if written and group not in written for key in group}
    entries = {key: entry for key, entry in above.entries.items() if key not in excluded}
    for key, entry in over.entries.items():
        inherited = entries.get(key)
        if entry.value is REMOVED:
            entries.pop(key, None)
        elif (
            inherited is not None and isinstance(inherited.value, Section) and _is_mergeable(entry)
        ):
            entries[key] = Entry(merge_sections(inherited.value, entry.value), entry.at)
        elif inherited is not None and inherited.value is BROKEN and _is_mergeable(entry):
            entries[key] = Entry(replace(entry.value, parent_broken=True), entry.at)
        else:
            entries[key] = entry
    return Section(over.name, entries, over.at, above.parent_broken or over.parent_broken)


def _is_mergeable(entry: Entry) -> bool:
    """Return True for a section that does not replace the inherited one as a whole."""
    if not isinstance(entry.value, Section):
        return False
    replacing = REPLACED_BY.get(entry.value.name)
    return replacing is None or not entry.value.has(replacing)
