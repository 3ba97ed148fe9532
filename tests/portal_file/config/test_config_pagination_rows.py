"""A pagination mode is one row: the key table, the schema and the reference follow it, and no other
code compares the names of modes."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from key_reference import reference_text
from portal_schema import json_schema

import webarticlecurator
from webarticlecurator.base.portal.pagination_modes import MODES
from webarticlecurator.portal_file.keys.keys import TABLES

PACKAGE = Path(webarticlecurator.__file__).parent
LAYERS = ("base/model", "portal_file", "crawling", "corpus", "cli")


def test_the_key_table_has_exactly_the_keys_that_modes_read():
    keys = {key.name for key in TABLES["pagination"]} - {"mode"}
    assert keys == {key for mode in MODES.values() for key in mode.reads}


def test_schema_and_reference_name_every_mode():
    modes = json_schema()["definitions"]["pagination"]["properties"]["mode"]
    assert list(MODES) == modes["enum"]
    for mode in MODES.values():
        assert f"| `{mode.name}` | {mode.meaning} |" in reference_text()


def test_a_row_that_needs_a_key_which_it_does_not_read_fails():
    with pytest.raises(TypeError, match="numbered does not read next"):
        replace(MODES["numbered"], needs=("next",))


def _list_modules(folder: Path) -> list[Path]:
    modules = sorted(folder.rglob("*.py"))
    assert modules
    return modules


def test_no_code_but_the_rows_compares_names_of_modes():
    names = set(MODES) - {"none"}  # `none` is also the word that removes a value
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for layer in LAYERS
        for path in _list_modules(PACKAGE / layer)
        if any(name in (source := path.read_text(encoding="utf-8")) for name in names)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Compare)
        and {leaf.value for leaf in ast.walk(node) if isinstance(leaf, ast.Constant)} & names
    ]
    assert not found, f"what depends on a mode belongs into its row (model/pagination): {found}"
