"""Writes site_configs/tried.tsv: on which day each shipped portal file was last tried, on which pages,
and how many of the articles among them were read.

    python -m bench.portals.tried ../shared [YYYY-MM-DD]

The pages are the stored ones of the shared cases, read by the portal's rules. ``curator portals`` shows
the table. A row of a file that was tried on the live portal (``live``) stays unless the file is tried
again here.
"""

from __future__ import annotations

import csv
import sys
from datetime import datetime, timezone
from pathlib import Path

from bench.speed.build import Sample, from_fundus, from_warc, read_versions

FOLDER = Path(__file__).resolve().parents[2] / "site_configs"
TABLE = FOLDER / "tried.tsv"
HEAD = ("portal", "tried", "pages", "read", "of")


def count(sample: Sample) -> dict[str, tuple[int, int]]:
    """Return portal → the articles that were read, and the pages that were given as articles."""
    found: dict[str, tuple[int, int]] = {}
    seen = set()
    for portal, task in sample.jobs:
        if (portal.id, task.canonical) not in seen:
            seen.add((portal.id, task.canonical))
            read, of = found.get(portal.id, (0, 0))
            article = read_versions(portal, sample.source, task).text.article
            found[portal.id] = (read + (article is not None), of + 1)
    return found


def main() -> None:
    cases = Path(sys.argv[1]) / "cases"
    day = sys.argv[2] if len(sys.argv) > 2 else f"{datetime.now(timezone.utc):%Y-%m-%d}"
    rows = {}
    if TABLE.is_file():
        with TABLE.open(encoding="utf-8", newline="") as file:
            rows = {row[0]: row for row in csv.reader(file, delimiter="\t")}
            rows.pop(HEAD[0], None)
    names = {file.stem for file in FOLDER.glob("*.yaml")}
    counted = count(from_fundus(cases, True))
    for path in sorted(cases.glob("wac/*.warc.gz")):
        name = path.name.split(".")[0]
        if name in names:
            counted |= count(from_warc(cases, name))
    for name, (read, of) in counted.items():
        if name in names and of:
            rows[name] = [name, day, "stored", str(read), str(of)]
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows(
            [HEAD, *(rows[name] for name in sorted(rows))]
        )


if __name__ == "__main__":
    main()
