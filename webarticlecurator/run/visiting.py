"""A few pages asked for politely and shown to nobody else: nothing is stored (``check --live``, ``new URL``)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch import Politeness, Robots, Session
from webarticlecurator.fetch.politeness import REFUSALS
from webarticlecurator.model.capture import Exchange, Failure
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


@dataclass(frozen=True)
class Way:
    """How pages are reached: the portal's policy and its own ``hosts``; ``proxy`` and ``ca_file`` (PEM) as for a crawl."""

    policy: FetchPolicy
    hosts: frozenset[str]
    proxy: str | None = None
    ca_file: str | None = None


class Visitor:
    """Asks for pages as the policy says; robots.txt counts for every hop. To be closed."""

    def __init__(self, way: Way, clock: Clock) -> None:
        policy = replace(way.policy, proxy=way.proxy or way.policy.proxy, retries=min(way.policy.retries, RETRIES))
        self._policy, self._hosts, self._clock = policy, way.hosts, clock
        self._session = Session(policy, clock, USER_AGENT, way.ca_file)
        self._politeness = Politeness(self._session, policy, clock)
        self._politeness.refusal = self._refusal
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
        """Ask for ``url`` (absolute). Raises PortalRefused where robots.txt of one of the portal's hosts cannot be had, or a wait
        of hours is asked for."""
        visit = self._visit(url)
        self._visits += 1
        self._refused += visit.status in REFUSALS
        return visit

    def robots_text(self, url: str) -> str:
        """The robots.txt of the site of ``url``, empty if it has none. Raises as ``get``."""
        return self._rules(url)[1]

    def _visit(self, url: str) -> Visit:
        visit = Visit(url, url, trouble="no answer")
        for exchange in self._politeness.attempts(url):
            visit = _visit(exchange)
        return visit

    def _refusal(self, url: str) -> Failure | None:
        """Asked before every hop of every fetch, as in a crawl."""
        parts = urlsplit(url)
        if self._policy.robots != "obey" or parts.path == "/robots.txt":
            return None
        robots, _ = self._rules(url)
        if robots.stop and parts.hostname in self._hosts:
            raise PortalRefused(f"{url}: {robots.stop}", "Try again later; look whether the address is right.")
        said = f"{url}: {robots.stop}" if robots.stop else f"robots.txt forbids {url}"
        return None if robots.allowed(url) else Failure("robots", said, self._clock.now())

    def _rules(self, url: str) -> tuple[Robots, str]:
        """What robots.txt allows there, and its text."""
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        if site not in self._robots:
            answer = self._visit(site + "/robots.txt")
            text = answer.content.decode("utf-8", "replace") if answer.status == 200 else ""
            robots = Robots.parse(answer.status, text, self._policy.user_agent or AGENT)
            if robots.stop and answer.status is None:
                robots = replace(robots, stop=f"{robots.stop}; {answer.trouble}")
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
