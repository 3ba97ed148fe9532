"""The figures that reading without rules must reach on pages with reviewed answers;
bench/extraction.py prints them."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent.parent / "bench" / "extraction.py"
LEAST = {"F1": 0.96, "title": 0.82, "authors_F1": 0.83, "day": 0.975, "ts": 0.93}


def test_news_pages_of_many_countries_without_rules(shared: Path, tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("bench_extraction", BENCH)
    assert spec and spec.loader
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    out = tmp_path / "predictions.jsonl"
    made: dict[object, object] = {}
    bench.predict(shared, out, lambda row, content: bench.ours(row, content, tmp_path, made))
    score = [sys.executable, str(shared / "tools" / "score_fundus.py"), str(out), "--json"]
    found = json.loads(subprocess.run(score, capture_output=True, text=True, check=True).stdout)[
        "all"
    ]
    assert {name: found[name] for name, least in LEAST.items() if found[name] < least} == {}
