"""What ``curator learn`` has found → the text of ``<portal>.learned.yaml``."""

from __future__ import annotations

from collections.abc import Sequence

MARK = "# Written by `curator learn`"
"""How a file begins that may be written anew."""

_HEAD = f"""{MARK} from the stored articles; it counts as a part of the portal file.
# What the portal file says itself is used instead. Change it, or delete it and run `curator learn` again.
"""


def learned_text(titles: Sequence[tuple[str, str]]) -> str:
    """A YAML file with pairs for ``clean.title``: (regex whose match is taken off, evidence in words) in the order in which they
    act. Ends with a line end; loading it gives these pairs again."""
    lines = (f"      - [{_quoted(regex)}, '']  # {' '.join(evidence.split())}\n" for regex, evidence in titles)
    return f"{_HEAD}article:\n  clean:\n    title:\n{''.join(lines)}"


def _quoted(text: str) -> str:
    """Single quotes: YAML leaves everything inside as it is."""
    return "'" + text.replace("'", "''") + "'"
