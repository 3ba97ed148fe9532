"""Read one stored page of an article: its metadata and blocks, or the reason for its rejection.

The order of the steps: layout → reject rules and page checks → ``article.page`` (HTML embedded in
JSON or a script) → body → metadata.
"""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.config import base_tags
from webarticlecurator.extract.body.article_body import BodyResult, read_body
from webarticlecurator.extract.heuristics.embedded_page import find_embedded_page
from webarticlecurator.extract.join.identity import canonical_link
from webarticlecurator.extract.layout import Layout, select_layout
from webarticlecurator.extract.metadata.read_fields import read_metadata
from webarticlecurator.extract.metadata.sources import MetadataSources
from webarticlecurator.extract.page_checks.checks import check_page
from webarticlecurator.extract.page_checks.teaser import MAX_TEASER_WORDS, is_teaser, weigh_access
from webarticlecurator.extract.pages.reader_comments import apply_comments_rule
from webarticlecurator.extract.pages.rights import read_rights
from webarticlecurator.model.article import (
    Metadata,
    PageExtract,
    Rejected,
    Value,
)
from webarticlecurator.model.article_rules import ArticleRules
from webarticlecurator.model.blocks import block_words
from webarticlecurator.model.fields import FIELD_NAMES
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.page import Page
from webarticlecurator.rules import Trace, has_pager_without_current, select_first
from webarticlecurator.rules.structured import find_microdata_fault


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
    extract = build_page_extract(portal, sources, layout, body, skip_metadata=skip_metadata)
    return replace(extract, rights=read_rights(page))


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

    problems = (
        *_decoding_problems(page),
        *_parser_problems(page),
        *_microdata_problems(page),
        *problems,
        *_teaser_problems(page, metadata),
        *body.problems,
    )
    return PageExtract(
        page.url,
        metadata,
        body.blocks,
        body.account,
        problems,
        layout.name,
        canonical,
        confidence=body.confidence,
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
    return metadata if weighed == declared else _replace_field(metadata, "access", weighed)


def _replace_field(metadata: Metadata, name: str, values: tuple[Value, ...]) -> Metadata:
    fields = {**dict(metadata.fields), name: values}
    return Metadata(tuple((field, fields[field]) for field in FIELD_NAMES if field in fields))


def _teaser_problems(page: Page, metadata: Metadata) -> tuple[Problem, ...]:
    message = "the text is only the teaser of a paid article"
    return tuple(
        Problem("teaser", page.url, f"{message}: {value.original}")
        for value in metadata.all("access")
        if is_teaser(value)
    )


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


def _decoding_problems(page: Page) -> tuple[Problem, ...]:
    ignored = tuple(
        Problem(
            "charset-ignored",
            page.url,
            f"not a character set of the web: {declared} (expected a label as utf-8); the page was"
            f" read as {page.encoding} ({page.evidence}). `encoding:` may help",
        )
        for declared in page.ignored
    )
    if not page.replaced:
        return ignored
    message = (
        f"{page.replaced} bytes are not {page.encoding} ({page.evidence}); they were read as"
        " U+FFFD. `encoding:` may help"
    )
    return (*ignored, Problem("undecodable", page.url, message))


def _parser_problems(page: Page) -> tuple[Problem, ...]:
    """Report where libxml2 builds another tree than the one a browser's inspector shows."""
    if page.is_fragment or page.json is not None or page.tree.is_html5 or not page.tree.differences:
        return ()
    message = (
        f"{page.tree.differences[0]}: a browser's inspector shows another tree there; write"
        " selectors by `curator outline`"
    )
    return (Problem("parser-difference", page.url, message),)


def _microdata_problems(page: Page) -> tuple[Problem, ...]:
    fault = find_microdata_fault(page)
    return (Problem("microdata-cut", page.url, fault),) if fault else ()


def find_next_page(portal: Portal, page: Page, trace: Trace | None = None) -> str | None:
    """Return the address of the article's next page, absolute and without fragment, or None.

    The rule is ``article.next_page`` of the page's layout.
    """
    if not _has_pager_rule(portal):
        return None
    rules = select_layout(portal, page).rules
    address = select_first(rules.next_page, page, trace, link=True)
    return address.partition("#")[0] if address else None


def has_article_pager_without_current(portal: Portal, page: Page) -> bool:
    """Return True if the page has a pager (``article.next_page``) without a current page number.

    The rule's ``current`` selects no number there, so the position in the article is unknown.
    """
    if not _has_pager_rule(portal):
        return False
    return has_pager_without_current(select_layout(portal, page).rules.next_page, page)


def _has_pager_rule(portal: Portal) -> bool:
    layouts = (portal.article, *(layout.rules for layout in portal.layouts))
    return any(rules.next_page for rules in layouts)
