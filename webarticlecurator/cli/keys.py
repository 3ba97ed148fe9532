"""Keys of the terminal, one by one, for commands that are led by them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from webarticlecurator.cli.output import is_terminal, print_message

ENTER = "\n"


def has_keys() -> bool:
    """Return True if a person is at the terminal, who reads and presses keys."""
    return sys.stdin is not None and sys.stdin.isatty() and is_terminal()


@contextmanager
def single_keys() -> Iterator[None]:
    """Let keys arrive without Enter, and unseen, within the block."""
    if sys.platform == "win32":
        yield
        return
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def read_key() -> str:
    """Return the next key, ``""`` if there is none any more; the keys of arrows and functions count
    as several."""
    if sys.platform == "win32":
        import msvcrt

        key = msvcrt.getwch()
        if key == "\x03":
            raise KeyboardInterrupt
        return ENTER if key == "\r" else key
    return sys.stdin.read(1)


def read_line(question: str) -> str:
    """Ask for a line within ``single_keys``, and return it."""
    print_message(question)
    if sys.platform == "win32":
        return sys.stdin.readline().strip()
    import termios

    keys = termios.tcgetattr(sys.stdin)
    line = [*keys]
    line[3] |= termios.ICANON | termios.ECHO
    try:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, line)
        return sys.stdin.readline().strip()
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, keys)
