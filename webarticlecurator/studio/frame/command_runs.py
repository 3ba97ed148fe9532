"""Commands that a view starts and that take long: each in a process of its own, as somebody would
start it in a terminal, so that what it writes is what the command writes.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.model.corpus_numbers import Run
from webarticlecurator.store.disk import FOLDER
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_sources import list_warcs


@dataclass
class CommandRun:
    """A command that was started, when, and what it has printed for its user."""

    words: tuple[str, ...]
    began: float
    messages: list[str] = field(default_factory=list)
    task: asyncio.Task[CommandAnswer] | None = None

    @property
    def is_running(self) -> bool:
        return self.task is not None and not self.task.done()

    @property
    def failed(self) -> bool:
        """True if the command ended in another way than it should, or was stopped."""
        if self.task is None or not self.task.done():
            return False
        return (
            self.task.cancelled()
            or self.task.exception() is not None
            or self.task.result().code != 0
        )

    @property
    def seconds(self) -> int:
        """Seconds since the beginning."""
        return int(time.monotonic() - self.began)

    async def stop(self) -> None:
        """End the process, and wait for it."""
        if self.task is not None and self.task.cancel():
            with suppress(asyncio.CancelledError, CuratorError, OSError):
                await self.task


class CommandRuns:
    """The commands of a view, one at a time for each portal."""

    def __init__(self) -> None:
        self._runs: dict[str, CommandRun] = {}

    def find(self, portal_id: str) -> CommandRun | None:
        """Return the command of a portal that was started last."""
        return self._runs.get(portal_id)

    def start(self, portal_id: str, arguments: Sequence[str]) -> CommandRun:
        """Start ``curator`` with arguments, from the event loop. Raises UsageError while the last
        command of the portal is running."""
        former = self._runs.get(portal_id)
        if former is not None and former.is_running:
            raise UsageError(
                f"curator {' '.join(former.words[:2])} is still running for {portal_id}",
                "Wait for it, or stop it.",
            )
        run = CommandRun(tuple(arguments), time.monotonic())
        run.task = asyncio.create_task(run_command(arguments, run.messages.append))
        run.task.add_done_callback(_take_exception)
        self._runs[portal_id] = run
        return run

    async def close(self) -> None:
        """End what is running."""
        for run in self._runs.values():
            await run.stop()


def _take_exception(task: asyncio.Task[CommandAnswer]) -> None:
    """Take what a command raised, which ``failed`` says, so that it is not reported again."""
    if not task.cancelled():
        task.exception()


def arguments_for_pages(
    context: StudioContext, portal_id: str, action: Sequence[str], output: Path
) -> list[str]:
    """Return the arguments of a command that reads the stored pages of a portal and writes a table
    to ``output``: those of its corpus, or where it has none, of the WARC files that are listed
    beside its portal file.

    Raises as ``context.find_entry``, and OSError.
    """
    file, folder = context.find_entry(portal_id).file, context.corpus_folder(portal_id)
    arguments = [*action, str(file), "--corpus", str(folder)]
    if not any((folder / FOLDER).glob("*.warc*")):
        for warc in list_warcs(file):
            arguments += ["--warc", str(warc)]
    if context.drafts.allow_hooks() is True:
        arguments.append("--allow-hooks")
    return [*arguments, "--output", str(output)]


async def start_page_command(
    context: StudioContext, runs: CommandRuns, portal_id: str, action: Sequence[str], name: str
) -> None:
    """Start a command that reads the stored pages of a portal and writes its table ``name``. Raises
    as ``arguments_for_pages`` and ``CommandRuns.start``."""

    def prepare() -> list[str]:
        output = report_path(context, portal_id, name)
        output.parent.mkdir(parents=True, exist_ok=True)
        return arguments_for_pages(context, portal_id, action, output)

    runs.start(portal_id, await asyncio.to_thread(prepare))


def report_path(context: StudioContext, portal_id: str, name: str) -> Path:
    """Return where a table about a portal is kept: in ``reports/`` of its corpus."""
    return context.corpus_folder(portal_id) / "reports" / name


# Run a short command of ``curator`` as a process of its own, and read its answer.
#
# Whatever a page or a file does to the command, the studio goes on; and a long one is waited for
# without holding anybody up.

MAX_OUTPUT = 4_000_000
"""Bytes that an answer may have."""
MAX_MESSAGES = 200
"""Lines of messages that are kept: the last ones."""
_MAX_LINE = 100_000


@dataclass(frozen=True)
class CommandAnswer:
    """What a command printed: its ``output`` and its ``messages``, line by line; ``code`` is its
    exit code."""

    code: int
    output: str
    messages: tuple[str, ...]


def command_words(*arguments: str) -> list[str]:
    """Return the words that run ``curator`` with some arguments, by this very Python."""
    return [sys.executable, "-m", "webarticlecurator", *arguments]


async def run_command(
    arguments: Sequence[str], show_message: Callable[[str], None]
) -> CommandAnswer:
    """Run ``curator`` with the arguments and return its answer; ``show_message`` gets each line of
    its messages at once. If the task is cancelled, the process is ended.

    Raises UsageError, with the messages of the command, if it gives no answer.
    """
    process = await asyncio.create_subprocess_exec(
        *command_words(*arguments),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=_MAX_LINE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    messages: list[str] = []
    try:
        output, _ = await asyncio.gather(
            _read_output(process.stdout), _read_messages(process.stderr, messages, show_message)
        )
        code = await process.wait()
    except BaseException:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise
    text = output.decode("utf-8", "replace")
    if not text and code:
        raise UsageError("\n".join(messages[-5:]) or f"curator {arguments[0]}: exit code {code}")
    return CommandAnswer(code, text, tuple(messages))


async def _read_output(stream: asyncio.StreamReader) -> bytes:
    output = b""
    while piece := await stream.read(1 << 16):
        output += piece
        if len(output) > MAX_OUTPUT:
            raise UsageError(f"the command answers with more than {MAX_OUTPUT:,} bytes")
    return output


async def _read_messages(
    stream: asyncio.StreamReader, messages: list[str], show_message: Callable[[str], None]
) -> None:
    async for line in stream:
        text = line.decode("utf-8", "replace").rstrip()
        messages.append(text)
        del messages[:-MAX_MESSAGES]
        show_message(text)


# How runs are written in the views.


def describe_time(warc_date: str) -> str:
    """Return a WARC date as ``2024-05-02 12:00 UTC``."""
    return f"{warc_date[:10]} {warc_date[11:16]} UTC"


def describe_run(run: Run) -> str:
    """Return when a run began and how it ended. One without an end runs, or was interrupted."""
    ended = run.outcome if run.finished else "not ended"
    return f"{describe_time(run.started)}, {ended}"
