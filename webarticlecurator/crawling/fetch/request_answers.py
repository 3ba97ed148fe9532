"""What a page gets for its requests: the answer of our own fetcher, or none."""

from __future__ import annotations

import re
from typing import Any

from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import PortalHosts, host_of
from webarticlecurator.base.portal.patterns import search_pattern
from webarticlecurator.base.portal.render_steps import (
    Load,
    LoadedAnswer,
    LoadRequest,
    RenderingFailed,
)
from webarticlecurator.base.text.translation import make_message

NEEDED_KINDS = frozenset({"script", "stylesheet", "xhr", "fetch"})
"""Kinds of requests (of Playwright) that may be answered: no pictures, fonts, films, frames,
pings, event streams."""
_SHARED_KINDS = frozenset({"script", "stylesheet"})
"""Kinds whose answers are used again for other pages of a crawl."""
_MAX_SHARED_BYTES = 50_000_000
MAX_REQUESTS = 300
"""Requests that one page may make without a longer list: one that polls would go on for ever."""
_OWN_HEADERS = re.compile(
    r"(host|connection|user-agent|cookie|accept-encoding|accept-language|content-.*|if-.*|range|origin|pragma"
    r"|cache-control|upgrade-insecure-requests|sec-.*|proxy-.*|te|purpose)\Z"
)
"""Headers that the fetcher sets itself, or that only browsers send."""


class RequestAnswers:
    """Answers the requests of pages; one per crawl.

    Requests are answered by ``load`` of the current page if they are needed, for an address of the
    portal or of one of ``fetch.browser_hosts``. Scripts and styles are requested once.
    """

    def __init__(self, hosts: PortalHosts, policy: FetchPolicy) -> None:
        self._hosts, self._more_hosts = hosts, frozenset(policy.browser_hosts)
        self._posted = policy.browser_post
        self._fixed_headers = frozenset(name.lower() for name, _ in policy.headers)
        self._shared: dict[str, LoadedAnswer | None] = {}
        self._shared_bytes = self._count = 0
        self._load: Load = lambda _request: None
        self.refused_hosts: dict[str, None] = {}

    def begin_page(self, load: Load) -> None:
        """Begin a page, whose requests are answered by ``load``."""
        self._load = load
        self._count = 0
        self.refused_hosts = {}

    def restart_count(self) -> None:
        """Allow as many requests again, since a list has become longer."""
        self._count = 0

    def answer(self, request: Any) -> LoadedAnswer | None:
        """Return the answer to a request, None for one that is refused.

        Raises RenderingFailed if the page cannot be rendered without its answer, and what ``load``
        raises.
        """
        url, kind = str(request.url), str(request.resource_type)
        if kind not in NEEDED_KINDS or not url.startswith("http") or not self._may_send(request):
            return None
        if not self.is_loadable(url):
            self.refused_hosts[host_of(url)] = None
            return None
        if kind in _SHARED_KINDS and url in self._shared:
            return self._shared[url]
        self._count += 1
        if self._count > MAX_REQUESTS:
            raise RenderingFailed(
                make_message(
                    "it makes more than {number} requests, the last for {url}",
                    number=MAX_REQUESTS,
                    url=url,
                )
            )
        # the headers by which scripts ask for another answer (Accept, X-Requested-With …), without
        # those that the portal file fixes
        headers = {
            name: value
            for name, value in request.headers.items()
            if not _OWN_HEADERS.match(name.lower())
            and name.lower() not in self._fixed_headers
            and re.fullmatch(r"[\x20-\x7e]{1,4000}", value)
        }
        body = None
        if request.method == "POST":
            body = bytes(request.post_data_buffer or b"")
            headers["Content-Type"] = str(request.headers.get("content-type", "text/plain"))
        answer = self._load(LoadRequest(url, headers, kind, body))
        if answer is not None and answer.trouble:
            raise RenderingFailed(answer.trouble)
        size = len(answer.content) if answer is not None else 0
        if kind in _SHARED_KINDS and self._shared_bytes + size <= _MAX_SHARED_BYTES:
            self._shared_bytes += size
            self._shared[url] = answer
        return answer

    def _may_send(self, request: Any) -> bool:
        """Return True for a request that only asks, and for one that ``fetch.browser_post``
        allows."""
        if request.method != "POST":
            return bool(request.method == "GET")
        url, name = str(request.url), "fetch.browser_post"
        try:
            return any(search_pattern(pattern, url, name) for pattern in self._posted)
        except PageUnreadable as error:
            raise RenderingFailed(error.message) from error

    def is_loadable(self, url: str) -> bool:
        """Return True if pages may load something from the host of an address."""
        return self._hosts.belongs(url) or host_of(url) in self._more_hosts
