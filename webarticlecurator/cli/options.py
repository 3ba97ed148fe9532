"""The options that several commands share, written once."""

from __future__ import annotations

import argparse
import json
import os
import sys
from errno import EBADF
from pathlib import Path
from typing import Any


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


def add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", metavar="CONFIG", help="the portal file (a path, or the name of a shipped one: hvg)")


def add_corpus(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="the corpus folder (default: corpora/<portal> here)")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="end with one JSON value on standard output")


def add_quiet(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quiet", action="store_true", help="no progress, only the result and problems")


def print_json(value: Any) -> None:
    """One JSON value on standard output, UTF-8 whatever the locale says."""
    write_out(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def write_out(text: str) -> None:
    """Text to standard output as UTF-8: a console or pipe with another character set must not end a command."""
    stream = sys.stdout
    if stream is None:
        raise OSError(EBADF, os.strerror(EBADF), "standard output")
    try:
        stream.buffer.write(text.encode("utf-8", "replace"))
        stream.flush()
    except AttributeError:  # a stream without bytes below it, as in tests
        stream.write(text)


def say(text: str, quiet: bool = False) -> None:
    """A line for the person, on standard error, so that standard output holds only the answer."""
    if not quiet and sys.stderr is not None:  # None: closed by the caller
        encoding = sys.stderr.encoding or "utf-8"
        sys.stderr.write(text.encode(encoding, "replace").decode(encoding) + "\n")
        sys.stderr.flush()
