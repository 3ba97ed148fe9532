"""The figures that reading without rules must reach on pages with reviewed answers;
bench/extraction.py prints them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from benches import import_bench

LEAST = {"F1": 0.96, "title": 0.82, "authors_F1": 0.83, "day": 0.975, "ts": 0.93}


def test_news_pages_of_many_countries_without_rules(shared: Path, tmp_path: Path) -> None:
    bench = import_bench("extraction")
    out = tmp_path / "predictions.jsonl"
    made: dict[object, object] = {}
    pages = list(bench.read_sets(shared, ("fundus",)))
    bench.predict(pages, out, lambda page: bench.ours(page, tmp_path, made))
    score = [sys.executable, str(shared / "tools" / "score_fundus.py"), str(out), "--json"]
    found = json.loads(subprocess.run(score, capture_output=True, text=True, check=True).stdout)[
        "all"
    ]
    assert {name: found[name] for name, least in LEAST.items() if found[name] < least} == {}
