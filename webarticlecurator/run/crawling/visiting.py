"""Fetch a few pages politely without storing them (``check --live``, ``new URL``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from webarticlecurator.errors import UsageError
from webarticlecurator.fetch import REFUSALS, ConnectionSettings, PoliteClient, RobotsAnswer
from webarticlecurator.model.capture import TOO_LARGE, TRUNCATED, Exchange
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.render_steps import RenderSteps
from webarticlecurator.page import Page, read_page
from webarticlecurator.store.record_builder import RENDERED_TYPE
from webarticlecurator.text.times import Clock
from webarticlecurator.warc.message import read_response

if TYPE_CHECKING:
    from webarticlecurator.run.crawling.page_rendering import PageRendering

MAX_RETRIES = 1
"""A user is waiting: an error that persists at the second attempt is reported."""


@dataclass(frozen=True)
class PageVisit:
    """The answer for one address.

    ``answered`` is the final address, after redirects; ``status`` is None without an answer;
    ``content`` is the decoded body. ``trouble`` is a message if there is no usable page, otherwise
    empty; ``is_forbidden``: robots.txt forbids it.
    """

    url: str
    answered: str
    status: int | None = None
    content: bytes = b""
    content_type: str | None = None
    trouble: str = ""
    is_forbidden: bool = False

    def read(self, classifier: bytes = b"") -> Page:
        """Return the page; there must be no ``trouble``. ``classifier``: as for ``Page``."""
        return read_page(self.answered, self.content, self.content_type, classifier=classifier)


class PageVisitor:
    """Fetches pages with the policy of a portal; checks each hop against robots.txt. To be used in
    a ``with`` statement.

    ``portal`` is needed for the language and the time zone of pages that are rendered in a browser.
    """

    def __init__(
        self, settings: ConnectionSettings, clock: Clock, portal: Portal | None = None
    ) -> None:
        policy = replace(settings.policy, retries=min(settings.policy.retries, MAX_RETRIES))
        self._settings, self._clock = replace(settings, policy=policy), clock
        self._client = PoliteClient(self._settings, clock, self._robots)
        self._portal = portal
        self._rendering: PageRendering | None = None
        self._visits = self._refused = 0

    def __enter__(self) -> PageVisitor:
        return self

    def __exit__(self, *_: object) -> None:
        if self._rendering is not None:
            self._rendering.close()
        self._client.close()

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
        visit = self._visit(url, steps, see_loaded)
        self._visits += 1
        self._refused += visit.status in REFUSALS
        return visit

    def render(
        self, url: str, see_loaded: Callable[[Exchange, str], None], click: str = ""
    ) -> PageVisit | None:
        """Return a page as a browser shows it after it was scrolled, or the element that ``click``
        selects was clicked, once; None where no browser is installed. Arguments and errors as for
        ``get``."""
        from webarticlecurator.fetch.browser.browser_process import require_browser

        with suppress(UsageError):
            require_browser()
            steps = RenderSteps(scroll=not click, click=click, max_rounds=1)
            return self.get(url, steps, see_loaded)
        return None

    def robots_text(self, url: str) -> str:
        """Return the robots.txt of the site of ``url``, empty if it has none. Raises like
        ``get``."""
        return self._client.robots_text(url)

    def can_visit(self, _url: str) -> bool:
        """Return True: any page of a portal can be requested."""
        return True

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]:
        """Return all of them: any page of a portal can be requested."""
        return urls

    def _visit(
        self,
        url: str,
        steps: RenderSteps | None,
        see_loaded: Callable[[Exchange, str], None],
    ) -> PageVisit:
        visit = PageVisit(url, url, trouble="no answer")
        for exchange in self._client.attempts(url):
            if steps is not None:
                exchange = self._open_rendering().render(exchange, steps, "", see_loaded)
            visit = _to_visit(exchange)
        return visit

    def _open_rendering(self) -> PageRendering:
        if self._rendering is None:
            # imported when it is used, as few portals need it
            from webarticlecurator.run.crawling.page_rendering import PageRendering

            self._rendering = PageRendering(self._portal, self._settings, self._client, self._clock)
        return self._rendering

    def _robots(self, url: str) -> RobotsAnswer:
        exchange = [*self._client.attempts(url)][-1]
        failure, final = exchange.failure, exchange.final
        if failure is not None or final is None:
            status = exchange.hops[-1].status if exchange.hops else None
            if failure is None:
                return RobotsAnswer.failed("", "no answer", status)
            return RobotsAnswer.failed(failure.kind, failure.message, status)
        decoded = read_response(final.url, final.response).decoded()
        whole = not final.truncated and decoded.fault != TRUNCATED
        return RobotsAnswer.read(final.status, decoded.content, whole=whole)


def _to_visit(exchange: Exchange) -> PageVisit:
    final = exchange.final
    if final is None:
        message = exchange.failure.message if exchange.failure else "no answer"
        forbidden = exchange.failure is not None and exchange.failure.kind == "robots"
        return PageVisit(exchange.url, exchange.url, trouble=message, is_forbidden=forbidden)
    response = read_response(final.url, final.response)
    trouble = f"the portal answers {final.status}" if final.status != 200 else ""
    decoded = response.decoded()
    if final.truncated or decoded.fault == TRUNCATED:
        trouble = "the answer broke off"
    if decoded.fault == TOO_LARGE:
        trouble = decoded.words
    if exchange.rendering is not None and exchange.rendering.html is not None:
        content, content_type = exchange.rendering.html, RENDERED_TYPE
        return PageVisit(exchange.url, final.url, final.status, content, content_type)
    return PageVisit(
        exchange.url,
        final.url,
        final.status,
        decoded.content,
        response.get("content-type"),
        trouble,
    )
