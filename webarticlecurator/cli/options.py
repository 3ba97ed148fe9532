"""The commands of ``curator`` with their summaries, and the options that several of them share."""

from __future__ import annotations

import argparse
import os
import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from webarticlecurator.cli.output import USAGE
from webarticlecurator.config.files import check_regular
from webarticlecurator.config.value_fault import ValueFault
from webarticlecurator.errors import CuratorError
from webarticlecurator.model.plug_in import (
    COMMAND,
    Command,
    PlugIn,
    describe_plug_in_failure,
    find_plug_in,
    list_plug_ins,
    load_plug_in,
)
from webarticlecurator.text.translation import LANGUAGES

Run = Callable[[argparse.Namespace], int]
"""What a command does with its arguments; it returns the exit code."""
Option = tuple[str, dict[str, Any]]
"""The name of an argument or option, and how argparse adds it."""


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
            "help": "print a line for each request; -vv: also what the command decides, and why",
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


def option(name: str, **how: Any) -> Option:
    """Return an argument or option of a command, with how argparse adds it."""
    return name, how


class _RemovedOption(argparse.Action):
    """Ends the command with one line that says what to use in place of the option (``const``)."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        parser.exit(USAGE, f"{parser.prog}: {self.option_strings[0]} was removed; {self.const}\n")


def removed_option(name: str, cure: str) -> Option:
    """Return an option of earlier versions, in no help text."""
    return option(name, action=_RemovedOption, nargs="?", const=cure, help=argparse.SUPPRESS)


WITH_SUBSCRIBER = option(
    "--with-subscriber",
    action="store_true",
    help="WACZ and deposit: also what was read in a subscriber's session, if a contract allows it",
)
SIGN = option(
    "--sign",
    metavar="KEY",
    type=Path,
    help="WACZ: sign it with the private key in this file (PEM, of the curve P-384)",
)

# Parsers of argument values, used as ``type`` of argparse options.
#
# Each raises ArgumentTypeError, which ends the command with exit code 2. What checks a value is
# imported with the first one: most commands are called without (--version .13 of .19 s).


def parse_day(text: str) -> date:
    """Return the date written as ``YYYY-MM-DD``."""
    from webarticlecurator.text.times import parse_iso_day

    try:
        return parse_iso_day(text)
    except ValueError:
        raise ArgumentTypeError(f"not a date: {text!r} (expected YYYY-MM-DD)") from None


def parse_saved_date(text: str) -> str:
    """Return a day or a time in ISO 8601, as it was written."""
    from webarticlecurator.config.tables import check_saved_date

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
    from webarticlecurator.config.scalars import read_proxy

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
    from webarticlecurator.config.scalars import read_absolute_address

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


# The arguments and options that several commands share.

CORPUS_HELP = "the corpus folder (default: corpora/<portal> here)"
SHARED_OPTIONS: dict[str, dict[str, Any]] = {
    "config": {
        "metavar": "CONFIG",
        "help": "the portal file: a path, or the name of a shipped one (such as hvg)",
    },
    "configs": {
        "nargs": "+",
        "metavar": "CONFIG",
        "help": "portal files: paths, names of shipped ones (such as hvg), or folders of them",
    },
    "--allow-hooks": {
        "action": "store_true",
        "help": "run the hooks of the portal file (Python code), now and until their files change",
    },
    "--corpus": {"metavar": "DIR", "type": Path, "help": CORPUS_HELP},
    "--warc": {
        "nargs": "+",
        "type": Path,
        "action": "extend",
        "default": [],
        "metavar": "FILE",
        "help": "read these WARC files instead of the corpus",
    },
    "--output": {
        "type": parse_output,
        "metavar": "FILE",
        "help": "file to write the table to (default, or -: standard output)",
    },
    "--json": {"action": "store_true", "help": "print the result as JSON on standard output"},
    "--jobs": {
        "type": parse_count,
        "metavar": "N",
        "help": "number of processes (default: as many as speed it up)",
    },
    "--quiet": {
        "action": "store_true",
        "help": "print no progress, only the result and problems",
    },
    "--progress": {
        "type": Path,
        "metavar": "FILE",
        "help": "write how far the command is into this file, as JSON, again and again",
    },
    "--proxy": {
        "type": parse_proxy,
        "metavar": "URL",
        "help": "http or socks5h proxy (also fetch.proxy)",
    },
    "--ca": {
        "type": check_certificates,
        "metavar": "FILE",
        "help": "PEM file of certificates to trust (those of the proxy)",
    },
    "--from": {
        "dest": "since",
        "type": parse_day,
        "metavar": "D",
        "help": "only articles published on this day or later, YYYY-MM-DD",
    },
    "--until": {
        "type": parse_day,
        "metavar": "D",
        "help": "only articles published on this day or earlier, YYYY-MM-DD",
    },
    "--column": {"metavar": "C", "help": "only articles of this column"},
    "--where": {
        "type": parse_utf8,
        "action": "append",
        "default": [],
        "metavar": "CONDITION",
        "help": (
            "only articles with FIELD=VALUE (or !=, >=, <=, and ~ or !~ for a regular expression),"
            " such as 'words>=100' or 'section=[Sport, Culture]'; 'not ' before it takes the"
            " contrary; of several conditions all must hold"
        ),
    },
    "--sample": {
        "type": parse_count,
        "metavar": "N",
        "help": "only N articles, always the same ones",
    },
    "--by": {
        "default": "",
        "metavar": "FIELD",
        "help": "with --sample: N articles of each value of a field, such as year or column",
    },
}
"""Name → how argparse adds it."""
CONFIG = ("config", "--allow-hooks")
CONFIGS = ("configs", "--allow-hooks")
NETWORK = ("--proxy", "--ca")
"""How the portal is reached."""
FILTERS = ("--from", "--until", "--column", "--where")
"""The options that select articles by what is known of them."""
SELECTION = (*FILTERS, "--sample", "--by")
"""The options that select articles."""


def shared(name: str, **changed: Any) -> Option:
    """Return a shared argument or option of which something is changed."""
    return name, {**SHARED_OPTIONS[name], **changed}


CORPORA = shared(
    "--corpus",
    default=Path("corpora"),
    help="the folder of the corpora, DIR/<portal> each (default: corpora here)",
)
"""The folder of the corpora of several portals."""


def add_options(parser: Any, *options: str | Option) -> None:
    """Add arguments and options to a parser or a group, in this order; a name alone is one of
    ``SHARED_OPTIONS``."""
    for each in options:
        name, how = (each, SHARED_OPTIONS[each]) if isinstance(each, str) else each
        parser.add_argument(name, **how)


def server_options(port: int) -> tuple[Option, ...]:
    """Return ``--port``, by default ``port``, and ``--jobs`` of a command that answers requests."""
    return (
        option(
            "--port",
            type=parse_port,
            default=port,
            metavar="N",
            help=f"port (default: {port}; 0: a free one, which is printed)",
        ),
        option(
            "--jobs",
            type=parse_count,
            default=2,
            metavar="N",
            help="pages that are read at the same time (default: 2)",
        ),
    )


def cluster_options(
    place: str = "--warcs-at",
    what: str = "WARC files of the corpus",
    example: str = "s3://bucket/warc",
) -> tuple[Option, ...]:
    """Return ``--cluster`` and ``place``, which says where its workers find ``what``."""
    return (
        option(
            "--cluster",
            metavar="ADDRESS",
            help=(
                "run on the workers of this Dask scheduler, such as tcp://host:8786, or its"
                " scheduler file (.json)"
            ),
        ),
        option(
            place,
            metavar="ADDRESS",
            help=(
                f"where the workers find the {what}: a folder, or a URL such as {example}"
                " (default: the corpus folder, under its path here)"
            ),
        ),
    )


# The commands of ``curator``.
#
# Each command is a function of a module of ``verbs/``, which is imported only when the command is
# needed. Commands of other packages are plug-ins, read for a word that is none of ours, and for
# ``curator --help``.

COMMANDS = {
    "new": (
        "new",
        "register",
        "look at a page of a portal and write a commented portal file to start from",
    ),
    "check": (
        "check",
        "register",
        "report every problem of a portal file",
    ),
    "set": (
        "check",
        "register_set",
        "write one value into a portal file, which keeps its comments and order",
    ),
    "portals": (
        "portals",
        "register",
        "list, search, copy and try the portal files that are shipped",
    ),
    "login": (
        "login",
        "register",
        "sign in at a portal as its subscriber; crawls use the session",
    ),
    "crawl": (
        "crawl",
        "register",
        "extend the corpus: fetch archive pages and articles, make TEI of what is new",
    ),
    "watch": (
        "crawl",
        "register_watch",
        "crawl portals again and again, each by the `schedule` of its file",
    ),
    "build": (
        "build",
        "register",
        "update the TEI to the stored captures and the rules, offline",
    ),
    "links": (
        "outline",
        "register_links",
        "show what the link rules find on archive pages",
    ),
    "outline": (
        "outline",
        "register",
        "show a page as a tree of elements, to find its text, its headline, its list",
    ),
    "selectors": (
        "outline",
        "register_selectors",
        "propose selectors for what a page shows, and try them on other pages",
    ),
    "extract": (
        "extract",
        "register",
        "show the metadata, the text or the TEI of article pages",
    ),
    "export": (
        "export",
        "register",
        "write the articles as a table, as text, as JSON lines, or for other tools",
    ),
    "tags": (
        "tags",
        "register",
        "list the tags of a portal; keep and suggest the decisions of its tag dictionary",
    ),
    "learn": (
        "new",
        "register_learn",
        "learn rules from what the stored pages of a portal have in common",
    ),
    "repair": (
        "repair",
        "register",
        "propose rules for a portal that has changed its pages, with their proof",
    ),
    "report": (
        "report",
        "register",
        "list what is doubtful in a corpus, as tables",
    ),
    "search": (
        "search",
        "register",
        "show where words are in the articles, or count them by year, column or author",
    ),
    "status": (
        "status",
        "register",
        "count the addresses of a corpus by what became of them",
    ),
    "why": (
        "status",
        "register_why",
        "show what happened to one address, and why",
    ),
    "diff": (
        "diff",
        "register",
        "show what changed between two versions of an article, or by edited rules",
    ),
    "verify": (
        "verify",
        "register",
        "check every record and TEI file; compare with a manifest; rebuild the index",
    ),
    "manifest": (
        "verify",
        "register_manifest",
        "write what a corpus holds, without its text, so that its state can be proved",
    ),
    "package": (
        "package",
        "register",
        "write a folder for a repository: TEI, tables, manifest, WACZ, metadata",
    ),
    "warc": (
        "warc",
        "register",
        "look into WARC files, copy foreign ones into a corpus, fetch a list of addresses",
    ),
    "tei": (
        "verify",
        "register_tei",
        "check TEI documents of any origin",
    ),
    "serve": (
        "serve",
        "register",
        "answer other programs over HTTP: articles of pages and corpora, links",
    ),
    "studio": (
        "serve",
        "register_studio",
        "show pages, rules and text side by side in a browser, to write portal files there",
    ),
    "import": (
        "importing",
        "register",
        "convert configurations of older tools",
    ),
    "demo": (
        "crawl",
        "register_demo",
        "run everything on a made-up portal on this machine",
    ),
}
"""Command → its module in ``verbs/``, the function there that adds its parser, and its line of
help; in the order of ``curator --help``."""


def add_command(
    commands: Any, name: str, example: str, run: Run | None = None, *options: str | Option
) -> argparse.ArgumentParser:
    """Add a command of ``COMMANDS`` as ``add_subparser``, and return its parser."""
    return add_subparser(commands, name, COMMANDS[name][2], example, run, *options)


def register_command(commands: Any, name: str) -> None:
    """Import the module of a command and let it add its parser.

    The parser's default ``run`` is the function that takes the parsed arguments.
    """
    module, function, _ = COMMANDS[name]
    getattr(import_module(f"webarticlecurator.cli.verbs.{module}"), function)(commands)


def register_plug_in(commands: Any, name: str) -> None:
    """Add the command of another package, if one has it.

    Raises PlugInError if it cannot be imported, or several packages have it.
    """
    plug_in = find_plug_in(COMMAND, name)
    if plug_in is not None:
        command = load_plug_in(plug_in, Command)
        parser = add_subparser(commands, name, command.summary, command.example)
        try:
            command.add_options(parser)
        except Exception as error:
            raise describe_plug_in_failure(plug_in, f"curator {name}", error) from error
        parser.set_defaults(run=lambda args: _run_plug_in(plug_in, command, args))


def _run_plug_in(plug_in: PlugIn, command: Command, args: argparse.Namespace) -> int:
    try:
        return command.run(args) or 0
    except (CuratorError, OSError):
        raise
    except Exception as error:
        raise describe_plug_in_failure(plug_in, f"curator {plug_in.name}", error) from error


def list_plug_in_commands(commands: Any) -> None:
    """Add the commands of other packages by name and summary; one that cannot be imported is added
    with the reason."""
    for plug_in in list_plug_ins(COMMAND):
        if plug_in.name not in COMMANDS:
            try:
                summary = load_plug_in(plug_in, Command).summary
            except CuratorError as error:
                summary = error.message
            commands.add_parser(plug_in.name, help=summary.replace("%", "%%"))
