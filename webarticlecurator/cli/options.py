"""The options that several commands share."""

from __future__ import annotations

import argparse
import os
import re
import ssl
from argparse import ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

from webarticlecurator.cli.output import USAGE
from webarticlecurator.config.files import check_regular
from webarticlecurator.config.scalars import read_absolute_address
from webarticlecurator.config.scalars import read_proxy as checked_proxy
from webarticlecurator.config.tables import check_saved_date
from webarticlecurator.config.value_fault import ValueFault
from webarticlecurator.text.times import parse_iso_day


def add_subparser(commands: Any, name: str, summary: str, example: str) -> argparse.ArgumentParser:
    """Add a command with its summary and an example of its use, and return its parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return parser


def add_config_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config",
        metavar="CONFIG",
        help="the portal file: a path, or the name of a shipped one (such as hvg)",
    )
    add_hooks_option(parser)


def add_configs_argument(parser: argparse.ArgumentParser) -> None:
    """Add CONFIG for one or several portal files."""
    parser.add_argument(
        "configs",
        nargs="+",
        metavar="CONFIG",
        help="portal files: paths, names of shipped ones (such as hvg), or folders of them",
    )
    add_hooks_option(parser)


def add_hooks_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--allow-hooks",
        action="store_true",
        help="run the hooks of the portal file (Python code), now and until their files change",
    )


def add_corpus_option(parser: argparse.ArgumentParser, words: str = "") -> None:
    """Add ``--corpus``; ``words`` are added to its help text."""
    parser.add_argument(
        "--corpus",
        metavar="DIR",
        type=Path,
        help=f"the corpus folder (default: corpora/<portal> here){words}",
    )


def add_corpora_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--corpus`` for the folder of the corpora of several portals."""
    parser.add_argument(
        "--corpus",
        metavar="DIR",
        type=Path,
        default=Path("corpora"),
        help="the folder of the corpora, DIR/<portal> each (default: corpora here)",
    )


def add_server_options(parser: argparse.ArgumentParser, port: int) -> None:
    """Add ``--port``, by default ``port``, and ``--jobs`` of a command that answers requests."""
    parser.add_argument(
        "--port",
        type=parse_port,
        default=port,
        metavar="N",
        help=f"port (default: {port}; 0: a free one, which is printed)",
    )
    parser.add_argument(
        "--jobs",
        type=parse_count,
        default=2,
        metavar="N",
        help="pages that are read at the same time (default: 2)",
    )


def add_warc_option(parser: argparse.ArgumentParser, words: str = "") -> None:
    """Add ``--warc`` for one or several files; ``words``: the help text, if they do not replace the
    corpus."""
    parser.add_argument(
        "--warc",
        nargs="+",
        type=Path,
        action="extend",
        default=[],
        metavar="FILE",
        help=words or "read these WARC files instead of the corpus",
    )


def add_json_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help="print the result as JSON on standard output"
    )


def add_jobs_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs",
        type=parse_count,
        metavar="N",
        help="number of processes (default: as many as speed it up)",
    )


def add_cluster_options(
    parser: argparse.ArgumentParser,
    place: str = "--warcs-at",
    what: str = "WARC files of the corpus",
    example: str = "s3://bucket/warc",
) -> None:
    """Add ``--cluster`` and ``place``, which says where its workers find ``what``."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help=(
            "run on the workers of this Dask scheduler, such as tcp://host:8786, or its scheduler"
            " file (.json)"
        ),
    )
    parser.add_argument(
        place,
        metavar="ADDRESS",
        help=(
            f"where the workers find the {what}: a folder, or a URL such as {example} (default:"
            " the corpus folder, under its path here)"
        ),
    )


def add_quiet_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--quiet", action="store_true", help="print no progress, only the result and problems"
    )


def add_progress_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--progress",
        type=Path,
        metavar="FILE",
        help="write how far the command is into this file, as JSON, again and again",
    )


def add_network_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--proxy`` and ``--ca``, which say how the portal is reached."""
    parser.add_argument(
        "--proxy", type=parse_proxy, metavar="URL", help="http or socks5h proxy (also fetch.proxy)"
    )
    parser.add_argument(
        "--ca",
        type=check_certificates,
        metavar="FILE",
        help="PEM file of certificates to trust (those of the proxy)",
    )


class _RemovedOption(argparse.Action):
    """Ends the command with one line that says what to use in place of the option (``const``)."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        parser.exit(USAGE, f"{parser.prog}: {self.option_strings[0]} was removed; {self.const}\n")


def add_removed_option(parser: argparse.ArgumentParser, name: str, cure: str) -> None:
    """Add an option of earlier versions, in no help text."""
    parser.add_argument(name, action=_RemovedOption, nargs="?", const=cure, help=argparse.SUPPRESS)


# Parsers of argument values, used as ``type`` of argparse options.
#
# Each raises ArgumentTypeError, which ends the command with exit code 2.


def parse_day(text: str) -> date:
    """Return the date written as ``YYYY-MM-DD``."""
    try:
        return parse_iso_day(text)
    except ValueError:
        raise ArgumentTypeError(f"not a date: {text!r} (expected YYYY-MM-DD)") from None


def parse_saved_date(text: str) -> str:
    """Return a day or a time in ISO 8601, as it was written."""
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
    if not re.fullmatch(r"0|1|0?\.\d+|1\.0+|0\.", text, re.ASCII):
        raise ArgumentTypeError(
            f"not a number from 0 to 1: {text!r} (expected a number such as 0.8)"
        )
    return float(text)


def parse_seconds(text: str) -> float:
    """Return a number of seconds, 0 or more."""
    if not re.fullmatch(r"\d+(\.\d+)?", text, re.ASCII):
        raise ArgumentTypeError(f"not a number of seconds: {text!r} (expected one such as 1.5)")
    return float(text)


def parse_proxy(text: str) -> str:
    """Return the address of a proxy, checked as ``fetch.proxy`` of a portal file is."""
    try:
        return checked_proxy(text)
    except ValueFault as error:
        raise ArgumentTypeError(str(error)) from None


def check_certificates(text: str) -> str:
    """Return the path of a PEM file after checking that it holds certificates."""
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
    try:
        return read_absolute_address(parse_utf8(text))
    except ValueFault as error:
        raise ArgumentTypeError(error.describe()) from None


STANDARD_OUTPUT = Path("-")


def parse_output(text: str) -> Path | None:
    """Return the path of ``--output``; None for ``-``, standard output."""
    return None if text == "-" else Path(text)


def parse_port(text: str) -> int:
    """Return the number of a port; 0 stands for a free one."""
    if not (text.isascii() and text.isdigit()) or int(text) > 65535:
        raise ArgumentTypeError(f"not a port: {text!r} (expected a number from 0 to 65535)")
    return int(text)
