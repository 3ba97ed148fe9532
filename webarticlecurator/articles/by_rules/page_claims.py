"""What a page says of whose it is: its title and its day.

A further page of an article has the article's title, with a number or a heading of its own at most.
Where its address is that of the first page with a counter, or a link of that page is marked as
leading to the next one, its day may be any: later posts of a thread are of later days. Elsewhere it
has the article's day, too: a column has one title for many articles.
"""

from __future__ import annotations

from webarticlecurator.articles.by_rules.identity import canonical_address, find_declared_link
from webarticlecurator.articles.by_rules.metadata import read_published
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.claimed_place import MAX_TITLE, NO_CLAIM, ClaimedPlace
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.headline_words import headline_words
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.own_pager import is_part_address
from webarticlecurator.pages.rules.results import select_first


@dataclass(frozen=True)
class PageClaims:
    """The words of the title of a page, without numbers, its day, "" for none, and its address."""

    title: frozenset[str]
    day: str
    url: str = ""


def read_claims(portal: Portal, page: Page, rules: ArticleRules) -> PageClaims:
    """Return what a page says by the rules for its title and its day."""
    published = read_published(page, portal, rules) or ""
    return PageClaims(headline_words(_read_title(page, rules)), published[:DAY_LENGTH], page.url)


def read_claimed_place(portal: Portal, page: Page, rules: ArticleRules) -> ClaimedPlace:
    """Return what a page says of whose it is; nothing for a page that holds several articles."""
    if rules.split is not None:
        return NO_CLAIM
    link = find_declared_link(page)
    declared = canonical_address(link.url, portal.address) if link is not None else ""
    return ClaimedPlace(" ".join(_read_title(page, rules).split())[:MAX_TITLE], declared)


def _read_title(page: Page, rules: ArticleRules) -> str:
    return select_first(dict(rules.metadata).get("title", ()), page) or ""


def is_own_article(first: PageClaims, later: PageClaims, *, is_next: bool = False) -> bool:
    """Return True if a page reads as an article of its own, not as a later page of the article that
    begins on the first one. ``is_next``: a link of that one is marked as leading to it."""
    is_same_title = first.title <= later.title or later.title <= first.title
    has_titles = bool(first.title and later.title)
    if has_titles and is_same_title and (is_next or is_part_address(first.url, later.url)):
        return False
    if first.day and later.day:  # one of them may be a month or a year
        return not (first.day.startswith(later.day) or later.day.startswith(first.day))
    return not (first.day or is_same_title)
