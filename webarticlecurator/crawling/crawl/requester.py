"""Request addresses politely, and store every attempt before it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from itertools import islice

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import NAMED_LICENCES, RSL_TYPE, TDMREP_PATH
from webarticlecurator.base.model.capture import (
    LEVELS_OF_ARTICLE,
    Body,
    Capture,
    Exchange,
    Origin,
    Subresource,
)
from webarticlecurator.base.portal.hosts import origin_of
from webarticlecurator.base.portal.log_lines import name_purpose
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.render_steps import RenderSteps
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.crawl.kept_answers import KeptAnswers
from webarticlecurator.crawling.crawl.page_rendering import PageRendering
from webarticlecurator.crawling.crawl.render_choice import find_render_steps, renders_pages
from webarticlecurator.crawling.crawl.sign_in_walls import find_sign_in_wall
from webarticlecurator.crawling.fetch.answer_kinds import (
    LICENSEES,
    NOT_REQUESTED,
    REFUSALS,
    TRANSIENT_STATUSES,
)
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.polite_client import PoliteClient
from webarticlecurator.crawling.fetch.robots_policy import RobotsAnswer
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.revisits import conditional_headers
from webarticlecurator.storage.warc.record import Record

FAILED = "failed-"
Headers = Sequence[tuple[str, str]]
"""Names and values."""
_MAY_NAME_LICENCES = ("archive", "article")
"""Levels of pages that are looked at for licences."""


@dataclass(frozen=True)
class CrawlAnswer:
    """The answer for one address: its stored hops, the last of which is the final one. It may have
    been stored by an earlier fetch of the run, if a redirect leads to it.

    ``trouble`` is empty if ``final`` is usable; otherwise it is a short reason (``failed-timeout``,
    ``status-500``, ``truncated``), and ``message`` describes it.
    """

    url: str
    captures: tuple[Capture, ...] = ()
    trouble: str = ""
    message: str = ""

    @property
    def final(self) -> Capture | None:
        return self.captures[-1] if self.captures else None

    @property
    def failure(self) -> str:
        """The kind of the failure that ended the fetch; empty without one."""
        return self.trouble.removeprefix(FAILED) if self.trouble.startswith(FAILED) else ""


class Requester:
    """Requests addresses and stores the answers; one per crawl, close it at the end.

    If a redirect of an article leads to an address that an article got an answer from in this run,
    the stored answer is used. Fetches of this run have a higher id than ``last_fetch_before``.
    ``count_attempt`` is called after each attempt with its trouble (``find_trouble``). Where the
    portal file names a browser, it renders the pages. An article that ``kept`` has is not
    requested. ``client`` counts walls, and says what robots.txt allows.
    """

    def __init__(
        self,
        portal: Portal,
        corpus: WritableCorpus,
        settings: ConnectionSettings,
        clock: Clock,
        count_attempt: Callable[[str], None] = lambda _trouble: None,
        kept: KeptAnswers | None = None,
    ) -> None:
        self._portal, self._corpus, self._clock = portal, corpus, clock
        self._kept = kept or KeptAnswers(clock)
        self._count_attempt, self._settings = count_attempt, settings
        self.last_fetch_before = corpus.captures.last_fetch_id()
        self.client = PoliteClient(settings, clock, self._robots, self._store_reservations)
        self._rendering: PageRendering | None = None
        if renders_pages(portal):
            self._rendering = PageRendering(portal, settings, self.client, clock)
        # address → origin of the requests that were sent ahead
        self._ahead: dict[str, Origin] = {}
        self._licences: set[str] = set()

    def close(self) -> None:
        if self._rendering is not None:
            self._rendering.close()
        self.client.close()

    def get(
        self,
        url: str,
        origin: Origin,
        announce: Callable[[Body], None] | None = None,
        is_known: Callable[[str], bool] | None = None,
        headers: Headers = (),
    ) -> CrawlAnswer:
        """Fetch ``url`` and store every attempt; nothing else is committed. ``announce`` is called
        with the last page of each attempt before that is stored. ``is_known`` says which links end
        a list that a browser makes longer. ``headers`` are sent beside the usual ones, to the host
        of ``url``.

        Raises PortalRefused if the portal stops the crawl.
        """
        with name_purpose(origin):
            answer = self._request(url, origin, None, announce, is_known, headers)
        final, may_name = answer.final, origin.level in _MAY_NAME_LICENCES
        if final is not None and may_name and (not answer.trouble or final.status in LICENSEES):
            self._ask_named_licences(final)
        return answer

    def _ask_named_licences(self, capture: Capture) -> None:
        """Ask for the licences (RSL) that a page names, each once a day."""
        # The page is read here, though a worker reads it again: a licence counts for a page up to a
        # day later, and a worker whose rule never ends says nothing of the page.
        body = self._corpus.read(capture)
        headers = " ".join(value for name, value in body.headers if name.lower() == "link")
        if RSL_TYPE not in headers.lower() and RSL_TYPE.encode() not in body.content:
            return
        from webarticlecurator.articles.rights.rights import read_rights
        from webarticlecurator.pages.page.page import read_page

        page = read_page(capture.url, body.content, capture.content_type, headers=body.headers)
        for statement in read_rights(page):
            if statement.source in NAMED_LICENCES and statement.value not in self._licences:
                self._licences.add(statement.value)
                if self.client.allowed(statement.value):
                    self._store_reservations(statement.value)

    def send_ahead(self, url: str, origin: Origin) -> None:
        """Send the request of ``url`` before its turn if it may be sent and a connection is free;
        ``get`` then returns its answer. Raises PortalRefused."""
        with name_purpose(origin):
            if url in self._ahead or self._find_kept(url, origin) is not None:
                return
            if self.client.send_ahead(url):
                self._ahead[url] = origin

    def _find_kept(self, url: str, origin: Origin) -> Exchange | None:
        """Return the answer that ``curator new`` got for an article that is still to be read: lists
        are never taken from there. Raises PortalRefused."""
        kept = self._kept.find_page(url) if origin.level == "article" else None
        is_new = kept is not None and not self._corpus.captures.has_any(url)
        return kept if is_new and self.client.find_obstacle(url) is None else None

    def is_sent_ahead(self, url: str) -> bool:
        """Return True if ``url`` was requested before its turn, which has not come yet."""
        return url in self._ahead

    def store_sent_ahead(self) -> list[str]:
        """Send nothing ahead any more; store the answers of the requests that were sent, and return
        their addresses. Needs ``corpus.commit``."""
        self.client.stop_sending()
        sent = [(url, self.client.take_sent(url)) for url in self._ahead]
        for url, exchange in sent:
            origin = self._ahead.pop(url)
            if exchange is None:
                continue
            if find_sign_in_wall(self._portal, self._settings, exchange, origin) is None:
                self._corpus.append(self._protect(exchange), origin)
        return [url for url, exchange in sent if exchange is not None]

    def get_if_changed(self, url: str, origin: Origin, headers: Headers = ()) -> CrawlAnswer:
        """Fetch ``url`` like ``get``, but ask for pages that are stored, redirect targets included,
        only if they have changed since."""
        with name_purpose(origin):
            return self._request(url, origin, {}, headers=headers)

    def _request(
        self,
        url: str,
        origin: Origin,
        revalidated: dict[str, Record] | None,
        announce: Callable[[Body], None] | None = None,
        is_known: Callable[[str], bool] | None = None,
        headers: Headers = (),
    ) -> CrawlAnswer:
        """Store every attempt at ``url``; return the last one. With ``revalidated``, the requests
        are conditional; the stored pages that they name are added to it. A page that is rendered
        is always requested as a whole."""
        captures = self._corpus.captures
        is_of_article = origin.level in ("article", *LEVELS_OF_ARTICLE)
        self._ahead.pop(url, None)
        steps = find_render_steps(self._portal, origin) if self._rendering is not None else None
        revalidated = revalidated if steps is None else None

        def find_conditions(target: str) -> Mapping[str, str] | None:
            if target != url and target in self._ahead:
                self._request(target, self._ahead[target], None)
            # the answer that an article got from exactly this address in this run
            if (
                target != url
                and is_of_article
                and captures.article_answer_since(target, self.last_fetch_before) is not None
            ):
                return None
            original = self._corpus.originals.latest(target) if revalidated is not None else None
            found = conditional_headers(original) if original is not None else {}
            if original is not None and revalidated is not None and found:
                revalidated[target] = original
            is_own = bool(headers) and origin_of(target) == origin_of(url)
            return {**found, **dict(headers)} if is_own else found

        answer = CrawlAnswer(url, (), f"{FAILED}disconnect")
        kept = self._find_kept(url, origin) if steps is None else None
        attempts = self.client.attempts(url, find_conditions) if kept is None else (kept,)
        for exchange in attempts:
            if steps is not None:
                exchange = self._render(exchange, origin, replace(steps, is_known=is_known))
            wall = find_sign_in_wall(self._portal, self._settings, exchange, origin)
            if wall is not None:
                raise wall
            exchange = self._protect(exchange)
            stored = self._corpus.append(exchange, origin, revalidated, announce)
            if not exchange.failure:
                stored = captures.with_earlier_answer(stored)
            answer = _to_answer(exchange, stored)
            self._count_attempt(find_trouble(exchange))
        return answer

    def _render(self, exchange: Exchange, origin: Origin, steps: RenderSteps) -> Exchange:
        """Return the exchange with its page as a browser renders it; store what that loads."""
        page = exchange.final.url if exchange.final is not None else exchange.url
        record_id = self._corpus.record_builder.new_record_id()

        def store(loaded: Exchange, kind: str) -> None:
            self._corpus.append_subresource(
                self._protect(loaded), Subresource(origin, page, record_id, kind)
            )
            self._count_attempt(find_trouble(loaded))

        assert self._rendering is not None
        return self._rendering.render(exchange, steps, record_id, store)

    def _protect(self, exchange: Exchange) -> Exchange:
        """Return an exchange as it may be stored."""
        subscriber = self._settings.subscriber
        return exchange if subscriber is None else subscriber.protect(exchange)

    def _store_reservations(self, url: str) -> None:
        """Ask for a tdmrep.json or a licence once, and store the answer, whatever it is: as
        evidence. A licence that asks for payment before something is read is said. What was
        answered within a day is not asked for again, but for a tdmrep.json."""
        captures = self._corpus.captures
        if not url.endswith(TDMREP_PATH):
            known = captures.answer_before(url, self._clock.now())
            if known is not None and self._clock.now() - known.time < timedelta(days=1):
                return
        origin = Origin("permissions")
        with name_purpose(origin):
            stored = self._corpus.append(self._protect(self.client.probe(url)), origin)
        self._count_attempt("")
        if not url.endswith(TDMREP_PATH) and stored and stored[-1].status == 200:
            self._say_costs(url, self._corpus.read(stored[-1]).content)

    def _say_costs(self, url: str, content: bytes) -> None:
        from webarticlecurator.articles.rights.rsl_licences import find_costs, read_rsl

        for licence in islice(find_costs(read_rsl(content)), 3):
            self._settings.notify(
                make_message(
                    "licence of {url} asks for payment or an agreement first: {licence}",
                    url=url,
                    licence=licence,
                )
            )

    def _robots(self, url: str) -> RobotsAnswer:
        answer = self.get(url, Origin("robots"))
        final = answer.final
        if final is None or answer.failure:
            status = final.status if final else None
            return RobotsAnswer.failed(answer.failure, answer.message, status)
        return RobotsAnswer.read(
            final.status, self._corpus.read(final).content, whole=not final.truncated
        )


def find_trouble(exchange: Exchange) -> str:
    """Return in a few words why an attempt shows that the portal does not answer as it should
    (``timeout``, ``status 503``); empty if it does, or if nothing was requested."""
    final, failure = exchange.final, exchange.failure
    if failure is not None:
        return "" if failure.kind in NOT_REQUESTED else failure.kind
    if final is None:
        return ""
    if final.status in TRANSIENT_STATUSES | REFUSALS:
        return f"status {final.status}"
    return "truncated" if final.truncated else ""


def _to_answer(exchange: Exchange, captures: tuple[Capture, ...]) -> CrawlAnswer:
    if exchange.failure:
        return CrawlAnswer(
            exchange.url, captures, f"{FAILED}{exchange.failure.kind}", exchange.failure.message
        )
    final = captures[-1]
    if final.truncated:
        return CrawlAnswer(
            exchange.url,
            captures,
            "truncated",
            make_message("{url}: the answer broke off", url=final.url),
        )
    if final.is_error:
        return CrawlAnswer(
            exchange.url,
            captures,
            f"status-{final.status}",
            make_message("{url} answers {status}", url=final.url, status=final.status),
        )
    return CrawlAnswer(exchange.url, captures)
