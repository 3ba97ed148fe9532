"""What differs between two states of a file, in sentences."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.translation import translate
from webarticlecurator.portal_file.values.tables import TableFault, read_table_file
from webarticlecurator.portal_file.yaml_file.yaml_edit import find_value
from webarticlecurator.studio.frame.window import put_in_quotes

MAX_WORDS = 8
"""Sentences that say what a step has changed."""
MAX_VALUE = 120
"""Characters of a value in a sentence."""


def describe_changes(name: str, before: bytes, after: bytes) -> list[str]:
    """Return what differs, a sentence for each change, those of many shortened."""
    old, new = (content.decode("utf-8-sig", "replace") for content in (before, after))
    describe = _describe_rows if name.endswith(".tsv") else _describe_values
    try:
        sentences = [*describe(old, new)]
    except (UsageError, TableFault):
        sentences = [translate("The change is in a part of the file that cannot be read.")]
    if not sentences and before != after:
        sentences = [translate("Only comments or white space changed.")]
    more = len(sentences) - MAX_WORDS
    return [
        *sentences[:MAX_WORDS],
        *([translate("And {more:,} more changes.", more=more)] if more > 0 else []),
    ]


def _describe_values(old: str, new: str) -> Iterator[str]:
    before, after = (dict(_flatten(find_value(text, ()), "")) for text in (old, new))
    for path in dict.fromkeys((*before, *after)):
        was, now = before.get(path), after.get(path)
        if was is None:
            yield translate("{path} was added: {now}.", path=path, now=now)
        elif now is None:
            yield translate("{path} was removed; it was {was}.", path=path, was=was)
        elif was != now:
            yield translate("{path} changed to {now}; it was {was}.", path=path, now=now, was=was)


def _flatten(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield the path and the value of each key that has no mapping."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flatten(item, f"{path}.{key}" if path else str(key))
    elif value is not None:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield path, put_in_quotes(shorten(text, MAX_VALUE))


def _describe_rows(old: str, new: str) -> Iterator[str]:
    before, after = (
        Counter(row.cells for row in read_table_file(text)[1:] if any(row.cells))
        for text in (old, new)
    )
    added, taken_out = translate("Added"), translate("Removed")
    for words, rows in ((added, after - before), (taken_out, before - after)):
        for cells in rows:
            yield f"{words}: {shorten(', '.join(filter(None, cells)), 2 * MAX_VALUE)}."
