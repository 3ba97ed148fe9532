"""Joins fetch and store: asks for an address as politely as the portal wants, and stores every attempt before anything is made
of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch import Politeness, Robots
from webarticlecurator.model.capture import Capture, Exchange, Failure, Origin
from webarticlecurator.model.clock import Clock
from webarticlecurator.model.portal import FetchPolicy
from webarticlecurator.store import Corpus


@dataclass(frozen=True)
class Answer:
    """What came of one address: its hops as stored, the last one final; or why there is none.

    ``trouble`` is empty when ``final`` can be used; else a short reason (``timeout``, ``status-500``, ``truncated``, ``robots``).
    """

    url: str
    captures: tuple[Capture, ...] = ()
    trouble: str = ""
    words: str = ""

    @property
    def final(self) -> Capture | None:
        return self.captures[-1] if self.captures else None

    @property
    def status(self) -> int | None:
        return self.final.status if self.final and not self.trouble.startswith("failed") else None


@dataclass
class Requester:
    """One per run. ``hosts`` are the portal's own; ``requests`` counts the addresses asked for."""

    corpus: Corpus
    politeness: Politeness
    policy: FetchPolicy
    agent: str
    clock: Clock
    hosts: frozenset[str]
    requests: int = 0
    _robots: dict[str, Robots] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.politeness.refusal = self._refusal

    def get(self, url: str, origin: Origin) -> Answer:
        """Fetch ``url`` and store every attempt; nothing is committed but the captures themselves.

        Raises PortalRefused where the portal stops the crawl.
        """
        answer = Answer(url, (), "failed")
        for exchange in self.politeness.attempts(url):
            self.requests += 1
            answer = _answer(exchange, self.corpus.append(exchange, origin))
        return answer

    def allowed(self, url: str) -> bool:
        """Whether robots.txt, as it is now, lets ``url`` be asked for; always with ``robots: ignore``. Raises PortalRefused."""
        return self._refusal(url) is None

    def _refusal(self, url: str) -> Failure | None:
        """Asked before every hop of every fetch. A host of the portal itself whose robots.txt cannot be had ends the crawl; of
        another host nothing is asked in this run."""
        parts = urlsplit(url)
        if self.policy.robots != "obey" or parts.path == "/robots.txt":
            return None
        robots = self._robots_of(url)
        if robots.stop and parts.hostname in self.hosts:
            raise PortalRefused(
                f"{parts.scheme}://{parts.netloc}: {robots.stop}",
                "Run the same command again later; `fetch: {robots: ignore}` in the portal file is your own decision.",
            )
        if robots.stop:
            return Failure("robots-unreachable", f"{url}: {robots.stop}", self.clock.now())
        return None if robots.allowed(url) else Failure("robots", f"robots.txt forbids {url}", self.clock.now())

    def _robots_of(self, url: str) -> Robots:
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        if site not in self._robots:
            self._robots[site] = self._fetch_robots(site)
            if self._robots[site].delay:
                self.politeness.delays[parts.netloc] = self._robots[site].delay
        return self._robots[site]

    def _fetch_robots(self, site: str) -> Robots:
        answer = Answer(site)
        for exchange in self.politeness.attempts(site + "/robots.txt"):
            answer = _answer(exchange, self.corpus.append(exchange, Origin("robots")))
        found = answer.final is not None and answer.final.status == 200 and not answer.trouble
        text = self.corpus.read(answer.final).content.decode("utf-8", "replace") if found and answer.final else ""
        robots = Robots.parse(answer.final.status if answer.final else None, text, self.agent)
        return replace(robots, stop=f"{robots.stop}; {answer.words}") if robots.stop and answer.words else robots


def _answer(exchange: Exchange, captures: tuple[Capture, ...]) -> Answer:
    if exchange.failure:
        return Answer(exchange.url, captures, f"failed-{exchange.failure.kind}", exchange.failure.message)
    final = captures[-1]
    if final.truncated:
        return Answer(exchange.url, captures, "truncated", f"{final.url}: the answer broke off")
    if final.status >= 400 and final.status not in (404, 410):
        return Answer(exchange.url, captures, f"status-{final.status}", f"{final.url} answers {final.status}")
    return Answer(exchange.url, captures)
