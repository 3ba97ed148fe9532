"""The built-in sources of metadata (``base/model/fields.py``), as if they stood in a portal
file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from webarticlecurator.base.model.fields import FIELDS
from webarticlecurator.base.model.rule import Place
from webarticlecurator.portal_file.config.yaml_tree import Mapping as YamlMapping
from webarticlecurator.portal_file.config.yaml_tree import Scalar, Tree, YamlList


def default_sources_tree() -> Tree:
    """Return the mapping ``article`` with the built-in sources of every field; its places have no
    line."""
    return _to_tree({"metadata": {field.name: field.sources for field in FIELDS if field.sources}})


def _to_tree(value: Any) -> Tree:
    if isinstance(value, str):
        return Scalar(value, Place(), plain=False)
    if isinstance(value, Mapping):
        entries = tuple((Scalar(key, Place()), _to_tree(item)) for key, item in value.items())
        return YamlMapping(entries, Place())
    return YamlList(tuple(_to_tree(item) for item in value), Place())


def default_sources_yaml() -> str:
    """Return the built-in sources as a portal file has them, for the reference."""
    lines = []
    for field in FIELDS:
        lines.append(f"{field.name}:" if field.sources else f"{field.name}: none")
        lines += [f"  - {_to_flow_yaml(source)}" for source in field.sources]
    return "\n".join(lines)


def _to_flow_yaml(source: Mapping[str, Any]) -> str:
    """Return a rule on one line: ``{meta: 'og:title'}``."""
    return yaml.safe_dump(
        _to_lists(source),
        default_flow_style=True,
        sort_keys=False,
        allow_unicode=True,
        width=10_000,
    ).strip()


def _to_lists(value: Any) -> Any:
    """Return ``value`` with lists in place of tuples, which YAML does not have."""
    if isinstance(value, Mapping):
        return {key: _to_lists(item) for key, item in value.items()}
    return value if isinstance(value, str) else [_to_lists(item) for item in value]
