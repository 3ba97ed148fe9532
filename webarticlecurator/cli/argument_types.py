"""Words of the command line → values, as argparse's ``type`` wants them. Each raises
ArgumentTypeError (exit code 2)."""

from __future__ import annotations

import os
import re
import ssl
from argparse import ArgumentTypeError
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

from webarticlecurator.config.files import check_regular
from webarticlecurator.config.identifiers import read_proxy as checked_proxy
from webarticlecurator.config.identifiers import read_public_address
from webarticlecurator.config.scalars import ValueFault
from webarticlecurator.model.hosts import hide_userinfo


def parse_day(text: str) -> date:
    """A day, written ``YYYY-MM-DD``."""
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise ArgumentTypeError(f"{text!r} is no day; write it as 2015-01-31")


def parse_count(text: str) -> int:
    """A whole number from 1 on."""
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no such number; write 1 or more")
    return int(text)


def parse_share(text: str) -> float:
    """A number from 0 to 1."""
    if not re.fullmatch(r"0|1|0?\.\d+|1\.0+|0\.", text, re.ASCII):
        raise ArgumentTypeError(f"{text!r} is no such number; write one from 0 to 1, as 0.8")
    return float(text)


def parse_proxy(text: str) -> str:
    """The address of a proxy, as ``fetch.proxy`` of a portal file."""
    try:
        return checked_proxy(text)
    except ValueFault as error:
        raise ArgumentTypeError(str(error)) from None


def check_certificates(text: str) -> str:
    """The path of a PEM file of certificates."""
    try:
        check_regular(Path(text))
        ssl.create_default_context(cafile=text)
    except ssl.SSLError:
        raise ArgumentTypeError(f"{text} holds no certificates in PEM form") from None
    except OSError as error:
        raise ArgumentTypeError(f"{text}: {error.strerror}") from None
    return text


def parse_utf8(text: str) -> str:
    """The words as UTF-8, whatever the locale made of their bytes."""
    return os.fsencode(text).decode("utf-8", "replace")


def parse_address(text: str) -> str:
    """An absolute http(s) address."""
    text = parse_utf8(text)
    try:
        parts = urlsplit(text)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return read_public_address(text)
    except ValueFault as error:
        raise ArgumentTypeError(str(error)) from None
    except ValueError:
        pass
    shown = hide_userinfo(text)
    raise ArgumentTypeError(
        f"{shown!r} is no whole address; write it as https://www.example.org/2019/a"
    )
