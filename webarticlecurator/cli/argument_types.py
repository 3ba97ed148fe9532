"""The types of command-line arguments: how the text of each is checked and read.

Each raises ArgumentTypeError, which ends the command with exit code 2. What checks a value is
imported with the first one, since most commands are called without.
"""

from __future__ import annotations

import os
import re
from argparse import ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any

from webarticlecurator.base.system.input_files import check_regular
from webarticlecurator.portal_file.values.value_fault import ValueFault

Option = tuple[str, dict[str, Any]]
"""The name of an argument or option, and how argparse adds it."""
Alternatives = list[Option]
"""Options of which only one may be given."""


def option(name: str, **how: Any) -> Option:
    """Return an argument or option of a command, with how argparse adds it."""
    return name, how


def parse_day(text: str) -> date:
    """Return the date written as ``YYYY-MM-DD``."""
    from webarticlecurator.base.text.times import parse_iso_day

    try:
        return parse_iso_day(text)
    except ValueError:
        raise ArgumentTypeError(f"not a date: {text!r} (expected YYYY-MM-DD)") from None


def parse_saved_date(text: str) -> str:
    """Return a day or a time in ISO 8601, as it was written."""
    from webarticlecurator.portal_file.config.saved_page_table import check_saved_date

    try:
        return check_saved_date(text)
    except ValueFault as error:
        raise ArgumentTypeError(error.describe()) from None


def parse_count(text: str) -> int:
    """Return a whole number of at least 1."""
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise ArgumentTypeError(f"not a count: {text!r} (expected a whole number of 1 or more)")
    return int(text)


def parse_share(text: str) -> float:
    """Return a number from 0 to 1."""
    pattern = r"0|1|0?\.\d+|1\.0+|0\."
    return _parse_number(text, pattern, "not a number from 0 to 1", "a number such as 0.8")


def parse_fraction(text: str) -> float:
    """Return a part such as 1/30, or a share."""
    first, slash, second = text.partition("/")
    if not slash:
        return parse_share(text)
    count, whole = parse_count(first), parse_count(second)
    if not 0 < count <= whole:
        raise ArgumentTypeError(f"not a part: {text!r} (expected 1/30)")
    return count / whole


def parse_seconds(text: str) -> float:
    """Return a number of seconds, 0 or more."""
    return _parse_number(text, r"\d+(\.\d+)?", "not a number of seconds", "one such as 1.5")


def _parse_number(text: str, pattern: str, problem: str, expected: str) -> float:
    if not re.fullmatch(pattern, text, re.ASCII):
        raise ArgumentTypeError(f"{problem}: {text!r} (expected {expected})")
    return float(text)


def parse_proxy(text: str) -> str:
    """Return the address of a proxy, checked as ``fetch.proxy`` of a portal file is."""
    from webarticlecurator.portal_file.values.standard_scalars import read_proxy

    try:
        return read_proxy(text)
    except ValueFault as error:
        raise ArgumentTypeError(str(error)) from None


def check_certificates(text: str) -> str:
    """Return the path of a PEM file after checking that it holds certificates."""
    import ssl

    try:
        check_regular(Path(text))
        ssl.create_default_context(cafile=text)
    except ssl.SSLError:
        raise ArgumentTypeError(f"no certificates in PEM form: {text}") from None
    except OSError as error:
        raise ArgumentTypeError(f"{text}: {error.strerror}") from None
    return text


def parse_utf8(text: str) -> str:
    """Decode an argument as UTF-8, whatever the locale has made of its bytes."""
    return os.fsencode(text).decode("utf-8", "replace")


def parse_address(text: str) -> str:
    """Return an absolute http or https address."""
    from webarticlecurator.portal_file.values.standard_scalars import read_absolute_address

    try:
        return read_absolute_address(parse_utf8(text))
    except ValueFault as error:
        raise ArgumentTypeError(error.describe()) from None


def parse_output(text: str) -> Path | None:
    """Return the path of ``--output``; None for ``-``, standard output."""
    return None if text == "-" else Path(text)


def parse_port(text: str) -> int:
    """Return the number of a port; 0 stands for a free one."""
    if not (text.isascii() and text.isdigit()) or int(text) > 65535:
        raise ArgumentTypeError(f"not a port: {text!r} (expected a number from 0 to 65535)")
    return int(text)
