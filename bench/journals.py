"""What the write-ahead log (WAL) of the index gains a crawl over SQLite's rollback journal.

usage: python bench/journals.py [--articles N] [--size KB] [--rounds N] [--while CONDITION …]

The portal of ``made_up_portal.py``, delay 0, in processes of their own, with each journal in turn:
while the disk is quiet, while another process keeps writing to it, and while one reads the index,
two seconds at a time. With ``fetch.durable`` at 1s, its default, and at 0s, where each answer is
committed by itself. Medians of the rounds. The rollback journal is what a crawl has on a network
file system; here the mount table is hidden from it.
"""

from __future__ import annotations

import itertools
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import peer_programs
import peers
from options import parser_with_crawls

CRAWL = """
import pathlib, sys
from webarticlecurator.cli.main import main
from webarticlecurator.store import wal
if sys.argv.pop(1) == "rollback":
    wal.MOUNT_TABLE = pathlib.Path("hidden")
raise SystemExit(main())
"""
READER = """
import pathlib, sys, time
from webarticlecurator.errors import CuratorError
from webarticlecurator.store import view_corpus
while True:
    try:
        with view_corpus(pathlib.Path(sys.argv[1]), "made-up") as view, view.snapshot():
            view.captures.count_pages("article")
            time.sleep(2)
    except CuratorError:
        pass  # there is no corpus yet
    time.sleep(0.2)
"""
JOURNALS = ("rollback", "wal")
CONDITIONS = ("quiet", "disk busy", "reader")


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Let another process read the index of a corpus, two seconds at a time."""
    process = subprocess.Popen((sys.executable, "-c", READER, str(folder)))
    try:
        yield
    finally:
        process.kill()
        process.wait()


def create_load(condition: str, corpus: Path) -> AbstractContextManager[None]:
    if condition == "reader":
        return reading(corpus)
    return peers.busy_disk() if condition == "disk busy" else nullcontext()


def run_crawl(job: peer_programs.Job, journal: str, durable: str, condition: str) -> peers.Spent:
    file, corpus = job.folder / "portal.yaml", job.folder / "corpus"
    text = peer_programs.PORTAL_FILE.format(address=job.address)
    file.write_text(text.replace("delay: 0", f"delay: 0, durable: {durable}"), encoding="utf-8")
    words = ("crawl", str(file), "--warc-only", "--quiet", "--corpus", str(corpus))
    with create_load(condition, corpus):
        return peers.run((sys.executable, "-c", CRAWL, journal, *words), job.folder)


def main() -> None:
    parser = parser_with_crawls(__doc__, rounds=5)
    parser.add_argument(
        "--while", nargs="+", choices=CONDITIONS, default=CONDITIONS, dest="conditions"
    )
    given = parser.parse_args()
    print("| while | durable | journal | CPU ms a page | wall s |")
    print(f"|{'---|' * 5}")
    with peers.portal(given.articles, given.size) as address:
        for condition, durable in itertools.product(given.conditions, ("1s", "0s")):
            spent: dict[str, list[peers.Spent]] = {journal: [] for journal in JOURNALS}
            for number in range(given.rounds):
                for journal in JOURNALS[:: -1 if number % 2 else 1]:
                    with tempfile.TemporaryDirectory() as folder:
                        job = peer_programs.Job(address, given.articles, Path(folder))
                        spent[journal].append(run_crawl(job, journal, durable, condition))
            for journal, found in spent.items():
                cpu = 1000 * statistics.median(each.cpu for each in found) / given.articles
                wall = statistics.median(each.wall for each in found)
                print(f"| {condition} | {durable} | {journal} | {cpu:.1f} | {wall:.1f} |")
                sys.stdout.flush()


if __name__ == "__main__":
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    main()
