"""Read the body of a piece of HTML by some rules."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.portal.article_rules import BodyRules, TagRow
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags

URL = "https://echo.example/news/one.html"


def try_read(
    html: str,
    *,
    root: Sequence[str] = (),
    drop: Sequence[str | Rule] = (),
    tags: Sequence[tuple[str, ...]] = (),
    clean: Sequence[tuple[str, str]] = (),
    **more: str,
) -> BodyResult | Rejected:
    """``tags``: (signature, operation, context, keep); the line is the place in the list, from 1."""
    rows = tuple(
        TagRow(
            r[0], r[1], tuple(r[3].split()) if len(r) > 3 else (), r[2] if len(r) > 2 else "", line
        )
        for line, r in enumerate(tags, 1)
    )
    rules = BodyRules(
        tuple(Rule("css", r) for r in root),
        tuple(d if isinstance(d, Rule) else Rule("css", d) for d in drop),
        rows,
        clean=tuple(clean),
    )
    return read_body(Page(URL, html), rules, base_tags(), **more)
