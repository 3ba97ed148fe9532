"""The settings of the studio, and the libraries that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from webarticlecurator.errors import UsageError

LIBRARIES = ("fastapi", "uvicorn", "nicegui")


@dataclass(frozen=True)
class StudioSettings:
    """What the command line decides.

    ``folder`` is where new portal files are written; ``corpora`` the folder of the corpora, one of
    each portal below it. ``hosts`` are the names that a request may give in its Host header.
    ``jobs`` pages are read at the same time. Pages are fetched through ``proxy`` if there is one;
    ``ca_file`` is as for a crawl.
    """

    folder: Path
    corpora: Path
    hosts: frozenset[str]
    jobs: int = 2
    proxy: str | None = None
    ca_file: str | None = None

    def corpus_folder(self, portal_id: str) -> Path:
        """Return the folder of the corpus of a portal, which need not exist."""
        return self.corpora / portal_id


def require_studio_libraries() -> None:
    """Raise UsageError where a library of the studio is not installed."""
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed"
            " (`curator studio` needs them)",
            'Install them: pip install "webarticlecurator[studio]"',
        )
