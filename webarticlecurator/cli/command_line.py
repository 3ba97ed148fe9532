"""Parses the command line, runs one command, turns errors into messages and exit codes.

``main.py`` calls it.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection

from webarticlecurator.base.command_ends import COMMAND_ENDS
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.base.text.translation import use_language
from webarticlecurator.cli.command_table import (
    COMMANDS,
    GROUPS,
    list_plug_in_commands,
    register_command,
    register_plug_in,
)
from webarticlecurator.cli.exit_codes import DONE, describe_error, exit_code_of
from webarticlecurator.cli.output import (
    Parser,
    drop_output,
    find_terminal_language,
    prepare_output,
    print_message,
)
from webarticlecurator.crawling.workers.process_settings import (
    collect_garbage_rarely,
    silence_library_logging,
)

_EXAMPLE = """example:
  curator new https://www.example.org/
  curator check example.yaml --plan
  curator crawl example.yaml --limit 20"""


class _GroupedHelp(argparse.RawDescriptionHelpFormatter):
    """Lists the commands in groups, by what one wants to do."""

    def _format_action(self, action: argparse.Action) -> str:
        if not isinstance(action, argparse._SubParsersAction):
            return super()._format_action(action)
        left = {each.dest: each for each in action._get_subactions()}
        parts = []
        for title, names in (*GROUPS.items(), ("of other packages", " ".join(left))):
            found = [left.pop(name) for name in names.split() if name in left]
            parts += [f"  {title}:\n"] * bool(found)
            self._indent()
            parts += map(super()._format_action, found)
            self._dedent()
        return "".join(parts)


def build_parser(complete: Collection[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    ``complete`` names the commands whose modules are imported, so that their options can be
    parsed. The others are listed by their summaries alone, which saves the imports. A word that is
    none of ours may be a command of another package; ``-h`` and ``--help`` list these, too. Raises
    PlugInError if such a command cannot be imported.
    """
    prepare_output()
    top = Parser(
        prog="curator",
        description=(
            "Make a citable corpus of all articles of one portal: WARC and TEI from one YAML file."
        ),
        epilog=f"{_EXAMPLE}\n\nexit codes:\n"
        + "\n".join(f"  {code:<4}{end.meaning}" for code, end in COMMAND_ENDS.items()),
        formatter_class=_GroupedHelp,
    )
    top.add_argument("--version", action="version", version=f"curator {__version__}")
    commands = top.add_subparsers(title="commands", dest="verb", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        if name in complete:
            register_command(commands, name)
        else:
            commands.add_parser(name, help=summary)
    for word in complete:
        if word in ("-h", "--help"):
            list_plug_in_commands(commands)
        elif word not in COMMANDS and not word.startswith("-"):
            register_plug_in(commands, word)
    return top


def run_command(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    # imported here: --help needs no logging
    from webarticlecurator.cli.command_log import write_log

    collect_garbage_rarely()
    silence_library_logging()
    use_language(getattr(args, "language", None) or find_terminal_language())
    try:
        with write_log(args):
            code: int = args.run(args)
    except CuratorError as error:
        return report_error(args.verb, error)
    except BrokenPipeError:
        # The reader of the pipe (head, less) has ended.
        drop_output()
        return DONE
    except OSError as error:
        code = report_error(args.verb, error)
        drop_output()
    return code


def report_error(verb: str, error: CuratorError | OSError) -> int:
    """Print the message of an error that ended a command; return the exit code."""
    print_message(f"curator {verb}: {describe_error(error)}")
    return exit_code_of(error)
