"""The built-in sources of metadata (``base/model/fields.py``), as if they stood in a portal
file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webarticlecurator.base.model.fields import FIELDS
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.portal_file.yaml_file.yaml_tree import Mapping as YamlMapping
from webarticlecurator.portal_file.yaml_file.yaml_tree import Scalar, Tree, YamlList


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
