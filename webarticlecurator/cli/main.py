"""The entry point of ``curator``.

It imports next to nothing, so that Ctrl-C ends a command quietly from its first moment.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Sequence

from webarticlecurator.cli.exit_codes import INTERRUPTED
from webarticlecurator.cli.interrupts import Interrupts


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``curator`` and return its exit code; by default with the arguments of the process."""
    with Interrupts(own_process=arguments is None) as interrupts:
        try:
            if arguments is None:
                gc.disable()  # what is imported is not garbage; ``run_command`` enables it again
            from webarticlecurator.cli.command_line import build_parser, run_command

            words = sys.argv[1:] if arguments is None else arguments
            command_line = build_parser(words[:1])
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
        _print_interrupted(sys.argv[1:] if arguments is None else arguments)
        if arguments is None:
            _end_process(INTERRUPTED)
        return INTERRUPTED


def _print_interrupted(arguments: Sequence[str]) -> None:
    command = next((word for word in arguments if word.isalpha()), "")
    if sys.stderr is not None:  # None: closed by the caller
        end_of_line = "\n" if sys.stderr.isatty() else ""  # The terminal has written ^C.
        message = "interrupted. What is stored is safe; run the same command again to continue."
        sys.stderr.write(f"{end_of_line}{f'curator {command}'.strip()}: {message}\n")
        sys.stderr.flush()


def _end_process(code: int) -> None:
    """End the process without the work that Python does at exit.

    That work would wait for threads. It would also die of the signal if the interruption came
    while Python was compiling code, such as the methods of a dataclass.
    """
    if sys.stdout is not None:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
    os._exit(code)
