"""The settings of the service, those that the studio has as well, and the libraries that both
need.
"""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass

SERVICE_LIBRARIES = ("fastapi", "uvicorn")
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
MEGABYTE = 1_000_000
NO_CONTACT = "postmaster@localhost.localdomain"
"""Whom catalogues may write to where nobody is named."""


@dataclass(frozen=True, kw_only=True)
class ServerSettings:
    """What the command line decides for the service and for the studio.

    ``corpora`` is the folder of the corpora, one of each portal below it. ``hosts`` are the names
    that a request may give in its Host header. ``jobs`` pages are read at the same time.
    """

    corpora: Path
    hosts: frozenset[str] = LOOPBACK_NAMES
    jobs: int = 2

    def corpus_folder(self, portal_id: str) -> Path:
        """Return the folder of the corpus of a portal, which need not exist."""
        return self.corpora / portal_id


@dataclass(frozen=True, kw_only=True)
class ServiceSettings(ServerSettings):
    """What the command line decides for the service.

    ``token`` is what a request must bring (None: nothing). ``max_bytes`` limits a body. Catalogues
    are answered with ``harvests``, at a ``public_address`` (without a slash at its end; "": at this
    machine) and with the e-mail address of a ``contact``; reserved texts are cut unless
    ``includes_reserved``.
    """

    token: str | None = None
    max_bytes: int = 10 * MEGABYTE
    harvests: bool = False
    public_address: str = ""
    contact: str = NO_CONTACT
    includes_reserved: bool = False
