"""Make TEI of the pages of one sample, a pass for each line of standard input: for ``against.py``.

usage: python tei_worker.py TREE SPEC

``TREE`` is the checkout whose ``bench/build.py`` says how its commit makes TEI of a page; the
``webarticlecurator`` that this Python imports must be that of the commit. ``SPEC`` is a JSON file::

    {"kind": "fundus", "cases": FOLDER, "rules": true, "addresses": [ADDRESS, …]}
    {"kind": "wac", "cases": FOLDER, "names": [PORTAL, …]}
    {"kind": "pages", "portal": FILE, "pages": [[ADDRESS, FILE], …]}

Prints one line of JSON when it is ready (the number of articles and of their TEI's bytes), then for
each line ``N`` of standard input the seconds of the processor that N passes take.
"""

from __future__ import annotations

import gc
import importlib.util
import json
import sys
import time
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from types import ModuleType
from typing import Any

Pass = Callable[[], list[bytes]]


def load_build(tree: Path) -> ModuleType:
    """Return ``bench/build.py`` of a checkout; 63f111d is the oldest that has what is used here."""
    sys.path.insert(0, str(tree / "bench"))
    found = importlib.util.spec_from_file_location("build_of_commit", tree / "bench" / "build.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[found.name] = module
    found.loader.exec_module(module)
    return module


def prepare(tree: Path, spec: dict[str, Any]) -> Pass:
    """Return what makes TEI of the sample once."""
    build = load_build(tree)
    if spec["kind"] == "fundus":
        # bodies are read and rules compiled by the first pass of what is wanted
        build.filled = lambda sample: sample
        wanted = set(spec["addresses"])
        sample = build.from_fundus(Path(spec["cases"]), spec["rules"])
        jobs = [job for job in sample.jobs if address_of(job[1]) in wanted]
        return lambda: [made for job in jobs if (made := sample.one(*job)) is not None]
    if spec["kind"] == "wac":
        samples = [build.from_warc(Path(spec["cases"]), name) for name in spec["names"]]
        return lambda: [made for sample in samples for made in sample.build()]
    return prepare_pages(build, spec)


def prepare_pages(build: ModuleType, spec: dict[str, Any]) -> Pass:
    """Return what makes TEI of saved pages by a portal file."""
    kept, jobs = build.Kept(), []
    portal = build.load_portal(Path(spec["portal"]))
    start = getattr(build, "ArticleStart", None) or build.Head
    noon = datetime(2026, 1, 1, 12, tzinfo=timezone.utc)
    for number, (address, file) in enumerate(spec["pages"]):
        media_type = "text/html; charset=utf-8"
        capture = build.Capture(str(number), address, 200, noon, "", 0, 0, media_type, None, "")
        kept.bodies[str(number)] = build.Body(capture, Path(file).read_bytes(), media_type)
        # captures of an address: the best one in 63f111d, all of them later
        kept.captures[address] = (capture,) if hasattr(build.Kept, "pages") else capture
        jobs.append((portal, build.Task(address, start(address))))
    return build.Sample("pages", jobs, kept).build  # type: ignore[no-any-return]


def address_of(task: object) -> str:
    """Return the address of a task, whose first field it is."""
    return str(next(iter(vars(task).values())))


def main() -> None:
    make = prepare(Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")))
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
