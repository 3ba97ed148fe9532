"""The options that several commands share."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NoReturn

from webarticlecurator.cli.argument_types import (
    check_certificates,
    parse_count,
    parse_port,
    parse_proxy,
)
from webarticlecurator.cli.exit_codes import USAGE


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
