"""Writes what is made from the key table: ``python tests/portal_file/config/regenerate_config.py``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from key_reference import reference_text
from portal_schema import json_schema, settings_schema

CHECKOUT = Path(__file__).resolve().parents[3]
SCHEMA = CHECKOUT / "schemas" / "portal.schema.json"
SETTINGS_SCHEMA = SCHEMA.with_name("settings.schema.json")
PAGE = CHECKOUT / "docs" / "keys.md"


def schema_text() -> str:
    return _as_text(json_schema())


def settings_schema_text() -> str:
    return _as_text(settings_schema())


def _as_text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), encoding="utf-8", newline="\n")
    SETTINGS_SCHEMA.write_text(settings_schema_text(), encoding="utf-8", newline="\n")
    PAGE.write_text(reference_text(), encoding="utf-8", newline="\n")
