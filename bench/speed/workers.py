"""What a build by several processes gains over a build by one.

    python -m bench.speed.workers [--articles 400] [--kilobytes 98] [--rounds 3] [--profile]

Adopts a made-up WARC (``made_up_portal.py``: pages of KILOBYTES each) once, then builds everything
again with ``--jobs 1`` and ``--jobs 2`` in turn, each in a process of its own, and prints the
quickest wall clock of each, the CPU seconds of the command itself and of its workers, and the most
memory that one of them had. The command's own share of the CPU bounds what more processes can gain, also where other work asks for
the processors. ``--profile`` shows where the command itself spends its time.
"""

from __future__ import annotations

import argparse
import cProfile
import hashlib
import multiprocessing
import pstats
import resource
import shutil
import tempfile
import time
from dataclasses import dataclass
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from bench.shared.made_up_portal import make_article
from webarticlecurator.corpus.archives.adopting import adopt_warcs
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.process_settings import collect_garbage_rarely
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.portal_file.config.load import load_portal

HOME = "http://workers.example/"
PORTAL = f"""\
portal: workers
home: {HOME}
language: en
archive: {{url: "{HOME}list", dates: none, links: h2}}
article: {{match: "/a/", body: {{root: article}}}}
"""


@dataclass(frozen=True)
class Cost:
    """Seconds of one build: by the clock, and of the processor in the command and its workers. Most
    megabytes of the command, and of one of its workers. A digest of the TEI files."""

    wall: float
    own: float
    workers: float
    own_megabytes: float
    worker_megabytes: float
    digest: str


def write_warc(path: Path, articles: int, kilobytes: int) -> None:
    with path.open("wb") as stream:
        writer = WARCWriter(stream, gzip=True)
        for number in range(articles):
            head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
            body = BytesIO(make_article(number, 1000 * kilobytes))
            date = {"WARC-Date": "2024-03-16T00:00:00Z"}
            writer.write_record(
                writer.create_warc_record(
                    f"{HOME}a/{number}",
                    "response",
                    payload=body,
                    http_headers=head,
                    warc_headers_dict=date,
                )
            )


def digest_tei(folder: Path) -> str:
    """Return a digest of all TEI files."""
    digest = hashlib.sha256()
    for path in sorted((folder / "tei").rglob("*.xml")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def measure(config: Path, folder: Path, jobs: int, profiled: bool, sender: Connection) -> None:
    """Build everything again and send the cost."""
    collect_garbage_rarely()
    portal = load_portal(config)
    profile = cProfile.Profile()
    own = time.process_time()
    began = time.perf_counter()
    if profiled:
        profile.enable()
    built = build(portal, folder, BuildOptions(jobs=jobs, everything=True)).built
    profile.disable()
    wall = time.perf_counter() - began
    assert built, "nothing was built"
    workers = resource.getrusage(resource.RUSAGE_CHILDREN)
    sender.send(
        Cost(
            wall,
            time.process_time() - own,
            workers.ru_utime + workers.ru_stime,
            resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            workers.ru_maxrss / 1024,
            digest_tei(folder),
        )
    )
    if profiled:
        pstats.Stats(profile).sort_stats("tottime").print_stats(30)


def in_process(config: Path, folder: Path, jobs: int, profiled: bool) -> Cost:
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=measure, args=(config, folder, jobs, profiled, sender))
    process.start()
    sender.close()
    cost: Cost = receiver.recv()
    process.join()
    return cost


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--articles", type=int, default=400)
    parser.add_argument("--kilobytes", type=int, default=98)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--profile", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        config, folder = Path(temporary) / "workers.yaml", Path(temporary) / "corpus"
        config.write_text(PORTAL, encoding="utf-8")
        write_warc(Path(temporary) / "pages.warc.gz", args.articles, args.kilobytes)
        adopt_warcs(load_portal(config), folder, [Path(temporary) / "pages.warc.gz"])
        costs: dict[int, list[Cost]] = {1: [], 2: []}
        for _ in range(args.rounds):
            for jobs, found in costs.items():
                shutil.rmtree(folder / "tei", ignore_errors=True)
                found.append(in_process(config, folder, jobs, args.profile))
    print("| jobs | wall s | CPU s: command | workers | share | MB: command | a worker |")
    print(f"|{'---|' * 7}")
    for jobs, found in costs.items():
        best = min(found, key=lambda cost: cost.wall)
        own, workers = min(c.own for c in found), min(c.workers for c in found)
        share = own / (own + workers)
        memory = [max(c.own_megabytes for c in found), max(c.worker_megabytes for c in found)]
        figures = f"{best.wall:.2f} | {own:.2f} | {workers:.2f} | {share:.3f}"
        print(f"| {jobs} | {figures} | {' | '.join(f'{m:.0f}' for m in memory)} |")
    walls = {jobs: min(cost.wall for cost in found) for jobs, found in costs.items()}
    print(f"--jobs 2 is {walls[1] / walls[2]:.2f} times as fast as --jobs 1 by the clock")
    assert len({cost.digest for found in costs.values() for cost in found}) == 1, "bytes differ"


if __name__ == "__main__":
    main()
