"""Decide which addresses may be requested: the exclude list, and the robots.txt of each site."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.model.capture import TRUNCATED, Exchange, Failure
from webarticlecurator.base.portal.hosts import origin_of
from webarticlecurator.base.portal.log_lines import get_logger
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.base.text.translation import join_messages, make_message
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.politeness import Politeness
from webarticlecurator.crawling.fetch.robots import MAX_CHARS, Robots
from webarticlecurator.storage.warc.message import read_response

_log = get_logger(__name__)


@dataclass(frozen=True)
class RobotsAnswer:
    """The answer for a robots.txt: its final status (None: no complete answer), its text, a
    description of the error, if there was one, and whether there is no such host."""

    status: int | None
    text: str = ""
    trouble: str = ""
    has_no_host: bool = False

    @classmethod
    def of(cls, exchange: Exchange) -> RobotsAnswer:
        """Return the answer of the last attempt at a robots.txt."""
        failure, final = exchange.failure, exchange.final
        if failure is not None or final is None:
            status = exchange.hops[-1].status if exchange.hops else None
            kind, message = (failure.kind, failure.message) if failure else ("", "no answer")
            return cls.failed(kind, message, status)
        decoded = read_response(final.url, final.response).decoded()
        whole = not final.truncated and decoded.fault != TRUNCATED
        return cls.read(final.status, decoded.content, whole=whole)

    @classmethod
    def read(cls, status: int, content: bytes, *, whole: bool) -> RobotsAnswer:
        """Return the answer with its decoded body. A truncated file counts as no answer (RFC 9309
        §2.3.1.4), unless the part that is parsed arrived."""
        if not whole and 200 <= status < 300 and len(content) < MAX_CHARS:
            return cls(None, trouble=make_message("the answer broke off"))
        return cls(status, content[: 4 * MAX_CHARS].decode("utf-8", "replace"))

    @classmethod
    def failed(cls, kind: str, message: str, redirect: int | None) -> RobotsAnswer:
        """Return the answer for a failure of kind ``kind``.

        ``redirect`` is the status of the last redirect before it, None without one. A redirect in a
        circle or to an invalid address means that the host has no robots.txt (§2.3.1.2); after any
        other failure it is not known whether it has one.
        """
        status = redirect if kind in ("redirect-loop", "bad-address") else None
        return cls(status, trouble=message, has_no_host=kind == "dns")


class RobotsPolicy:
    """Decides before every hop whether it may be requested; one per run.

    ``agent`` is the name that robots.txt may address. ``fetch_robots`` fetches a robots.txt through
    ``politeness``, which calls ``check`` before every request. Each origin (scheme, host, port) has
    its own robots.txt.
    """

    def __init__(
        self,
        settings: ConnectionSettings,
        agent: str,
        clock: Clock,
        politeness: Politeness,
        fetch_robots: Callable[[str], RobotsAnswer],
    ) -> None:
        self._obey, self._hosts = settings.policy.robots == "obey", settings.hosts
        self._excluded, self._notify = settings.excluded, settings.notify
        self._agent, self._clock = agent, clock
        self._politeness, self._fetch_robots = politeness, fetch_robots
        self._origins: dict[str, tuple[Robots, str]] = {}
        self._without_host: set[str] = set()
        self.is_fetching_robots = False
        """True while a robots.txt, or what it redirects to, is requested."""

    def check(self, url: str) -> Failure | None:
        """Return the failure that forbids a request of ``url``, or None.

        With ``robots: ignore`` only the exclude list counts. Raises PortalRefused if the robots.txt
        of the portal itself cannot be read; other origins without a readable robots.txt get no
        requests in this run.
        """
        reason = self._excluded(url)
        if reason is not None:
            return Failure(
                "excluded",
                make_message("{url} is on the exclude list: {reason}", url=url, reason=reason),
                self._clock.now(),
            )
        if not self._obey or self.is_fetching_robots or urlsplit(url).path == "/robots.txt":
            return None
        robots = self.rules_for(url)[0]
        if robots.stop and self._hosts.is_home(url):
            raise PortalRefused(
                make_message("{url}: {stop}", url=origin_of(url), stop=robots.stop),
                "Run the same command again later; `fetch: {robots: ignore}` in the portal file is"
                " your own decision.",
            )
        if robots.stop:
            return Failure(
                "dns" if origin_of(url) in self._without_host else "robots-unreachable",
                make_message("{url}: {stop}", url=url, stop=robots.stop),
                self._clock.now(),
            )
        if not robots.allowed(url):
            return Failure(
                "robots", make_message("robots.txt forbids {url}", url=url), self._clock.now()
            )
        return None

    def known_text(self, url: str) -> str:
        """Return the robots.txt of the origin of ``url`` if it was asked for, else nothing."""
        return self._origins[origin_of(url)][1] if origin_of(url) in self._origins else ""

    def rules_for(self, url: str) -> tuple[Robots, str]:
        """Return the rules of the robots.txt of the origin of ``url``, and its text."""
        origin = origin_of(url)
        if origin not in self._origins:
            self.is_fetching_robots = True
            # its redirects are followed to any host, and no other robots.txt applies to them
            # (RFC 9309 §2.3.1.2)
            try:
                answer = self._fetch_robots(origin + "/robots.txt")
            finally:
                self.is_fetching_robots = False
            if answer.has_no_host:
                self._without_host.add(origin)
            robots = Robots.parse(answer.status, answer.text, self._agent)
            if robots.stop and answer.trouble:
                robots = replace(robots, stop=join_messages("; ", (robots.stop, answer.trouble)))
            if robots.delay < robots.asked_delay:
                self._notify(
                    make_message(
                        "{url} asks for {seconds:,.0f} seconds between requests (limited to"
                        " {limit:g})",
                        url=f"{origin}/robots.txt",
                        seconds=min(robots.asked_delay, 1e9),
                        limit=robots.delay,
                    )
                )
            _log.debug(
                "%s/robots.txt: %s",
                origin,
                robots.stop or f"a delay of {robots.delay:g} s" if robots.delay else "no delay",
            )
            self._politeness.slow_down(url, robots.delay)
            self._origins[origin] = robots, answer.text
        return self._origins[origin]
