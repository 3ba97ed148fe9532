"""The time between two requests to one host, over all crawls that share it."""

from __future__ import annotations

import threading

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.log_lines import get_logger
from webarticlecurator.base.text.clock import Clock

_log = get_logger(__name__)


@dataclass
class _HostPace:
    """The pace of one host. ``next_request`` is locked by the crawl whose request is the next one;
    ``last`` is the time of the last request, None before the first. No request is sent before
    ``not_before``. ``sending`` is locked by a request that is about to be sent; ``sent`` is the
    time of the last one that was."""

    next_request: threading.Lock = field(default_factory=threading.Lock)
    sending: threading.Lock = field(default_factory=threading.Lock)
    sent: float | None = None
    delay: float = 0.0
    last: float | None = None
    not_before: float = 0.0

    def due(self) -> float | None:
        """Return the time of the next request; None if it may be sent at once."""
        return None if self.last is None else max(self.last + self.delay, self.not_before)


class RequestPace:
    """Keeps the starts of requests to a host at least the delay of this host apart.

    Crawls of several portals share one of them: where they request the same host, the longest of
    their delays counts for all. Thread-safe; the clocks of all crawls show the same time.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._hosts: dict[str, _HostPace] = {}

    def slow_down(self, host: str, delay: float) -> None:
        """Send ``host`` a request every ``delay`` seconds at most from now on. The longest delay
        counts."""
        pace = self._pace_of(host)
        with self._lock:
            pace.delay = max(pace.delay, delay)

    def forget_delays(self) -> None:
        """Forget the delays of all hosts, but not when they were asked last. Called while no crawl
        runs: the next ones know their delays."""
        with self._lock:
            for pace in self._hosts.values():
                pace.delay = 0.0

    def hold(self, host: str, seconds: float, clock: Clock) -> None:
        """Send ``host``, which has asked for a pause, no request for so many seconds."""
        pace = self._pace_of(host)
        with self._lock:
            pace.not_before = max(pace.not_before, clock.monotonic() + seconds)

    def wait_to_send(self, host: str, clock: Clock) -> None:
        """Wait, with an open connection, until the last request that was sent to ``host`` is the
        delay ago. That takes time only if connections were opened at the same time, and one of
        them took longer than another."""
        pace = self._pace_of(host)
        with pace.sending:
            while pace.sent is not None:
                remaining = pace.sent + pace.delay - clock.monotonic()
                if remaining <= 0:
                    break
                clock.sleep(remaining)
            pace.sent = clock.monotonic()

    def note_sent(self, host: str, clock: Clock) -> None:
        """Note that a request to ``host`` was sent now: opening its connection has taken time since
        ``wait``, which the next request may not need."""
        pace = self._pace_of(host)
        with self._lock:
            pace.last = clock.monotonic()

    def wait(self, host: str, clock: Clock) -> None:
        """Wait until the next request to ``host`` may be sent, and note it as sent now."""
        pace = self._pace_of(host)
        with pace.next_request:
            due = pace.due()
            while due is not None:
                remaining = due - clock.monotonic()
                if remaining > 0:
                    _log.debug("waits %.2f s for the next request to %s", remaining, host)
                    clock.sleep(remaining)
                # another crawl may have been asked for a pause in the meantime
                later = pace.due()
                due = later if later is not None and later > due else None
            pace.last = clock.monotonic()

    def _pace_of(self, host: str) -> _HostPace:
        with self._lock:
            return self._hosts.setdefault(host, _HostPace())
