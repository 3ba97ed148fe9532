"""How a portal is reached, and under which name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import PortalHosts
from webarticlecurator.base.system.installation import __version__, require_extra
from webarticlecurator.crawling.fetch.pace import RequestPace

if TYPE_CHECKING:
    from webarticlecurator.crawling.fetch.subscriber import Subscriber
    from webarticlecurator.crawling.fetch.wire_recorder import Connect


AGENT = "webarticlecurator"
"""Product token that robots.txt may address."""


def describe_client(connections: int) -> str:
    """Return the User-Agent header of a portal that does not set one."""
    at_once = "one request" if connections == 1 else f"up to {connections} requests"
    return f"{AGENT}/{__version__} (web corpus building; {at_once} at a time)"


@dataclass(frozen=True)
class ConnectionSettings:
    """Fetch policy of a portal, with what the command line adds.

    ``hosts`` are the portal's own hosts. ``proxy`` (http or socks5h) overrides that of the policy.
    ``ca_file`` is a PEM file of certificates to trust. ``excluded`` returns the reason why an
    address must not be requested, not even as the target of a redirect, or None. ``notify`` is
    called once with each message that the user should see. ``fetcher`` names a kind of
    ``FETCHERS``. ``pace`` is shared by all crawls that may request the same hosts.
    ``allows_private`` is False if not even the portal's own hosts may be at private addresses.
    ``subscriber`` signs the requests in. ``connect`` opens direct connections,
    None for the network.
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
    subscriber: Subscriber | None = field(default=None, repr=False)
    connect: Connect | None = None

    def effective_policy(self) -> FetchPolicy:
        """Return the policy with the proxy that is in force. Raises UsageError where the library
        for it is not installed."""
        proxy = self.proxy or self.policy.proxy
        require_proxy(proxy)
        return replace(self.policy, proxy=proxy)


def require_proxy(proxy: str | None) -> None:
    """Raise UsageError where the library for a proxy is not installed."""
    if proxy and proxy.lower().startswith("socks"):
        require_extra("socks", ["socks"], "a SOCKS proxy")
