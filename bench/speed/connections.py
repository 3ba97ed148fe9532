"""A crawl of a slow portal with several connections.

    python -m bench.speed.connections [--seconds 2.0] [--delay 0.25] [--articles 40] [CONNECTIONS …]

The portal is made up and on loopback; each article takes ``--seconds``. For each number of
connections: wall time, and the most requests that waited at the server at the same time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "crawling" / "crawl" / "connections")]

from slow_portal import plain_pages, slow_portal  # noqa: E402

from webarticlecurator.crawling.crawl.crawl import crawl  # noqa: E402
from webarticlecurator.portal_file.config.load import load_portal  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="until an article is answered")
    parser.add_argument("--delay", type=float, default=0.25)
    parser.add_argument("--articles", type=int, default=40)
    parser.add_argument("connections", nargs="*", type=int, default=[1, 2, 4, 8])
    args = parser.parse_args()

    print("connections  seconds  most at once")
    for connections in args.connections:
        with (
            tempfile.TemporaryDirectory() as folder,
            slow_portal(Path(folder), plain_pages(args.articles), args.seconds) as portal,
        ):
            began = time.monotonic()
            file = portal.write(connections, args.delay)
            summary = crawl(load_portal(file), Path(folder) / "corpus")
            seconds = time.monotonic() - began
            assert summary.tei == args.articles
            print(f"{connections:11}  {seconds:7.1f}  {portal.most:12}", flush=True)


if __name__ == "__main__":
    main()
