"""A few pages asked for politely and shown to nobody else: nothing is stored (``check --live``, ``new URL``)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch import Politeness, Robots, Session
from webarticlecurator.fetch.politeness import REFUSALS
from webarticlecurator.model.capture import Exchange
from webarticlecurator.model.clock import Clock
from webarticlecurator.model.portal import FetchPolicy
from webarticlecurator.run.setup import AGENT, USER_AGENT
from webarticlecurator.store.message import read_response

RETRIES = 1
"""Somebody is waiting: trouble that does not pass at the second attempt is told."""


@dataclass(frozen=True)
class Visit:
    """What came of one address. ``answered``: the address at the end of the redirects; ``status`` of its answer, None without
    one; ``content``: its body, codings removed; ``trouble``: in words why there is no page to look at, else empty."""

    url: str
    answered: str
    status: int | None = None
    content: bytes = b""
    content_type: str | None = None
    trouble: str = ""


class Visitor:
    """Asks for pages as ``policy`` says, robots.txt first. ``proxy`` and ``ca_file`` as for a crawl. To be closed."""

    def __init__(self, policy: FetchPolicy, clock: Clock, proxy: str | None = None, ca_file: str | None = None) -> None:
        self._policy = replace(policy, proxy=proxy or policy.proxy, retries=min(policy.retries, RETRIES))
        self._session = Session(self._policy, clock, USER_AGENT, ca_file)
        self._politeness = Politeness(self._session, self._policy, clock)
        self._robots: dict[str, tuple[Robots, str]] = {}
        self._visits = self._refused = 0

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    @property
    def refused(self) -> bool:
        """True if pages were asked for and the portal refused every one of them (403, 429, 503)."""
        return 0 < self._visits == self._refused

    def get(self, url: str) -> Visit:
        """Ask for ``url`` (absolute). Raises PortalRefused where robots.txt cannot be had, or a wait of hours is asked
        for."""
        if self._policy.robots == "obey" and not self._rules(url)[0].allowed(url):
            return Visit(url, url, trouble="robots.txt forbids it")
        visit = self._visit(url)
        self._visits += 1
        self._refused += visit.status in REFUSALS
        return visit

    def robots_text(self, url: str) -> str:
        """The robots.txt of the site of ``url``, empty if it has none. Raises as ``get``."""
        return self._rules(url)[1]

    def _visit(self, url: str) -> Visit:
        for exchange in self._politeness.attempts(url):
            visit = _visit(exchange)
        return visit

    def _rules(self, url: str) -> tuple[Robots, str]:
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        if site not in self._robots:
            answer = self._visit(site + "/robots.txt")
            text = answer.content.decode("utf-8", "replace") if answer.status == 200 else ""
            robots = Robots.parse(answer.status, text, self._policy.user_agent or AGENT)
            if robots.stop:
                why = f" ({answer.trouble})" if answer.status is None else ""
                raise PortalRefused(f"{site}: {robots.stop}{why}", "Try again later; look whether the address is right.")
            self._politeness.delays[parts.netloc] = robots.delay
            self._robots[site] = robots, text
        return self._robots[site]


def _visit(exchange: Exchange) -> Visit:
    final = exchange.final
    if final is None:
        return Visit(exchange.url, exchange.url, trouble=exchange.failure.message if exchange.failure else "no answer")
    response = read_response(final.url, final.response)
    trouble = f"the portal answers {final.status}" if final.status != 200 else ""
    if final.truncated:
        trouble = "the answer broke off"
    return Visit(exchange.url, final.url, final.status, response.body(), response.get("content-type"), trouble)
