"""One stored page that holds several articles (``article.split``): each with its own id, metadata
and blocks."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from webarticlecurator.config import base_tags
from webarticlecurator.extract.body.article_body import read_body_of, reject_without_root
from webarticlecurator.extract.body.frame import PageDefaults
from webarticlecurator.extract.body.roots import find_roots_inside
from webarticlecurator.extract.layout import Layout, select_layout
from webarticlecurator.extract.metadata.sources import MetadataSources
from webarticlecurator.extract.page_checks.checks import check_page
from webarticlecurator.extract.pages.article_page import (
    embedded_page,
    page_extract,
    without_dropped_comments,
)
from webarticlecurator.extract.pages.page_parts import PagePart, html_without, split_page
from webarticlecurator.model.article import PageExtract, Rejected
from webarticlecurator.model.portal import Portal, Split
from webarticlecurator.page import Page

Read = PageExtract | Rejected


def read_split_page(portal: Portal, page: Page) -> tuple[tuple[str, Read], ...] | Rejected:
    """(fragment, article) for every article on the page, in its order. The canonical address of
    each is that of the page, ``#`` and the fragment: its id on the page, or ``n`` and its number
    where the page gives it none or one that is already taken.

    Their text is what ``body.root`` selects in their own element, or all of it. Their metadata is
    looked for there, without others inside it; only what is not a date or an author may come from
    the page around it. Rejected: the whole page, by the gate, or ``no-root`` where nothing is split
    off.
    """
    chosen = select_layout(portal, page)
    refused = check_page(page, chosen.rules)
    if refused:
        return refused
    inner, rule = embedded_page(page, chosen.rules), chosen.rules.split
    parts = split_page(inner, rule) if inner is not None and rule is not None else ()
    if inner is None or not parts:
        return Rejected(page.url, "no-root", "article.split finds no article on the page")
    around, texts = (
        _around(inner, parts),
        find_roots_inside(inner, chosen.rules.body, tuple(part.element for part in parts)),
    )
    return tuple(
        (name, _read(portal, (inner, around), chosen, (name, part), texts[part.element]))
        for name, part in _named(parts)
    )


def part_sources(page: Page, rule: Split) -> tuple[tuple[str, MetadataSources], ...]:
    """(fragment, where its metadata are looked for) for every article on ``page``, as
    ``read_split_page`` names them."""
    parts = split_page(page, rule)
    around = _around(page, parts) if parts else page
    return tuple((name, _views(around, part)) for name, part in _named(parts))


def _named(parts: tuple[PagePart, ...]) -> list[tuple[str, PagePart]]:
    named: dict[str, PagePart] = {}
    ids = {part.id for part in parts}
    for number, part in enumerate(parts, start=1):
        name = part.id if part.id and part.id not in named else f"n{number}"
        while name != part.id and name in ids:  # a name of ours must not be that of another article
            name += "-"
        named[name] = part
    return list(named.items())


def _read(
    portal: Portal,
    pages: tuple[Page, Page],
    chosen: Layout,
    named: tuple[str, PagePart],
    roots: tuple[etree._Element, ...],
) -> Read:
    """``pages``: the page, and what it is around its articles; ``roots``: where its text is."""
    (page, around), (name, part) = pages, named
    address, rules = f"{page.url}#{name}", chosen.rules.body
    if not roots:
        return replace(reject_without_root(page, rules), url=address)
    text = read_body_of(
        page, roots, rules, base_tags(), PageDefaults(portal.stated_zone, portal.language)
    )
    text = without_dropped_comments(text, chosen.rules)
    if isinstance(text, Rejected):
        return replace(text, url=address)
    return replace(page_extract(portal, _views(around, part), chosen, text), url=address)


def _around(page: Page, parts: tuple[PagePart, ...]) -> Page:
    """The page without its articles: what one of them says is said of no other."""
    return page.inner(html_without(page.root, (part.element for part in parts)))


def _views(around: Page, part: PagePart) -> MetadataSources:
    return MetadataSources(around.inner(part.own_html()), surrounding=around)
