"""YAML that a person goes on writing: values in one line, by PyYAML, and comments.

The files themselves are templates with their comments; only the values in them are made.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TypeAlias

import yaml

from webarticlecurator.base.text.characters import escape_cell

YamlValue: TypeAlias = (
    "str | int | bool | date | Sequence[YamlValue] | Mapping[str, YamlValue] | Keyword"
)


class Keyword(str):
    """A word that means something by itself (``none``, a date), written without quotes."""

    __slots__ = ()


class _Dumper(yaml.SafeDumper):
    """Writes every text so that it is read as the same text, and no anchors of its own."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 (that of the library)
        return True


def _write_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    needs_quotes = text == "none" or not text.isprintable()
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, '"' if needs_quotes else None)


def _write_keyword(dumper: yaml.SafeDumper, word: Keyword) -> yaml.ScalarNode:
    tag = dumper.resolve(yaml.ScalarNode, str(word), (True, False))  # type: ignore[no-untyped-call]
    return dumper.represent_scalar(tag, str(word))


_Dumper.add_representer(str, _write_text)
_Dumper.add_representer(Keyword, _write_keyword)


def yaml_value(value: YamlValue) -> str:
    """Return a value as YAML in one line, with quotes only where they are needed; lists and
    mappings as ``[a, b]`` and ``{a: b}``. Characters that one cannot see are escaped."""
    line = yaml.dump(
        value,
        Dumper=_Dumper,
        default_flow_style=True,
        allow_unicode=True,
        sort_keys=False,
        width=math.inf,
    )
    return "".join(map(_escape, line.rstrip("\n").removesuffix("\n...")))


def yaml_comments(lines: Iterable[str], indent: int = 0) -> list[str]:
    """Return comment lines with ``indent`` spaces before them."""
    return [f"{' ' * indent}# {escape_cell(line)}".rstrip() for line in lines]


def _escape(c: str) -> str:
    """Return an invisible character as it is written in double quotes."""
    if c.isprintable():
        return c
    return f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}"
