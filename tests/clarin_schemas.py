"""The schemas of what catalogues and search portals ask for: OAI-PMH, CMDI, FCS."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lxml import etree

SCHEMAS = Path(__file__).parent / "service" / "schemas"


def read_schema(name: str) -> Any:
    """Return what validates by a schema of the folder."""
    tree = etree.parse(SCHEMAS / name)
    return etree.RelaxNG(tree) if name.endswith(".rng") else etree.XMLSchema(tree)


def find_faults(schema: Any, root: Any) -> list[str]:
    schema.validate(root)
    return [str(each) for each in schema.error_log]
