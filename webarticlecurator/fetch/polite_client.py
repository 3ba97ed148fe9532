"""The client of a run: the fetcher, its pace, robots.txt and the reservations of a site.

The client that a run uses: fetcher, pace and robots.txt in one object.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlsplit

from protego import Protego

from webarticlecurator.dataclasses import dataclass, field, replace
from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch.connection_settings import (
    AGENT,
    ConnectionSettings,
)
from webarticlecurator.fetch.politeness import FETCHERS, ParallelSessions, Politeness
from webarticlecurator.model.article import TDMREP_PATH
from webarticlecurator.model.capture import TRUNCATED, Exchange, Failure, Origin
from webarticlecurator.model.hosts import PortalHosts, origin_of
from webarticlecurator.model.log_lines import get_logger, name_purpose
from webarticlecurator.text.times import Clock
from webarticlecurator.text.translation import join_messages, make_message
from webarticlecurator.warc.message import read_response

_log = get_logger(__name__)


class PoliteClient(Politeness):
    """A client that paces its requests and obeys robots.txt; one per run, close it at the end.
    Each redirect hop is checked against robots.txt, too.

    ``robots`` is called once per site with the address of its robots.txt; it requests the file
    through this client. ``reservations``, if given, is called once per site of the portal with the
    address of its tdmrep.json, before anything else is requested there; it calls ``probe``.
    """

    def __init__(
        self,
        settings: ConnectionSettings,
        clock: Clock,
        robots: Callable[[str], RobotsAnswer],
        reservations: Callable[[str], None] | None = None,
    ) -> None:
        policy = settings.effective_policy()
        fetcher = FETCHERS[settings.fetcher](settings, clock)
        super().__init__(fetcher, policy, clock, settings.hosts, settings.pace)
        self._robots_policy = RobotsPolicy(
            settings, policy.user_agent or AGENT, clock, self, robots
        )
        self.check_permission = self._robots_policy.check
        if reservations is not None:
            watch = ReservationWatch(self._robots_policy, settings.hosts, reservations)
            self.check_permission = watch.check

    def send_ahead(self, url: str) -> bool:
        """Send the request of ``url`` before its turn, over another connection; return whether it
        is sent. ``attempts`` begins with its answer. Raises PortalRefused."""
        fetcher = self._fetcher
        if not isinstance(fetcher, ParallelSessions) or fetcher.check_address(url) is not None:
            return False
        if self.find_obstacle(url) is not None:
            return False
        fetcher.send_ahead(url, self.wait)
        return True

    def stop_sending(self) -> None:
        """Send nothing ahead any more."""
        if isinstance(self._fetcher, ParallelSessions):
            self._fetcher.stop_sending()

    def take_sent(self, url: str) -> Exchange | None:
        """Return the exchange of a request that was sent ahead, without its redirects; None if none
        was sent."""
        fetcher = self._fetcher
        answer = fetcher.take_answer(url) if isinstance(fetcher, ParallelSessions) else None
        if answer is None:
            return None
        return Exchange(url, () if answer.hop is None else (answer.hop,), answer.failure)

    def allowed(self, url: str) -> bool:
        """Return True if the current robots.txt allows ``url`` and its host may be connected to.
        Raises PortalRefused."""
        return (self._fetcher.check_address(url) or self._robots_policy.check(url)) is None

    def robots_text(self, url: str) -> str:
        """Return the robots.txt of the site of ``url``, empty if it has none."""
        return self._robots_policy.rules_for(url)[1]

    def close(self) -> None:
        self._fetcher.close()


# Single addresses outside a crawl: of a list, of a web archive, of a portal that is tried.

StoreAttempt = Callable[[Exchange, Origin], None]
"""Stores an attempt, and why it was made."""
_Visitor = TypeVar("_Visitor", bound="Visitor")


def store_nothing(_exchange: Exchange, _origin: Origin) -> None:
    """Do nothing: the answer is only looked at."""


class Visitor:
    """Requests single addresses, as politely as a crawl; each hop is checked against robots.txt. To
    be used in a ``with`` statement.

    ``store`` is called with every attempt, those at a robots.txt included, before it is used.
    """

    def __init__(
        self, settings: ConnectionSettings, clock: Clock, store: StoreAttempt = store_nothing
    ) -> None:
        self._client = PoliteClient(settings, clock, self._fetch_robots)
        self._store = store

    def __enter__(self: _Visitor) -> _Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def fetch(self, url: str, level: str = "article") -> Exchange:
        """Return the last attempt at ``url``, which is requested on ``level``. Raises PortalRefused
        as ``PoliteClient``, and what ``store`` raises."""
        exchange, origin = Exchange(url, ()), Origin(level)
        with name_purpose(origin):
            for exchange in self._client.attempts(url):
                self._store(exchange, origin)
        return exchange

    def robots_text(self, url: str) -> str:
        """Return the robots.txt of the site of ``url``, empty if it has none. Raises like
        ``fetch``."""
        return self._client.robots_text(url)

    def _fetch_robots(self, url: str) -> RobotsAnswer:
        return RobotsAnswer.of(self.fetch(url, "robots"))


# Ask each site for its tdmrep.json before anything else is requested from it.
#
# The TDM Reservation Protocol (W3C Community Group) wants the file to be checked before a site is
# scraped; what it said, or that there was none, is stored as evidence of that day.


class ReservationWatch:
    """Calls ``ask`` with the address of the tdmrep.json of each origin of the portal, once.

    It stands in front of ``robots``, whose answer it passes on. An origin from which nothing may be
    requested is not asked.
    """

    def __init__(
        self, robots: RobotsPolicy, hosts: PortalHosts, ask: Callable[[str], None]
    ) -> None:
        self._robots, self._hosts, self._ask = robots, hosts, ask
        self._asked: set[str] = set()
        self._is_asking = False

    def check(self, url: str) -> Failure | None:
        """Return the failure that forbids a request of ``url``, or None; see ``RobotsPolicy``."""
        failure = self._robots.check(url)
        if failure is None and self._is_due(url):
            self._asked.add(origin_of(url))
            self._is_asking = True
            try:
                self._ask(origin_of(url) + TDMREP_PATH)
            finally:
                self._is_asking = False
        return failure

    def _is_due(self, url: str) -> bool:
        if self._is_asking or self._robots.is_fetching_robots:
            return False
        is_robots = urlsplit(url).path == "/robots.txt"
        return not is_robots and origin_of(url) not in self._asked and self._hosts.belongs(url)


# Parse robots.txt and decide which addresses it allows (RFC 9309); no network.

MAX_CHARS = 512_000
"""Characters of the file that are parsed; RFC 9309 §2.5 asks for at least 500 KiB."""
_AGENT_LINE = re.compile(r"\s*user(?:-|\s+)?agent(?:\s*:|\s)(.*)", re.IGNORECASE | re.DOTALL)
_OTHER_CRAWLER = "some-other-crawler"
MAX_DELAY = 60.0
"""Longest delay in seconds that a robots.txt may ask for; a longer one is cut to this."""


@dataclass(frozen=True)
class Robots:
    """Rules of one origin for one crawler.

    ``delay`` is the time between requests in seconds, 0.0 if the file asks for none;
    ``asked_delay`` is the delay that the file asks for, which may be longer. ``stop`` says why
    nothing at all may be requested now, or is empty.
    """

    agent: str
    delay: float = 0.0
    stop: str = ""
    asked_delay: float = 0.0
    _rules: Protego | None = field(default=None, compare=False, repr=False)

    @classmethod
    def parse(cls, status: int | None, text: str, agent: str) -> Robots:
        """Return the rules of a robots.txt for the crawler ``agent``.

        ``status`` is that of the final answer for /robots.txt, None without an answer. ``agent`` is
        a product token such as ``webarticlecurator``; a version or comment after it is ignored.

        - 2xx: the rules in ``text``.
        - 3xx without a target, 4xx: no rules, everything is allowed (§2.3.1.2–3).
        - 5xx or no answer: the host is unreachable, nothing is allowed (§2.3.1.4).
        """
        token = agent.split("/")[0].split(" ")[0]
        if status is None or status >= 500:
            answer = make_message("no answer")
            if status:
                answer = make_message("status {status}", status=status)
            return cls(
                token,
                stop=make_message(
                    "robots.txt cannot be read ({answer}); until it can, nothing may be requested"
                    " (RFC 9309)",
                    answer=answer,
                ),
            )
        if not 200 <= status < 300:
            return cls(token)
        lines = text[:MAX_CHARS].lstrip("\ufeff").splitlines()
        # one name for all other crawlers: Protego stores each rule once for every name above it,
        # which takes gigabytes for thousands of names
        merged = "\n".join(_merge_agent_line(line, token.lower()) for line in lines)
        rules = Protego.parse(merged)
        # The longer one of Crawl-delay and Request-rate, in seconds. Many files have them, although
        # RFC 9309 does not define them
        rate = rules.request_rate(token)
        interval = _divide(rate.seconds, rate.requests) if rate and rate.requests else 0.0
        delay = max(float(rules.crawl_delay(token) or 0.0), interval)
        return cls(token, min(delay, MAX_DELAY), asked_delay=delay, _rules=rules)

    def allowed(self, url: str) -> bool:
        """Return True if the absolute address ``url`` of this host may be requested. /robots.txt
        always may (§2.2.2)."""
        if self.stop:
            return False
        return self._rules is None or bool(self._rules.can_fetch(url, self.agent))


def _merge_agent_line(line: str, token: str) -> str:
    match = _AGENT_LINE.match(line)
    name = match[1].partition("#")[0].strip().lower() if match else ""
    if not name or name == "*" or name.replace("*", "") in token:
        return line
    return f"User-agent: {_OTHER_CRAWLER}"


def _divide(seconds: int, requests: int) -> float:
    try:
        return seconds / requests
    except OverflowError:
        return float("inf")


# Decide which addresses may be requested: the exclude list, and the robots.txt of each site.


@dataclass(frozen=True)
class RobotsAnswer:
    """The answer for a robots.txt: its final status (None: no complete answer), its text, and a
    description of the error, if there was one."""

    status: int | None
    text: str = ""
    trouble: str = ""

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
        return cls(redirect if kind in ("redirect-loop", "bad-address") else None, trouble=message)


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
                "robots-unreachable",
                make_message("{url}: {stop}", url=url, stop=robots.stop),
                self._clock.now(),
            )
        if not robots.allowed(url):
            return Failure(
                "robots", make_message("robots.txt forbids {url}", url=url), self._clock.now()
            )
        return None

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
