"""The settings of the service, and the libraries that it needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path

from webarticlecurator.errors import UsageError

LIBRARIES = ("fastapi", "uvicorn")
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class ServiceSettings:
    """What the command line decides.

    ``corpora`` is the folder of the corpora, one of each portal below it. ``hosts`` are the names
    that a request may give in its Host header; ``token`` is what it must bring (None: nothing).
    ``max_bytes`` limits a body, ``rate`` the requests of a client in a minute, ``jobs`` the pages
    that are read at the same time. Pages are fetched only with ``may_fetch``, through ``proxy`` if
    there is one; ``ca_file`` is as for a crawl.
    """

    corpora: Path
    hosts: frozenset[str] = field(default=LOOPBACK_NAMES)
    token: str | None = None
    max_bytes: int = 10 * MEGABYTE
    rate: int = 600
    jobs: int = 2
    may_fetch: bool = False
    proxy: str | None = None
    ca_file: str | None = None

    def corpus_folder(self, portal_id: str) -> Path:
        """Return the folder of the corpus of a portal, which need not exist."""
        return self.corpora / portal_id


def require_libraries() -> None:
    """Raise UsageError where a library of the service is not installed."""
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed"
            " (`curator serve` needs them)",
            'Install them: pip install "webarticlecurator[studio]"',
        )


def is_loopback(host: str) -> bool:
    """Return True for a host that only this machine reaches."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
