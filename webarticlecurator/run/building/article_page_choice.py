"""Which of several captures of an address counts: the first by ``captures:`` that the page checks
pass.

A wall never stands in place of an article: what the page checks refuse counts only where nothing
else is stored, and what may pass (verdict.TRANSIENT) only where nothing is stored that says
more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from webarticlecurator.archive import describe_landing_page, describe_landing_redirect
from webarticlecurator.extract import (
    canonical_address,
    check_page,
    declared_url,
    find_next_page,
    select_layout,
)
from webarticlecurator.model.article import Rejected
from webarticlecurator.model.capture import TOO_LARGE, Body
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import GATED, TRANSIENT
from webarticlecurator.page import Page
from webarticlecurator.run.building.article_pages import ArticlePage, ArticleStart, read_stored_page


class Source(Protocol):
    """Where captures are read from: a corpus, its read-only twin in a worker, or WARC files of
    other tools."""

    def bodies(self, url: str, policy: str) -> Iterator[Body]: ...

    def tries(self, url: str) -> tuple[datetime, ...]: ...

    def take_broken(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class PageLook:
    """What a stored page is: parsed (None where that was done elsewhere), and why the page checks
    refuse it, where it leads and which canonical address it names."""

    page: Page | None
    refused: Rejected | None
    following: str | None
    named: str | None


@dataclass(frozen=True)
class LookRequest:
    """A stored page, the head of its article, the address asked for, and ``shared`` as in
    ``refusal``."""

    body: Body
    head: ArticleStart
    asked: str
    shared: frozenset[str]


Look = Callable[[Portal, LookRequest], PageLook]
Overrule = Callable[[str, "Rejected | None"], "Rejected | None"]
"""The address that answered and what the page checks say → what counts."""


def look_at_page(portal: Portal, question: LookRequest) -> PageLook:
    """Parse the page and look at it, in this process."""
    page = read_stored_page(portal, question.body, question.head)
    refused = describe_refusal(portal, question.asked, page, question.shared)
    linked = portal.address.canonical == "link" and refused is None
    named = declared_address(portal, question.asked, page) if linked else None
    return PageLook(page, refused, find_next_page(portal, page), named)


class FirstPageReader:
    """Finds the pages of articles among what is stored. A page that is asked for twice running is
    looked at once."""

    def __init__(self, portal: Portal, source: Source, look: Look = look_at_page) -> None:
        self._portal, self._source, self._look = portal, source, look
        self._last: tuple[str, LookRequest, PageLook] | None = None

    def find(
        self,
        url: str,
        head: ArticleStart,
        shared: frozenset[str] = frozenset(),
        overrule: Overrule = lambda _url, refused: refused,
    ) -> ArticlePage | None:
        """The page that counts for ``url``, one of the article that ``head`` begins, and why it is
        no article; None if no whole page is stored."""
        best: ArticlePage | None = None
        for body in self._source.bodies(url, self._portal.captures):
            capture = body.capture
            leaf = ArticlePage(url, None, capture, body.fault, body.words)
            if body.fault != TOO_LARGE:
                looked = self._looked(LookRequest(body, head, url, shared))
                refused = overrule(capture.url, looked.refused)
                leaf = replace(
                    leaf,
                    page=looked.page,
                    refused=refused,
                    following=looked.following,
                    named=looked.named,
                )
                if leaf.refused is None:
                    return leaf
            if best is None or (is_passing(best) and not is_passing(leaf)):
                best = leaf
        return best

    def pages_of(
        self, head: ArticleStart, shared: frozenset[str] = frozenset()
    ) -> Callable[[str], ArticlePage | None]:
        """``find`` for all pages of one article."""
        return lambda url: self.find(url, head, shared)

    def _looked(self, question: LookRequest) -> PageLook:
        record = question.body.capture.record_id
        same = (
            self._last is not None
            and self._last[0] == record
            and replace(self._last[1], body=question.body) == question
        )
        if self._last is None or not same:
            self._last = record, question, self._look(self._portal, question)
        return self._last[2]


def find_first_page(
    portal: Portal, source: Source, head: ArticleStart, shared: frozenset[str] = frozenset()
) -> Page | None:
    """The first page of an article, whatever the page checks say of it; None if it is not stored,
    or too large to be read."""
    leaf = FirstPageReader(portal, source).find(head.url, head, shared)
    return leaf.page if leaf is not None else None


def describe_refusal(
    portal: Portal, asked: str, page: Page, shared: Collection[str] = ()
) -> Rejected | None:
    """Why the page that came for the address ``asked`` is no article, as far as the page checks
    tell. ``shared``: addresses to which several listed ones redirect and that are not listed."""
    rules = select_layout(portal, page).rules
    found = check_page(page, rules)
    if found is not None and (found.reason in TRANSIENT or found.reason not in GATED):
        return found  # a reject rule knows best
    where = (
        describe_landing_redirect(portal, asked, page.url)
        if "soft-404" not in rules.gate_off
        else ""
    )
    if where:
        return Rejected(asked, "soft-404", where)
    if page.url in shared:
        return Rejected(
            asked,
            "shared-redirect",
            f"{asked} redirects to {page.url}, as another listed address does",
        )
    return found


def declared_address(portal: Portal, requested: str, page: Page) -> str | None:
    """The canonical address that a stored page itself names (``address: {canonical: link}``); None
    where it names none, its own or that of a page of another portal, or that of the home page or
    the archive."""
    named = declared_url(page, portal.address)
    own = canonical_address(page.url, portal.address)
    elsewhere = not portal_hosts(portal).belongs(named, requested)
    if (
        named == own
        or elsewhere
        or (describe_landing_page(portal, named) and not describe_landing_page(portal, own))
    ):
        return None
    return named


def is_passing(leaf: ArticlePage) -> bool:
    """Whether a page is refused for a reason that may pass."""
    return leaf.refused is not None and leaf.refused.reason in TRANSIENT
