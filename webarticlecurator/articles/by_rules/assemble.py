"""Make one article of its pages, of what the store knows of it, and of what a person decided.

Assemble an article from its pages and from what the store knows about it.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.articles.by_rules.identity import article_id, canonical_address, public_url
from webarticlecurator.articles.by_rules.join_pages import MissingPage, join_pages
from webarticlecurator.articles.by_rules.manual_overrides import apply_overrides
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import Article, PageExtract
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.verdict import make_problem
from webarticlecurator.base.portal.portal import Portal


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
            where = page.url or context.canonical
            problems.append(
                make_problem("page-missing", where, number=number)
                if number > 1
                else make_problem("first-page-missing", where)
            )
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
