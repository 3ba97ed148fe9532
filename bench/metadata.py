"""How right the default metadata sources are on news pages with reviewed answers (the Fundus pages
beside the checkout).

usage: python bench/metadata.py [SHARED] [--out PRED.jsonl]

Reads SHARED/cases/fundus (default ../shared), writes predictions with the built-in
sources alone, and runs SHARED/tools/score_fundus.py on them. A portal file always says
its time zone, so each publisher gets that of its country. The columns to look at are title,
authors_F1, day and ts; the text is not predicted here.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

from options import parser_with_shared

from webarticlecurator.article import read_metadata
from webarticlecurator.config import load_portal
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import read_page

ZONES = {
    "de": "Europe/Berlin",
    "at": "Europe/Vienna",
    "ch": "Europe/Zurich",
    "jp": "Asia/Tokyo",
    "kr": "Asia/Seoul",
    "cn": "Asia/Shanghai",
}
PORTAL = """
portal: bench
home: https://bench.example/
language: {language}
timezone: {zone}
archive:
  columns: {{all: {{url: "https://bench.example/"}}}}
"""


def portals(folder: Path, row: dict[str, str], made: dict[tuple[str, str], Portal]) -> Portal:
    """A portal file with nothing but language and zone, loaded once per pair."""
    key = (row["lang"] or "und", ZONES.get(row["country"], "UTC"))
    if key not in made:
        path = folder / f"{key[0]}-{key[1].replace('/', '-')}.yaml"
        path.write_text(PORTAL.format(language=key[0], zone=key[1]), encoding="utf-8", newline="\n")
        made[key] = load_portal(path)
    return made[key]


def predict(shared: Path, out: Path) -> float:
    """Writes one prediction a line; gives the mean seconds a page, without parsing."""
    cases = shared / "cases" / "fundus"
    rows = [
        json.loads(line)
        for line in (cases / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    spent, made = 0.0, {}
    with (
        tempfile.TemporaryDirectory() as folder,
        out.open("w", encoding="utf-8", newline="\n") as lines,
    ):
        for row in rows:
            portal = portals(Path(folder), row, made)
            content = gzip.decompress((cases / row["html_file"]).read_bytes())
            captured = date.fromisoformat(row["crawl_date"][:10])
            page = read_page(row["url"], content, "text/html; charset=utf-8", captured=captured)
            assert page.root is not None
            start = time.perf_counter()
            found, _ = read_metadata(page, portal, portal.article)
            spent += time.perf_counter() - start
            authors = [value.value for value in found.all("authors")]
            line = {
                "id": row["id"],
                "title": found.first("title"),
                "authors": authors,
                "date": found.first("published"),
                "text": "",
            }
            lines.write(json.dumps(line, ensure_ascii=False) + "\n")
    return spent / len(rows)


def main() -> None:
    options = parser_with_shared(__doc__)
    options.add_argument(
        "--out", type=Path, default=Path(tempfile.gettempdir()) / "bench-metadata.jsonl"
    )
    given = options.parse_args()
    seconds = predict(given.shared, given.out)
    print(f"{1000 * seconds:.2f} ms a page after the parse; predictions in {given.out}", flush=True)
    subprocess.run(
        [sys.executable, str(given.shared / "tools" / "score_fundus.py"), str(given.out)],
        check=True,
    )


if __name__ == "__main__":
    main()
