"""What a build on a cluster costs the command, and what an article takes on its way and on the disk.

    python -m bench.speed.cluster [--articles 1000] [--kilobytes 98] [--workers 2] [--rounds 2]

Adopts a made-up WARC (``made_up_portal.py``) once, starts a Dask scheduler and workers of one thread
on this machine, and builds everything again with ``--jobs 1`` and on the cluster in turn. Prints the
quickest wall clock and the CPU seconds of the command itself: they bound how many workers one command
keeps busy. Then the bytes of an article: sent to a worker, in the WARC, in the index, in its TEI file.
"""

from __future__ import annotations

import argparse
import pickle
import tempfile
import time
from pathlib import Path

from distributed import LocalCluster

from bench.speed.workers import PORTAL, digest_tei, write_warc
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.archives.adopting import adopt_warcs
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.captures.tasks import build_task
from webarticlecurator.crawling.cluster.answers import AnswerFinder
from webarticlecurator.crawling.workers.capture_sources import CorpusSource
from webarticlecurator.crawling.workers.executor import Cluster
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus


def measure(portal: Portal, folder: Path, runtime: Runtime) -> tuple[float, float, str]:
    """Build everything again; return wall clock, CPU of this process, digest of the TEI."""
    own, began = time.process_time(), time.perf_counter()
    assert build(portal, folder, BuildOptions(everything=True), runtime).built
    return time.perf_counter() - began, time.process_time() - own, digest_tei(folder)


def print_sizes(portal: Portal, folder: Path) -> None:
    with view_corpus(folder, portal.id) as corpus:
        rows = list(corpus.frontier.articles())
        finder = AnswerFinder(CorpusSource(corpus))
        began = time.process_time()
        tasks = [finder.prepare(build_task(portal, corpus, row)) for row in rows]
        prepared = time.process_time() - began
    ranges = [pickle.dumps(tasks[i : i + 100]) for i in range(0, len(tasks), 100)]
    files = [path.stat().st_size for path in (folder / "tei").rglob("*.xml")]
    warcs = sum(path.stat().st_size for path in (folder / "warc").iterdir())
    index = (folder / "corpus.sqlite").stat().st_size
    print(f"\nan article, mean of {len(rows)}:")
    print(f"  task made in {1000 * prepared / len(rows):.2f} ms")
    print(f"  {sum(map(len, ranges)) / len(rows):8.0f} bytes sent to a worker")
    print(f"  {warcs / len(rows):8.0f} bytes of WARC, {index / len(rows):.0f} of index")
    print(f"  {sum(files) / len(rows):8.0f} bytes of TEI in {len(files) / len(rows):.2f} files")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--articles", type=int, default=1000)
    parser.add_argument("--kilobytes", type=int, default=98)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        config, folder = Path(temporary) / "workers.yaml", Path(temporary) / "corpus"
        config.write_text(PORTAL, encoding="utf-8")
        portal = load_portal(config)
        write_warc(Path(temporary) / "pages.warc.gz", args.articles, args.kilobytes)
        adopt_warcs(portal, folder, [Path(temporary) / "pages.warc.gz"])
        with LocalCluster(
            n_workers=args.workers,
            threads_per_worker=1,
            dashboard_address=None,
            local_directory=temporary,
        ) as dask:
            there = Runtime(
                executor="cluster", cluster=Cluster(dask.scheduler_address, str(folder / "warc"))
            )
            rounds = [
                (measure(portal, folder, Runtime()), measure(portal, folder, there))
                for _ in range(args.rounds)
            ]
        assert len({digest for pair in rounds for *_, digest in pair}) == 1, "other bytes"
        for name, costs in zip(
            ("--jobs 1", f"{args.workers} workers"), zip(*rounds, strict=True), strict=True
        ):
            wall, own, _ = min(costs)
            print(f"{name:10} {wall:7.1f} s, CPU of the command {own:6.2f} s", end=", ")
            print(f"{1000 * own / args.articles:.2f} ms an article")
        print_sizes(portal, folder)


if __name__ == "__main__":
    main()
