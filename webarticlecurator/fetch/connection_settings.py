"""How a portal is reached, and by whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from webarticlecurator.model.hosts import PortalHosts
from webarticlecurator.model.portal import FetchPolicy
from webarticlecurator.version import __version__

AGENT = "webarticlecurator"
"""The name robots.txt may address."""
USER_AGENT = f"{AGENT}/{__version__} (web corpus building; one request at a time)"


@dataclass(frozen=True)
class ConnectionSettings:
    """The portal's policy and its own ``hosts``; ``proxy`` (http or socks5h) goes before the
    policy's, ``ca_file`` is a PEM file of certificates to trust. ``excluded`` says why an address
    must never be asked for, not as the end of a redirect either. ``say`` is told what a person
    should know, each thing once."""

    policy: FetchPolicy
    hosts: PortalHosts
    proxy: str | None = None
    ca_file: str | None = None
    excluded: Callable[[str], str | None] = lambda _url: None
    say: Callable[[str], None] = lambda _text: None
