"""Words of the command line → values, as argparse's ``type`` wants them. Each raises ArgumentTypeError (exit code 2)."""

from __future__ import annotations

import os
import re
from argparse import ArgumentTypeError
from datetime import date
from urllib.parse import urlsplit


def day(text: str) -> date:
    """A day, written ``YYYY-MM-DD``."""
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise ArgumentTypeError(f"{text!r} is no day; write it as 2015-01-31")


def count(text: str) -> int:
    """A whole number from 1 on."""
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no such number; write 1 or more")
    return int(text)


def utf8(text: str) -> str:
    """The words as UTF-8, whatever the locale made of their bytes."""
    return os.fsencode(text).decode("utf-8", "replace")


def address(text: str) -> str:
    """An absolute http(s) address."""
    text = utf8(text)
    try:
        parts = urlsplit(text)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return text
    except ValueError:
        pass
    raise ArgumentTypeError(f"{text!r} is no whole address; write it as https://www.example.org/2019/a")
