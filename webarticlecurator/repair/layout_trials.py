"""Layouts that are tried on pages: the portal file with one more, and what it reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from webarticlecurator.article import read_article_page
from webarticlecurator.config import load_portal
from webarticlecurator.config.yaml_edit import (
    YamlValue,
    add_value,
    find_value,
    parse_value,
    yaml_value,
)
from webarticlecurator.dataclasses import replace
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.portal import Portal
from webarticlecurator.repair.known_articles import (
    KnownArticle,
    ReadingComparison,
    compare_reading,
)
from webarticlecurator.repair.shown_values import has_values
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised

LAYOUTS = ("article", "layouts")
Body = dict[str, YamlValue]
KnownPages = Sequence[tuple[StoredPage, KnownArticle]]


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


def judge(
    portal: Portal, trial: Portal, stored: StoredPage, known: KnownArticle
) -> ReadingComparison:
    """Compare what the rules of ``trial`` read on a page with what is known."""
    return judge_all(portal, [trial], stored, known)[0]


def judge_all(
    portal: Portal, trials: Sequence[Portal], stored: StoredPage, known: KnownArticle
) -> list[ReadingComparison]:
    """Compare what several portals read on a page with what is known."""
    found: list[ReadingComparison] = run_supervised(
        portal, stored.url, judge_page, stored, known, tuple(trials)
    )
    return found


def judge_page(
    portal: Portal, stored: StoredPage, known: KnownArticle, trials: Sequence[Portal]
) -> list[ReadingComparison]:
    """Read a page and compare. To be called in a worker."""
    page = stored.page(portal)
    has = partial(has_values, page, portal)
    return [compare_reading(known, read_article_page(trial, page), has) for trial in trials]
