"""Fetch a few pages politely without storing them (``check --live``, ``new URL``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.capture import TOO_LARGE, TRUNCATED, Exchange, Failure
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.render_steps import RenderSteps
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.crawling.crawl.kept_answers import KeptAnswers
from webarticlecurator.crawling.crawl.page_rendering import PageRendering
from webarticlecurator.crawling.fetch.answer_kinds import NOT_REQUESTED, REFUSALS
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.robots_policy import RobotsAnswer
from webarticlecurator.crawling.fetch.visitor import Visitor
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.storage.store.record_builder import RENDERED_TYPE
from webarticlecurator.storage.warc.message import read_response

_REFRESH = re.compile(rb"<meta[^<>]{0,200}http-equiv\s*=\s*[\"']?refresh", re.IGNORECASE)
_MAX_HEAD = 4096
"""Bytes of a page in which ``_REFRESH`` is looked for."""
MAX_RETRIES = 1
"""A user is waiting: an error that persists at the second attempt is reported."""


@dataclass(frozen=True)
class PageVisit:
    """The answer for one address.

    ``answered`` is the final address, after redirects; ``status`` is None without an answer;
    ``content`` is the decoded body. ``trouble`` is a message if there is no usable page, otherwise
    empty; ``failure`` is the kind of the failure, without an answer. ``requests`` were sent
    for it, with those of redirects. ``headers``: as for ``Page``.
    """

    url: str
    answered: str
    status: int | None = None
    content: bytes = b""
    content_type: str | None = None
    trouble: str = ""
    failure: str = ""
    requests: int = 1
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def is_forbidden(self) -> bool:
        """True if robots.txt forbids the address."""
        return self.failure == "robots"

    def read(self, first_url: str = "") -> Page:
        """Return the page; there must be no ``trouble``. ``first_url``: as for ``Page``."""
        return read_page(
            self.answered,
            self.content,
            self.content_type,
            headers=self.headers,
            first_url=first_url,
        )


class PageVisitor(Visitor):
    """Fetches pages with the policy of a portal, and stores nothing but what is ``kept``.

    ``portal`` is needed for the language and the time zone of pages that are rendered in a browser.
    """

    def __init__(
        self,
        settings: ConnectionSettings,
        clock: Clock,
        portal: Portal | None = None,
        kept: KeptAnswers | None = None,
    ) -> None:
        policy = replace(settings.policy, retries=min(settings.policy.retries, MAX_RETRIES))
        self._settings, self._clock = replace(settings, policy=policy), clock
        kept = kept or KeptAnswers(clock)
        super().__init__(self._settings, clock, kept.keep, kept.find)
        self._portal = portal
        self._rendering: PageRendering | None = None
        self._visits = self._refused = 0
        # why the last robots.txt could not be fetched; None if it was answered
        self.robots_failure: Failure | None = None

    def __exit__(self, *_: object) -> None:
        if self._rendering is not None:
            self._rendering.close()
        super().__exit__()

    @property
    def refused(self) -> bool:
        """True if pages were requested and the portal refused all of them (403, 429, 503)."""
        return 0 < self._visits == self._refused

    def get(
        self,
        url: str,
        steps: RenderSteps | None = None,
        see_loaded: Callable[[Exchange, str], None] = lambda _exchange, _kind: None,
    ) -> PageVisit:
        """Fetch ``url`` (absolute); with ``steps``, render it in a browser. ``see_loaded`` is
        called with what the page loads then, and with the kind of each request.

        Raises PortalRefused if the robots.txt of a host of the portal cannot be read, or if the
        portal asks for a wait of hours; UsageError without a browser.
        """
        exchange = self.fetch(url, "page")
        if steps is not None:
            if self._rendering is None:
                self._rendering = PageRendering(
                    self._portal, self._settings, self._client, self._clock
                )
            exchange = self._rendering.render(exchange, steps, "", see_loaded)
        if self._settings.subscriber is not None:
            exchange = self._settings.subscriber.protect(exchange)
        visit = to_visit(exchange)
        if steps is None and _tests_cookies(exchange, visit):
            again = to_visit(self.fetch(url, "page"))
            visit = replace(again, requests=visit.requests + again.requests)
        self._visits += 1
        self._refused += visit.status in REFUSALS
        return visit

    def render(
        self, url: str, see_loaded: Callable[[Exchange, str], None], click: str = ""
    ) -> PageVisit | None:
        """Return a page as a browser shows it after it was scrolled, or the element that ``click``
        selects was clicked, once; None where no browser is installed. Arguments and errors as for
        ``get``."""
        from webarticlecurator.crawling.fetch.chromium import require_browser

        with suppress(UsageError):
            require_browser()
            return self.get(
                url, RenderSteps(scroll=not click, click=click, max_rounds=1), see_loaded
            )
        return None

    def _fetch_robots(self, url: str) -> RobotsAnswer:
        exchange = self.fetch(url, "robots")
        self.robots_failure = exchange.failure
        return RobotsAnswer.of(exchange)

    def can_visit(self, _url: str) -> bool:
        """Return True: any page of a portal can be requested."""
        return True

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]:
        """Return all of them: any page of a portal can be requested."""
        return urls


def _tests_cookies(exchange: Exchange, visit: PageVisit) -> bool:
    """Return True for a page that sets a cookie and has a browser load another one at once: it
    tests whether the cookie comes back."""
    final = exchange.final
    if final is None or not _REFRESH.search(visit.content[:_MAX_HEAD]):
        return False
    return read_response(final.url, final.response).get("set-cookie") is not None


def to_visit(exchange: Exchange) -> PageVisit:
    """Return the last answer of an exchange as a page, or why there is none."""
    final = exchange.final
    if final is None:
        kind, message = (
            (exchange.failure.kind, as_message(exchange.failure.message))
            if exchange.failure is not None
            else ("disconnect", as_message("no answer"))
        )
        sent = len(exchange.hops) + (kind not in NOT_REQUESTED)
        return PageVisit(exchange.url, exchange.url, trouble=message, failure=kind, requests=sent)
    response = read_response(final.url, final.response)
    trouble = (
        make_message("the portal answers {status}", status=final.status)
        if final.status != 200
        else ""
    )
    decoded = response.decoded()
    if final.truncated or decoded.fault == TRUNCATED:
        trouble = make_message("the answer broke off")
    if decoded.fault == TOO_LARGE:
        trouble = decoded.words
    if exchange.rendering is not None and exchange.rendering.html is not None:
        content, content_type = exchange.rendering.html, RENDERED_TYPE
        return PageVisit(
            exchange.url, final.url, final.status, content, content_type, headers=response.headers
        )
    return PageVisit(
        exchange.url,
        final.url,
        final.status,
        decoded.content,
        response.get("content-type"),
        trouble,
        requests=len(exchange.hops),
        headers=response.headers,
    )
