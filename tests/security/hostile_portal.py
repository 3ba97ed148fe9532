"""A portal whose every word acts on a terminal or in a spreadsheet, and a terminal that records
what is printed."""

from __future__ import annotations

import io
import os
import pty
import sys
import threading
import tty
from pathlib import Path

import pytest

from webarticlecurator.cli.main import main

ACTING = "\x1b]2;EVIL\x07\x9b31m\u202e\x7f\u2066\x0c"
"""Sets the title of a window, colours, turns the direction of the text."""
RAW = tuple(
    c.encode("utf-8")
    for c in ("\x1b]", "\x07", "\x9b", "\u202e", "\x7f", "\u2066", "\x0c", "\x80", "\u202a")
)
SEEN = r"\x1b]2;EVIL\x07\x9b31m\u202e\x7f\u2066"

FILE = f"""\
title: "Small{ACTING.encode("unicode_escape").decode()}"
archive: {{url: BASE/list, links: h2}}
fetch: {{delay: 0}}
article:
  body: {{root: article}}
  metadata: {{title: h1, authors: [.by, meta: author]}}
"""


def words(number: int) -> str:
    return " ".join(f"{ACTING}word{number}{n}" for n in range(40))


def page(number: int) -> str:
    """An article's page."""
    return (
        f'<html><head><title>T{ACTING}</title><meta name="author" content="=1+1{ACTING}"></head>'
        f"<body><h1>=cmd{ACTING}{number}</h1>"
        f'<p class="by">@sum{ACTING}</p><article><p class="x{ACTING}">{words(number)}</p>'
        f'<odd{number} id="-y{ACTING}">{words(9)}</odd{number}></article></body></html>'
    )


LIST = "".join(f'<h2><a href="/{n}?{ACTING}">{ACTING}</a></h2>' for n in range(4))
PAGES = {"/list": f"<html><body>{LIST}</body></html>"}


class Terminal:
    """Runs a command in this process, with its standard output and standard error on a
    pseudo-terminal."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self.code = -1

    def run(self, *arguments: str | Path) -> bytes:
        """All that the command printed; its exit code is in ``code``."""
        master, slave = pty.openpty()
        tty.setraw(slave)  # line ends as they were written
        shown: list[bytes] = []
        reader = threading.Thread(target=_drain, args=(master, shown), daemon=True)
        reader.start()
        with self._monkeypatch.context() as patch:
            for name in ("stdout", "stderr"):
                stream = io.TextIOWrapper(
                    io.FileIO(os.dup(slave), "w"), encoding="utf-8", write_through=True
                )
                patch.setattr(sys, name, stream)
            try:
                self.code = main([str(argument) for argument in arguments])
            except SystemExit as ended:
                self.code = int(ended.code or 0)
            finally:
                sys.stdout.close()
                sys.stderr.close()
                os.close(slave)
        reader.join(10)
        os.close(master)
        return b"".join(shown)


def _drain(master: int, into: list[bytes]) -> None:
    while True:
        try:
            found = os.read(master, 65536)
        except OSError:
            return
        if not found:
            return
        into.append(found)
