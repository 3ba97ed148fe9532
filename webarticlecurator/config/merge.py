"""Merging: a column over the archive, a span over its column, a version over the article."""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.config.load_context import BROKEN, REMOVED, Entry, Section

REPLACED = frozenset(["pagination"])
"""Sections that are taken whole: what stands above has no part in them."""


def merge_sections(above: Section, over: Section) -> Section:
    """``over`` laid upon ``above``: sections key by key to any depth, everything else (lists,
    rules, a whole pagination) replaces, ``none`` removes."""
    entries = dict(above.entries)
    for key, entry in over.entries.items():
        old = entries.get(key)
        if entry.value is REMOVED:
            entries.pop(key, None)
        elif old is not None and _mergeable(old) and _mergeable(entry):
            entries[key] = Entry(merge_sections(old.value, entry.value), entry.at)
        elif old is not None and old.value is BROKEN and _mergeable(entry):
            entries[key] = Entry(replace(entry.value, doubtful=True), entry.at)
        else:
            entries[key] = entry
    return Section(over.name, entries, over.at, above.doubtful or over.doubtful)


def _mergeable(entry: Entry) -> bool:
    return isinstance(entry.value, Section) and entry.value.name not in REPLACED
