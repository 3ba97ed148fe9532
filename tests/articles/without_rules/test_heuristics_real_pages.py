"""The figures that reading without rules must reach on pages with reviewed answers; bench/text/unseen.py
prints them for these and others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from benches import import_bench

LEAST = {"F1": 0.96, "title": 0.82, "authors_F1": 0.83, "day": 0.975, "ts": 0.93}
MANIFEST = {
    "id": "regatta",
    "file": "regatta.html",
    "url": "https://echo.example/news/regatta",
    "text": "The wind came from the west.",
    "title": "The Regatta",
    "authors": ["Ann Example", "Bea Example"],
    "date": "2021-05-02",
    "type": "article",
}


def test_news_pages_of_many_countries_without_rules(shared: Path, tmp_path: Path) -> None:
    bench = import_bench("text.unseen")
    made: dict[object, object] = {}
    for page in bench.read_sets(shared, ("fundus",)):
        bench.write_answer(tmp_path, "curator", page, bench.ours(page, tmp_path, made))
    out = tmp_path / "curator-fundus.jsonl"
    score = [sys.executable, str(shared / "tools" / "score_fundus.py"), str(out), "--json"]
    found = json.loads(subprocess.run(score, capture_output=True, text=True, check=True).stdout)[
        "all"
    ]
    assert {name: found[name] for name, least in LEAST.items() if found[name] < least} == {}


def test_a_folder_with_a_manifest_is_judged_by_what_the_manifest_knows(tmp_path: Path) -> None:
    bench = import_bench("text.unseen")
    (tmp_path / "regatta.html").write_text("<p>The wind</p>", encoding="utf-8")
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text(json.dumps(MANIFEST) + "\n", encoding="utf-8")
    (page,) = bench.read_folder(tmp_path)
    scores = bench.Scores()
    bench.add(scores, page, bench.Answer("The wind", "the regatta", ("Ann Example",), "2021-05-02"))
    bench.add(scores, page, bench.Answer(None, None, None, "2021-05-03"))
    assert page.kind == "article"
    # two of six words are given, both right
    assert scores.f1 == [0.5]
    assert (scores.titles, scores.authors, scores.days) == ([True], [2 / 3], [True, False])
