"""``curator``: parse and run one command; errors become messages and exit codes.

The entry point of ``curator``.

It imports next to nothing, so that Ctrl-C ends a command quietly from its first moment.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.text.translation import translate
from webarticlecurator.cli.command_line import build_parser, report_error, run_command
from webarticlecurator.cli.exit_codes import INTERRUPTED
from webarticlecurator.cli.interrupts import Interrupts


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``curator`` and return its exit code; by default with the arguments of the process.
    Without any, it lists the commands."""
    if arguments is None and "_ARGCOMPLETE" in os.environ:
        complete_words()
    words = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    with Interrupts(own_process=arguments is None) as interrupts:
        try:
            if arguments is None:
                gc.disable()  # what is imported is not garbage; ``run_command`` enables it again

            try:
                command_line = build_parser(words[:1])
            except CuratorError as error:  # of a command of another package
                return report_error(words[0], error)
            interrupts.check()
            code = run_command(command_line.parse_args(words))
            if interrupts.seen and arguments is None:  # The signal came too late to be raised.
                interrupts.ignore_signals()
                _end_process(code)
            return code
        except KeyboardInterrupt:
            pass
        except Exception:
            if not interrupts.seen:  # A library may turn an interruption into another exception.
                raise
        interrupts.ignore_signals()
        command = next((word for word in words if word.isalpha()), "")
        if sys.stderr is not None:  # None: closed by the caller
            end_of_line = "\n" if sys.stderr.isatty() else ""  # The terminal has written ^C.
            message = translate(
                "interrupted. Everything stored is safe; run the same command again to continue."
            )
            sys.stderr.write(f"{end_of_line}{f'curator {command}'.strip()}: {message}\n")
            sys.stderr.flush()
        if arguments is None:
            _end_process(INTERRUPTED)
        return INTERRUPTED


def complete_words() -> None:
    """Answer a shell that asks how a command line may go on, and end the process; do nothing
    without argcomplete."""
    with suppress(ImportError, CuratorError):
        import argcomplete

        argcomplete.autocomplete(build_parser(os.environ.get("COMP_LINE", "").split()[1:2]))


def _end_process(code: int) -> None:
    """End the process without the work that Python does at exit.

    That work would wait for threads. It would also die of the signal if the interruption came
    while Python was compiling code, such as the methods of a dataclass.
    """
    if sys.stdout is not None:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
    os._exit(code)
