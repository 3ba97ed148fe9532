"""How well articles are read without any rules, on news pages with reviewed answers (the Fundus
pages beside the checkout).

usage: python bench/extraction.py [SHARED] [--per-page OUT.jsonl] [--keep FOLDER]

Reads SHARED/cases/fundus (default ../shared), each page on its own, with a portal file that has no
``article:``, and runs SHARED/tools/score_fundus.py on what it finds; trafilatura's defaults are
scored in the same run where it is installed (it comes with ``.[test]``; curator does not need it).
The text is lead, headings, paragraphs and lists. A portal file always says its time zone, so each
publisher gets that of its country.
"""

from __future__ import annotations

import gzip
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

from metadata import portals
from options import parser_with_shared

from webarticlecurator.extract import read_article_page
from webarticlecurator.model.article import PageExtract
from webarticlecurator.page import read_page
from webarticlecurator.tei import plain_lines

Row = dict[str, Any]


def ours(row: Row, content: bytes, folder: Path, made: dict[Any, Any]) -> Row:
    """What curator reads; a page that it takes for no article gives nothing."""
    portal = portals(folder, row, made)
    captured = date.fromisoformat(row["crawl_date"][:10])
    page = read_page(row["url"], content, "text/html; charset=utf-8", captured=captured)
    read = read_article_page(portal, page)
    if not isinstance(read, PageExtract):
        return {"id": row["id"]}
    found = read.metadata
    return {
        "id": row["id"],
        "title": found.first("title"),
        "authors": [value.value for value in found.all("authors")],
        "date": found.first("published"),
        "text": "\n".join(plain_lines(read.blocks)),
    }


def theirs(row: Row, content: bytes) -> Row:
    """What trafilatura reads."""
    import trafilatura  # type: ignore[import-not-found,unused-ignore]

    read = trafilatura.bare_extraction(
        content, url=row["url"], with_metadata=True, include_comments=False
    )
    if read is None:
        return {"id": row["id"]}
    authors = [name for name in (read.author or "").split("; ") if name]
    return {
        "id": row["id"],
        "title": read.title,
        "authors": authors,
        "date": read.date,
        "text": read.text,
    }


def predict(shared: Path, out: Path, read: Callable[[Row, bytes], Row]) -> float:
    """Writes one prediction a line; gives the mean seconds a page, parsing included."""
    cases = shared / "cases" / "fundus"
    rows = [
        json.loads(line)
        for line in (cases / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    spent = 0.0
    with out.open("w", encoding="utf-8", newline="\n") as predictions:
        for row in rows:
            content = gzip.decompress((cases / row["html_file"]).read_bytes())
            start = time.perf_counter()
            found = read(row, content)
            spent += time.perf_counter() - start
            predictions.write(json.dumps(found, ensure_ascii=False) + "\n")
    return spent / len(rows)


def score(shared: Path, predictions: Path, more: list[str]) -> None:
    tool = shared / "tools" / "score_fundus.py"
    subprocess.run([sys.executable, str(tool), str(predictions), *more], check=True)


def main() -> None:
    options = parser_with_shared(__doc__)
    options.add_argument("--per-page", type=Path, help="write the scores of each page there")
    options.add_argument("--keep", type=Path, help="write the predictions into this folder")
    given = options.parse_args()
    made: dict[Any, Any] = {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.keep or Path(scratch)
        tools = {"curator": lambda row, content: ours(row, content, Path(scratch), made)}
        if importlib.util.find_spec("trafilatura"):
            tools["trafilatura"] = theirs
        for name, read in tools.items():
            out = folder / f"{name}.jsonl"
            seconds = predict(given.shared, out, read)
            print(f"{name}: {1000 * seconds:.1f} ms a page, parsing included", flush=True)
            score(
                given.shared,
                out,
                ["--per-page", str(given.per_page)]
                if given.per_page and read is not theirs
                else [],
            )


if __name__ == "__main__":
    main()
