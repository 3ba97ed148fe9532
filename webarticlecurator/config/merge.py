"""Merges sections: a column over the archive, a span over its column, a layout over article."""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.config.load_context import BROKEN, REMOVED, Entry, Section

REPLACED = frozenset(["pagination"])
"""Sections that replace the inherited one as a whole, instead of being merged key by key."""


def merge_sections(above: Section, over: Section) -> Section:
    """Return ``over`` merged over ``above``: sections key by key, to any depth.

    Any other value (lists, rules, a pagination) replaces the inherited one; ``none`` removes it.
    """
    entries = dict(above.entries)
    for key, entry in over.entries.items():
        inherited = entries.get(key)
        if entry.value is REMOVED:
            entries.pop(key, None)
        elif inherited is not None and _is_mergeable(inherited) and _is_mergeable(entry):
            entries[key] = Entry(merge_sections(inherited.value, entry.value), entry.at)
        elif inherited is not None and inherited.value is BROKEN and _is_mergeable(entry):
            entries[key] = Entry(replace(entry.value, parent_broken=True), entry.at)
        else:
            entries[key] = entry
    return Section(over.name, entries, over.at, above.parent_broken or over.parent_broken)


def _is_mergeable(entry: Entry) -> bool:
    return isinstance(entry.value, Section) and entry.value.name not in REPLACED
