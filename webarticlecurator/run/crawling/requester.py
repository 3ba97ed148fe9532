"""Joins fetch and store: asks for an address as politely as the portal wants, and stores every
attempt before anything is made of it."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.fetch import ConnectionSettings, PoliteClient, RobotsAnswer
from webarticlecurator.model.capture import Capture, Exchange, Origin
from webarticlecurator.model.clock import Clock
from webarticlecurator.store import Corpus

FAILED = "failed-"


@dataclass(frozen=True)
class CrawlAnswer:
    """What came of one address: its hops as stored, the last one final; or why there is none.

    ``trouble`` is empty when ``final`` can be used; else a short reason (``failed-timeout``,
    ``status-500``, ``truncated``).
    """

    url: str
    captures: tuple[Capture, ...] = ()
    trouble: str = ""
    words: str = ""

    @property
    def final(self) -> Capture | None:
        return self.captures[-1] if self.captures else None

    @property
    def failure(self) -> str:
        """The kind of the failure that ended the fetch, or empty."""
        return self.trouble.removeprefix(FAILED) if self.trouble.startswith(FAILED) else ""


class Requester:
    """One per crawl, to be closed."""

    def __init__(self, corpus: Corpus, way: ConnectionSettings, clock: Clock) -> None:
        self._corpus = corpus
        self._asking = PoliteClient(way, clock, self._robots)

    def close(self) -> None:
        self._asking.close()

    def get(self, url: str, origin: Origin) -> CrawlAnswer:
        """Fetch ``url`` and store every attempt; nothing is committed but the captures themselves.

        Raises PortalRefused where the portal stops the crawl.
        """
        answer = CrawlAnswer(url, (), f"{FAILED}disconnect")
        for exchange in self._asking.attempts(url):
            answer = _answer(exchange, self._corpus.append(exchange, origin))
        return answer

    def wall(self, url: str, what: str) -> None:
        """What came last for ``url`` is counted as a refusal: a page that the portal sends in place
        of any other. Raises PortalRefused where that ends the crawl."""
        self._asking.wall(url, what)

    def passed(self) -> None:
        """An article came: a row of walls is over."""
        self._asking.passed()

    def allowed(self, url: str) -> bool:
        """Whether ``url`` may be asked for, by robots.txt as it is now and by where it leads.
        Raises PortalRefused."""
        return self._asking.allowed(url)

    def _robots(self, url: str) -> RobotsAnswer:
        answer = self.get(url, Origin("robots"))
        final = answer.final
        if final is None or answer.failure:
            return RobotsAnswer.failed(
                answer.failure, answer.words, final.status if final else None
            )
        return RobotsAnswer.read(
            final.status, self._corpus.read(final).content, whole=not final.truncated
        )


def _answer(exchange: Exchange, captures: tuple[Capture, ...]) -> CrawlAnswer:
    if exchange.failure:
        return CrawlAnswer(
            exchange.url, captures, f"{FAILED}{exchange.failure.kind}", exchange.failure.message
        )
    final = captures[-1]
    if final.truncated:
        return CrawlAnswer(
            exchange.url, captures, "truncated", f"{final.url}: the answer broke off"
        )
    if final.is_error:
        return CrawlAnswer(
            exchange.url, captures, f"status-{final.status}", f"{final.url} answers {final.status}"
        )
    return CrawlAnswer(exchange.url, captures)
