"""Run a short command of ``curator`` as a process of its own, and read its answer.

Whatever a page or a file does to the command, the studio goes on; and a long one is waited for
without holding anybody up.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from webarticlecurator.errors import UsageError

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
