"""A copy of the package, with rows written into its tables as a contributor writes them.

CONTRIBUTING.md says what follows from a row. Each test here writes a row that the package does not
have, and uses it end to end as a user does: by commands, in processes of their own.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checkout import CHECKOUT
from processes import PATIENCE
from small_portal import SmallPortal

PACKAGE = "webarticlecurator"
DATA = ("schemas", "tei_templates", "examples", "site_configs")
"""Folders beside the package that it reads, which a made-up row may change, too."""


@dataclass(frozen=True)
class MadeUpPackage:
    """The copy below ``folder``; files of the package are named from ``webarticlecurator/`` on."""

    folder: Path

    def file(self, name: str) -> Path:
        """Return the path of a file of the copy."""
        return self.folder / PACKAGE / name

    def write(self, name: str, text: str) -> None:
        """Write a new file."""
        path = self.file(name)
        assert not path.exists()
        path.write_text(text, encoding="utf-8", newline="\n")

    def add_import(self, name: str, line: str) -> None:
        """Write an import among those of a file."""
        marker = "from __future__ import annotations\n"
        path = self.file(name)
        before, _, after = path.read_text(encoding="utf-8").partition(marker)
        path.write_text(f"{before}{marker}{line}\n{after}", encoding="utf-8", newline="\n")

    def add_row(self, name: str, table: str, row: str) -> None:
        """Write a row behind the last one of ``table``, a tuple, list, set or dict of a file, or
        what is made of one. ``row`` is Python: a value, or ``key: value``."""
        path = self.file(name)
        text = path.read_text(encoding="utf-8")
        last = _find_last_row(ast.parse(text), table)
        assert last.end_lineno and last.end_col_offset
        lines = text.splitlines(keepends=True)
        line = lines[last.end_lineno - 1].encode("utf-8")
        cut = last.end_col_offset
        new = line[:cut].decode("utf-8") + ",\n" + row + line[cut:].decode("utf-8")
        lines[last.end_lineno - 1] = new
        path.write_text("".join(lines), encoding="utf-8", newline="\n")

    def curator(self, *arguments: str | Path, code: int = 0) -> str:
        """Return what a command prints that ends with ``code``; errors come behind it."""
        return self._run(["-m", PACKAGE, *map(str, arguments)], code)

    def python(self, program: str, *tests: str) -> str:
        """Return what a program prints that imports the package, and modules of folders of
        ``tests/``."""
        return self._run(["-c", program], 0, *tests)

    def documents(self) -> str:
        """Return the reference of the portal file and its schema, as they are made."""
        program = (
            "from regenerate_config import reference_text, schema_text;"
            "print(reference_text(), schema_text())"
        )
        return self.python(program, "portal_file/config")

    def write_tei_schema(self) -> str:
        """Make the schema of TEI of the copy again; return the new docs/tei-reference.md."""
        program = (
            "from pathlib import Path; from regenerate_tei import PAGE, SCHEMA, page_text, schema_text;"
            "text = schema_text(SCHEMA.read_text(encoding='utf-8'));"
            "Path('schemas', SCHEMA.name).write_text(text, encoding='utf-8', newline='\\n');"
            "print(page_text(PAGE.read_text(encoding='utf-8')))"
        )
        return self.python(program, "tei/documents")

    def count(self, config: Path, corpus: Path) -> dict[str, Any]:
        """Return what ``status --json`` prints of a corpus."""
        found = json.loads(self.curator("status", config, "--corpus", corpus, "--json"))
        assert isinstance(found, dict)
        return found

    def fail_to_import(self, module: str) -> str:
        """Return the last line of the error with which a module of the package cannot be
        imported."""
        return self._run(["-c", f"import {PACKAGE}.{module}"], 1).rstrip().splitlines()[-1]

    def _run(self, arguments: list[str], code: int, *tests: str) -> str:
        places = [self.folder, CHECKOUT / "tests", *(CHECKOUT / "tests" / name for name in tests)]
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places))},
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == code, (done.returncode, done.stdout, done.stderr[-3000:])
        return done.stdout + done.stderr


def _find_last_row(tree: ast.Module, table: str) -> ast.expr:
    """Return the last row of a table of a module."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if table not in names or not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        for part in ast.walk(node.value or ast.Constant(None)):
            if isinstance(part, ast.Tuple | ast.List | ast.Set) and part.elts:
                return part.elts[-1]
            if isinstance(part, ast.Dict) and part.values:
                return part.values[-1]
    raise AssertionError(f"no table {table}")


def write_portal(portal: SmallPortal, text: str) -> Path:
    """Write a portal file without a delay, ``BASE`` in it standing for the server's address."""
    path = portal.folder / "small.yaml"
    head = "portal: small\nhome: BASE/\nlanguage: en\nfetch: {delay: 0, retries: 0}\n"
    path.write_text((head + text).replace("BASE", portal.base), encoding="utf-8", newline="\n")
    return path


def copy_package(folder: Path) -> MadeUpPackage:
    """Return a copy of the package in ``folder``, to which rows can be added."""
    shutil.copytree(CHECKOUT / PACKAGE, folder / PACKAGE)
    for name in DATA:
        shutil.copytree(CHECKOUT / name, folder / name)
    return MadeUpPackage(folder)
