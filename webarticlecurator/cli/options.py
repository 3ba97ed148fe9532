"""The options that several commands share, written once."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.cli.argument_types import check_certificates, parse_proxy


def add_verb(verbs: Any, name: str, words: str, example: str) -> argparse.ArgumentParser:
    """A command with its help text and an example of use."""
    parser: argparse.ArgumentParser = verbs.add_parser(
        name,
        help=words,
        description=words[0].upper() + words[1:] + ".",
        epilog=f"example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return parser


def add_config_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config",
        metavar="CONFIG",
        help="the portal file (a path, or the name of a shipped one: hvg)",
    )
    add_hooks_option(parser)


def add_hooks_option(parser: argparse.ArgumentParser) -> None:
    words = (
        "run the hooks of the portal file, which are code, now and as long as their files do not"
        " change"
    )
    parser.add_argument("--allow-hooks", action="store_true", help=words)


def add_corpus_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--corpus",
        metavar="DIR",
        type=Path,
        help="the corpus folder (default: corpora/<portal> here)",
    )


def add_json_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help="end with one JSON value on standard output"
    )


def add_quiet_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--quiet", action="store_true", help="no progress, only the result and problems"
    )


def add_network_options(parser: argparse.ArgumentParser) -> None:
    """How the portal is reached, as for a crawl."""
    parser.add_argument(
        "--proxy", type=parse_proxy, metavar="URL", help="http or socks5h proxy (also fetch.proxy)"
    )
    parser.add_argument(
        "--ca",
        type=check_certificates,
        metavar="FILE",
        help="PEM file of certificates to trust (of such a proxy)",
    )
