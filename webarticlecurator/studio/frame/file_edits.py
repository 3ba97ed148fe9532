"""What was edited in the text of a portal file."""

from __future__ import annotations

from difflib import unified_diff

from webarticlecurator.base.text.translation import translate, translate_count


def list_edits(saved: str, draft: str) -> list[str]:
    """Return the lines that differ, each after ``+`` or ``-``, with a line around them after a
    space and ``…`` between distant ones."""
    lines = unified_diff(saved.splitlines(), draft.splitlines(), lineterm="", n=1)
    edits = ["…" if line.startswith("@@") else line for line in [*lines][2:]]
    return edits[1:] if edits[:1] == ["…"] else edits


def describe_edits(edits: list[str]) -> str:
    """Return how many lines were added and removed."""
    added, removed = (sum(line.startswith(sign) for line in edits) for sign in "+-")
    words = (
        translate_count("{number} line added", "{number} lines added", added),
        translate_count("{number} line removed", "{number} lines removed", removed),
    )
    if added and removed:
        return translate("{first} and {second}", first=words[0], second=words[1])
    if not added and not removed:
        return translate("only line endings or white space edited")
    return words[0] if added else words[1]
