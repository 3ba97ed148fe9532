"""What was edited in the text of a portal file."""

from __future__ import annotations

from difflib import unified_diff


def list_edits(saved: str, draft: str) -> list[str]:
    """Return the lines that differ, each after ``+`` or ``-``, with a line around them after a
    space and ``…`` between distant ones."""
    lines = unified_diff(saved.splitlines(), draft.splitlines(), lineterm="", n=1)
    edits = ["…" if line.startswith("@@") else line for line in [*lines][2:]]
    return edits[1:] if edits[:1] == ["…"] else edits


def describe_edits(edits: list[str]) -> str:
    """Return how many lines were added and removed."""
    added, removed = (sum(line.startswith(sign) for line in edits) for sign in "+-")
    parts = [
        f"{count} {'line' if count == 1 else 'lines'} {what}"
        for count, what in ((added, "added"), (removed, "removed"))
        if count
    ]
    return " and ".join(parts) or "only line ends or white space edited"
