"""Render fetched pages in a browser, whose requests are sent and stored as those of a crawl."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.capture import (
    NOT_RENDERED,
    TRUNCATED,
    Exchange,
    Failure,
    Hop,
    Rendering,
)
from webarticlecurator.base.portal.hosts import host_of, origin_of
from webarticlecurator.base.portal.log_lines import get_logger, name_purpose
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.render_steps import (
    LoadedAnswer,
    LoadRequest,
    RenderingFailed,
    RenderSteps,
)
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.fetch.answer_kinds import (
    NOT_REQUESTED,
    REFUSALS,
    TRANSIENT_STATUSES,
)
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings, describe_client
from webarticlecurator.crawling.fetch.page_renderer import PageRenderer
from webarticlecurator.crawling.fetch.polite_client import PoliteClient
from webarticlecurator.crawling.fetch.session import REDIRECTS
from webarticlecurator.storage.warc.message import read_response

_log = get_logger(__name__)

StoreLoaded = Callable[[Exchange, str], None]
"""Stores what a page loads: each attempt, and the kind of its request."""


class PageRendering:
    """Renders pages that ``client`` has fetched; one per crawl, close it at the end. The browser
    starts with the first page; it has the language and the time zone of the portal, if known."""

    def __init__(
        self,
        portal: Portal | None,
        settings: ConnectionSettings,
        client: PoliteClient,
        clock: Clock,
    ) -> None:
        policy = settings.effective_policy()
        user_agent = policy.user_agent or describe_client(policy.connections)
        language = portal.language if portal is not None else ""
        timezone = portal.timezone if portal is not None else ""
        self._renderer = PageRenderer(settings, user_agent, language, timezone)
        self._client, self._clock = client, clock
        self._notify, self._refused = settings.notify, set[tuple[str, str]]()

    def render(
        self, exchange: Exchange, steps: RenderSteps, record_id: str, store: StoreLoaded
    ) -> Exchange:
        """Return the exchange with its page as rendered, or with the failure of the browser; as it
        is if its answer is no HTML page. ``record_id`` is that of the rendering.

        Raises PortalRefused, and what ``store`` raises.
        """
        final = exchange.final
        document = read_document(final) if final is not None else None
        if document is None:
            _log.debug("not rendered: %s, no whole HTML page", exchange.url)
            return exchange
        _log.debug("renders %s", document.url)
        try:
            html, software = self._renderer.render(
                document, steps, partial(self._load, store), self._clock
            )
        except RenderingFailed as error:
            now = self._clock.now()
            _log.debug("not rendered: %s, %s", document.url, error.args[0])
            failure = Failure(
                NOT_RENDERED,
                make_message(
                    "{url} is not rendered: {reason}", url=document.url, reason=error.args[0]
                ),
                now,
            )
            return replace(exchange, failure=failure, rendering=Rendering(record_id, None, now))
        content = html.encode("utf-8", "replace")
        _log.debug("rendered %s: %d bytes", document.url, len(content))
        rendering = Rendering(record_id, content, self._clock.now(), software)
        return replace(exchange, rendering=rendering)

    def close(self) -> None:
        """End the browser."""
        self._renderer.close()

    def _load(self, store: StoreLoaded, request: LoadRequest) -> LoadedAnswer | None:
        """Request what a page loads, as politely as a page, and store it."""
        url, last = request.url, None
        with name_purpose(f"{request.kind}, asked for by the browser"):
            for exchange in self._attempts(request):
                store(exchange, request.kind)
                last = exchange
        if last is None or last.final is None:
            # a request that was not to be sent is reported once for each reason and host
            failure = last.failure if last is not None else None
            if failure is None or failure.kind not in NOT_REQUESTED:
                message = failure.message if failure is not None else make_message("no answer")
                return LoadedAnswer(
                    url,
                    trouble=make_message("what it loads has failed: {message}", message=message),
                )
            if (failure.kind, host_of(url)) not in self._refused:
                self._refused.add((failure.kind, host_of(url)))
                self._notify(
                    make_message(
                        "{url}, which a page loads, is not requested: {message}",
                        url=url,
                        message=failure.message,
                    )
                )
            return None
        final = last.final
        if final.status in REDIRECTS:
            return None
        answer = _to_answer(final)
        is_refused = final.status in TRANSIENT_STATUSES | REFUSALS
        if is_refused and not answer.trouble:
            return replace(
                answer,
                trouble=make_message(
                    "what it loads, {url}, answers {status}", url=url, status=final.status
                ),
            )
        return answer

    def _attempts(self, request: LoadRequest) -> Iterable[Exchange]:
        """Return the attempts at a request. A redirect to a host from which pages load nothing is
        not followed, and another origin does not get the headers. A body is sent once."""
        url, headers = request.url, request.headers
        if request.body is not None:
            return (self._client.post(url, headers, request.body),)

        def find_conditions(target: str) -> Mapping[str, str] | None:
            if not self._renderer.answers.is_loadable(target):
                return None
            return headers if origin_of(target) == origin_of(url) else {}

        return self._client.attempts(url, find_conditions)


def read_document(final: Hop) -> LoadedAnswer | None:
    """Return the HTML page of an answer; None if it is something else, or not complete."""
    if final.status != 200:
        return None
    document = _to_answer(final)
    begins_as_html = not document.content_type and document.content.lstrip()[:1] == b"<"
    is_html = begins_as_html or "html" in document.content_type.lower()
    return document if is_html and not document.trouble else None


def _to_answer(final: Hop) -> LoadedAnswer:
    response = read_response(final.url, final.response)
    decoded = response.decoded()
    is_cut = bool(final.truncated) or decoded.fault == TRUNCATED
    return LoadedAnswer(
        final.url,
        final.status,
        response.get("content-type") or "",
        decoded.content,
        make_message("what it loads, {url}, broke off", url=final.url) if is_cut else "",
    )
