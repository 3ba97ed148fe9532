"""How well articles are read without any rules, on pages with marked text: the Fundus pages with
reviewed answers, and those of scrapinghub's benchmark.

usage: python bench/extraction.py [SHARED] [--per-page OUT.jsonl] [--keep FOLDER] [--folds FOLDER]
       [--more FILE …]

Reads SHARED/cases/fundus and SHARED/cases/scrapinghub (default ../shared), each page on its own,
with a portal file that has no ``article:``, and runs SHARED/tools/score_fundus.py and score_text.py
on what it finds; trafilatura's defaults are scored in the same run where it is installed (it comes
with ``.[test]``; curator does not need it). The text is lead, headings, paragraphs and lists. A
portal file always says its time zone, so each publisher gets that of its country. ``--more`` adds test
pages of other tools (``package_pages.py``), on which neither the heuristics nor the classifier were
made.

The classifier of text units is trained on these pages. ``--folds FOLDER`` therefore also reads each
page with a classifier that was trained without the pages of its site (``bench/train_units.py
--folds FOLDER`` makes them); this is the figure to judge by. The heuristics have no such figure:
people have chosen their thresholds on the Fundus pages, less so on the others.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from article_texts import PACKAGES, SETS, MarkedPage, read_packages, read_sets
from metadata_pages import portals
from options import parser_with_sets

from webarticlecurator.article import read_article_page
from webarticlecurator.guess import judge_choice
from webarticlecurator.guess.classify_units import load_classifier, read_classifier
from webarticlecurator.model.article import PageExtract
from webarticlecurator.page import read_page
from webarticlecurator.tei import plain_lines

Row = dict[str, Any]


def ours(marked: MarkedPage, folder: Path, made: dict[Any, Any]) -> Row:
    """What curator reads; a page that it takes for no article gives nothing."""
    row = {"lang": "und", "country": "", "crawl_date": "2024-12-01", **marked.row}
    portal = portals(folder, row, made)
    captured = date.fromisoformat(row["crawl_date"][:10])
    page = read_page(row["url"], marked.content, "text/html; charset=utf-8", captured=captured)
    read = read_article_page(portal, page)
    if not isinstance(read, PageExtract):
        return {"id": marked.id}
    found = read.metadata
    return {
        "id": marked.id,
        "title": found.first("title"),
        "authors": [value.value for value in found.all("authors")],
        "date": found.first("published"),
        "text": "\n".join(plain_lines(read.blocks)),
    }


def read_unseen(marked: MarkedPage, folds: Path, folder: Path, made: dict[Any, Any]) -> Row:
    """What curator reads with a classifier that was trained without the pages of this site."""
    path = folds / f"fold-{marked.fold}.json"
    if path not in made:
        made[path] = read_classifier(path.read_bytes())
    judge_choice.load_classifier = lambda *_: made[path]  # type: ignore[assignment]
    try:
        return ours(marked, folder, made)
    finally:
        judge_choice.load_classifier = load_classifier


def theirs(marked: MarkedPage) -> Row:
    """What trafilatura reads."""
    import trafilatura  # type: ignore[import-not-found,unused-ignore]

    read = trafilatura.bare_extraction(
        marked.content, url=marked.url, with_metadata=True, include_comments=False
    )
    if read is None:
        return {"id": marked.id}
    authors = [name for name in (read.author or "").split("; ") if name]
    return {
        "id": marked.id,
        "title": read.title,
        "authors": authors,
        "date": read.date,
        "text": read.text,
    }


def predict(pages: list[MarkedPage], out: Path, read: Callable[[MarkedPage], Row]) -> float:
    """Writes one prediction a line; gives the mean seconds a page, parsing included."""
    spent = 0.0
    with out.open("w", encoding="utf-8", newline="\n") as predictions:
        for page in pages:
            start = time.perf_counter()
            found = read(page)
            spent += time.perf_counter() - start
            predictions.write(json.dumps(found, ensure_ascii=False) + "\n")
    return spent / len(pages)


def score(shared: Path, pages: list[MarkedPage], predictions: Path, more: list[str]) -> None:
    set_name = pages[0].set_name
    if set_name == "fundus":
        command = [str(shared / "tools" / "score_fundus.py"), str(predictions), *more]
    else:
        marked = predictions.with_suffix(".marked.jsonl")
        rows = (json.dumps({"id": page.id, "text": page.text}) + "\n" for page in pages)
        marked.write_text("".join(rows), encoding="utf-8", newline="\n")
        command = [str(shared / "tools" / "score_text.py"), str(predictions)]
        command += ["--pages", str(marked), "--worst", "0"]
    subprocess.run([sys.executable, *command], check=True)


def main() -> None:
    options = parser_with_sets(__doc__)
    options.add_argument("--per-page", type=Path, help="write the scores of each page there")
    options.add_argument("--keep", type=Path, help="write the predictions into this folder")
    options.add_argument("--folds", type=Path, help="classifiers of bench/train_units.py --folds")
    given = options.parse_args()
    made: dict[Any, Any] = {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.keep or Path(scratch)
        tools: dict[str, Callable[[MarkedPage], Row]] = {
            "curator": lambda page: ours(page, Path(scratch), made)
        }
        if given.folds:
            tools["curator, sites unseen by its classifier"] = lambda page: read_unseen(
                page, given.folds, Path(scratch), made
            )
        if importlib.util.find_spec("trafilatura"):
            tools["trafilatura"] = theirs
        sets = {name: list(read_sets(given.shared, (name,))) for name in SETS}
        sets[PACKAGES] = list(read_packages(given.more))
        for set_name, pages in sets.items():
            for name, read in tools.items() if pages else ():
                out = folder / f"{name.split()[-1]}-{set_name}.jsonl"
                seconds = predict(pages, out, read)
                print(f"{set_name}, {name}: {1000 * seconds:.1f} ms a page, parsing included")
                sys.stdout.flush()
                is_scored = given.per_page and name == "curator" and set_name == "fundus"
                more = ["--per-page", str(given.per_page)] if is_scored else []
                score(given.shared, pages, out, more)


if __name__ == "__main__":
    main()
