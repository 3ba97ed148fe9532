"""What a run is handed from outside, and the small values it gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from webarticlecurator import __version__
from webarticlecurator.fetch import SystemClock
from webarticlecurator.model.clock import Clock
from webarticlecurator.run.progress import Progress, Silent
from webarticlecurator.store import StoreOptions

AGENT = "webarticlecurator"
"""The name robots.txt may address."""
USER_AGENT = f"{AGENT}/{__version__} (web corpus building; one request at a time)"


@dataclass(frozen=True)
class CrawlOptions:
    """``since``/``until`` narrow the date windows; ``column`` to one column; ``limit`` new articles at most; ``full`` walks
    everything again; ``warc_only`` builds no TEI; ``proxy`` and ``ca_file`` (PEM) as for the command line."""

    since: date | None = None
    until: date | None = None
    column: str | None = None
    limit: int | None = None
    full: bool = False
    warc_only: bool = False
    proxy: str | None = None
    ca_file: str | None = None


@dataclass(frozen=True)
class BuildOptions:
    """``warcs`` WARC files of any origin to read besides the corpus's own; ``jobs`` worker processes (None: as many as pay);
    ``everything`` builds what has not changed, too."""

    warcs: tuple[Path, ...] = ()
    jobs: int | None = None
    everything: bool = False


@dataclass(frozen=True)
class Effects:
    """Clock, store and progress; the defaults are the real ones."""

    clock: Clock = field(default_factory=SystemClock)
    store: StoreOptions | None = None
    progress: Progress = field(default_factory=Silent)

    def store_options(self) -> StoreOptions:
        return self.store or StoreOptions(now=self.clock.now)
