"""Connect to a running Dask scheduler."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from webarticlecurator.base.errors import CuratorError, UsageError
from webarticlecurator.base.system.installation import require_extra

CONNECT_SECONDS = 30
"""How long a scheduler may take to answer."""


def connect_to_scheduler(address: str) -> Any:
    """Return a client of the scheduler at ``address``: tcp://… or tls://…, or the scheduler file
    (.json) that Dask has written.

    Raises UsageError if distributed is not installed or the file is missing, CuratorError if no
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


@contextmanager
def name_lost_scheduler(client: Any, address: str) -> Iterator[None]:
    """Raise CuratorError in place of what a client raises when its connection is lost."""
    try:
        yield
    except (
        asyncio.CancelledError,
        concurrent.futures.CancelledError,
        OSError,
        RuntimeError,
    ) as error:
        if isinstance(error, RuntimeError) and client.status == "running":
            raise
        raise CuratorError(
            f"the connection to the scheduler at {address} was lost",
            "Everything written is kept. Start the scheduler again, then run the same command"
            " again.",
        ) from error


def require_distributed() -> Any:
    """Return the module ``distributed``. Raises UsageError where it is not installed."""
    require_extra("cluster", ("distributed",), "--cluster")
    # imported here because it takes half a second
    import distributed

    return distributed
