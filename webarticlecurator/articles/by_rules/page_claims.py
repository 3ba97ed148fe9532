"""What a page says of whose it is: its title and its day.

A further page of an article has the article's title, with a number or a heading of its own at most,
and its day. A page with another title and another day is an article of its own, whatever its
address looks like.
"""

from __future__ import annotations

import re

from webarticlecurator.articles.by_rules.metadata import read_published
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article_rules import ArticleRules
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_first

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class PageClaims:
    """The words of the title of a page, without numbers, and its day, "" for none."""

    title: frozenset[str]
    day: str


def read_claims(portal: Portal, page: Page, rules: ArticleRules) -> PageClaims:
    """Return what a page says by the rules for its title and its day."""
    title = select_first(dict(rules.metadata).get("title", ()), page) or ""
    published = read_published(page, portal, rules) or ""
    return PageClaims(title_words(title), published[:DAY_LENGTH])


def title_words(title: str) -> frozenset[str]:
    """Return the words of a title by which it is compared: without case, marks and numbers."""
    return frozenset(_WORD.findall(title.casefold()))


def is_own_article(first: PageClaims, later: PageClaims) -> bool:
    """Return True if a page reads as an article of its own, not as a later page of the article that
    begins on the first one."""
    if first.day and later.day:
        return first.day != later.day
    is_same_title = first.title <= later.title or later.title <= first.title
    return not (first.day or is_same_title)
