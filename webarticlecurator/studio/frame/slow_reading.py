"""Wait for what a view shows, without keeping its window from opening."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from nicegui import ui

from webarticlecurator.base.text.translation import translate

QUICK_SECONDS = 0.5
"""Seconds for which a view waits before it says what it waits for."""


CONNECT_SECONDS = 30.0


_Found = TypeVar("_Found")


async def show_while_waiting(words: str, reading: Coroutine[Any, Any, _Found]) -> _Found:
    """Return the result of ``reading``. If that takes longer, the window is shown meanwhile, with
    ``words`` in English. To be called while a view is written."""
    task = asyncio.create_task(reading)
    done, _ = await asyncio.wait({task}, timeout=QUICK_SECONDS)
    if done:
        return task.result()
    note = ui.label(translate(words)).props('role="status"')
    await ui.context.client.connected(CONNECT_SECONDS)
    try:
        return await task
    finally:
        if not note.is_deleted:  # with the view, if its tab was closed meanwhile
            note.delete()
