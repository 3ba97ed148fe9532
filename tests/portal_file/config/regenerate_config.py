"""Writes what is made from the key table: ``python tests/portal_file/config/regenerate_config.py``."""

from __future__ import annotations

import json
from pathlib import Path

from key_reference import reference_text
from portal_schema import json_schema

CHECKOUT = Path(__file__).resolve().parents[3]
SCHEMA = CHECKOUT / "schemas" / "portal.schema.json"
PAGE = CHECKOUT / "docs" / "keys.md"


def schema_text() -> str:
    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), encoding="utf-8", newline="\n")
    PAGE.write_text(reference_text(), encoding="utf-8", newline="\n")
