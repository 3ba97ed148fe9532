"""YAML written by hand, so that comments stand where they belong."""

from __future__ import annotations

import json
import re

from webarticlecurator.model.visible import escape_controls, json_safe

_PLAIN = re.compile(r"[A-Za-z0-9_./][A-Za-z0-9_./+-]*( [A-Za-z0-9_.][A-Za-z0-9_.+-]*)*")


def yaml_scalar(text: str) -> str:
    """A scalar that is read as this text, plain where that is safe (``none`` is a keyword)."""
    return (
        text
        if _PLAIN.fullmatch(text) and text != "none"
        else json_safe(json.dumps(text, ensure_ascii=False))
    )


def yaml_flow(pairs: tuple[tuple[str, str], ...]) -> str:
    """``{key: value, …}``; values are written already."""
    return "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"


def yaml_comment(lines: tuple[str, ...], indent: int) -> list[str]:
    """Comment lines at a depth."""
    return [f"{' ' * indent}# {escape_controls(line)}".rstrip() for line in lines]
