"""What every long command shares: progress, its file, settings of the process, the clock.

Progress of long operations: the command line shows it, a script may ignore it.
"""

from __future__ import annotations

import contextlib
import gc
import json
import logging
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import UsageError
from webarticlecurator.model.attribute_words import read_words, to_words
from webarticlecurator.text.translation import make_message


@dataclass(frozen=True)
class CrawlCounts:
    """What a crawl has done so far.

    ``requests`` counts the attempts, repeated ones, too; ``articles`` the articles that were
    requested, ``due`` those that are known and were not requested yet. ``trouble`` says why the
    last attempt got no usable answer (``timeout``, ``status 503``), and ``in_a_row`` counts the
    attempts without one; they are empty and 0 after a usable answer.
    """

    requests: int = 0
    articles: int = 0
    due: int = 0
    trouble: str = ""
    in_a_row: int = 0


class Progress:
    """Receives the progress of an operation.

    ``show_message`` gets a message for the user. ``begin`` starts a stage with the expected number
    of steps (None if unknown) and their unit. ``expect`` corrects this number: at least ``low``
    steps in all, at most about ``high`` (None if unknown). ``enter`` names the part of the work
    that begins, ``step`` reports one finished step with its subject. ``count`` gets the numbers of
    a crawl whenever they change. ``end`` closes the stage.

    A class that inherits from it ignores what it does not define.
    """

    def show_message(self, text: str) -> None: ...

    def begin(self, stage: str, total: int | None, unit: str) -> None: ...

    def expect(self, low: int, high: int | None) -> None: ...

    def enter(self, part: str) -> None: ...

    def step(self, what: str) -> None: ...

    def count(self, counts: CrawlCounts) -> None: ...

    def end(self) -> None: ...


class NullProgress(Progress):
    """Ignores all progress."""


@contextlib.contextmanager
def progress_stage(progress: Progress, stage: str, total: int | None, unit: str) -> Iterator[None]:
    """Begin a stage, and end it however the work of the block ends."""
    progress.begin(stage, total, unit)
    try:
        yield
    finally:
        progress.end()


# The file in which a command says how far it is, for programs: one JSON object, replaced again and
# again.

PROGRESS_WORDS = read_words("updated exit_code")
"""Attribute of ``CommandProgress`` → its key."""
PORTAL_WORDS = read_words(
    "portal state part count left articles due requests requests_per_minute trouble"
)
"""Attribute of ``PortalProgress`` → its key."""


@dataclass(frozen=True)
class PortalProgress:
    """How far the work on a portal is, in the words of the terminal.

    ``state``: the stage, or how it ended. ``part``: the part of the archive that is walked.
    ``count``: the steps that are done, of how many (``410 of about 980–1200 pages``); ``left``: the
    time they take. ``articles``, ``due``, ``requests``: see ``CrawlCounts``. ``trouble``: why the
    portal does not answer.
    """

    portal: str
    state: str
    part: str = ""
    count: str = ""
    left: str = ""
    articles: int = 0
    due: int = 0
    requests: int = 0
    requests_per_minute: int = 0
    trouble: str = ""


@dataclass(frozen=True)
class CommandProgress:
    """How far a command is. ``updated``: a WARC date. ``exit_code`` is None until it ends."""

    updated: str
    exit_code: int | None
    portals: tuple[PortalProgress, ...]


def write_progress(path: Path, progress: CommandProgress) -> None:
    """Replace the file at ``path``. Raises UsageError where it cannot be written."""
    content = {
        **to_words(progress, PROGRESS_WORDS),
        "portals": [to_words(each, PORTAL_WORDS) for each in progress.portals],
    }
    draft = path.with_name(f"{path.name}.new")
    try:
        # not synced: after a crash of the machine, nobody asks how far it was
        draft.write_text(json.dumps(content) + "\n", encoding="utf-8", newline="\n")
        draft.replace(path)
    except OSError as error:
        raise UsageError(
            make_message(
                "{path}: {strerror} (expected a file that can be written)",
                path=path,
                strerror=error.strerror,
            ),
            "Give another file with --progress.",
        ) from None


def read_progress(path: Path) -> CommandProgress | None:
    """Return what the file says; None if there is none yet, or it is not such a file."""
    try:
        content = json.loads(path.read_bytes())
        portals = tuple(
            PortalProgress(**{name: each[word] for name, word in PORTAL_WORDS.items()})
            for each in content["portals"]
        )
        return CommandProgress(
            **{name: content[word] for name, word in PROGRESS_WORDS.items()}, portals=portals
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


# Settings of a whole process. Commands and workers use them; a library in somebody else's program
# must not.

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
    logging.getLogger().addHandler(logging.NullHandler())


# The system clock; tests use another one.


class SystemClock:
    """Implements ``text.times.Clock``."""

    def now(self) -> datetime:
        return datetime.now(timezone.utc)

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def monotonic(self) -> float:
        return time.monotonic()
