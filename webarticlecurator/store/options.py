"""What the store is handed from outside: time, ids, limits, and the hook by which a test can stop
it at any step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from uuid import UUID, uuid4

from webarticlecurator.version import __version__

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
    "index-write",
    "index-commit",
)
"""Every name that ``StoreOptions.events`` is called with, after the step is done."""


def _now() -> datetime:
    return datetime.now(timezone.utc)


def _silent(_event: str) -> None:
    return None


@dataclass(frozen=True)
class StoreOptions:
    """``now`` gives aware UTC; ``new_id`` a fresh uuid4 per record; ``max_bytes`` the size at which
    a WARC file is closed and the next begun; ``events`` is called with a name of EVENTS after each
    step and may raise."""

    now: Callable[[], datetime] = _now
    new_id: Callable[[], UUID] = uuid4
    max_bytes: int = 1_000_000_000
    events: Callable[[str], None] = _silent
    software: str = f"webarticlecurator {__version__}"
