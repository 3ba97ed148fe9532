"""Whether an address may be asked for: each site's robots.txt, asked for once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch.politeness import Politeness
from webarticlecurator.fetch.robots import Robots
from webarticlecurator.fetch.way import Way
from webarticlecurator.model.capture import Failure
from webarticlecurator.model.clock import Clock


@dataclass(frozen=True)
class RobotsAnswer:
    """What came of asking for a robots.txt: the final status (None: no answer), its text, and what went wrong in words."""

    status: int | None
    text: str = ""
    trouble: str = ""


class Permission:
    """One per run. ``agent`` is the name robots.txt may address; ``ask`` fetches a robots.txt through ``politeness``, which from
    then on asks here before every hop."""

    def __init__(self, way: Way, agent: str, clock: Clock, politeness: Politeness, ask: Callable[[str], RobotsAnswer]) -> None:
        self._obey, self._hosts = way.policy.robots == "obey", way.hosts
        self._excluded = way.excluded
        self._agent, self._clock, self._politeness, self._ask = agent, clock, politeness, ask
        self._sites: dict[str, tuple[Robots, str]] = {}
        politeness.refusal = self.refusal

    def refusal(self, url: str) -> Failure | None:
        """Why ``url`` may not be asked for; None if it may, with ``robots: ignore`` unless it is excluded. A host of the portal
        itself whose robots.txt cannot be had ends the run (PortalRefused); of another host nothing is asked in this run."""
        why = self._excluded(url)
        if why is not None:
            return Failure("excluded", f"{url} is on the exclude list: {why}", self._clock.now())
        parts = urlsplit(url)
        if not self._obey or parts.path == "/robots.txt":
            return None
        robots = self.site(url)[0]
        if robots.stop and parts.hostname in self._hosts:
            raise PortalRefused(
                f"{parts.scheme}://{parts.netloc}: {robots.stop}",
                "Run the same command again later; `fetch: {robots: ignore}` in the portal file is your own decision.",
            )
        if robots.stop:
            return Failure("robots-unreachable", f"{url}: {robots.stop}", self._clock.now())
        return None if robots.allowed(url) else Failure("robots", f"robots.txt forbids {url}", self._clock.now())

    def site(self, url: str) -> tuple[Robots, str]:
        """What the robots.txt of the site of ``url`` says, and its text."""
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        if site not in self._sites:
            answer = self._ask(site + "/robots.txt")
            robots = Robots.parse(answer.status, answer.text, self._agent)
            if robots.stop and answer.trouble:
                robots = replace(robots, stop=f"{robots.stop}; {answer.trouble}")
            self._politeness.delays[parts.netloc] = robots.delay
            self._sites[site] = robots, answer.text
        return self._sites[site]
