"""Layouts that are tried: the portal file with one more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import ConfigError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.yaml_file.yaml_edit import add_value, find_value, parse_value
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue, yaml_value

LAYOUTS = ("article", "layouts")


def try_layouts(
    portal: Portal, text: str, layouts: Sequence[Mapping[str, YamlValue]]
) -> list[Portal | None]:
    """Return for each layout the portal that reads every page by it; None if the file would be
    wrong. Without the archive, the file is read in a tenth of the time."""
    whole = parse_value(text)
    assert isinstance(whole, dict)
    article = whole.get("article")
    article = dict(article) if isinstance(article, dict) else {}
    named = [
        {"name": f"tried-{n}", "when": f"html:not(.tried-{n})", **each}
        for n, each in enumerate(layouts)
    ]
    article["layouts"] = named
    rest = {key: value for key, value in whole.items() if key not in ("archive", "article")}
    archive: YamlValue = {"url": portal.home, "links": "a"}
    tried = reload_portal(portal, yaml_value({**rest, "archive": archive, "article": article}))
    if tried is not None:
        return [replace(portal, layouts=(layout,)) for layout in tried.layouts]
    if len(layouts) == 1:
        return [reload_portal(portal, add_layout(text, named[0]))]
    return [one for each in layouts for one in try_layouts(portal, text, [each])]


def reload_portal(portal: Portal, text: str) -> Portal | None:
    """Return the portal of a changed file; None if it would be wrong."""
    allowed = {digest for _, digest in portal.hooks}
    try:
        return load_portal(portal.path, allow_hooks=allowed, content=text.encode())
    except ConfigError:
        return None


def add_layout(text: str, layout: Mapping[str, YamlValue]) -> str:
    """Return the text of a portal file with a layout before all others."""
    if find_value(text, LAYOUTS) is None:
        return add_value(text, LAYOUTS, [dict(layout)])
    return add_value(text, LAYOUTS, dict(layout), first=True)
