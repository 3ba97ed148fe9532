"""The docstring of every wing and of every folder in it says what it may import, and which file to
read first; docs/design.md has all wings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs_material import CHECKOUT, read, sections
from test_docs_mentions import READ_FIRST
from test_import_graph import PACKAGE, WINGS, list_imports, wing_of

DESIGN = sections(read(CHECKOUT / "docs" / "design.md"))["Nine wings"]
FOLDERS = [path.parent for path in sorted(PACKAGE.rglob("*/__init__.py")) if path.parent != PACKAGE]
WING_ROW = re.compile(r"(?m)^\| `([\w.]+)/?` \| .+ \| .+ \| (.+) \| `([\w/]+\.py)` \|$")
"""A wing with what it takes, gives and imports, and the file to read first."""


def path_of(folder: Path) -> str:
    return folder.relative_to(PACKAGE).as_posix()


def expand_imports(text: str) -> set[str]:
    """Return the wings, and the folders with ``/``, that ``base`` to ``tei``, ``fetch/`` names."""
    order = [*WINGS]
    named = set(re.findall(r"`(\w+/?)`", text))
    for first, last in re.findall(r"`(\w+)`+\s+to\s+`+(\w+)`", text):
        named |= set(order[order.index(first) : order.index(last) + 1])
    return named


def find_imports(folder: Path) -> set[str]:
    """Return the other wings that the files of a wing or a folder import, and with ``/`` the other
    folders of its wing."""
    wing, _, own = path_of(folder).partition("/")
    found = set()
    for path in folder.rglob("*.py"):
        if path.name != "__init__.py":
            for other, inner in list_imports(path):
                if other != wing:
                    found.add(other)
                elif own and inner not in (own, "."):
                    found.add(f"{inner}/")
    return found


def list_allowed(folder: Path) -> set[str]:
    """Return what may be imported by the order of the wings, and of the folders of a wing."""
    wing, _, own = path_of(folder).partition("/")
    order, inner = [*WINGS], [f"{each}/" for each in WINGS[wing]]
    before = inner[: inner.index(f"{own}/")] if own else []
    return {*order[: order.index(wing)], *before}


@pytest.mark.parametrize("folder", FOLDERS, ids=path_of)
def test_a_folder_says_what_it_imports_and_what_to_read_first(folder: Path):
    text = read(folder / "__init__.py")
    said = re.search(r"\bImports\s([^.]+)\.\s", text)
    assert said, "no sentence like: Imports ``base``, ``pages``."
    named = expand_imports(said[1]) if not re.match(r"no\s|only\s", said[1]) else set()
    assert find_imports(folder) <= named <= list_allowed(folder)
    assert READ_FIRST.search(text), "no words like: Read ``page.py`` first."


def test_the_design_has_all_wings_with_what_they_import():
    rows = WING_ROW.findall(DESIGN)
    assert [name.removesuffix(".py") for name, *_ in rows] == [*WINGS]
    for name, imports, first in rows:
        wing = PACKAGE / name
        modules = [wing] if name.endswith(".py") else wing.rglob("*.py")
        found = {other for path in modules for other, _ in list_imports(path)}
        assert found - {wing_of(wing)} <= expand_imports(imports), name
        assert (PACKAGE / first).is_file() and wing_of(PACKAGE / first) == wing_of(wing), first
