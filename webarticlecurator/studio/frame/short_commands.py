"""A short command, whose answer is waited for without holding anybody up."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from string import Formatter

from webarticlecurator.base.command_ends import WITH_PROBLEMS
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import current_language, make_message, translate
from webarticlecurator.crawling.crawl.page_errors import OFFLINE
from webarticlecurator.studio.frame.command_log import read_log
from webarticlecurator.studio.frame.run_processes import RunProcesses, RunState

MAX_ANSWER = 4_000_000
"""Bytes that an answer may have."""
_LOOK_SECONDS = 0.2


_UPLOADED = re.compile(r"\S*[/\\]curator-pages-[^/\\\s]+[/\\]\d+[/\\]")
_WRITE_ADDRESS = make_message("Enter its address in the field with its name.")
WRITE_ADDRESSES = make_message(
    "Enter the address of each page in its field (a later page of an article often names the"
    " first one), or leave one page out."
)
_STUDIO_WORDS = (
    (
        "Give it with --html FILE=ADDRESS or --warc FILE; or --url and --corpus DIR.",
        _WRITE_ADDRESS,
    ),
    ("Give it as --html {name}=ADDRESS, or with --url if it is the only page.", _WRITE_ADDRESS),
    ("Give its file as --html FILE=ADDRESS.", _WRITE_ADDRESS),
    (
        "Give the address of each as --html FILE=ADDRESS (a later page of an article often"
        " names the first one), or leave one out.",
        WRITE_ADDRESSES,
    ),
    (
        "Give the file of a saved page, or a WARC with --warc.",
        make_message("Choose a saved page."),
    ),
    (
        "Name an archive page with --url; `curator warc list` shows what is there.",
        make_message("Choose the page that lists articles."),
    ),
    (
        "list page: {best} ({why}; --url names another)",
        make_message("list page: {best} ({why}; you can choose another one)"),
    ),
    (
        "lists {number} of the other pages",
        make_message("lists {number} of the other pages"),
    ),
    (
        "Give it with --date, such as --date 2019-05-03, or in a column date of the table.",
        make_message("Enter the day on which it was saved."),
    ),
    (
        "the proxy does not answer; check --proxy",
        make_message("the proxy does not answer; check the proxy that the studio was started with"),
    ),
)
"""What the messages of commands name that has another name in the studio."""


def to_studio_words(messages: str) -> str:
    """Return messages of a command, in English (as its progress is) or the language of the reader,
    with what is to be done here, in that language, in place of options and paths."""
    messages = _UPLOADED.sub("", messages)
    for message, words in _STUDIO_WORDS:
        for template in {message, translate(message)}:
            found = _compile_template(template).search(messages)
            if found:
                values = {name: translate(each) for name, each in found.groupdict().items()}
                messages = messages.replace(found[0], translate(words).format(**values))
    for offline in {OFFLINE, translate(OFFLINE)}:
        messages = re.sub(rf"[,;:] (?:\w+ )?{re.escape(offline)}", "", messages)
    return messages


def _compile_template(template: str) -> re.Pattern[str]:
    """Return the pattern of what a template becomes, with a group for each value."""
    parts = (
        re.escape(literal) + (f"(?P<{name}>.+?)" if name else "")
        for literal, name, _, _ in Formatter().parse(template)
    )
    return re.compile("".join(parts), re.DOTALL)


async def run_command(
    processes: RunProcesses,
    command: Sequence[str],
    show_messages: Callable[[list[str]], object],
    *,
    may_have_problems: bool = False,
) -> tuple[int | None, str, list[str]]:
    """Run ``curator`` with the arguments and return its exit code, None where it was killed, its
    answer, and its messages line by line; ``show_messages`` gets these whenever there are more. If
    the task is cancelled, the process is ended.

    ``processes`` are passing ones. Raises UsageError, with the messages of the command, if it gives
    no answer, unless it is done, or done with problems where it ``may_have_problems``; DiskFull,
    OSError.
    """
    command = [*command, "--language", current_language()]
    record = await asyncio.to_thread(processes.start, command, ["-"])
    messages: list[str] = []
    state: RunState | None = None
    try:
        while state is None or state.is_running:
            await asyncio.sleep(_LOOK_SECONDS)
            state = await asyncio.to_thread(processes.read, record)
            if record.answer.stat().st_size > MAX_ANSWER:
                raise UsageError(
                    make_message(
                        "the command answers with more than {max_answer:,} bytes",
                        max_answer=MAX_ANSWER,
                    )
                )
            lines = to_studio_words(await asyncio.to_thread(read_log, record.log)).splitlines()
            if lines != messages:
                messages = lines
                show_messages(messages)
    except BaseException:
        processes.kill(record)
        raise
    output = record.answer.read_text(encoding="utf-8", errors="replace")
    is_done = state.exit_code == 0 or (may_have_problems and state.exit_code == WITH_PROBLEMS)
    if not output and not is_done:
        raise UsageError(
            "\n".join(messages[-5:])
            or make_message(
                "curator {command}: exit code {exit_code}",
                command=command[0],
                exit_code=state.exit_code,
            )
        )
    return state.exit_code, output, messages
