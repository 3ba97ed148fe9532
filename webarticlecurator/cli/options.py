"""The commands of ``curator`` with their summaries, and the options that several of them share."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from webarticlecurator.base.text.catalogues import LANGUAGES
from webarticlecurator.cli.argument_types import Option, option
from webarticlecurator.cli.shared_options import add_options

Run = Callable[[argparse.Namespace], int]
"""What a command does with its arguments; it returns the exit code."""


def add_subparser(
    commands: Any,
    name: str,
    summary: str,
    example: str,
    run: Run | None = None,
    *options: str | Option,
) -> argparse.ArgumentParser:
    """Add a command with its summary, an example of its use and its arguments, as ``add_options``;
    return its parser. ``run`` takes the parsed arguments; None for a command that has actions."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if run is not None:
        parser.set_defaults(run=run)
    add_options(parser, *options)
    if run is not None:
        add_options(parser, *LOG_OPTIONS)
        parser.add_argument("--language", choices=LANGUAGES, help=LANGUAGE_HELP)
    return parser


LOG_OPTIONS: tuple[Option, ...] = (
    (
        "-v",
        {
            "dest": "verbosity",
            "action": "count",
            "default": 0,
            "help": "print a line for each request; -vv also prints decisions and their reasons",
        },
    ),
    (
        "--log",
        {
            "dest": "log_file",
            "metavar": "FILE",
            "type": Path,
            "help": "append these lines, with the time, to this file (without -v: the requests)",
        },
    ),
)
"""What a command does, as lines for the person who watches it."""
LANGUAGE_HELP = "the language of messages (default: on a terminal that of LANG, else English)"


WITH_SUBSCRIBER = option(
    "--with-subscriber",
    action="store_true",
    help="WACZ and deposit: include captures of a subscriber's session, if a contract allows it",
)
SIGN = option(
    "--sign",
    metavar="KEY",
    type=Path,
    help="WACZ: sign it with the private key in this file (PEM, of the curve P-384)",
)


STANDARD_OUTPUT = Path("-")
