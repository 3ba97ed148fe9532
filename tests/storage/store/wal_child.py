"""What the tests of the write-ahead log need processes for.

``wal_child.py kill FOLDER COUNT`` stores so many articles and is killed. ``wal_child.py read FOLDER``
prints how many are stored, as a user who may not write anything, ``wal_child.py verify FOLDER`` what
this user finds wrong. ``wal_child.py fork FOLDER`` prints
whether a worker would be forked: before, with a log, with a log that is open for reading, and after.
"""

from __future__ import annotations

import codecs
import os
import signal
import sys
import tempfile
from pathlib import Path

from store_material import ARTICLE, fill, opened, page

from webarticlecurator.crawling.workers.worker import may_fork
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.store.view import view_corpus

NOBODY = 65534


def kill(folder: Path, number: int) -> None:
    with opened(folder) as corpus:
        for i in range(number):
            corpus.append(page(f"https://echo.example/{i}"), ARTICLE)
            corpus.end_step()
        os.kill(os.getpid(), signal.SIGKILL)


def become_nobody() -> None:
    with tempfile.TemporaryDirectory() as other:  # imports what is needed, which nobody may not
        fill(Path(other), 1)
        view_corpus(Path(other), "echo").close()
        verify_corpus(Path(other), "echo")
    codecs.lookup("ascii")
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def read(folder: Path) -> None:
    become_nobody()
    with view_corpus(folder, "echo") as view:
        print(view.captures.count_pages("article"))


def verify(folder: Path) -> None:
    become_nobody()
    print(*verify_corpus(folder, "echo").findings)


def fork(folder: Path) -> None:
    print(may_fork())
    with opened(folder) as corpus:
        corpus.end_step()
        print(may_fork())
        with view_corpus(folder, "echo"):
            corpus.disable_wal()
            print(may_fork())
        corpus.disable_wal()
        print(may_fork())


if __name__ == "__main__":
    work = {"kill": kill, "read": read, "verify": verify, "fork": fork}[sys.argv[1]]
    work(Path(sys.argv[2]), *map(int, sys.argv[3:]))
