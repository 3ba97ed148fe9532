"""What ``settings.yaml`` of a corpus folder says of the care for its WARC files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from webarticlecurator.portal_file.config.corpus_settings import load_settings
from webarticlecurator.storage.fixity.mending import Upkeep


def read_upkeep(folder: Path, now: Callable[[], datetime]) -> Upkeep:
    """Return it; ``now`` returns the time as aware UTC. Raises ConfigError, UsageError."""
    settings = load_settings(folder)
    return Upkeep(now, settings.copies, settings.parity)
