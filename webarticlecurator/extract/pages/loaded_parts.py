"""Parts of an article that its page loads apart (``article.parts``), and pages that hold all of it
(``article.single_page``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.config import base_tags
from webarticlecurator.extract.body.article_body import BodyResult, read_body_elements
from webarticlecurator.extract.body.finish import coerce_child
from webarticlecurator.extract.body.frame import PageDefaults
from webarticlecurator.extract.body.word_account import sum_accounts
from webarticlecurator.extract.layout import select_layout
from webarticlecurator.extract.pages.reader_comments import apply_comments_rule
from webarticlecurator.model.article import Metadata, PageExtract, Rejected
from webarticlecurator.model.blocks import Node
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import ArticleRules, PartRules, Portal
from webarticlecurator.page import Page
from webarticlecurator.rules import (
    has_pager_without_current,
    select_elements,
    select_first,
    select_links,
    select_texts,
)

_BLOCKS = {"comments": ("comments", "comment"), "feed-entries": ("", "feed-entry")}
"""Kind of a part → the block around its entries, and that of an entry."""


@dataclass(frozen=True)
class LoadedPart:
    """A part that a page loads: its address, and its rules among ``article.parts``."""

    url: str
    rules: PartRules


def find_single_page(portal: Portal, page: Page) -> str | None:
    """Return the address of the page that holds the whole article, None without one.

    It belongs to the portal, is absolute, without fragment, and not that of ``page`` itself.
    """
    rules = select_layout(portal, page).rules.single_page
    address = select_first(rules, page, link=True) if rules else None
    if address is None or not portal_hosts(portal).belongs(address, page.url):
        return None
    address = address.partition("#")[0]
    return address if address != page.url else None


def find_loaded_parts(portal: Portal, page: Page) -> tuple[LoadedPart, ...]:
    """Return the parts that a page of an article loads, in the order of the rules and the page."""
    return tuple(
        LoadedPart(url, part)
        for part in select_layout(portal, page).rules.parts
        for url in select_links(part.address, page)
    )


def find_next_part_page(page: Page, part: PartRules) -> str | None:
    """Return the address of the next page of a part, None on its last one."""
    if not part.next or has_pager_without_current(part.next, page):
        return None
    address = select_first(part.next, page, link=True)
    return address.partition("#")[0] if address else None


def read_loaded_part(
    portal: Portal, article_page: Page, page: Page, part: PartRules
) -> PageExtract | Rejected:
    """Return the blocks of a part that ``article_page`` loads.

    The tag dictionary and the drop rules are those of the article's layout. Rejected as ``empty``
    if it holds no text.
    """
    rules = select_layout(portal, article_page).rules
    bodies = [
        body
        for roots in _find_roots(page, part)
        if isinstance(body := _read_roots(portal, rules, *roots), BodyResult)
    ]
    blocks = _arrange(part.kind, [body.blocks for body in bodies])
    if not blocks:
        return Rejected(page.url, "empty", f"the {part.kind} hold no text")
    body = BodyResult(
        blocks,
        sum_accounts(each.account for each in bodies),
        tuple(problem for each in bodies for problem in each.problems),
        sum_accounts(each.tags_of_comments for each in bodies),
    )
    rest = apply_comments_rule(body, rules, portal.pseudonym_key, page.url)
    if isinstance(rest, Rejected):
        return Rejected(page.url, rest.reason, rest.evidence)
    return PageExtract(page.url, Metadata(), rest.blocks, rest.account, rest.problems, is_part=True)


def _find_roots(page: Page, part: PartRules) -> list[tuple[Page, tuple[etree._Element, ...]]]:
    """Return the elements that hold the entries of a part, each with its page.

    With ``page`` rules, that are several pages: one for each HTML text that they select.
    """
    pages = [page]
    if part.page:
        pages = [page.inner(html) for html in select_texts(part.page, page)]
    if part.root:
        return [(each, (root,)) for each in pages for root in select_elements(part.root, each)]
    return [(each, (each.root,)) for each in pages if len(each.root)]


def _read_roots(
    portal: Portal, rules: ArticleRules, page: Page, roots: tuple[etree._Element, ...]
) -> BodyResult | Rejected:
    defaults = PageDefaults(portal.stated_zone, portal.language)
    return read_body_elements(page, roots, rules.body, base_tags(), defaults)


def _arrange(kind: str, entries: Sequence[tuple[Node, ...]]) -> tuple[Node, ...]:
    """Return the entries as blocks of the kind of the part.

    Where the tag dictionary makes comments or entries of a live blog, they are taken as they are.
    """
    blocks = tuple(block for entry in entries for block in entry)
    if kind == "text":
        return blocks
    if kind == "gallery":
        images = tuple(child for block in blocks for child in coerce_child("gallery", block))
        return (Node("gallery", images),) if images else ()

    around, name = _BLOCKS[kind]
    own = around or name
    if not any(block.name == own for block in blocks):
        blocks = tuple(_make_entry(name, n, entry) for n, entry in enumerate(entries, 1))
    elif around:
        blocks = tuple(
            child
            for block in blocks
            for child in (block.nodes if block.name == around else coerce_child(around, block))
        )
    return (Node(around, blocks),) if around and blocks else blocks


def _make_entry(name: str, number: int, blocks: tuple[Node, ...]) -> Node:
    children = tuple(child for block in blocks for child in coerce_child(name, block))
    attributes = (("id", f"{name}-{number}"),) if name == "comment" else ()
    return Node(name, children, attributes)
