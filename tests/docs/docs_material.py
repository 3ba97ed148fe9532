"""The commands, tables and examples of the documents, parsed."""

from __future__ import annotations

import glob
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checkout import CHECKOUT

COMMANDS = CHECKOUT / "docs" / "commands.md"
JSON_ANSWERS = CHECKOUT / "docs" / "json.md"
KEYS = CHECKOUT / "docs" / "keys.md"
PYTHON = CHECKOUT / "docs" / "python.md"
PROMISES = CHECKOUT / "docs" / "promises.md"
README = CHECKOUT / "README.md"
START = CHECKOUT / "docs" / "index.md"
"""The first page of the site: how to install, and the tour."""
TROUBLES = CHECKOUT / "docs" / "what-it-says.md"


def curator(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a user in ``folder`` does."""
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHONUTF8": "0", "LC_ALL": "C"}
    command = [sys.executable, "-m", "webarticlecurator", *arguments]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def sections(text: str) -> dict[str, str]:
    """Return title of a second-level heading → the text below it."""
    parts = re.split(r"(?m)^## (.+)$", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@dataclass(frozen=True)
class Command:
    """A command of a document; ``answer`` is the JSON right below it."""

    file: str
    line: int
    text: str
    answer: str | None

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.text}"

    def arguments(self, folder: Path) -> list[str]:
        """Return the arguments as a shell in ``folder`` passes them."""
        words = shlex.split(self.text, comments=True)[1:]
        return [file for word in words for file in _expanded(word, folder)]


def _expanded(word: str, folder: Path) -> list[str]:
    if "*" not in word:
        return [word]
    found = glob.glob(str(folder / word))  # noqa: PTH207 - a pattern that may be absolute
    return sorted(Path(name).relative_to(folder).as_posix() for name in found) or [word]


def commands(path: Path) -> Iterator[Command]:
    """Yield the commands of a document: indented lines that begin with ``curator``."""
    yield from commands_of(path, read(path))


def commands_of(path: Path, text: str) -> Iterator[Command]:
    """Yield the commands of a part of a document."""
    for found in re.finditer(r"(?m)^    (curator .+)$", text):
        answer = re.match(r"\n\n```json\n(.*?)\n```", text[found.end() :], re.DOTALL)
        line = text.count("\n", 0, found.start()) + 1
        yield Command(path.name, line, found[1], answer[1] if answer else None)


def python_blocks(path: Path) -> list[tuple[int, str]]:
    """Return line number and text of every Python example."""
    text = read(path)
    return [
        (text.count("\n", 0, m.start(1)) + 1, m[1])
        for m in re.finditer(r"(?m)^```python\n(.*?)^```$", text, re.DOTALL | re.M)
    ]


def shape(value: Any) -> Any:
    """Return the shape of a JSON value: its keys and types, without values.

    The shape of a list is that of its first item; null fits anything.
    """
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return (
        None
        if value is None
        else "number"
        if isinstance(value, (int, float)) and not isinstance(value, bool)
        else type(value).__name__
    )


OPEN = {"rejected", "problems", "metadata", "extra"}
"""Their keys are data: those of the document must occur."""


def differences(documented: Any, found: Any, path: str = "") -> list[str]:
    """Return where two shapes differ."""
    if (
        documented is None
        or found is None
        or (isinstance(documented, list) and isinstance(found, list) and not (documented and found))
    ):
        return []
    if isinstance(documented, dict) and isinstance(found, dict):
        loose = path.rpartition(".")[2] in OPEN
        wrong = [f"{path}.{key} is not in the answer" for key in documented if key not in found]
        wrong += (
            []
            if loose
            else [f"{path}.{key} is not in the document" for key in found if key not in documented]
        )
        wrong += (
            []
            if loose or list(documented) == list(found)
            else [f"{path}: the order of the keys differs"]
        )
        return wrong + [
            line
            for key in documented
            if key in found
            for line in differences(documented[key], found[key], f"{path}.{key}")
        ]
    if isinstance(documented, list) and isinstance(found, list):
        return differences(documented[0], found[0], f"{path}[]")
    return (
        []
        if documented == found
        else [f"{path}: {documented} in the document, {found} in the answer"]
    )
