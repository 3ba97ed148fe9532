"""The glossary names what is there, describes every class that is offered, and no old word lives on."""

from __future__ import annotations

import ast
import json
import re

import pytest
from docs_material import CHECKOUT, read
from glossary import (
    GLOSSARY,
    PACKAGE,
    START,
    class_tables,
    classes_of,
    described_classes,
    syntax_tree,
)

ROWS = re.findall(
    r"^\| (?!word )([a-zA-Z -]+) \| [^|]+ \| ([^|]+) \|$",
    read(GLOSSARY).partition(START)[0],
    re.MULTILINE,
)
KEYS = set(re.findall(r'"([a-z_]+)": \{', read(CHECKOUT / "schemas" / "portal.schema.json")))
REPLACED = (
    "Adviser Agenda Around Asking Beginning ByHand Chorus Chosen Drafter Earlier Effects Facts Head Held Leaf "
    "Lumped Offer Permission Proved Relisting Setting Sheet Shown Signals Silent Sketch Story Subject Tape Turn "
    "UNSAID Unruled View Views Visit Voice Way by_hand fertile barren outwards settle_parts untold voices tongues "
    "hoisted posting firmly loudest anchored guided catching_up replaying tidying trying surveying paying"
).split()
"""Names of earlier versions; each has a plain one now."""


@pytest.fixture(scope="module")
def classes() -> set[str]:
    return {node.name for path in PACKAGE.rglob("*.py") for node in classes_of(path)}


def test_there_are_nouns():
    assert len(ROWS) > 20


@pytest.mark.parametrize(("noun", "places"), ROWS)
def test_each_noun_names_a_class_or_a_key(noun: str, places: str, classes: set[str]):
    words = re.findall(r"(key )?`([\w.*]+)`", places)
    assert words, noun
    for is_key, word in words:
        if is_key:
            assert set(word.replace(".*", "").split(".")) <= KEYS, f"{noun}: there is no key {word}"
        else:
            assert word in classes, f"{noun}: there is no class {word}"


def test_classes_are_as_in_their_docstrings():
    said = read(GLOSSARY).partition(START)[2]
    assert said.strip() == class_tables().strip(), "run: python tests/docs/glossary.py"


def test_each_class_that_is_offered_has_a_docstring():
    without = [name for rows in described_classes().values() for name, text in rows if not text]
    assert without == [], "write a docstring for each"


def names_in(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def test_no_replaced_name_lives_on():
    found = {
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in PACKAGE.rglob("*.py")
        for name in names_in(syntax_tree(path)) | {path.stem}
        if name in REPLACED
    }
    assert found == set()


def test_the_schema_was_read():
    assert json.loads(read(CHECKOUT / "schemas" / "portal.schema.json")) and "columns" in KEYS
