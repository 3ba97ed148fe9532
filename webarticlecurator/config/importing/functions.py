"""A portal's Python functions, named and shown beside the rule that is to take their place; they are never run."""

from __future__ import annotations

import ast
from pathlib import Path

from webarticlecurator.config.files import MAX_TABLE, read_regular

MOST_LINES = 40


def source_lines(path: Path, name: str) -> tuple[str, ...]:
    """The lines of the function ``name`` in the Python file at ``path``; none where the file cannot be read, has no such
    function, or the function is long."""
    try:
        text = read_regular(path, MAX_TABLE).decode("utf-8")
        tree = ast.parse(text)
    except (OSError, ValueError, SyntaxError, RecursionError):
        return ()
    found = next((n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name), None)
    segment = ast.get_source_segment(text, found) if found else None
    lines = tuple(line.rstrip() for line in (segment or "").splitlines() if line.strip())
    return lines if len(lines) <= MOST_LINES else ()
