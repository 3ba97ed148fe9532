"""The glossary names what is there, every public class has a docstring, and no old word lives on."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from docs_material import CHECKOUT, read

PACKAGE = CHECKOUT / "webarticlecurator"
GLOSSARY = CHECKOUT / "docs" / "glossary.md"

ROWS = re.findall(
    r"^\| (?!word )([a-zA-Z -]+) \| [^|]+ \| ([^|]+) \|$",
    read(GLOSSARY),
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


@cache
def syntax_tree(path: Path) -> ast.Module:
    return ast.parse(read(path))


def classes_of(path: Path) -> Iterator[ast.ClassDef]:
    for node in syntax_tree(path).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node


def test_there_are_nouns():
    assert len(ROWS) > 20


def test_each_noun_names_a_class_or_a_key():
    """One test, since each process of a run would read the whole package for its part of them."""
    classes = {node.name for path in PACKAGE.rglob("*.py") for node in classes_of(path)}
    for noun, places in ROWS:
        words = re.findall(r"(key )?`([\w.*]+)`", places)
        assert words, noun
        for is_key, word in words:
            if is_key:
                names = set(word.replace(".*", "").split("."))
                assert names <= KEYS, f"{noun}: there is no key {word}"
            else:
                assert word in classes, f"{noun}: there is no class {word}"


def test_each_public_class_has_a_docstring():
    classes = [node for path in sorted(PACKAGE.rglob("*.py")) for node in classes_of(path)]
    assert len(classes) > 200
    without = [node.name for node in classes if not ast.get_docstring(node)]
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
