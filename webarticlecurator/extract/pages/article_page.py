"""One stored page of an article → what it says, or why it is none. The order of everything on a
page:

layout version → reject rules and the gate → ``article.page`` (HTML carried by JSON or a script) →
metadata → body.
"""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.config import base_tags
from webarticlecurator.extract.body.article_body import BodyResult, read_body
from webarticlecurator.extract.heuristics.embedded_page import find_embedded_page
from webarticlecurator.extract.join.identity import canonical_link
from webarticlecurator.extract.layout import Layout, select_layout
from webarticlecurator.extract.metadata.fields import read_metadata
from webarticlecurator.extract.metadata.sources import MetadataSources
from webarticlecurator.extract.page_checks.checks import check_page
from webarticlecurator.extract.page_checks.teaser import MAX_TEASER_WORDS, is_teaser, weigh_access
from webarticlecurator.model.article import (
    FIELDS,
    Metadata,
    PageExtract,
    Rejected,
    TextAccount,
    Value,
)
from webarticlecurator.model.blocks import block_words
from webarticlecurator.model.portal import ArticleRules, Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.page import Page
from webarticlecurator.rules import Trace, has_pager_without_current, select_first


def read_article_page(
    portal: Portal, page: Page, *, later: bool = False, untold: bool = False, checked: bool = False
) -> PageExtract | Rejected:
    """The metadata and blocks of one page by the rules of ``portal`` for its layout, or the reason
    why it is no article. ``later``: a page that is read before it was captured, so that what every
    page repeats (``body.once``) is dropped. ``untold``: without metadata, since its article takes
    them from another page. ``checked``: the gate has passed it already.

    Never raises for what a page holds. Pages of an article that has several are read one by one and
    joined by ``assemble``.
    """
    chosen = select_layout(portal, page)
    refused = None if checked else check_page(page, chosen.rules)
    if refused:
        return refused
    inner = embedded_page(page, chosen.rules)
    if inner is None:
        return Rejected(page.url, "no-root", "no rule of article.page gives the article's HTML")
    rules = chosen.rules.body
    if later and rules.once:
        rules = replace(rules, drop=(*rules.drop, *rules.once))
    text = read_body(
        inner, rules, base_tags(), timezone=portal.stated_zone, language=portal.language
    )
    text = without_dropped_comments(text, chosen.rules)
    if isinstance(text, Rejected):
        return replace(text, url=page.url)
    return page_extract(
        portal, MetadataSources(page, None if inner is page else inner), chosen, text, untold=untold
    )


def page_extract(
    portal: Portal,
    views: MetadataSources,
    chosen: Layout,
    text: BodyResult,
    *,
    untold: bool = False,
) -> PageExtract:
    """The body of a page with its metadata (unless ``untold``) and all that should be looked at."""
    page = views.page
    data, problems = (Metadata(), ()) if untold else read_metadata(views, portal, chosen.rules)
    if not untold:
        data = _with_access(data, views, chosen.rules, text)
    problems = (*_decoding(page), *_parsing(page), *problems, *_teaser(page, data), *text.problems)
    stated = None if untold else canonical_link(page)
    return PageExtract(page.url, data, text.blocks, text.account, problems, chosen.name, stated)


def _with_access(
    data: Metadata, views: MetadataSources, rules: ArticleRules, text: BodyResult
) -> Metadata:
    """``access`` weighed against the text, where the portal file does not say itself how it is
    found."""
    declared, page = data.all("access"), views.page
    if "access" not in rules.usual or views.surrounding is not None or page.json is not None:
        return data
    if not declared and text.account.kept >= MAX_TEASER_WORDS:
        return data
    weighed = weigh_access(
        declared, page, " ".join(block_words(text.blocks)), one_page=not rules.next_page
    )
    return data if weighed == declared else _replaced(data, "access", weighed)


def _replaced(data: Metadata, name: str, found: tuple[Value, ...]) -> Metadata:
    fields = {**dict(data.fields), name: found}
    return Metadata(tuple((field, fields[field]) for field, _, _ in FIELDS if field in fields))


def _teaser(page: Page, data: Metadata) -> tuple[Problem, ...]:
    said = "the text is only the teaser of a paid article"
    return tuple(
        Problem("teaser", page.url, f"{said}: {v.original}")
        for v in data.all("access")
        if is_teaser(v)
    )


def embedded_page(page: Page, rules: ArticleRules) -> Page | None:
    """The page that holds the article's text: ``page`` itself, or the HTML that ``article.page``
    takes out of it; None if that rule gives nothing. Where the portal file says neither ``page``
    nor ``root``, a page without text of its own may carry it in a script."""
    if not rules.page:
        by_rules = (rules.body.root and not rules.body.guess) or rules.split
        guessed = None if by_rules else find_embedded_page(page)
        return page if guessed is None else guessed
    html = select_first(rules.page, page)
    return page.inner(html) if html else None


def _decoding(page: Page) -> tuple[Problem, ...]:
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


def _parsing(page: Page) -> tuple[Problem, ...]:
    """A remark where the rules see another tree than a browser's inspector."""
    if page.is_fragment or page.json is not None or page.tree.is_html5 or not page.tree.differences:
        return ()
    message = (
        f"{page.tree.differences[0]}: a browser's inspector shows another tree there; write"
        " selectors by `curator outline`"
    )
    return (Problem("parser-difference", page.url, message),)


def without_dropped_comments(
    text: BodyResult | Rejected, rules: ArticleRules
) -> BodyResult | Rejected:
    """The text without what ``article.comments`` drops; ``empty`` where nothing else is there."""
    if isinstance(text, Rejected) or rules.comments != "drop":
        return text
    left = _without_comments(text)
    return (
        left
        if left.blocks
        else Rejected("", "empty", "there are only comments, and article.comments drops them")
    )


def _without_comments(text: BodyResult) -> BodyResult:
    """``comments: drop`` as a named rule of the account: their words are dropped, and nobody need
    decide about their tags."""
    kept = tuple(block for block in text.blocks if block.name != "comments")
    if len(kept) == len(text.blocks):
        return text
    count = len(block_words(text.blocks)) - len(block_words(kept))
    dropped = (("article.comments: drop", count),) if count else ()
    account = replace(
        text.account,
        kept=text.account.kept - count,
        dropped=tuple(sorted((*text.account.dropped, *dropped))),
        unclaimed=_less(text.account.unclaimed, text.tags_of_comments.unclaimed),
        base=_less(text.account.base, text.tags_of_comments.base),
    )
    return replace(text, blocks=kept, account=account, tags_of_comments=TextAccount())


def _less(
    table: tuple[tuple[str, int], ...], part: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    counts = dict(part)
    return tuple((name, left) for name, count in table if (left := count - counts.get(name, 0)))


def find_next_page(portal: Portal, page: Page, trace: Trace | None = None) -> str | None:
    """What ``article.next_page`` of the page's layout gives: an absolute address, its fragment cut,
    or None."""
    if not portal.article.next_page and not any(
        version.rules.next_page for version in portal.versions
    ):
        return None
    found = select_first(select_layout(portal, page).rules.next_page, page, trace, link=True)
    return found.partition("#")[0] if found else None


def has_article_pager_without_current(portal: Portal, page: Page) -> bool:
    """True if the page has a pager by ``article.next_page``, but its ``current`` selects no
    number."""
    if not portal.article.next_page and not any(
        version.rules.next_page for version in portal.versions
    ):
        return False
    return has_pager_without_current(select_layout(portal, page).rules.next_page, page)
