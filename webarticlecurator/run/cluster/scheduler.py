"""Connect to a running Dask scheduler."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from webarticlecurator.errors import CuratorError, UsageError

CONNECT_SECONDS = 30
"""How long a scheduler may take to answer."""


def connect_to_scheduler(address: str) -> Any:
    """Return a client of the scheduler at ``address``: tcp://… or tls://…, or the scheduler file
    (.json) that Dask has written.

    Raises UsageError if distributed is not installed or there is no such file, CuratorError if no
    scheduler answers.
    """
    distributed = require_distributed()
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what cannot be mended is raised
    if address.endswith(".json") and not Path(address).is_file():
        raise UsageError(
            f"no scheduler file: {address}", "Start the scheduler with --scheduler-file first."
        )
    where = {"scheduler_file" if address.endswith(".json") else "address": address}
    try:
        return distributed.Client(**where, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise CuratorError(
            f"no Dask scheduler answers at {address}: {error}",
            "Start one (`dask scheduler`), or give its address, such as tcp://host:8786.",
        ) from error


def require_distributed() -> Any:
    """Return the module ``distributed``. Raises UsageError where it is not installed."""
    try:
        # an extra, and imported here because it takes half a second
        import distributed
    except ImportError:
        raise UsageError(
            "distributed is not installed (--cluster needs it)",
            'Install it: pip install "webarticlecurator[cluster]"',
        ) from None
    return distributed
