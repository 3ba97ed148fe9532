"""The glossary of docs/glossary.md: nouns written by hand, classes from their docstrings.

``python tests/docs/glossary.py`` writes the second part again.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent.parent
PACKAGE = CHECKOUT / "webarticlecurator"
GLOSSARY = CHECKOUT / "docs" / "glossary.md"
START = "<!-- from here on made by tests/docs/glossary.py -->\n"


@cache
def syntax_tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def classes_of(path: Path) -> Iterator[ast.ClassDef]:
    for node in syntax_tree(path).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node


@cache
def offered_names(package: Path) -> set[str]:
    """Return the names in ``__all__`` of a package."""
    lists = [
        node.value
        for node in syntax_tree(package / "__init__.py").body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    return {name.value for found in lists for name in found.elts}  # type: ignore[attr-defined]


def described_classes() -> dict[str, list[tuple[str, str]]]:
    """Return module → its public classes with the first sentence of their docstrings: all of
    ``model/``, and those in the ``__all__`` of a package above them."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        folder = path.parent
        packages = [p for p in (folder, *folder.parents) if PACKAGE in (p, *p.parents)]
        offered = {name for package in packages for name in offered_names(package)}
        for node in classes_of(path):
            if folder.name == "model" or node.name in offered:
                module = path.relative_to(PACKAGE).with_suffix("").as_posix()
                found.setdefault(module, []).append((node.name, first_sentence(node)))
    return found


def first_sentence(node: ast.ClassDef) -> str:
    text = " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
    sentence = re.split(r"(?<=[a-z)`\"])[.;:] ", text)[0].rstrip(".:;")
    return sentence.replace("``", "`").replace("|", "\\|")


def class_tables() -> str:
    lines = [
        "## Classes\n",
        "What `model/` and the packages offer, by module, from their docstrings.\n",
    ]
    for module, classes in described_classes().items():
        lines += [f"**`{module}.py`**\n", "| class | what it is |", "|---|---|"]
        lines += [f"| `{name}` | {sentence} |" for name, sentence in sorted(classes)]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def written_part() -> str:
    return GLOSSARY.read_text(encoding="utf-8").partition(START)[0]


if __name__ == "__main__":
    GLOSSARY.write_text(
        written_part() + START + "\n" + class_tables(), encoding="utf-8", newline="\n"
    )
    missing = [n for rows in described_classes().values() for n, text in rows if not text]
    sys.exit(f"no docstring: {', '.join(missing)}" if missing else 0)
