"""The key table as JSON Schema (draft 7), from which editors complete keys, show their meaning and
mark unknown ones.

The schema describes shapes only; selectors, templates and combinations of keys are checked by
``curator check``.
"""

from __future__ import annotations

from typing import Any

from webarticlecurator.base.model.verdict import GATED, REJECTIONS, SAME_TITLE
from webarticlecurator.base.system.installation import SCHEMA_ADDRESS
from webarticlecurator.portal_file.config.section import accepts_none
from webarticlecurator.portal_file.keys.keys import CORPUS_TABLES, SETTINGS_TABLES, TABLES
from webarticlecurator.portal_file.keys.keys_portal import Key
from webarticlecurator.portal_file.keys.keys_rule import SELECTOR_NAMES
from webarticlecurator.portal_file.values.expressions import SCALARS
from webarticlecurator.portal_file.values.scalars import ANY_SCALAR

NONE = {"const": "none"}
TEXT = {"type": ANY_SCALAR}


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a portal file, the contents of ``schemas/portal.schema.json``."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": SCHEMA_ADDRESS,
        "title": "Portal file of webarticlecurator",
        **_table("portal"),
        "definitions": {
            **{
                _name(table): _definition(table)
                for table in TABLES
                if table not in ("portal", *SETTINGS_TABLES, *CORPUS_TABLES)
            },
            **_COMPOUND,
        },
    }


def settings_schema() -> dict[str, Any]:
    """Return the JSON Schema of ``settings.yaml``, the contents of
    ``schemas/settings.schema.json``."""
    root, *others = SETTINGS_TABLES
    return {
        "$schema": json_schema()["$schema"],
        "$id": SCHEMA_ADDRESS.replace("portal.schema", "settings.schema"),
        "title": "settings.yaml of a corpus folder of webarticlecurator",
        **_table(root),
        "definitions": {
            **{_name(table): _definition(table) for table in others},
        },
    }


def _name(table: str) -> str:
    return table.replace(" ", "-")


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/definitions/{_name(name)}"}


def _table(table: str) -> dict[str, Any]:
    keys = TABLES[table]
    schema: dict[str, Any] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {key.name: _property(key, table) for key in keys},
    }
    required = [key.name for key in keys if key.required]
    return {**schema, "required": required} if required else schema


def _definition(table: str) -> dict[str, Any]:
    """Return the schema of a mapping, and of its short form where it has one."""
    schema = _table(table)
    if table in ("rule", "split", "reject"):
        schema["oneOf"] = [{"required": [name]} for name in SELECTOR_NAMES]
    if table in ("rule", "reject"):
        return {"anyOf": [TEXT, schema]}
    if table in ("condition", "layout condition"):
        return {"anyOf": [TEXT, {"type": "array", "items": _ref("rule"), "minItems": 1}, schema]}
    if table == "filter":
        return {"anyOf": [TEXT, {"type": "array", "items": TEXT, "minItems": 1}, schema]}
    if table == "sitemap":
        return {"anyOf": [SCALARS["sitemap address"].schema, schema]}
    if table == "column":
        return {"anyOf": [{"type": "null"}, schema]}
    return schema


def _property(key: Key, table: str) -> dict[str, Any]:
    description: dict[str, Any] = {
        "description": key.meaning + (f" Default: {key.default}." if key.default else "")
    }
    schema = type_schema(key.type)
    if accepts_none(key, table):
        schema = {"anyOf": [NONE, schema]}
    return {**description, "allOf": [schema]} if "$ref" in schema else {**description, **schema}


def type_schema(type_: str) -> dict[str, Any]:
    """Return the JSON Schema of a type of the key table."""
    kind, _, name = type_.partition(" ")
    if type_.startswith("one of "):
        return {"enum": type_.removeprefix("one of ").split("|")}
    if type_ in SCALARS:
        return SCALARS[type_].schema
    if kind == "section":
        return _ref(name)
    if kind == "sections":
        return {"type": "array", "items": _ref(name), "minItems": 1}
    return _INLINE[type_] if type_ in _INLINE else _ref(type_)


def _one_or_many(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "array", "items": schema, "minItems": 1}]}


_INLINE: dict[str, dict[str, Any]] = {
    "texts": _one_or_many(TEXT),
    "mail addresses": _one_or_many(SCALARS["mail address"].schema),
    "command": {
        "anyOf": [SCALARS["program"].schema, {"type": "array", "items": TEXT, "minItems": 1}]
    },
    "host names": _one_or_many(TEXT),
    "regexes": _one_or_many(TEXT),
    "date formats": _one_or_many(TEXT),
    "page values": _one_or_many(TEXT),
    "character sets": _one_or_many({"anyOf": [SCALARS["character set"].schema, _ref("encoding")]}),
    "table": {"type": "object", "additionalProperties": TEXT},
    "secrets": {"type": "object", "additionalProperties": TEXT},
    "headers of a part": {"type": "object", "additionalProperties": TEXT},
    "lookup": {"type": "string"},
    "rules": _one_or_many(_ref("rule")),
    "rule list": {"type": "array", "items": _ref("rule"), "minItems": 1},
    "named rules": {"type": "object", "additionalProperties": _ref("rule")},
    "text test": _ref("text"),
    "rejects": _one_or_many(_ref("reject")),
    "post ids": _one_or_many(_ref("rule")),
    "gate reasons": _one_or_many({"enum": [*GATED, SAME_TITLE, "all"]}),
    "reason": {"enum": list(REJECTIONS)},
    "hook": SCALARS["module:function"].schema,
}

_COMPOUND: dict[str, dict[str, Any]] = {
    "pairs": {
        "type": "array",
        "items": {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2},
    },
    "columns": {
        "anyOf": [
            {"type": "string"},
            {"type": "array", "items": TEXT, "minItems": 1},
            {"type": "object", "additionalProperties": _ref("column"), "minProperties": 1},
        ]
    },
    "fields of a column": {"type": "object", "additionalProperties": TEXT},
    "tags": {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": TEXT}]},
}
