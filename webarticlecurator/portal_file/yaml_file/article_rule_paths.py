"""Where a rule of articles stands in the text of a portal file: in ``article``, or in a layout."""

from __future__ import annotations

from collections.abc import Mapping

from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.portal_file.yaml_file.yaml_edit import find_value
from webarticlecurator.portal_file.yaml_file.yaml_places import KeyPath


def list_rule_paths(text: str, key: KeyPath) -> dict[str, tuple[str, ...]]:
    """Return the paths of a key by the name of its layout: that of the article ("") first, whether
    it has the key or not, then those of the layouts that have it. Raises UsageError if the text is
    not YAML."""
    paths = {"": ("article", *key)}
    layouts = find_value(text, ("article", "layouts"))
    for number, layout in enumerate(layouts if isinstance(layouts, list) else ()):
        path = ("article", "layouts", str(number), *key)
        name = layout.get("name") if isinstance(layout, Mapping) else None
        if name and find_value(text, path) is not None:
            paths.setdefault(str(name), path)
    return paths


def find_rule_path(text: str, layout: str, key: KeyPath) -> tuple[str, ...]:
    """Return the path of a key for the pages of a layout: that of the layout if it has the key,
    else that of the article, which layouts inherit. Raises as ``list_rule_paths``."""
    paths = list_rule_paths(text, key)
    return paths.get(layout, paths[""])


def find_layout_rules(portal: Portal, layout: str) -> ArticleRules:
    """Return the rules of a layout; those of the article for "", and for a name without a
    layout."""
    return next((each.rules for each in portal.layouts if each.name == layout), portal.article)
