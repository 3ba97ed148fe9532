"""Make TEI of the pages of one sample, a pass for each line of standard input: for ``against.py``.

usage: python -m bench.speed.tei_worker SPEC

Each commit runs its own copy, so that it may use its own names; ``against.py`` relies on the words
that are read and written. ``SPEC`` is a JSON file::

    {"kind": "fundus", "cases": FOLDER, "rules": true, "addresses": [ADDRESS, …]}
    {"kind": "wac", "cases": FOLDER, "names": [PORTAL, …]}
    {"kind": "pages", "portal": FILE, "pages": [[ADDRESS, FILE], …]}

Prints one line of JSON when it is ready (the number of articles and of their TEI's bytes), then for
each line ``N`` of standard input the seconds of the processor that N passes take.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from bench.speed import build

Pass = Callable[[], list[bytes]]


def prepare(spec: dict[str, Any]) -> Pass:
    """Return what makes TEI of the sample once."""
    if spec["kind"] == "fundus":
        # bodies are read and rules compiled by the first pass of what is wanted
        build.filled = lambda sample: sample  # type: ignore[assignment]
        wanted = set(spec["addresses"])
        sample = build.from_fundus(Path(spec["cases"]), spec["rules"])
        jobs = [job for job in sample.jobs if job[1].canonical in wanted]
        return lambda: [made for job in jobs if (made := sample.one(*job)) is not None]
    if spec["kind"] == "wac":
        samples = [build.from_warc(Path(spec["cases"]), name) for name in spec["names"]]
        return lambda: [made for sample in samples for made in sample.build()]
    return prepare_pages(spec)


def prepare_pages(spec: dict[str, Any]) -> Pass:
    """Return what makes TEI of saved pages by a portal file."""
    kept, jobs = build.Kept(), []
    portal = build.load_portal(Path(spec["portal"]))
    noon = datetime(2026, 1, 1, 12, tzinfo=timezone.utc)
    for number, (address, file) in enumerate(spec["pages"]):
        media_type = "text/html; charset=utf-8"
        capture = build.Capture(str(number), address, 200, noon, "", 0, 0, media_type, None, "")
        kept.bodies[str(number)] = build.Body(capture, Path(file).read_bytes(), media_type)
        kept.captures[address] = (capture,)
        jobs.append((portal, build.Task(address, build.ArticleStart(address))))
    return build.Sample("pages", jobs, kept).build


def main() -> None:
    make = prepare(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    made = make()
    # as the workers of all these commits do: with the default, the collector took a tenth
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    print(json.dumps({"articles": len(made), "bytes": sum(map(len, made))}), flush=True)
    for line in sys.stdin:
        gc.collect()
        began = time.process_time()
        for _ in range(int(line)):
            make()
        print(time.process_time() - began, flush=True)


if __name__ == "__main__":
    main()
