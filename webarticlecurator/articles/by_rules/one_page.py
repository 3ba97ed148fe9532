"""Read one stored page of an article: its metadata and blocks, or the reason for its rejection.

The order of the steps: layout → reject rules and page checks → ``article.page`` (HTML embedded in
JSON or a script) → body → metadata.
"""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.articles.by_rules.comments import apply_comments_rule
from webarticlecurator.articles.by_rules.identity import canonical_link
from webarticlecurator.articles.by_rules.layout_choice import Layout, select_layout
from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.facts.embedded_page import find_embedded_page
from webarticlecurator.articles.facts.sources import MetadataSources
from webarticlecurator.articles.rights.rights import read_rights
from webarticlecurator.articles.walls.page_checks import check_page
from webarticlecurator.articles.walls.paid_articles import (
    MAX_TEASER_WORDS,
    is_teaser,
    weigh_access,
)
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import Metadata, PageExtract, Rejected
from webarticlecurator.base.model.blocks import block_words
from webarticlecurator.base.model.fields import order_fields
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.portal_rules import has_later_pages
from webarticlecurator.base.text.translation import as_message
from webarticlecurator.pages.page.decoding import is_encoding_doubtful
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.microdata import find_microdata_fault
from webarticlecurator.pages.rules.results import (
    has_pager_without_current,
    select_first,
    select_links,
)
from webarticlecurator.portal_file.config.tags import base_tags


def read_article_page(
    portal: Portal,
    page: Page,
    *,
    is_continuation: bool = False,
    skip_metadata: bool = False,
    checked: bool = False,
    text_from: Page | None = None,
) -> PageExtract | Rejected:
    """Return the metadata and blocks of one page, or the reason why the page is not an article.

    The layout of the page decides which rules of ``portal`` apply. The pages of an article with
    several pages are read one by one; ``assemble_article`` joins them. Nothing that a page contains
    makes this function raise.

    ``is_continuation``: the page continues an article, so what every page repeats (``body.once``)
    is dropped. ``skip_metadata``: the article takes its metadata from another page. ``checked``:
    the page has already passed the page checks. ``text_from``: the page that holds the whole text
    (``article.single_page``), read by its own layout.
    """
    layout = select_layout(portal, page)
    rejected = None if checked else check_page(page, layout.rules)
    if rejected:
        return rejected

    text_page = embedded_page(page, layout.rules)
    if text_from is None:
        body = _read_text(portal, text_page, layout, is_continuation=is_continuation)
    else:
        whole = select_layout(portal, text_from)
        body = _read_text(portal, embedded_page(text_from, whole.rules), whole)
    if isinstance(body, Rejected):
        return replace(body, url=page.url)

    sources = MetadataSources(page, None if text_page is page else text_page)
    return replace(
        build_page_extract(portal, sources, layout, body, skip_metadata=skip_metadata),
        rights=read_rights(page),
    )


def _read_text(
    portal: Portal, text_page: Page | None, layout: Layout, *, is_continuation: bool = False
) -> BodyResult | Rejected:
    if text_page is None:
        return Rejected("", "no-root", "no rule of article.page gives the article's HTML")

    rules = layout.rules.body
    if is_continuation and rules.first_page_only:
        rules = replace(rules, drop=(*rules.drop, *rules.first_page_only))
    body = read_body(
        text_page, rules, base_tags(), timezone=portal.stated_zone, language=portal.language
    )
    return apply_comments_rule(body, layout.rules, portal.pseudonym_key, text_page.url)


