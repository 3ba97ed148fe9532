"""How a portal is reached, and under which name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from webarticlecurator.fetch.request_pace import RequestPace
from webarticlecurator.model.fetch_policy import FetchPolicy
from webarticlecurator.model.hosts import PortalHosts
from webarticlecurator.version import __version__

AGENT = "webarticlecurator"
"""Product token that robots.txt may address."""


def describe_client(connections: int) -> str:
    """Return the User-Agent header of a portal that does not set one."""
    at_once = "one request" if connections == 1 else f"up to {connections} requests"
    return f"{AGENT}/{__version__} (web corpus building; {at_once} at a time)"


USER_AGENT = describe_client(1)


@dataclass(frozen=True)
class ConnectionSettings:
    """Fetch policy of a portal, with what the command line adds.

    ``hosts`` are the portal's own hosts. ``proxy`` (http or socks5h) overrides that of the policy.
    ``ca_file`` is a PEM file of certificates to trust. ``excluded`` returns the reason why an
    address must not be requested, not even as the target of a redirect, or None. ``notify`` is
    called once with each message that the user should see. ``fetcher`` names a kind of
    ``FETCHERS``. ``pace`` is shared by all crawls that may request the same hosts.
    ``allows_private`` is False if not even the portal's own hosts may be at private addresses.
    """

    policy: FetchPolicy
    hosts: PortalHosts
    proxy: str | None = field(default=None, repr=False)
    ca_file: str | None = None
    excluded: Callable[[str], str | None] = lambda _url: None
    notify: Callable[[str], None] = lambda _text: None
    fetcher: str = "http"
    pace: RequestPace = field(default_factory=RequestPace)
    allows_private: bool = True

    def effective_policy(self) -> FetchPolicy:
        """Return the policy with the proxy that is in force."""
        return replace(self.policy, proxy=self.proxy or self.policy.proxy)
