"""The key table as a reference in Markdown: docs/keys.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import yaml

from webarticlecurator.base.model.block_rows import BLOCK_TYPES
from webarticlecurator.base.model.blocks import NAMES
from webarticlecurator.base.model.fields import FIELDS as METADATA_FIELDS
from webarticlecurator.base.model.verdict import GATED, REJECTIONS, SAME_TITLE
from webarticlecurator.base.portal.pagination_modes import MODES
from webarticlecurator.base.text.date_names import CODES
from webarticlecurator.pages.rules.selectors import OPERATIONS
from webarticlecurator.portal_file.keys.keys import PLACES, TABLES
from webarticlecurator.portal_file.keys.keys_portal import Key
from webarticlecurator.portal_file.values.address_templates import DATE_CODES, FIELDS
from webarticlecurator.portal_file.values.expressions import SCALARS

START = """\
<!-- Made from the key table; to write it again:
     python tests/portal_file/config/regenerate_config.py -->

# Every key of the portal file

This page is generated: a row for each key, a list for each closed list. How the keys work
together is in [the portal file](config.md). These values have short names:

- *rules*: a rule, or a list of them
- *regexes*: a regular expression, or a list of them
- *pairs*: a list of [regex, replacement]
- *duration*: a number and a unit (w, d, h, m, s), such as 2d or 12h
"""

_WORDS = {
    "texts": "text, or a list of them",
    "portal files": "a list of paths, names of shipped files or mappings, see portals[] of corpus.yaml",
    "conditions": "a condition, or a list of them",
    "mail addresses": "an address such as me@example.org, or a list of them",
    "command": "one word, or a list of words",
    "host names": "the name of a host, or a list of them",
    "regexes": "regexes",
    "date formats": "a date format, or a list of them",
    "pairs": "pairs",
    "table": "name: text",
    "secrets": "name: text",
    "headers of a part": "name: text",
    "lookup": "the name of a file of from, tab, to",
    "page values": "a list of values and ranges",
    "columns": "name: column; a list of names; or a file (a table, or names)",
    "fields of a column": "name: text",
    "character sets": "the name of a character set, or a list of mappings, see `encoding[]`",
    "sitemap": "an http(s) address with fields, robots, or a mapping with it",
    "tags": "a TSV file, or signature: operation",
    "rule": "a rule",
    "rules": "rules",
    "rule list": "a list of rules",
    "named rules": "name: rule",
    "condition": "a rule, a list of rules, or a mapping",
    "layout condition": "a rule, a list of rules, or a mapping",
    "pager": "a mapping",
    "hook": "module:function",
    "text test": "a mapping",
    "filter": "regexes, or a mapping",
    "rejects": "rules",
    "post ids": "`@attribute`, or rules",
    "gate reasons": f"one of {', '.join((*GATED, SAME_TITLE, 'all'))}, or a list of them",
    "reason": "one of the [reasons](#closed-lists)",
    "split": "a mapping",
    "duration": "duration",
}

_SHARED = {
    "column": "archive",
    "span": "archive",
    "layout": "article",
    "split": "rule",
    "reject": "rule",
    "condition": "rule",
    "layout condition": "condition",
    "column fetch": "fetch",
    "index.index": "index",
}
"""Tables that repeat the keys of another one: only their own keys are listed."""


def reference_text() -> str:
    """Return docs/keys.md: every key and every closed list."""
    parts = [START]
    for table, keys in TABLES.items():
        place = _place(table)
        parts += [f"## {place[0].upper()}{place[1:]}", ""]
        other = _SHARED.get(table)
        inherited = [key for key in TABLES[other] if key in keys] if other else []
        if other:
            parts += [_describe_inherited(other, inherited), ""]
        if own := _group_alike(key for key in keys if key not in inherited):
            parts += [
                "| key | value | default | meaning | example |",
                "|---|---|---|---|---|",
                *map(_row, own),
                "",
            ]
    return "\n".join([*parts, *_lists()]) + "\n"


def _describe_inherited(other: str, inherited: Sequence[Key]) -> str:
    """Return which keys of another table are keys here, by the shorter list of names."""
    missing = [key for key in TABLES[other] if key not in inherited]
    if len(missing) < len(inherited):
        but = f" but {_names(missing)}" if missing else ""
        return f"All keys of {_place(other)}{but}."
    return f"Keys of {_place(other)}: {_names(inherited)}."


def _names(keys: Iterable[Key]) -> str:
    return ", ".join(f"`{key.name}`" for key in keys)


def _group_alike(keys: Iterable[Key]) -> list[list[Key]]:
    """Return the keys of each row: those of which the same is said are in one."""
    groups: dict[tuple[str, str, str], list[Key]] = {}
    for key in keys:
        groups.setdefault((key.type, key.default, _meaning(key)), []).append(key)
    return list(groups.values())


def _meaning(key: Key) -> str:
    return key.meaning.replace(f"of `{key.name}`", "of the field")


def _place(table: str) -> str:
    return PLACES[table] if " " in PLACES[table] else f"`{PLACES[table]}`"


def _row(keys: Sequence[Key]) -> str:
    key = keys[0]
    default = "**required**" if key.required else _cell(key.default)
    example = f"`{_cell(key.example)}`" if key.example else ""
    return (
        f"| {_names(keys)} | {_cell(describe_type(key.type))} | {default} | {_cell(_meaning(key))} |"
        f" {example} |"
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def describe_type(type_: str) -> str:
    """Return a type of the key table in the words of the reference."""
    kind, _, name = type_.partition(" ")
    if type_.startswith("one of "):
        return ", ".join(f"`{word}`" for word in type_.removeprefix("one of ").split("|"))
    if type_ in SCALARS and type_ != "duration":
        return SCALARS[type_].expected
    if kind == "section":
        return f"see {_place(name)}"
    if kind == "sections":
        return f"a list, see {_place(name)}"
    return _WORDS[type_]


def _lists() -> list[str]:
    modes = [
        f"| `{mode.name}` | {mode.meaning} |"
        f" {', '.join(f'`{key}`' for key in mode.reads) or 'nothing'} |"
        for mode in MODES.values()
    ]
    codes = [f"| `{code}` | {meaning} |" for code, meaning in DATE_CODES.items()]
    reasons = [f"| `{reason}` | {meaning} |" for reason, meaning in REJECTIONS.items()]
    return [
        "## Closed lists",
        "",
        "What each pagination mode does, and which keys it reads:",
        "",
        *("| mode | meaning | keys |", "|---|---|---|", *modes, ""),
        (
            f"Fields of an archive address: {', '.join(f'`{{{name}}}`' for name in FIELDS)}. Codes"
            " of a date field:"
        ),
        "",
        *("| code | meaning |", "|---|---|", *codes, ""),
        f"Codes of `format`: {' '.join(f'`%{code}`' for code in CODES)}.",
        "",
        (
            f"Operations of the tag dictionary: {', '.join(f'`{name}`' for name in OPERATIONS)},"
            " `outer>inner`, or the name of a block:"
        ),
        "",
        *("| block | meaning |", "|---|---|"),
        *(f"| `{b.name}` | {b.meaning} |" for b in BLOCK_TYPES if b.name in NAMES),
        "",
        "Built-in sources of metadata, for every field that a portal file does not name:",
        "",
        *("```yaml", default_sources_yaml(), "```", ""),
        "Reasons for which a page ends without an article:",
        "",
        *("| reason | meaning |", "|---|---|", *reasons),
    ]


def default_sources_yaml() -> str:
    """Return the built-in sources as a portal file has them, for the reference."""
    lines = []
    for field in METADATA_FIELDS:
        lines.append(f"{field.name}:" if field.sources else f"{field.name}: none")
        lines += [f"  - {_to_flow_yaml(source)}" for source in field.sources]
    return "\n".join(lines)


def _to_flow_yaml(source: Mapping[str, Any]) -> str:
    """Return a rule on one line: ``{meta: 'og:title'}``."""
    return yaml.safe_dump(
        _to_lists(source),
        default_flow_style=True,
        sort_keys=False,
        allow_unicode=True,
        width=10_000,
    ).strip()


def _to_lists(value: Any) -> Any:
    """Return ``value`` with lists in place of tuples, which YAML does not have."""
    if isinstance(value, Mapping):
        return {key: _to_lists(item) for key, item in value.items()}
    return value if isinstance(value, str) else [_to_lists(item) for item in value]
