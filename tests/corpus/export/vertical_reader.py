"""A reader of vertical files by the documented grammar, and of registry files: nothing of curator.

https://www.sketchengine.eu/documentation/preparing-corpus-text/
https://www.sketchengine.eu/documentation/corpus-configuration-file-all-features/
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import unescape

TAG = re.compile(r'<(/?)([a-z]+)((?: [A-Za-z_][A-Za-z0-9_]*="[^"<>]*")*)(/?)>')
ATTRIBUTE = re.compile(r'([A-Za-z_][A-Za-z0-9_]*)="([^"]*)"')
OPTION = re.compile(r'([A-Z0-9]+)(?: "([^"]*)"| ([a-z_][A-Za-z0-9_]*))( \{)?')
ENTITIES = {"&quot;": '"'}


@dataclass
class Structure:
    name: str
    attributes: dict[str, str]
    children: list[Any] = field(default_factory=list)

    def find(self, name: str) -> Iterator[Structure]:
        for child in self.children:
            if isinstance(child, Structure):
                if child.name == name:
                    yield child
                yield from child.find(name)

    def rows(self) -> list[list[str]]:
        rows: list[list[str]] = []
        for child in self.children:
            rows += child.rows() if isinstance(child, Structure) else [child]
        return rows

    def text(self) -> str:
        """The forms, with one space between those that are not glued."""
        out = ""
        for item in self._items():
            out = out.removesuffix(" ") if item is None else f"{out}{item} "
        return out.strip()

    def _items(self) -> Iterator[str | None]:
        for child in self.children:
            if isinstance(child, list):
                yield child[0]
            elif child.name == "g":
                yield None
            else:
                yield from child._items()


def read_vertical(content: bytes) -> list[Structure]:
    """The documents; every line is a tag or a row, and tags are nested."""
    root = Structure("corpus", {})
    open_structures = [root]
    text = content.decode("utf-8")
    assert text == "" or text.endswith("\n")
    for line in text.split("\n")[:-1]:
        assert line.strip(), "empty line"
        tag = TAG.fullmatch(line)
        if tag is None:
            assert not line.startswith("<"), line
            row = [unescape(cell) for cell in line.split("\t")]
            assert all(row), line
            open_structures[-1].children.append(row)
        elif tag[1]:
            assert open_structures.pop().name == tag[2], line
        else:
            pairs = {key: unescape(value, ENTITIES) for key, value in ATTRIBUTE.findall(tag[3])}
            structure = Structure(tag[2], pairs)
            open_structures[-1].children.append(structure)
            if not tag[4]:
                open_structures.append(structure)
    assert open_structures == [root]
    assert {child.name for child in root.children} <= {"doc"}
    return root.children


def read_registry(text: str) -> dict[str, Any]:
    """The options: an attribute or structure is its name with its own options."""
    options: dict[str, Any] = {"ATTRIBUTE": {}, "STRUCTURE": {}}
    levels = [options]
    for line in map(str.strip, text.splitlines()):
        if line == "}":
            levels.pop()
            continue
        option = OPTION.fullmatch(line)
        assert option is not None, line
        name, value = option[1], option[2] if option[2] is not None else option[3]
        if name not in ("ATTRIBUTE", "STRUCTURE"):
            levels[-1][name] = value
            continue
        inside = {"ATTRIBUTE": {}} if name == "STRUCTURE" else {}
        levels[-1][name][value] = inside
        if option[4]:
            levels.append(inside)
    assert levels == [options]
    return options
