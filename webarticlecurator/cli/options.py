"""How commands are declared, and the options that each of them has, or some."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.catalogues import LANGUAGES
from webarticlecurator.cli.argument_types import Alternatives, Option, option
from webarticlecurator.cli.shared_options import add_options

Run = Callable[[argparse.Namespace], int]
"""What a command does with its arguments; it returns the exit code."""


@dataclass(frozen=True)
class CommandSyntax:
    """How a command, or an action of one, is written on the command line, and what it runs.

    ``run`` takes the parsed arguments; it is None for a command that is always given with one of
    its ``actions``, each of which is a ``kind``. ``name`` and ``summary`` are those of an action;
    ``notes`` stand before the example of ``--help``.
    """

    example: str
    options: tuple[str | Option | Alternatives, ...] = ()
    run: Run | None = None
    name: str = ""
    summary: str = ""
    actions: tuple[CommandSyntax, ...] = ()
    kind: str = "action"
    notes: str = ""


def command(
    example: str, *options: str | Option | Alternatives, notes: str = ""
) -> Callable[[Run], CommandSyntax]:
    """Return the decorator that declares what a command runs: an example of its use, and its
    arguments as for ``add_options``."""
    return lambda run: CommandSyntax(example, options, run, notes=notes)


def action(
    name: str, summary: str, example: str, *options: str | Option | Alternatives
) -> Callable[[Run], CommandSyntax]:
    """Return the decorator that declares what an action of a command runs, as ``command`` does."""
    return lambda run: CommandSyntax(example, options, run, name, summary)


def refuse_options(given: Mapping[str, object], words: str, cure: str) -> None:
    """Raise UsageError for the first option of ``given``, name → value, that has a value: its name
    with the ``words`` that say what is wrong."""
    for name, value in given.items():
        if value:
            raise UsageError(f"{name} {words}", cure)


def add_subparser(
    commands: Any, name: str, summary: str, syntax: CommandSyntax
) -> argparse.ArgumentParser:
    """Add a command, or an action of one, with what belongs to it; return its parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"{syntax.notes}example:\n  {syntax.example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_options(parser, *syntax.options)
    if syntax.run is not None:
        parser.set_defaults(run=syntax.run)
        add_options(parser, *COMMON_OPTIONS)
    if syntax.actions:
        kind, is_required = syntax.kind, syntax.run is None
        actions = parser.add_subparsers(dest=kind, metavar=kind.upper(), required=is_required)
        for each in syntax.actions:
            add_subparser(actions, each.name, each.summary, each)
    return parser


COMMON_OPTIONS: tuple[Option, ...] = (
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
    (
        "--language",
        {
            "choices": LANGUAGES,
            "help": "the language of messages (default: on a terminal that of LANG, else English)",
        },
    ),
)
"""The options of each command: what it does, as lines for the person who watches it, and in which
language."""


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
