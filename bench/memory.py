"""What a rerun costs when there is nothing to do, and how much memory it takes, by the size of the
corpus.

    python bench/memory.py [ARTICLES] [--pending ARTICLES] [--folder DIR]

Makes a corpus of made-up articles that are all built (200,000 unless told) and, with ``--pending``,
of others that were listed and never asked for, through the store's own interface; then runs
``build`` and ``status`` on it, each in a process of its own: seconds, and the most memory the
process had. TEI files are empty. With ``--folder`` a corpus that is there is taken again.
"""

from __future__ import annotations

import argparse
import cProfile
import multiprocessing
import pstats
import resource
import tempfile
import time
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

from webarticlecurator.config import load_portal
from webarticlecurator.extract import article_id, canonical_address
from webarticlecurator.model.capture import Capture
from webarticlecurator.run import build, read_status
from webarticlecurator.run.building.build import build_key
from webarticlecurator.store import Link, PageRow, WalkKey, WritableCorpus, open_corpus
from webarticlecurator.store.new_captures import add_capture

PORTAL = """
portal: bench
home: https://bench.example/
archive: {columns: {all: {url: "https://bench.example/"}}}
"""
LINKS = 50
"""On each archive page."""
WINDOW = 100
"""Archive pages of one walk."""


def address(number: int) -> str:
    return f"https://bench.example/{2000 + number // 20000}/{number % 12 + 1:02}/an-article-with-a-usual-address-{number}/"


class Filler:
    """Lists and settles articles as a crawl and a build would."""

    def __init__(self, config: Path, corpus: WritableCorpus) -> None:
        self.portal, self.corpus = load_portal(config), corpus
        self.key = build_key(self.portal)
        self.listing = 0.0

    def page(self, number: int, *, built: bool) -> None:
        """One archive page of LINKS articles."""
        walk = WalkKey("all", 0, f"{number // WINDOW:06}")
        if number % WINDOW == 0:
            self.corpus.walks.begin(walk)
        links = [Link(address(number * LINKS + i)) for i in range(LINKS)]
        began = time.perf_counter()
        self.corpus.frontier.add_listing(
            walk, f"https://bench.example/{number}", links, self.canonical
        )
        self.listing += time.perf_counter() - began
        for link in links if built else ():
            self.article(link.url)
        if number % 20 == 19:
            self.corpus.commit()

    def canonical(self, url: str) -> str:
        return canonical_address(url, self.portal.address)

    def article(self, url: str) -> None:
        name = article_id(url)
        record, path = f"<urn:uuid:{name}>", f"{'/'.join(url.split('/')[3:5])}/{name}.xml"
        moment = datetime(2020, 1, 1, tzinfo=timezone.utc)
        add_capture(
            self.corpus._index,
            Capture(
                record, url, 200, moment, "warc/x", 0, 1, "text/html", "sha1:" + record, record
            ),
            None,
            0,
        )
        frontier = self.corpus.frontier
        frontier.set_state(url, "tei")
        frontier.set_pages(url, [PageRow(url, record)])
        frontier.set_build(url, path, self.key)
        target = self.corpus.folder / "tei" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()


def fill(config: Path, folder: Path, articles: int, pending: int) -> None:
    began = time.perf_counter()
    with open_corpus(folder, "bench") as corpus:
        filler = Filler(config, corpus)
        pages = articles // LINKS
        for number in range(pages + pending // LINKS):
            filler.page(number, built=number < pages)
        corpus.commit()
    links = articles + pending
    each = 1e6 * filler.listing / links
    print(
        f"{articles} articles and {pending} pending made in {time.perf_counter() - began:.0f} s; add_listing {each:.0f} µs a link"
    )


def rerun(work: Callable[..., object], config: Path, folder: Path, profiled: bool) -> None:
    """In a process of its own."""
    portal = load_portal(config)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    profile = cProfile.Profile(builtins=True)
    if profiled:
        profile.enable()
    work(portal, folder)
    profile.disable()
    seconds, most = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        f"{work.__name__:8} {seconds:7.2f} s, {most / 1024:.0f} MB at most ({before / 1024:.0f} MB before)",
        flush=True,
    )
    if profiled:
        pstats.Stats(profile).sort_stats("cumtime").print_stats(25)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("articles", nargs="?", type=int, default=200_000)
    parser.add_argument("--pending", type=int, default=0)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--profile", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        config, folder = Path(temporary) / "bench.yaml", args.folder or Path(temporary) / "corpus"
        config.write_text(PORTAL, encoding="utf-8", newline="\n")
        if not folder.exists():
            fill(config, folder, args.articles, args.pending)
        print(f"index: {(folder / 'corpus.sqlite').stat().st_size / 1e6:.0f} MB")
        context = multiprocessing.get_context("spawn")
        for work in (build, build, read_status):
            process = context.Process(target=rerun, args=(work, config, folder, args.profile))
            process.start()
            process.join()


if __name__ == "__main__":
    main()