def build_page_extract(
    portal: Portal,
    sources: MetadataSources,
    layout: Layout,
    body: BodyResult,
    *,
    skip_metadata: bool = False,
) -> PageExtract:
    """Return the body of a page with its metadata (unless ``skip_metadata``) and its problems."""
    page = sources.page
    metadata = Metadata()
    problems: tuple[Problem, ...] = ()
    canonical = None
    if not skip_metadata:
        metadata, problems = read_metadata(sources, portal, layout.rules)
        metadata = _revise_access(metadata, sources, layout.rules, body)
        canonical = canonical_link(page)

    teasers = (
        make_problem("teaser", page.url, value=as_message(value.original))
        for value in metadata.all("access")
        if is_teaser(value)
    )
    # the rules may say where what scripts load is on this page
    has_parts = any(select_links(part.address, page) for part in layout.rules.parts)
    remarks = (each for each in body.problems if not (has_parts and each.kind == "loaded-later"))
    return PageExtract(
        page.url,
        metadata,
        body.blocks,
        body.account,
        (*_find_parse_problems(page), *problems, *teasers, *remarks),
        layout.name,
        canonical,
        confidence=body.confidence,
        page_kind=page.kind or body.page_kind,
    )


def _revise_access(
    metadata: Metadata, sources: MetadataSources, rules: ArticleRules, body: BodyResult
) -> Metadata:
    """Compare the declared ``access`` with the text, unless the portal file defines its sources."""
    page = sources.page
    if (
        "access" not in rules.default_fields
        or sources.surrounding is not None
        or page.json is not None
    ):
        return metadata

    declared = metadata.all("access")
    if not declared and body.account.kept >= MAX_TEASER_WORDS:
        return metadata

    weighed = weigh_access(
        declared, page, " ".join(block_words(body.blocks)), one_page=not rules.next_page
    )
    if weighed == declared:
        return metadata
    return Metadata(order_fields({**dict(metadata.fields), "access": weighed}))


def embedded_page(page: Page, rules: ArticleRules) -> Page | None:
    """Return the page that holds the article's text: ``page`` itself or the HTML embedded in it.

    ``article.page`` selects the embedded HTML; the result is None if that rule finds nothing. Where
    the portal file has neither ``page`` nor ``root``, an article inside a script is looked for on
    pages without text of their own.
    """
    if rules.page:
        html = select_first(rules.page, page)
        return page.inner(html) if html else None

    has_rules = (rules.body.root and not rules.body.guess) or rules.split
    embedded = None if has_rules else find_embedded_page(page)
    return page if embedded is None else embedded


def _find_parse_problems(page: Page) -> Iterator[Problem]:
    """Yield where decoding or parsing the page had to guess."""
    for declared in page.ignored:
        yield make_problem(
            "charset-ignored",
            page.url,
            declared=declared,
            encoding=page.encoding,
            evidence=as_message(page.evidence),
        )
    if is_encoding_doubtful(page.evidence) and not page.text.isascii():
        yield make_problem(
            "charset-doubtful",
            page.url,
            encoding=page.encoding,
            evidence=as_message(page.evidence),
        )
    if page.replaced:
        yield make_problem(
            "undecodable",
            page.url,
            number=page.replaced,
            encoding=page.encoding,
            evidence=as_message(page.evidence),
        )

    # libxml2 builds another tree than the one a browser's inspector shows
    is_html = not page.is_fragment and page.json is None
    if is_html and not page.tree.is_html5 and page.tree.differences:
        difference = str(page.tree.differences[0])
        yield make_problem("parser-difference", page.url, difference=difference)
    fault = find_microdata_fault(page)
    if fault:
        yield Problem("microdata-cut", page.url, fault)


def find_next_page(portal: Portal, page: Page) -> str | None:
    """Return the address of the article's next page, absolute and without fragment, or None.

    The rule is ``article.next_page`` of the page's layout.
    """
    if not has_later_pages(portal):
        return None
    address = select_first(select_layout(portal, page).rules.next_page, page, link=True)
    return address.partition("#")[0] if address else None


def has_article_pager_without_current(portal: Portal, page: Page) -> bool:
    """Return True if the page has a pager (``article.next_page``) without a current page number.

    The rule's ``current`` selects no number there, so the position in the article is unknown.
    """
    if not has_later_pages(portal):
        return False
    return has_pager_without_current(select_layout(portal, page).rules.next_page, page)
