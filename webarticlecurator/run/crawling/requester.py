"""Joins fetch and store: asks for an address as politely as the portal wants, and stores every attempt before anything is made
of it."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.fetch import Asking, RobotsAnswer, Way
from webarticlecurator.model.capture import Capture, Exchange, Origin
from webarticlecurator.model.clock import Clock
from webarticlecurator.store import Corpus


@dataclass(frozen=True)
class Answer:
    """What came of one address: its hops as stored, the last one final; or why there is none.

    ``trouble`` is empty when ``final`` can be used; else a short reason (``failed-timeout``, ``status-500``, ``truncated``).
    """

    url: str
    captures: tuple[Capture, ...] = ()
    trouble: str = ""
    words: str = ""

    @property
    def final(self) -> Capture | None:
        return self.captures[-1] if self.captures else None


class Requester:
    """One per crawl, to be closed."""

    def __init__(self, corpus: Corpus, way: Way, clock: Clock) -> None:
        self._corpus = corpus
        self._asking = Asking(way, clock, self._robots)

    def close(self) -> None:
        self._asking.close()

    def get(self, url: str, origin: Origin) -> Answer:
        """Fetch ``url`` and store every attempt; nothing is committed but the captures themselves.

        Raises PortalRefused where the portal stops the crawl.
        """
        answer = Answer(url, (), "failed")
        for exchange in self._asking.attempts(url):
            answer = _answer(exchange, self._corpus.append(exchange, origin))
        return answer

    def allowed(self, url: str) -> bool:
        """Whether robots.txt, as it is now, lets ``url`` be asked for; always with ``robots: ignore``. Raises PortalRefused."""
        return self._asking.allowed(url)

    def _robots(self, url: str) -> RobotsAnswer:
        answer = self.get(url, Origin("robots"))
        final = answer.final
        found = final is not None and final.status == 200 and not answer.trouble
        text = self._corpus.read(final).content.decode("utf-8", "replace") if final and found else ""
        return RobotsAnswer(final.status if final else None, text, answer.words)


def _answer(exchange: Exchange, captures: tuple[Capture, ...]) -> Answer:
    if exchange.failure:
        return Answer(exchange.url, captures, f"failed-{exchange.failure.kind}", exchange.failure.message)
    final = captures[-1]
    if final.truncated:
        return Answer(exchange.url, captures, "truncated", f"{final.url}: the answer broke off")
    if final.is_error:
        return Answer(exchange.url, captures, f"status-{final.status}", f"{final.url} answers {final.status}")
    return Answer(exchange.url, captures)
