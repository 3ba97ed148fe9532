"""Reads the command line, runs one verb, turns errors into messages and exit codes. ``main.py``
calls it."""

from __future__ import annotations

import argparse
import errno
from collections.abc import Collection

from webarticlecurator.cli.commands import SUMMARIES, list_command, register_command
from webarticlecurator.cli.exit_codes import DAMAGED, DONE, MEANING, USAGE, exit_code_of
from webarticlecurator.cli.output import Parser, drop_output, prepare_output, print_message
from webarticlecurator.errors import CuratorError
from webarticlecurator.run.process_settings import collect_seldom, keep_libraries_quiet
from webarticlecurator.version import __version__

_EXAMPLE = """example:
  curator new https://www.example.org/
  curator check example.yaml --plan
  curator crawl example.yaml --limit 20"""
_NO_SPACE = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def build_parser(whole: Collection[str] = SUMMARIES) -> argparse.ArgumentParser:
    """Return the parser of the command line; its messages are printed as this program prints.
    Commands that are not in ``whole`` are only listed: a command that is not run need not be
    imported."""
    prepare_output()
    top = Parser(
        prog="curator",
        description=(
            "All articles of one portal as a citable corpus: WARC and TEI from one YAML file."
        ),
        epilog=f"{_EXAMPLE}\n\nexit codes:\n"
        + "\n".join(f"  {code:<4}{words}" for code, words in MEANING.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"curator {__version__}")
    commands = top.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    for name in SUMMARIES:
        (register_command if name in whole else list_command)(commands, name)
    return top


def run_command(args: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    collect_seldom()
    keep_libraries_quiet()
    try:
        code: int = args.run(args)
    except CuratorError as error:
        print_message(f"curator {args.verb}: {error}")
        return exit_code_of(error)
    except BrokenPipeError:
        # the reader (head, less) has gone: nothing more to say
        drop_output()
        return DONE
    except OSError as error:
        print_message(f"curator {args.verb}: {_told(error)}")
        drop_output()
        return DAMAGED if error.errno in _NO_SPACE else USAGE
    return code


def _told(error: OSError) -> str:
    """What the system would not do, and with which file."""
    where = f"{error.filename}: " if error.filename is not None else ""
    return f"{where}{error.strerror or error}"
