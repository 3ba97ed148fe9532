"""Read one stored page of an article: its metadata and blocks, or the reason for its rejection.

The order of the steps: layout → reject rules and page checks → ``article.page`` (HTML embedded in
JSON or a script) → body → metadata.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy

from lxml import etree

from webarticlecurator.article.article_body import BodyResult, read_body
from webarticlecurator.article.comments import apply_comments_rule
from webarticlecurator.article.identity import canonical_link
from webarticlecurator.article.metadata import read_metadata, read_published
from webarticlecurator.article.page_checks import check_page
from webarticlecurator.article.rights import MAX_TEASER_WORDS, is_teaser, read_rights, weigh_access
from webarticlecurator.config import base_tags
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.guess.sources import MetadataSources, find_embedded_page
from webarticlecurator.model.article import Metadata, PageExtract, Rejected
from webarticlecurator.model.blocks import block_words
from webarticlecurator.model.fields import FIELD_NAMES
from webarticlecurator.model.patterns import WATCH, describe_rule
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import ArticleRules, Split
from webarticlecurator.model.verdict import Problem
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import outermost_elements, source_words
from webarticlecurator.rules import (
    condition_holds,
    has_pager_without_current,
    select_elements,
    select_first,
)
from webarticlecurator.rules.selectors import compile_css
from webarticlecurator.rules.structured import find_microdata_fault
from webarticlecurator.text.times import day_in_zone
from webarticlecurator.text.translation import as_message, make_message


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

    teasers = (
        Problem(
            "teaser",
            page.url,
            make_message(
                "the text is only the teaser of a paid article: {value}",
                value=as_message(value.original),
            ),
        )
        for value in metadata.all("access")
        if is_teaser(value)
    )
    return PageExtract(
        page.url,
        metadata,
        body.blocks,
        body.account,
        (*_find_parse_problems(page), *problems, *teasers, *body.problems),
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
    fields = {**dict(metadata.fields), "access": weighed}
    return Metadata(tuple((name, fields[name]) for name in FIELD_NAMES if name in fields))


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
        message = make_message(
            "not a character set of the web: {declared} (expected a label as utf-8); the page"
            " was read as {encoding} ({evidence}). `encoding:` may help",
            declared=declared,
            encoding=page.encoding,
            evidence=as_message(page.evidence),
        )
        yield Problem("charset-ignored", page.url, message)
    if page.replaced:
        message = make_message(
            "{number} bytes are not {encoding} ({evidence}); they were read as U+FFFD."
            " `encoding:` may help",
            number=page.replaced,
            encoding=page.encoding,
            evidence=as_message(page.evidence),
        )
        yield Problem("undecodable", page.url, message)

    # libxml2 builds another tree than the one a browser's inspector shows
    is_html = not page.is_fragment and page.json is None
    if is_html and not page.tree.is_html5 and page.tree.differences:
        message = make_message(
            "{difference}: a browser's inspector shows another tree there; write selectors"
            " by `curator outline`",
            difference=str(page.tree.differences[0]),
        )
        yield Problem("parser-difference", page.url, message)
    fault = find_microdata_fault(page)
    if fault:
        yield Problem("microdata-cut", page.url, fault)


def find_next_page(portal: Portal, page: Page) -> str | None:
    """Return the address of the article's next page, absolute and without fragment, or None.

    The rule is ``article.next_page`` of the page's layout.
    """
    if not _has_pager_rule(portal):
        return None
    rules = select_layout(portal, page).rules
    address = select_first(rules.next_page, page, link=True)
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


# Select the layout of a page: the first layout of the portal file whose ``when`` holds.
#
# Without such a layout, the article's own rules apply.


@dataclass(frozen=True)
class Layout:
    """The rules for one page; ``name``: that of the layout, empty for the article's own rules."""

    name: str
    rules: ArticleRules


def select_layout(portal: Portal, page: Page) -> Layout:
    """Return the rules of ``portal`` that apply to ``page``.

    A ``published`` range is compared with the date that the article's own rules find (a layout may
    not override them), as a day in the portal's zone. A page without a date lies in no range.
    """
    if not portal.layouts:
        return Layout("", portal.article)

    # the page keeps one layout: it is for the first portal that was asked for
    cached_for, layout = page.derived(
        "extract.layout", lambda page: (portal, _find_layout(portal, page))
    )
    return layout if cached_for is portal else _find_layout(portal, page)


def _find_layout(portal: Portal, page: Page) -> Layout:
    for layout in portal.layouts:
        day = None
        if layout.when.published is not None:
            published = page.derived(
                "extract.published", lambda page: read_published(page, portal, portal.article)
            )
            day = day_in_zone(published, portal.timezone) if published else None
        if condition_holds(layout.when, page, published=day):
            return Layout(layout.name, layout.rules)
    return Layout("", portal.article)


# Split a page that holds several articles into its parts (``article.split``).


@dataclass(frozen=True)
class PagePart:
    """One of the articles on a page.

    ``id``: its id on the page, empty if there is none. ``inside``: the elements of articles nested
    in it: their text belongs to this article, their metadata do not.
    """

    id: str
    element: etree._Element
    inside: tuple[etree._Element, ...] = ()

    def own_html(self) -> str:
        """Return the HTML of the article without the articles nested in it."""
        return html_without(self.element, self.inside)


def html_without(element: etree._Element, excluded: Iterable[etree._Element]) -> str:
    """Return the HTML of ``element`` without the ``excluded`` elements inside it.

    The text that follows an excluded element (its tail) is kept.
    """
    excluded = set(excluded)
    if not excluded:
        return _serialize(element)

    positions = {n for n, descendant in enumerate(element.iter()) if descendant in excluded}
    copied = deepcopy(element)
    for n, descendant in enumerate(tuple(copied.iter())):
        parent = descendant.getparent()
        if n in positions and parent is not None:
            empty = etree.Element("span")
            empty.tail = descendant.tail
            parent.replace(descendant, empty)
    return _serialize(copied)


def _serialize(element: etree._Element) -> str:
    return str(etree.tostring(element, encoding="unicode", method="html", with_tail=False))


def split_page(page: Page, rule: Split) -> tuple[PagePart, ...]:
    """Return the articles of a page in document order; a nested one belongs to the outer one."""
    selected = select_elements((rule.items,), page)
    outer = outermost_elements(selected)
    nested = [element for element in selected if element not in set(outer)]
    with WATCH.at(describe_rule(rule.place, rule.id)):
        ids = [_read_id(element, rule.id) for element in outer]
    return tuple(
        PagePart(id_, element, tuple(n for n in nested if element in n.iterancestors()))
        for id_, element in zip(ids, outer, strict=True)
    )


def _read_id(element: etree._Element, source: str) -> str:
    """Return the id of an article; empty if the page has none.

    ``source``: ``@name`` for an attribute of the element, else a CSS selector inside it, whose
    first match has the id as its text.
    """
    if source.startswith("@"):
        return (element.get(source[1:]) or "").strip()
    matches = compile_css(source, inside=True)(element)
    first = matches[0] if isinstance(matches, list) and matches else None
    return " ".join(source_words(first)) if isinstance(first, etree._Element) else ""
