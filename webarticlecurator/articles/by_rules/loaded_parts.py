"""Parts of an article that its page loads apart (``article.parts``), and pages that hold all of it
(``article.single_page``).
"""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body_elements
from webarticlecurator.articles.blocks.block_values import PageDefaults
from webarticlecurator.articles.blocks.comment_threads import join_comments
from webarticlecurator.articles.blocks.finish import coerce_child
from webarticlecurator.articles.blocks.walk_record import WalkRecord
from webarticlecurator.articles.by_rules.comments import apply_comments_rule
from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import Metadata, PageExtract, Rejected
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.base.portal.article_rules import ArticleRules, PartRules
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.page.ancestors import outermost_elements
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import sum_accounts
from webarticlecurator.pages.rules.results import (
    has_pager_without_current,
    select_elements,
    select_first,
    select_links,
    select_texts,
)
from webarticlecurator.portal_file.config.tags import base_tags

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
    # A link to itself would let the crawl ask for the page that it has.
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
    # A pager that does not say which page is the current one does not say which is the next.
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
        for each, roots in find_part_roots(page, part)
        if isinstance(body := read_part_roots(portal, rules, part.kind, each, roots), BodyResult)
    ]
    blocks = _arrange(part.kind, [body.blocks for body in bodies])
    if not blocks:
        return Rejected(page.url, "empty", make_message("the {kind} hold no text", kind=part.kind))
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


def find_part_roots(page: Page, part: PartRules) -> list[tuple[Page, tuple[etree._Element, ...]]]:
    """Return the elements that hold the entries of a part, each with its page.

    With ``page`` rules, that are several pages: one for each HTML text that they select.
    """
    pages = [page.inner(html) for html in select_texts(part.page, page)] if part.page else [page]
    if part.root:
        found = [(each, tuple(select_elements(part.root, each))) for each in pages]
        return [(each, roots) for each, roots in found if roots]
    return [(each, (each.root,)) for each in pages if len(each.root)]


def read_part_roots(
    portal: Portal,
    rules: ArticleRules,
    kind: str,
    page: Page,
    roots: tuple[etree._Element, ...],
    record: WalkRecord | None = None,
) -> BodyResult | Rejected:
    """Return the text of the roots of a page. Each of them is an entry of the part, unless the tag
    dictionary makes entries of what is in them. An entry inside another one is a reply to it. What
    becomes of the elements is added to ``record``."""
    around, name = _BLOCKS.get(kind, ("", ""))
    defaults = PageDefaults(portal.stated_zone, portal.language)
    outermost = outermost_elements(roots)
    body = read_body_elements(page, outermost, rules.body, base_tags(), defaults, record=record)
    own = around or name
    # The tag dictionary of the portal goes before: only where it makes no entries, each root is
    # one.
    if not own or isinstance(body, Rejected) or any(block.name == own for block in body.blocks):
        return body
    entries = dict.fromkeys(roots, name)
    if record is not None:
        record.clear()
    return read_body_elements(
        page, outermost, rules.body, base_tags(), defaults, entries, record=record
    )


def _arrange(kind: str, entries: Sequence[tuple[Node, ...]]) -> tuple[Node, ...]:
    """Return the blocks of the pages of a part as blocks of its kind."""
    blocks = tuple(block for entry in entries for block in entry)
    if kind == "gallery":
        images = tuple(child for block in blocks for child in coerce_child("gallery", block))
        return (Node("gallery", images),) if images else ()
    if kind != "comments":
        return blocks
    return join_comments(
        [
            (f"entry-{number}", child)
            for number, entry in enumerate(entries, 1)
            for block in entry
            for child in (block.nodes if block.name == kind else coerce_child("comments", block))
        ]
    )
