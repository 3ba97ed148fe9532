"""The log of the package: every line names its portal, and none shows a secret of a session.

All loggers are below ``webarticlecurator``: INFO has a line for each request, DEBUG the decisions
of a command. Only the program that uses the package decides where the lines go; ``curator`` does
in ``cli/command_log.py``.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakSet

from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.portal.hosts import hide_userinfo
from webarticlecurator.base.text.characters import escape_cell, shorten

MAX_LINE = 2000
"""Characters of a line: an address may have 16,000."""
_PURPOSES = {
    "archive": "archive page",
    "continuation": "later page of an article",
    "part": "part of an article",
    "asset": "file of an article",
    "robots": "robots.txt",
    "permissions": "tdmrep.json",
    "home": "home page",
    "made-up": "made-up address",
}
"""Level of a request → what is requested; other levels are words for it already."""
_portal: ContextVar[str] = ContextVar("portal", default="")
_purpose: ContextVar[str] = ContextVar("purpose", default="page")


class KeepsSecrets(Protocol):
    """What signs requests in, and can hide that in a text."""

    def hide(self, text: str) -> str: ...


_keepers: WeakSet[KeepsSecrets] = WeakSet()
_lock = threading.Lock()


def hide_secrets_of(keeper: KeepsSecrets) -> None:
    """Hide the secrets of ``keeper`` in every line from now on, as long as it is used."""
    with _lock:
        _keepers.add(keeper)


@contextmanager
def name_portal(portal: str) -> Iterator[None]:
    """Name the portal that the lines of the block are about."""
    token = _portal.set(portal)
    try:
        yield
    finally:
        _portal.reset(token)


@contextmanager
def name_purpose(purpose: str | Origin) -> Iterator[None]:
    """Say what the requests of the block are for."""
    words = describe_origin(purpose) if isinstance(purpose, Origin) else purpose
    token = _purpose.set(words)
    try:
        yield
    finally:
        _purpose.reset(token)


def current_purpose() -> str:
    """Return what the requests of this thread are for."""
    return _purpose.get()


def describe_origin(origin: Origin) -> str:
    """Return what is requested: ``archive page of news 2019-03-01, page 2``."""
    words = _PURPOSES.get(origin.level, origin.level)
    if origin.column:
        words += f" of {origin.column}"
    if origin.window:
        words += f" {origin.window}"
    return f"{words}, page {origin.page}" if origin.page else words


if TYPE_CHECKING:
    _Adapter = logging.LoggerAdapter[logging.Logger]
else:
    _Adapter = logging.LoggerAdapter


class LineLogger(_Adapter):
    """A logger whose messages are lines for a person; they are formatted only if they are
    wanted."""

    def log(self, level: int, msg: object, *args: object, **kwargs: Any) -> None:
        if self.isEnabledFor(level):
            portal, line = _portal.get(), clean_line(str(msg) % args)
            super().log(level, "%s", f"{portal}: {line}" if portal else line, **kwargs)


def get_logger(module: str) -> LineLogger:
    """Return the logger of a module of this package."""
    return LineLogger(logging.getLogger(module), {})


def clean_line(text: str) -> str:
    """Return a text as one line, without secrets of sessions."""
    with _lock:
        keepers = [*_keepers]
    text = hide_userinfo(text.encode("utf-8", "backslashreplace").decode("utf-8"))
    for keeper in keepers:
        text = keeper.hide(text)
    return escape_cell(shorten(text.strip(), MAX_LINE))
