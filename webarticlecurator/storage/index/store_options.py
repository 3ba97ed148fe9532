"""Options of the store: clock, ids, limits, and a hook by which tests stop it at any step."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from uuid import UUID, uuid4

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.system.installation import __version__

# Tests stop the store after each of these, as a kill would.
EVENTS = (
    "lock",
    "index-open",
    "index-create",
    "reconcile",
    "tail-cut",
    "warc-open",
    "roll",
    "warcinfo",
    "warc-append",
    "warc-fsync",
    "warc-replaced",
    "index-write",
    "index-commit",
)
"""The names that ``StoreOptions.events`` is called with, each after its step."""


@dataclass(frozen=True)
class StoreOptions:
    """Options of a corpus.

    Attributes:
        now: returns the time as aware UTC.
        new_id: returns a fresh uuid4 per record.
        max_bytes: the size at which a new WARC file is begun.
        events: called with a name of EVENTS after each step; may raise.
        software: the name written into warcinfo records.
        durable_after: seconds for which ``end_step`` may leave changes to the operating system.
        wal_after: steps that were committed by ``end_step`` before the index has a write-ahead log.
            To begin and to end it takes as many syncs of the disk as four commits save by it.
        monotonic: returns the seconds of a clock that never goes back.
        cache_kilobytes: memory in which SQLite keeps parts of the index; more is slightly faster.
        show_message: called with a line for the user when the index is made again.
        records: the corpus that has the WARC files, for an earlier state of it.
    """

    now: Callable[[], datetime] = lambda: datetime.now(timezone.utc)
    new_id: Callable[[], UUID] = uuid4
    max_bytes: int = 1_000_000_000
    events: Callable[[str], None] = lambda _event: None
    software: str = f"webarticlecurator {__version__}"
    durable_after: float = 0.0
    # A commit with a log takes one sync, not four (600 articles, `durable: 0s`: 6.1 → 3.9 s); with
    # one commit a second that gains no time (2ccdbe15:bench/journals.py).
    wal_after: int = 5
    monotonic: Callable[[], float] = time.monotonic
    cache_kilobytes: int = 2000
    show_message: Callable[[str], None] = lambda _line: None
    records: Path | None = None
