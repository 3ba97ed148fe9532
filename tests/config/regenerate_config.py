"""Writes what is made from the key table: ``python tests/config/regenerate_config.py``."""

from __future__ import annotations

import json
from pathlib import Path

from webarticlecurator.config import json_schema, reference_text
from webarticlecurator.config.schema import START

CHECKOUT = Path(__file__).resolve().parents[2]
SCHEMA = CHECKOUT / "schemas" / "portal.schema.json"
PAGE = CHECKOUT / "docs" / "config.md"


def schema_text() -> str:
    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


def page_text(current: str) -> str:
    """The page with its hand-written introduction as it is, and the reference of today."""
    return current.partition(START)[0] + reference_text()


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), encoding="utf-8", newline="\n")
    current = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    PAGE.write_text(page_text(current), encoding="utf-8", newline="\n")
