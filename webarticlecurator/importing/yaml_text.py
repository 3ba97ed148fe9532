"""YAML as text with comments, which a YAML library would not keep."""

from __future__ import annotations

import json
import re

from webarticlecurator.model.visible import escape_controls, json_safe

_PLAIN = re.compile(r"[A-Za-z0-9_./][A-Za-z0-9_./+-]*( [A-Za-z0-9_.][A-Za-z0-9_.+-]*)*")


def yaml_scalar(text: str) -> str:
    """Return text as a YAML scalar, without quotes where that is safe (``none`` is a keyword)."""
    if _PLAIN.fullmatch(text) and text != "none":
        return text
    return json_safe(json.dumps(text, ensure_ascii=False))


def yaml_flow(pairs: tuple[tuple[str, str], ...]) -> str:
    """Return ``{key: value, …}``; the values are YAML already."""
    return "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"


def yaml_comment(lines: tuple[str, ...], indent: int) -> list[str]:
    """Return comment lines with ``indent`` spaces before them."""
    return [f"{' ' * indent}# {escape_controls(line)}".rstrip() for line in lines]
