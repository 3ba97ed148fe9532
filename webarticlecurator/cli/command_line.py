"""Parses the command line, runs one command, turns errors into messages and exit codes.

``main.py`` calls it.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection

from webarticlecurator.cli.commands import SUMMARIES, list_command, register_command
from webarticlecurator.cli.exit_codes import DONE, describe_error, exit_code_of
from webarticlecurator.cli.output import Parser, drop_output, prepare_output, print_message
from webarticlecurator.errors import CuratorError
from webarticlecurator.model.command_ends import COMMAND_ENDS
from webarticlecurator.run.process_settings import collect_garbage_rarely, silence_library_logging
from webarticlecurator.version import __version__

_EXAMPLE = """example:
  curator new https://www.example.org/
  curator check example.yaml --plan
  curator crawl example.yaml --limit 20"""


def build_parser(complete: Collection[str] = SUMMARIES) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    ``complete`` names the commands whose modules are imported, so that their options can be
    parsed. The others are listed by their summaries alone, which saves the imports.
    """
    prepare_output()
    top = Parser(
        prog="curator",
        description=(
            "Make a citable corpus of all articles of one portal: WARC and TEI from one YAML file."
        ),
        epilog=f"{_EXAMPLE}\n\nexit codes:\n"
        + "\n".join(f"  {code:<4}{end.meaning}" for code, end in COMMAND_ENDS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"curator {__version__}")
    commands = top.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    for name in SUMMARIES:
        add = register_command if name in complete else list_command
        add(commands, name)
    return top


def run_command(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    collect_garbage_rarely()
    silence_library_logging()
    try:
        code: int = args.run(args)
    except CuratorError as error:
        print_message(f"curator {args.verb}: {describe_error(error)}")
        return exit_code_of(error)
    except BrokenPipeError:
        # The reader of the pipe (head, less) has ended.
        drop_output()
        return DONE
    except OSError as error:
        print_message(f"curator {args.verb}: {describe_error(error)}")
        drop_output()
        return exit_code_of(error)
    return code
