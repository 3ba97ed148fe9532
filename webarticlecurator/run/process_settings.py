"""Settings of a whole process: for a command or a worker, never for a library that somebody else's
program imports."""

from __future__ import annotations

import gc
import logging


def collect_seldom() -> None:
    """Look for circles of garbage after every 50,000 new objects instead of 700. A page makes tens
    of thousands of small values and hardly a circle; looking so often costs a tenth to a fourth of
    a build."""
    gc.set_threshold(50_000, 20, 20)


def keep_libraries_quiet() -> None:
    """Have what libraries log go nowhere. Without a handler, Python prints it to standard error as
    it is, and it may repeat the characters of a page; what a user must know is a problem with a
    place."""
    logging.getLogger().addHandler(logging.NullHandler())
