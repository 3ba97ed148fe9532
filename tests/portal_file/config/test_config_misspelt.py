"""Every kind of key of every shipped portal file, misspelt by one letter, is caught: right line,
right suggestion, nothing else."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import CHECKOUT
from long_parameters import one_in

from webarticlecurator.portal_file.config.load import check
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    Mapping,
    Scalar,
    Tree,
    YamlList,
    parse_yaml,
)

FREE = frozenset(["columns", "map", "tags", "cookies", "headers", "listed"])
"""Below these stand names that the user makes up."""
MISSPELLINGS = 3
"""How ``misspelt`` changes a word; so often a kind of key is tried in one file."""


def shipped() -> list[Path]:
    files = [
        *sorted((CHECKOUT / "site_configs").glob("*.yaml")),
        *sorted((CHECKOUT / "examples").glob("*.yaml")),
    ]
    return [path for path in files if not path.stem.endswith((".tests", ".learned"))]


def keys(tree: Tree, sections: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Scalar]]:
    """Every key that the language knows, in the order of the file, with its sections and itself.

    Names that the user makes up are no sections.
    """
    if isinstance(tree, YamlList):
        for item in tree.items:
            yield from keys(item, sections)
    if isinstance(tree, Mapping):
        is_free = sections[-1:] and sections[-1] in FREE
        for key, value in tree.entries:
            if is_free:
                yield from keys(value, (*sections, ""))
            else:
                yield (*sections, key.text), key
                yield from keys(value, (*sections, key.text))


def misspelt(word: str, number: int) -> str:
    """One letter replaced, left out, or written twice, in turn."""
    middle = len(word) // 2
    head, letter, tail = word[:middle], word[middle], word[middle + 1 :]
    if number % 3 == 2:
        return head + letter * 2 + tail
    if number % 3 == 1 and len(word) > 2:
        return head + tail
    return head + ("x" if letter != "x" else "q") + tail


@pytest.mark.parametrize("path", one_in(8, shipped()), ids=lambda path: path.stem)
def test_every_key_misspelt(path: Path, tmp_path: Path) -> None:
    for other in path.parent.iterdir():
        if other.is_file() and not other.name.endswith((".yaml", ".py", ".pyc")):
            shutil.copy(other, tmp_path)
    content = path.read_bytes()
    assert check(path) == ()
    tree, _ = parse_yaml(content, path.name)
    seen = set()
    tried: Counter[tuple[str, ...]] = Counter()
    numbers: dict[tuple[str, ...], int] = {}
    lines = content.decode("utf-8").split("\n")
    for kind, key in keys(tree):
        if key.place in seen:  # an alias leads here again
            continue
        seen.add(key.place)
        if tried[kind] == MISSPELLINGS:
            continue
        number = numbers.setdefault(kind, len(numbers)) + tried[kind]
        wrong, row = misspelt(key.text, number), key.place.line - 1
        tried[kind] += 1
        start = key.place.column - 1 + (not key.plain)
        assert lines[row][start:].startswith(key.text)
        changed = [
            *lines[:row],
            lines[row][:start] + wrong + lines[row][start + len(key.text) :],
            *lines[row + 1 :],
        ]
        copy = tmp_path / path.name
        copy.write_text("\n".join(changed), encoding="utf-8", newline="\n")
        problems = check(copy)
        assert [(p.line, p.column, p.found, p.nearest) for p in problems] == [
            (key.place.line, key.place.column, wrong, key.text)
        ], f"{key.text} → {wrong}: {[str(p) for p in problems]}"


def test_misspelling_changes_one_letter() -> None:
    assert [misspelt("links", n) for n in range(3)] == ["lixks", "liks", "linnks"]
    assert [misspelt("at", n) for n in range(3)] == ["ax", "ax", "att"]
