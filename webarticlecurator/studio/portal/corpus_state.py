"""The words of the commands that the studio starts for a corpus, and their start."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

from nicegui import ui

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.run_processes import RunProcesses
from webarticlecurator.studio.frame.short_commands import run_command
from webarticlecurator.studio.frame.studio_settings import StudioSettings


def crawl_words(
    settings: StudioSettings,
    portals: Sequence[Portal],
    *,
    since: str = "",
    until: str = "",
    column: str = "",
    limit: int | None = None,
    full: bool = False,
) -> list[str]:
    """Return the words of the command that crawls one or several portals; empty options are left
    out."""
    valued = {
        "--from": since,
        "--until": until,
        "--column": column,
        "--limit": str(limit) if limit else "",
        "--proxy": settings.proxy or "",
        "--ca": settings.ca_file or "",
    }
    return [
        *("crawl", *_files(portals), "--corpus", _corpus_of(settings, portals)),
        *(f"{option}={value}" for option, value in valued.items() if value),
        *["--full"] * full,
    ]


def build_words(settings: StudioSettings, portal: Portal, *, everything: bool) -> list[str]:
    """Return the words of the command that builds the TEI of a portal."""
    corpus = ("--corpus", _corpus_of(settings, [portal]))
    return ["build", *_files([portal]), *corpus, *["--all"] * everything]


def _files(portals: Sequence[Portal]) -> list[str]:
    return [str(Path(portal.path).resolve()) for portal in portals]


def _corpus_of(settings: StudioSettings, portals: Sequence[Portal]) -> str:
    """Return the folder of the corpus of one portal, or that of the corpora of several."""
    folder = settings.corpus_folder(portals[0].id) if len(portals) == 1 else settings.corpora
    return str(folder.resolve())


async def start_command(
    processes: RunProcesses, address: str, words: Sequence[str], portals: Sequence[Portal]
) -> None:
    """Start a command on some portals, and open its run in the view at an address."""
    record = await asyncio.to_thread(processes.start, words, [portal.id for portal in portals])
    ui.navigate.to(f"{address}?{urlencode({'run': record.id})}")


async def adopt_files(context: StudioContext, portal: Portal, files: Sequence[str]) -> None:
    """Copy pages of WARC files, or saved pages, into the corpus of a portal: ``files`` are the
    words of the command. What it leaves out is shown. Raises as ``run_command``."""
    place = ("--corpus", _corpus_of(context.settings, [portal]))
    words = ["warc", "adopt", *_files([portal]), *place, *files]
    code, _, messages = await run_command(
        context.commands, words, lambda _: None, may_have_problems=True
    )
    if code:
        ui.notify("\n".join(messages[-5:]), type="warning", multi_line=True)
