"""Make one article of its pages, of what the store knows of it, and of what a person decided.

Assemble an article from its pages and from what the store knows about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from urllib.parse import quote

from webarticlecurator.article.block_attributes import rename_anchors
from webarticlecurator.article.comment_threads import join_comments
from webarticlecurator.article.identity import (
    IN_FRAGMENT,
    article_id,
    canonical_address,
    normalize_language,
    public_url,
)
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.article import Article, Metadata, PageExtract, TextAccount, Value
from webarticlecurator.model.blocks import Node
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.fields import FIELDS, FieldKind
from webarticlecurator.model.overrides import ARTICLE_ID, ManualOverrides, Override
from webarticlecurator.model.portal import AddressRules, Portal
from webarticlecurator.model.stored_words import require_every_word
from webarticlecurator.model.verdict import Problem
from webarticlecurator.page.page_elements import sum_accounts
from webarticlecurator.text.dates import DateContext, read_date
from webarticlecurator.text.translation import make_message


@dataclass(frozen=True)
class ArticleContext:
    """What only the store knows about an article.

    ``canonical``: its canonical address. ``aliases``: the other addresses under which it was listed
    or found. ``column``: the column of its first listing. ``captures``: the captures of its pages
    in reading order, without those that are missing. ``metadata_url``: the address of the page that
    metadata and kind come from, the first one in link order (with a pager that runs newest first,
    this page is the last one in reading order).
    """

    canonical: str
    aliases: tuple[str, ...] = ()
    column: str | None = None
    captures: tuple[Capture, ...] = ()
    metadata_url: str = ""


def assemble_article(
    portal: Portal, context: ArticleContext, pages: Sequence[PageExtract | MissingPage]
) -> Article:
    """Return one article made of its pages, which come in reading order.

    Metadata and kind are those of the page ``context.metadata_url``, else of the first captured
    page; a thread is a ``DiscussionForumPosting``, unless the portal file says its type. A missing
    page leaves a gap in the text and a problem: ``first-page-missing`` or ``page-missing``.

    ``Article.extra`` holds, where they apply: ``layout`` (the layout that read the first page),
    ``public-address``, ``rel-canonical`` (the address that the page claims, if it differs from the
    article's), and ``no-FIELD`` with the reason for every field that a manual override emptied.

    Raises ValueError if no page was captured.
    """
    captured = [page for page in pages if isinstance(page, PageExtract)]
    if not captured:
        raise ValueError(f"no page of {context.canonical} was captured")

    joined = join_pages(pages)
    main = next((page for page in captured if page.url == context.metadata_url), captured[0])
    metadata, emptied = apply_overrides(portal, main.metadata, context.canonical, context.aliases)
    problems = []
    for number, page in enumerate(pages, start=1):
        if isinstance(page, MissingPage):
            kind = "page-missing" if number > 1 else "first-page-missing"
            message = make_message(
                "the beginning of the article was not captured; a gap stands in its place"
            )
            if number > 1:
                message = make_message(
                    "page {number} of the article was not captured; a gap stands in its place",
                    number=number,
                )
            problems.append(Problem(kind, page.url or context.canonical, message))
    by_name = {layout.name: layout.rules for layout in reversed(portal.layouts)}
    rules = by_name.get(main.layout, portal.article)
    is_thread = main.page_kind == "thread" and not rules.is_kind_stated
    public = public_url(context.canonical, portal.address)
    stated = main.stated or ""
    if stated and canonical_address(stated, portal.address) == context.canonical:
        stated = ""
    extra = {
        "layout": main.layout,
        "public-address": public if public != context.canonical else "",
        "rel-canonical": stated,
    }
    return Article(
        id=article_id(context.canonical),
        url=context.canonical,
        aliases=tuple(sorted(set(context.aliases) - {context.canonical})),
        column=context.column,
        captures=context.captures,
        metadata=metadata,
        blocks=joined.blocks,
        account=joined.account,
        problems=tuple(dict.fromkeys((*problems, *joined.problems))),
        kind="DiscussionForumPosting" if is_thread else rules.kind,
        extra={**{key: value for key, value in extra.items() if value}, **emptied},
        confidence=min(
            (page.confidence for page in captured if page.confidence is not None), default=None
        ),
        page_kind=main.page_kind,
        rights=tuple(dict.fromkeys(each for page in captured for each in page.rights)),
    )


# Apply the manual overrides for single articles (``model/overrides.py``), which have precedence
# over all rules.


def article_id_of(id_or_address: str, rules: AddressRules, *, has_split_pages: bool = False) -> str:
    """Return the id of the article that a row names by its id or by an address.

    ``rules``: how the address is made canonical. ``has_split_pages``: pages of the portal have
    several articles, and the fragment of an address names one of them.
    """
    if ARTICLE_ID.fullmatch(id_or_address):
        return id_or_address
    if has_split_pages and "#" in id_or_address:
        return article_id(part_address(id_or_address, rules))
    return article_id(canonical_address(id_or_address, rules))


def part_address(address: str, rules: AddressRules) -> str:
    """Return the canonical address of one of several articles on a page: that of the page, and the
    fragment."""
    page, _, fragment = address.strip().partition("#")
    return f"{canonical_address(page, rules)}#{quote(fragment, safe=IN_FRAGMENT + '%')}"


@lru_cache(maxsize=8)
def _index_by_id(
    manual: ManualOverrides, rules: AddressRules, has_split_pages: bool
) -> tuple[dict[str, tuple[Override, ...]], dict[str, str]]:
    """Return the overrides and the excluded articles by article id: one for any address of an
    article is one for the article."""
    overrides: dict[str, tuple[Override, ...]] = {}
    for id_or_address, rows in manual.overrides.items():
        key = article_id_of(id_or_address, rules, has_split_pages=has_split_pages)
        overrides[key] = (*overrides.get(key, ()), *rows)
    excluded = {
        article_id_of(id_or_address, rules, has_split_pages=has_split_pages): reason
        for id_or_address, reason in manual.excluded.items()
    }
    return overrides, excluded


def find_exclusion(portal: Portal, addresses: Iterable[str]) -> str | None:
    """Return the reason why an article with these addresses (canonical, as listed, aliases) is on
    the portal's exclude list; None if it is not."""
    if not portal.manual_overrides.excluded:
        return None
    _, excluded = _index_by_id(portal.manual_overrides, portal.address, portal.has_split_pages)
    return next(
        (excluded[id_] for id_ in _possible_ids(portal, addresses) if id_ in excluded), None
    )


def _possible_ids(portal: Portal, addresses: Iterable[str]) -> tuple[str, ...]:
    """Return the ids under which an article can be overridden, the most specific first. An override
    for a page with several articles is one for each of them."""
    return tuple(
        dict.fromkeys(
            article_id(each)
            for url in addresses
            for each in (url, canonical_address(url, portal.address))
        )
    )


def apply_overrides(
    portal: Portal, metadata: Metadata, canonical_address: str, aliases: Iterable[str] = ()
) -> tuple[Metadata, dict[str, str]]:
    """Return ``metadata`` with the manual overrides for the article of these addresses, and the
    fields that they empty: ``no-FIELD`` → reason.

    Overridden values have the source ``override:REASON``, and as original what the rules found. Of
    rows for several of the addresses, those of the first address with any for a field count.
    """
    if not portal.manual_overrides.overrides:
        return metadata, {}
    overrides, _ = _index_by_id(portal.manual_overrides, portal.address, portal.has_split_pages)
    rows: list[Override] = []
    for id_ in _possible_ids(portal, (canonical_address, *aliases)):
        overridden = {row.field for row in rows}
        rows += [row for row in overrides.get(id_, ()) if row.field not in overridden]
    if not rows:
        return metadata, {}

    fields = {}
    for field in FIELDS:
        found = fields[field.name] = metadata.all(field.name)
        field_rows = [row for row in rows if row.field == field.name]
        if field_rows:
            normalize = _NORMALIZERS[field.kind]
            original = "; ".join(dict.fromkeys(value.original for value in found))
            values = tuple(
                Value(normalize(row.value, portal) or row.value, f"override:{row.reason}", original)
                for row in field_rows
                if row.value
            )
            fields[field.name] = values if field.is_list else values[:1]
    emptied = {
        f"no-{row.field}": row.reason for row in rows if not row.value and not fields[row.field]
    }
    return Metadata(tuple((name, values) for name, values in fields.items() if values)), emptied


def _keep_value(value: str, _: Portal) -> str:
    return value


def _normalize_date(value: str, portal: Portal) -> str | None:
    return read_date(value, (), DateContext(portal.stated_zone, portal.language)).value


_NORMALIZERS = require_every_word(
    FieldKind,
    {
        FieldKind.TEXT: _keep_value,
        FieldKind.PERSON: _keep_value,
        FieldKind.ORGANISATION: _keep_value,
        FieldKind.ACCESS: _keep_value,
        FieldKind.YEAR: _keep_value,
        FieldKind.LANGUAGE: lambda value, _: normalize_language(value),
        FieldKind.DATE: _normalize_date,
    },
    "_NORMALIZERS of article/assemble.py",
)
"""Kind of a field → a function from a value whose form config has checked to the normalized one."""


# Join the pages of one article, in reading order, into one list of blocks.
#
# The join removes nothing. Where a portal repeats the title, the lead or the comments on every
# page, the portal file needs a drop rule with ``when``.


@dataclass(frozen=True)
class MissingPage:
    """A page of the article that was not captured; ``url`` is empty if its address is unknown."""

    url: str = ""


@dataclass(frozen=True)
class JoinedPages:
    """All pages as one; ``blocks`` are the children of a ``body`` Node."""

    blocks: tuple[Node, ...]
    account: TextAccount
    problems: tuple[Problem, ...] = ()


def join_pages(pages: Sequence[PageExtract | MissingPage]) -> JoinedPages:
    """Return the blocks of all pages, with the comments of all pages in one block at the end.

    Every page but the first begins with a ``page-break`` that holds its number and address; a
    missing page leaves a ``gap``, and the numbering counts it. Without the first page the
    page-breaks have no number, since it is unknown how many pages are missing. A part that a page
    loads apart follows without one.
    """
    blocks: list[Node] = []
    comments: list[tuple[str, Node]] = []
    used_anchors: set[str] = set()
    is_numbered = not pages or not isinstance(pages[0], MissingPage)
    for number, page in enumerate(pages, 1):
        if isinstance(page, MissingPage):
            blocks.append(_make_node("gap", reason="page-not-captured", target=page.url))
            continue

        if number > 1 and not page.is_part:
            n = str(number) if is_numbered else ""
            blocks.append(_make_node("page-break", n=n, target=page.url))
        own = page.blocks
        if len(pages) > 1:
            own = rename_anchors(own, number, used_anchors)
        blocks.extend(block for block in own if block.name != "comments")
        comments.extend(
            (f"page-{number}", child)
            for block in own
            if block.name == "comments"
            for child in block.nodes
        )

    captured = [page for page in pages if isinstance(page, PageExtract)]
    return JoinedPages(
        (*blocks, *join_comments(comments)),
        sum_accounts(page.account for page in captured),
        tuple(problem for page in captured for problem in page.problems),
    )


def _make_node(name: str, **attributes: str) -> Node:
    return Node(name, (), tuple(sorted((k, v) for k, v in attributes.items() if v)))
