"""``curator``: parse and run one command; errors become messages and exit codes.

The entry point of ``curator``.

It imports next to nothing, so that Ctrl-C ends a command quietly from its first moment.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from types import FrameType
from typing import Any

from webarticlecurator.cli.command_log import write_log
from webarticlecurator.cli.options import (
    COMMANDS,
    list_plug_in_commands,
    register_command,
    register_plug_in,
)
from webarticlecurator.cli.output import (
    DONE,
    INTERRUPTED,
    Parser,
    describe_error,
    drop_output,
    exit_code_of,
    find_terminal_language,
    prepare_output,
    print_message,
)
from webarticlecurator.errors import COMMAND_ENDS, CuratorError
from webarticlecurator.installation import __version__
from webarticlecurator.text.translation import translate, use_language
from webarticlecurator.workers.progress import collect_garbage_rarely, silence_library_logging


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
                "interrupted. What is stored is safe; run the same command again to continue."
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


# Parses the command line, runs one command, turns errors into messages and exit codes.
#
# ``main.py`` calls it.

_EXAMPLE = """example:
  curator new https://www.example.org/
  curator check example.yaml --plan
  curator crawl example.yaml --limit 20"""


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
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"curator {__version__}")
    commands = top.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    for name, (_, _, summary) in COMMANDS.items():
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


# Handling of Ctrl-C and SIGTERM: the first signal ends the command, later ones are ignored.

GRACE_PERIOD = 3.0
"""Seconds that an interrupted command has to end; after them another signal counts again."""
REPEAT_DELAY = 0.01
"""Seconds before a lost interruption is repeated."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """A context in which SIGINT and SIGTERM raise KeyboardInterrupt, once.

    ``own_process`` says that the process runs nothing but this command: after an interruption,
    signals then stay without effect until the process has ended. A signal that the caller ignores
    stays ignored.
    """

    def __init__(self, *, own_process: bool) -> None:
        self._own_process = own_process
        self._last: float | None = None
        self._before: dict[signal.Signals, Any] = {}
        self._unraisable = sys.unraisablehook

    @property
    def seen(self) -> bool:
        """True if the command was interrupted."""
        return self._last is not None

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.getsignal(number) for number in _SIGNALS}
            for number, before in self._before.items():
                if before is not signal.SIG_IGN:
                    signal.signal(number, self._interrupt)
            sys.unraisablehook = self._repeat_lost
        return self

    def __exit__(self, *_: object) -> None:
        if self._own_process and not self.seen:
            # The command has ended with an exit code, which a late signal must not change.
            self.ignore_signals()
        if not self._before or self._own_process:
            return
        sys.unraisablehook = self._unraisable
        for number, before in self._before.items():
            signal.signal(number, before)

    def check(self) -> None:
        """Raise KeyboardInterrupt again if one was raised before.

        A library that tries an import may have caught it as a failed import.
        """
        if self.seen:
            raise KeyboardInterrupt

    def ignore_signals(self) -> None:
        """Ignore both signals from now on."""
        for number in self._before:
            signal.signal(number, signal.SIG_IGN)

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._last is None or now - self._last > GRACE_PERIOD:
            self._last = now
            raise KeyboardInterrupt

    def _repeat_lost(self, unraisable: Any) -> None:
        """Repeat an interruption that Python could not raise, for example in a finalizer.

        It is repeated a moment later: raised at once, it would be lost in this hook.
        """
        if unraisable.exc_type is not KeyboardInterrupt:
            self._unraisable(unraisable)
            return
        self._last = None
        repeat = threading.Timer(REPEAT_DELAY, _interrupt_main_thread)
        repeat.daemon = True
        with suppress(RuntimeError):  # The process is ending: no thread can be started.
            repeat.start()


def _interrupt_main_thread() -> None:
    """Send SIGINT to the main thread; a signal to another thread would not end its waiting."""
    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)
        return
    main = threading.main_thread().ident
    if main is not None:
        signal.pthread_kill(main, signal.SIGINT)
