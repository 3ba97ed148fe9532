"""The least a crawl can do: ``requests`` with one session, recorded by ``warcio.capture_http`` into
one gzip WARC.

    python -m bench.speed.floor [PROXY] [--fsync] < addresses

Prints JSON: seconds of wall time, seconds of one core, records written. ``--fsync``: the file is
made durable after each answer. A script of its own, since warcio must be imported before requests
and changes http.client for the whole process.
"""

from __future__ import annotations

from warcio.capture_http import capture_http  # isort: skip  # before requests

import json
import os
import sys
import tempfile
import time
from pathlib import Path

import requests
from warcio.archiveiterator import ArchiveIterator
from warcio.warcwriter import WARCWriter


def main() -> None:
    urls = sys.stdin.read().split()
    durable = "--fsync" in sys.argv
    session = requests.Session()
    session.trust_env = False
    session.proxies = {"http": sys.argv[1]} if sys.argv[1].startswith("http") else {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "floor.warc.gz"
        with path.open("wb") as out, capture_http(WARCWriter(out, gzip=True, warc_version="1.1")):
            wall, core = time.perf_counter(), time.process_time()
            for url in urls:
                session.get(url, allow_redirects=False)
                if durable:
                    out.flush()
                    os.fsync(out.fileno())
            spent = time.perf_counter() - wall, time.process_time() - core
            session.close()
        with path.open("rb") as stream:
            kinds = [record.rec_type for record in ArchiveIterator(stream)]
    print(json.dumps({"wall": spent[0], "core": spent[1], "responses": kinds.count("response")}))


if __name__ == "__main__":
    main()
