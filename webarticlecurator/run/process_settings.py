"""Settings of a whole process. Commands and workers use them; a library in somebody else's program
must not."""

from __future__ import annotations

import gc
import logging


def collect_garbage_rarely() -> None:
    """Run the garbage collector after 50,000 new objects instead of 700. A page makes tens of
    thousands of small objects and hardly any reference cycles; with the default, the collector
    takes a tenth to a fourth of the time of a build. What is there already is not looked at again.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 20)


def silence_library_logging() -> None:
    """Discard the log messages of libraries. Without a handler, Python prints them to standard
    error, with unescaped characters of the page. What the user must know is reported as a
    problem."""
    logging.getLogger().addHandler(logging.NullHandler())
