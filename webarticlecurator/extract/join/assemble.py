"""The pages of an article and what the store knows of it → the article."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webarticlecurator.extract.join.identity import article_id, canonical_address, public_url
from webarticlecurator.extract.join.join_pages import MissingPage, join_pages
from webarticlecurator.extract.metadata.manual_overrides import apply_overrides
from webarticlecurator.model.article import Article, PageExtract
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.portal import ArticleRules, Portal
from webarticlecurator.model.verdict import Problem


@dataclass(frozen=True)
class ArticleContext:
    """What only the store knows: the canonical address, the other addresses under which the article
    was listed or found, the column of the first listing, the captures of its pages in reading order
    (of those that are not missing), and the address of the page at which the article begins in link
    order (with a pager that runs newest first, the last to be read)."""

    canonical: str
    aliases: tuple[str, ...] = ()
    column: str | None = None
    captures: tuple[Capture, ...] = ()
    head: str = ""


def assemble_article(
    portal: Portal, facts: ArticleContext, pages: Sequence[PageExtract | MissingPage]
) -> Article:
    """One article of its pages in reading order, at least one of them captured (ValueError else).

    Metadata and kind are those of the page ``facts.head``, else of the first page that was
    captured. A page that is missing is a gap in the text and a problem: ``first-page-missing`` or
    ``page-missing``. ``extra`` holds ``layout`` (the version that read the first page),
    ``public-address`` and ``rel-canonical`` (an address that the page itself claims, if it is not
    the article's), where there are such, and ``no-FIELD`` for every field that was emptied by hand,
    with the reason.
    """
    captured = [page for page in pages if isinstance(page, PageExtract)]
    if not captured:
        raise ValueError(f"no page of {facts.canonical} was captured")
    joined = join_pages(pages)
    first = next((page for page in captured if page.url == facts.head), captured[0])
    metadata, emptied = apply_overrides(portal, first.metadata, facts.canonical, facts.aliases)
    return Article(
        id=article_id(facts.canonical),
        url=facts.canonical,
        aliases=tuple(sorted(set(facts.aliases) - {facts.canonical})),
        column=facts.column,
        captures=facts.captures,
        metadata=metadata,
        blocks=joined.blocks,
        account=joined.account,
        problems=tuple(dict.fromkeys((*_missing(facts, pages), *joined.problems))),
        kind=_rules(portal, first).kind,
        extra={**_extra(portal, facts, first), **emptied},
    )


def _missing(facts: ArticleContext, pages: Sequence[PageExtract | MissingPage]) -> list[Problem]:
    found = []
    for number, page in enumerate(pages, start=1):
        if isinstance(page, MissingPage):
            kind, what = (
                ("page-missing", f"page {number}")
                if number > 1
                else ("first-page-missing", "the beginning")
            )
            where = page.url or facts.canonical
            found.append(
                Problem(
                    kind,
                    where,
                    f"{what} of the article was not captured; a gap stands in its place",
                )
            )
    return found


def _rules(portal: Portal, page: PageExtract) -> ArticleRules:
    return next((v.rules for v in portal.versions if v.name == page.version), portal.article)


def _extra(portal: Portal, facts: ArticleContext, first: PageExtract) -> dict[str, str]:
    cited = public_url(facts.canonical, portal.address)
    stated = (
        first.stated
        if first.stated and canonical_address(first.stated, portal.address) != facts.canonical
        else ""
    )
    found = {
        "layout": first.version,
        "public-address": cited if cited != facts.canonical else "",
        "rel-canonical": stated,
    }
    return {key: value for key, value in found.items() if value}
