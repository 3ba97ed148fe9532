"""``-v``, ``-vv`` and ``--log``: where the log lines of a command go.

They are those of ``base/portal/log_lines.py``. On standard error they appear beside the progress:
above the table of a terminal, between the plain lines elsewhere.
"""

from __future__ import annotations

import argparse
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.cli.output import print_message, print_progress

_FORMAT = "%(asctime)s %(levelname)s %(message)s"
_TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"


@contextmanager
def write_log(args: argparse.Namespace) -> Iterator[None]:
    """Write the log lines that a command line asks for while the block runs. Raises UsageError
    where the file cannot be written."""
    verbosity, file = getattr(args, "verbosity", 0), getattr(args, "log_file", None)
    handlers: list[logging.Handler] = []
    if file is not None:
        handlers.append(_open_file(file))
    if verbosity and not getattr(args, "quiet", False):
        handlers.append(_LineHandler())
    logger = logging.getLogger("webarticlecurator")
    level_before = logger.level
    if handlers:
        logger.setLevel(logging.DEBUG if verbosity > 1 else logging.INFO)
    for handler in handlers:
        logger.addHandler(handler)
    try:
        yield
    finally:
        for handler in handlers:
            logger.removeHandler(handler)
            handler.close()
        logger.setLevel(level_before)


class _LineHandler(logging.Handler):
    """Prints lines on standard error, as the lines of progress are."""

    def emit(self, record: logging.LogRecord) -> None:
        print_progress(self.format(record))


class _FileHandler(logging.FileHandler):
    """Appends lines to a file. If that fails, it is reported once, and the command goes on."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 (of logging)
        self.setLevel(logging.CRITICAL + 1)
        print_message(
            make_message(
                "the log file can no longer be written: {file}",
                file=self.baseFilename,
            )
        )

    def close(self) -> None:
        with suppress(OSError):  # of a line that could not be written, as reported
            super().close()


def _open_file(path: Path) -> logging.Handler:
    try:
        handler = _FileHandler(path, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            make_message(
                "{path}: {strerror} (expected a file that can be written)",
                path=path,
                strerror=error.strerror,
            ),
            "Choose another file with --log.",
        ) from None
    formatter = logging.Formatter(_FORMAT, _TIME_FORMAT)
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    return handler
