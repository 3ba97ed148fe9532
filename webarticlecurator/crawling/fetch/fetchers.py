"""The kinds of fetchers: what makes one attempt at an address.

``PoliteClient`` adds pace, retries and robots.txt, which are the same for every kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from webarticlecurator.base.model.capture import Exchange, Failure
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.fetch.conditional_requests import Conditions
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.parallel_sessions import ParallelSessions
from webarticlecurator.crawling.fetch.session import Session


def open_http(settings: ConnectionSettings, clock: Clock) -> Session:
    """Return the fetcher ``http`` for a portal."""
    # For slow portals: where an answer takes two seconds, forty articles take 84 s over one
    # connection and 24 s over four (bench/speed/connections.py).
    kind = ParallelSessions if settings.policy.connections > 1 else Session
    return kind(settings, clock)


class Fetcher(Protocol):
    """Fetches one address at a time.

    A kind of fetcher is a function that is called with the settings of a connection and the clock.
    """

    def fetch(
        self, url: str, before: Callable[[str], Failure | None], conditions: Conditions
    ) -> Exchange:
        """Request ``url`` and follow its redirects; return every hop with its bytes.

        ``before`` must be called just before each request for a page, redirect hops included: it
        waits for the turn of the host; a failure that it returns ends the fetch. ``conditions``
        is called with each address before that, for the headers that make its request
        conditional; if it returns None, the fetch ends with the redirect to this address. What
        goes wrong is in ``Exchange.failure``; nothing is raised.
        """

    def post(
        self,
        url: str,
        before: Callable[[str], Failure | None],
        headers: Mapping[str, str],
        body: bytes,
    ) -> Exchange:
        """Send ``body`` to ``url`` once (POST), and follow no redirect; else as ``fetch``."""

    def check_address(self, url: str) -> Failure | None:
        """Return the failure of an address that cannot be requested, or None."""

    def close(self) -> None:
        """Close every connection."""


FETCHERS: dict[str, Callable[[ConnectionSettings, Clock], Fetcher]] = {"http": open_http}
"""Name of a kind (``ConnectionSettings.fetcher``) → function that opens a fetcher."""
