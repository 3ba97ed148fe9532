"""``curator``: the entry. It imports next to nothing, so that Ctrl-C ends a command quietly from
its first moment on."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from webarticlecurator.cli.exit_codes import INTERRUPTED
from webarticlecurator.cli.interrupts import Interrupts


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``curator`` with these arguments (default: the process's); returns the exit code."""
    with Interrupts(own_process=arguments is None) as interrupts:
        try:
            from webarticlecurator.cli.command_line import build_parser, run_command

            words = sys.argv[1:] if arguments is None else arguments
            command_line = build_parser(words[:1])
            interrupts.check()
            code = run_command(command_line.parse_args(words))
            if interrupts.seen and arguments is None:  # it came too late to be noticed
                interrupts.over()
                _end_process(code)
            return code
        except KeyboardInterrupt:
            pass
        except Exception:
            if not interrupts.seen:  # what a library makes of an interruption is none of its errors
                raise
        interrupts.over()
        _tell(sys.argv[1:] if arguments is None else arguments)
        if arguments is None:
            _end_process(INTERRUPTED)
        return INTERRUPTED


def _tell(arguments: Sequence[str]) -> None:
    verb = next((word for word in arguments if word.isalpha()), "")
    if sys.stderr is not None:  # None: closed by the caller
        end_of_line = "\n" if sys.stderr.isatty() else ""  # the terminal has written ^C
        words = "interrupted. What is stored is safe; run the same command again to go on."
        sys.stderr.write(f"{end_of_line}{f'curator {verb}'.strip()}: {words}\n")
        sys.stderr.flush()


def _end_process(code: int) -> None:
    """End without what Python does at its end: it would die of the signal where the interruption
    met code that Python compiles (a dataclass), and wait for threads."""
    if sys.stdout is not None:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
    os._exit(code)
