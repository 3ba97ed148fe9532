"""Request addresses politely, and store every attempt before it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from webarticlecurator.article.page_checks import check_by_words
from webarticlecurator.crawl.page_rendering import (
    PageRendering,
    find_render_steps,
    read_document,
    renders_pages,
)
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import PortalRefused, PortalUnreachable, UsageError
from webarticlecurator.fetch import (
    NOT_REQUESTED,
    REFUSALS,
    TRANSIENT_STATUSES,
    ConnectionSettings,
    PoliteClient,
    RobotsAnswer,
    Visitor,
)
from webarticlecurator.model.capture import (
    GONE,
    LEVELS_OF_ARTICLE,
    TOO_LARGE,
    TRUNCATED,
    Body,
    Capture,
    Exchange,
    Failure,
    Origin,
    Subresource,
)
from webarticlecurator.model.hosts import host_of, origin_of
from webarticlecurator.model.log_lines import name_purpose
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Condition, RenderSteps, Rule
from webarticlecurator.model.verdict import CURES, WALLS
from webarticlecurator.page import Page, read_page
from webarticlecurator.rules import condition_holds
from webarticlecurator.store import WritableCorpus
from webarticlecurator.store.record_builder import RENDERED_TYPE, conditional_headers
from webarticlecurator.text.times import Clock
from webarticlecurator.text.translation import as_message, make_message
from webarticlecurator.warc.message import read_response
from webarticlecurator.warc.record import Record

FAILED = "failed-"
_LEVELS_OF_WALLS = ("article", "continuation")
"""Levels of pages that ``fetch.signed_in`` is looked for on."""
_PASSWORD = Condition(has=(Rule(kind="css", expression="input[type=password]"),))


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
    portal file names a browser, it renders the pages. ``client`` counts walls, and says what
    robots.txt allows.
    """

    def __init__(
        self,
        portal: Portal,
        corpus: WritableCorpus,
        settings: ConnectionSettings,
        clock: Clock,
        count_attempt: Callable[[str], None] = lambda _trouble: None,
    ) -> None:
        self._portal, self._corpus = portal, corpus
        self._count_attempt, self._settings = count_attempt, settings
        self.last_fetch_before = corpus.captures.last_fetch_id()
        self.client = PoliteClient(settings, clock, self._robots, self._store_reservations)
        self._rendering: PageRendering | None = None
        if renders_pages(portal):
            self._rendering = PageRendering(portal, settings, self.client, clock)
        # address → origin of the requests that were sent ahead
        self._ahead: dict[str, Origin] = {}

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
    ) -> CrawlAnswer:
        """Fetch ``url`` and store every attempt; nothing else is committed. ``announce`` is called
        with the last page of each attempt before that is stored. ``is_known`` says which links end
        a list that a browser makes longer.

        Raises PortalRefused if the portal stops the crawl.
        """
        with name_purpose(origin):
            return self._request(url, origin, None, announce, is_known)

    def send_ahead(self, url: str, origin: Origin) -> None:
        """Send the request of ``url`` before its turn if it may be sent and a connection is free;
        ``get`` then returns its answer. Raises PortalRefused."""
        with name_purpose(origin):
            if url not in self._ahead and self.client.send_ahead(url):
                self._ahead[url] = origin

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
            if exchange is not None and self._find_wall(exchange, origin) is None:
                self._corpus.append(self._protect(exchange), origin)
        return [url for url, exchange in sent if exchange is not None]

    def get_if_changed(self, url: str, origin: Origin) -> CrawlAnswer:
        """Fetch ``url`` like ``get``, but ask for pages that are stored, redirect targets included,
        only if they have changed since."""
        with name_purpose(origin):
            return self._request(url, origin, {})

    def _request(
        self,
        url: str,
        origin: Origin,
        revalidated: dict[str, Record] | None,
        announce: Callable[[Body], None] | None = None,
        is_known: Callable[[str], bool] | None = None,
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
            headers = conditional_headers(original) if original is not None else {}
            if original is not None and revalidated is not None and headers:
                revalidated[target] = original
            return headers

        answer = CrawlAnswer(url, (), f"{FAILED}disconnect")
        for exchange in self.client.attempts(url, find_conditions):
            if steps is not None:
                exchange = self._render(exchange, origin, replace(steps, is_known=is_known))
            wall = self._find_wall(exchange, origin)
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

    def _find_wall(self, exchange: Exchange, origin: Origin) -> PortalRefused | None:
        """Return the error for a page of an article that does not show what a subscriber sees
        (``fetch.signed_in``), or that asks for a password at another host; None for any other."""
        sign, final = self._portal.fetch.signed_in, exchange.final
        if sign is None or final is None or origin.level not in _LEVELS_OF_WALLS:
            return None
        if read_document(final) is None:
            return None
        visit, encoding = _to_visit(exchange), self._portal.encoding
        page = read_page(
            visit.answered,
            visit.content,
            visit.content_type,
            encoding=encoding,
            column=origin.column,
        )
        if page.file_kind or page.excess:  # never an article, and nothing is found on it
            return None
        is_own = self._settings.hosts.is_trusted(final.url)
        is_wall = not condition_holds(sign, page) if is_own else condition_holds(_PASSWORD, page)
        if not is_wall:
            if is_own and self._settings.subscriber is not None:
                self._settings.subscriber.confirm_cookies()
            return None
        return PortalRefused(
            make_message(
                "{url} is not shown as to a subscriber (fetch.signed_in finds nothing); it is not"
                " stored",
                url=exchange.url,
            )
            if is_own
            else make_message(
                "{url} is not shown as to a subscriber (fetch.signed_in finds nothing; it leads to"
                " {host}); it is not stored",
                url=exchange.url,
                host=host_of(final.url),
            ),
            make_message(
                "Sign in again: curator login {path}. Then run the same command"
                " again. If you are signed in, mend fetch.signed_in, or put the"
                " address on the exclude list.",
                path=self._portal.path,
            ),
        )

    def _store_reservations(self, url: str) -> None:
        """Ask for a tdmrep.json once, and store the answer, whatever it is: as evidence."""
        origin = Origin("permissions")
        with name_purpose(origin):
            self._corpus.append(self._protect(self.client.probe(url)), origin)
        self._count_attempt("")

    def _robots(self, url: str) -> RobotsAnswer:
        answer = self.get(url, Origin("robots"))
        final = answer.final
        if final is None or answer.failure:
            status = final.status if final else None
            return RobotsAnswer.failed(answer.failure, answer.message, status)
        content = self._corpus.read(final).content
        return RobotsAnswer.read(final.status, content, whole=not final.truncated)


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


# Fetch a few pages politely without storing them (``check --live``, ``new URL``).

MAX_RETRIES = 1
"""A user is waiting: an error that persists at the second attempt is reported."""


@dataclass(frozen=True)
class PageVisit:
    """The answer for one address.

    ``answered`` is the final address, after redirects; ``status`` is None without an answer;
    ``content`` is the decoded body. ``trouble`` is a message if there is no usable page, otherwise
    empty; ``failure`` is the kind of the failure, without an answer. ``requests`` were sent
    for it, with those of redirects.
    """

    url: str
    answered: str
    status: int | None = None
    content: bytes = b""
    content_type: str | None = None
    trouble: str = ""
    failure: str = ""
    requests: int = 1

    @property
    def is_forbidden(self) -> bool:
        """True if robots.txt forbids the address."""
        return self.failure == "robots"

    def read(self, classifier: bytes = b"") -> Page:
        """Return the page; there must be no ``trouble``. ``classifier``: as for ``Page``."""
        return read_page(self.answered, self.content, self.content_type, classifier=classifier)


class PageVisitor(Visitor):
    """Fetches pages with the policy of a portal, and stores nothing.

    ``portal`` is needed for the language and the time zone of pages that are rendered in a browser.
    """

    def __init__(
        self, settings: ConnectionSettings, clock: Clock, portal: Portal | None = None
    ) -> None:
        policy = replace(settings.policy, retries=min(settings.policy.retries, MAX_RETRIES))
        self._settings, self._clock = replace(settings, policy=policy), clock
        super().__init__(self._settings, clock)
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
        visit = _to_visit(exchange)
        self._visits += 1
        self._refused += visit.status in REFUSALS
        return visit

    def render(
        self, url: str, see_loaded: Callable[[Exchange, str], None], click: str = ""
    ) -> PageVisit | None:
        """Return a page as a browser shows it after it was scrolled, or the element that ``click``
        selects was clicked, once; None where no browser is installed. Arguments and errors as for
        ``get``."""
        from webarticlecurator.fetch.browser_process import require_browser

        with suppress(UsageError):
            require_browser()
            steps = RenderSteps(scroll=not click, click=click, max_rounds=1)
            return self.get(url, steps, see_loaded)
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


def _to_visit(exchange: Exchange) -> PageVisit:
    final = exchange.final
    if final is None:
        kind, message = "disconnect", as_message("no answer")
        if exchange.failure is not None:
            kind, message = exchange.failure.kind, as_message(exchange.failure.message)
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
        return PageVisit(exchange.url, final.url, final.status, content, content_type)
    return PageVisit(
        exchange.url,
        final.url,
        final.status,
        decoded.content,
        response.get("content-type"),
        trouble,
        requests=len(exchange.hops),
    )


# Why an address gives no page: whose fault it is, and what to do about it.

OFFLINE = make_message("--offline writes a plain file without looking")
"""The end of messages of ``curator new``."""
_NOTHING_ANSWERS = {
    "dns": make_message(
        "no such host (expected the address that a browser shows); check the spelling"
    ),
    "connect": make_message(
        "nothing answers there (expected a portal); check the address and its port"
    ),
    "tls": make_message(
        "its certificate is not trusted; name the file of its authority with --ca, or begin the"
        " address with http://"
    ),
    "timeout": make_message("no answer in time; try again later, or {offline}", offline=OFFLINE),
    "disconnect": make_message(
        "the connection was closed without an answer; check http:// or https://"
    ),
    "bad-response": make_message("the answer is not HTTP; check the address and its port"),
    "proxy": make_message("the proxy does not answer; check --proxy"),
}
"""Kind of a failure without an answer → what is wrong, and what to do."""


def unreachable(url: str, kind: str, message: str) -> PortalUnreachable | None:
    """Return the error for a failure of a kind without an answer; None for any other one."""
    cause = _NOTHING_ANSWERS.get(kind)
    said = message.split(": ", 1)[-1]  # without the address
    if cause is None:
        return None
    return PortalUnreachable(
        make_message("{url}: {cause} ({said})", url=origin_of(url), cause=cause, said=said)
    )


def require_page(visit: PageVisit) -> None:
    """Raise PortalUnreachable if nothing answers, UsageError if the address is wrong, PortalRefused
    if the portal refuses it; do nothing if there is a page."""
    url, trouble = visit.url, visit.trouble
    if not trouble:
        return
    if error := unreachable(url, visit.failure, trouble):
        raise error
    if visit.is_forbidden:
        raise PortalRefused(
            make_message(
                "{trouble}; ask the portal, or {offline}", trouble=trouble, offline=OFFLINE
            )
        )
    if visit.status in GONE or visit.failure:
        cure = make_message("open the address in a browser, and copy it from there")
        raise UsageError(
            make_message(
                "{url}: {trouble} (expected a page that lists articles); {cure}",
                url=url,
                trouble=trouble,
                cure=cure,
            )
        )
    raise PortalRefused(
        make_message(
            "{url}: {trouble}; ask the portal for access, try again later, or {offline}",
            url=url,
            trouble=trouble,
            offline=OFFLINE,
        )
    )


def require_no_wall(page: Page) -> None:
    """Raise PortalRefused for a page that the portal sends in place of another one (a login form,
    a consent page, a bot challenge), UsageError for one that says 'not found'."""
    wall = check_by_words(page) if page.json is None else None
    if wall is None or wall.reason == "empty":
        return
    found = make_message(
        "{url}: {reason} in place of a list of articles ({evidence})",
        url=page.url,
        reason=wall.reason,
        evidence=wall.evidence,
    )
    error = PortalRefused if wall.reason in WALLS else UsageError
    raise error(
        make_message(
            "{problem}; {cure}; {offline}",
            problem=found,
            cure=as_message(CURES[wall.reason]),
            offline=OFFLINE,
        )
    )
