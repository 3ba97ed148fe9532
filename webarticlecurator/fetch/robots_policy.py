"""Whether an address may be asked for: each site's robots.txt, asked for once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch.connection_settings import ConnectionSettings
from webarticlecurator.fetch.politeness import Politeness
from webarticlecurator.fetch.robots import LONGEST, Robots
from webarticlecurator.model.capture import Failure
from webarticlecurator.model.clock import Clock
from webarticlecurator.model.hosts import origin_of

_LED_NOWHERE = ("redirect-loop", "bad-address")


@dataclass(frozen=True)
class RobotsAnswer:
    """What came of asking for a robots.txt: the final status (None: no complete answer), its text,
    and what went wrong in words."""

    status: int | None
    text: str = ""
    trouble: str = ""

    @classmethod
    def read(cls, status: int, content: bytes, *, whole: bool) -> RobotsAnswer:
        """From a final answer and its decoded body. A file that breaks off counts as no answer (RFC
        9309 §2.3.1.4), unless as much of it came as is read."""
        if not whole and 200 <= status < 300 and len(content) < LONGEST:
            return cls(None, trouble="the answer broke off")
        return cls(status, content[: 4 * LONGEST].decode("utf-8", "replace"))

    @classmethod
    def failed(cls, kind: str, words: str, redirect: int | None) -> RobotsAnswer:
        """From a failure after redirects, the last with status ``redirect`` (None: there were
        none). One that leads in circles or to no address says that there is no such file
        (§2.3.1.2); any other failure, that it is not known."""
        return cls(redirect, trouble=words) if kind in _LED_NOWHERE else cls(None, trouble=words)


class RobotsPolicy:
    """One per run. ``agent`` is the name robots.txt may address; ``ask`` fetches a robots.txt
    through ``politeness``, which from then on asks here before every hop. Each origin (scheme,
    host, port) has its own robots.txt."""

    def __init__(
        self,
        way: ConnectionSettings,
        agent: str,
        clock: Clock,
        politeness: Politeness,
        ask: Callable[[str], RobotsAnswer],
    ) -> None:
        self._obey, self._hosts = way.policy.robots == "obey", way.hosts
        self._excluded, self._say = way.excluded, way.say
        self._agent, self._clock, self._politeness, self._ask = agent, clock, politeness, ask
        self._origins: dict[str, tuple[Robots, str]] = {}
        self._asking = False
        politeness.refusal = self.refusal

    def refusal(self, url: str) -> Failure | None:
        """Why ``url`` may not be asked for; None if it may, with ``robots: ignore`` unless it is
        excluded. An origin of the portal itself whose robots.txt cannot be had ends the run
        (PortalRefused); of another one nothing is asked in this run."""
        why = self._excluded(url)
        if why is not None:
            return Failure("excluded", f"{url} is on the exclude list: {why}", self._clock.now())
        if not self._obey or self._asking or urlsplit(url).path == "/robots.txt":
            return None
        robots = self.site(url)[0]
        if robots.stop and self._hosts.is_home(url):
            raise PortalRefused(
                f"{origin_of(url)}: {robots.stop}",
                "Run the same command again later; `fetch: {robots: ignore}` in the portal file is"
                " your own decision.",
            )
        if robots.stop:
            return Failure("robots-unreachable", f"{url}: {robots.stop}", self._clock.now())
        return (
            None
            if robots.allowed(url)
            else Failure("robots", f"robots.txt forbids {url}", self._clock.now())
        )

    def site(self, url: str) -> tuple[Robots, str]:
        """What the robots.txt of the origin of ``url`` says, and its text."""
        origin = origin_of(url)
        if origin not in self._origins:
            answer = self._answer(origin + "/robots.txt")
            robots = Robots.parse(answer.status, answer.text, self._agent)
            if robots.stop and answer.trouble:
                robots = replace(robots, stop=f"{robots.stop}; {answer.trouble}")
            if robots.delay < robots.asked_delay:
                asked = _duration(robots.asked_delay)
                self._say(
                    f"{origin}/robots.txt: {asked} between requests (at most {robots.delay:g} are"
                    " kept)"
                )
            self._politeness.slow_down(url, robots.delay)
            self._origins[origin] = robots, answer.text
        return self._origins[origin]

    def _answer(self, url: str) -> RobotsAnswer:
        """Redirects of a robots.txt are followed wherever they lead: no other robots.txt counts for
        them (RFC 9309 §2.3.1.2)."""
        self._asking = True
        try:
            return self._ask(url)
        finally:
            self._asking = False


def _duration(seconds: float) -> str:
    return f"{seconds:,.0f} seconds" if seconds <= 1e9 else "more than a billion seconds"
