"""Settings of a whole process. Commands and workers use them; a library in somebody else's program
must not.
"""

from __future__ import annotations

import contextlib
import gc
import sys

MAX_OPEN_FILES = 4096


def collect_garbage_rarely() -> None:
    """Run the garbage collector after 50,000 new objects instead of 700. A page makes tens of
    thousands of small objects and hardly any reference cycles; with the default, the collector
    takes a tenth to a fourth of the time of a build. What is there already is not looked at again.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 20)


def allow_many_open_files() -> None:
    """Let this process have 4,096 files open, or as many as the system allows. Usual are 1,024 and
    256; the crawl of a portal has up to eight: two WARC files, the index with its log, the lock,
    and connections."""
    if sys.platform == "win32":
        ...
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def silence_library_logging() -> None:
    """Discard the log messages of libraries. Without a handler, Python prints them to standard
    error, with unescaped characters of the page. What the user must know is reported as a
    problem."""
    import logging  # which --help does not need

    logging.getLogger().addHandler(logging.NullHandler())
