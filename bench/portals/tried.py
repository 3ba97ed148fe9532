"""Writes site_configs/tried.tsv: on which day each shipped portal file was last tried, on which pages,
and how many of the articles among them were read.

    python -m bench.portals.tried ../shared [YYYY-MM-DD]

The pages are the stored ones of the shared cases, read by the portal's rules; where no article of a
portal is stored, its archive pages, whose articles and next page are known (``lists``: how many were
read as known). ``curator portals`` shows the table. A row of a file that was tried on the live portal (``live``) stays unless the file is tried
again here.
"""

from __future__ import annotations

import csv
import json
import sys
from datetime import datetime, timezone
from pathlib import Path

from bench.speed.build import Sample, from_fundus, from_warc, read_versions
from webarticlecurator.corpus.stored_pages.captured_pages import WarcPages
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.page_links import list_links

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


def count_lists(folder: Path, name: str) -> tuple[int, int]:
    """Return how many links of stored archive pages are found as they are known, of how many."""
    cases = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    portal, read, of = load_portal(FOLDER / f"{name}.yaml"), 0, 0
    with WarcPages(portal, [folder / f"{name}.warc.gz"], Runtime()) as stored:
        for case in cases:
            if case["portal"] == name and case["kind"] in ("article_urls", "next_page_url"):
                found = list_links(portal, stored.find(case["url"]))
                is_next = case["kind"] == "next_page_url"
                read += (
                    found.next_page == case["expected"]
                    if is_next
                    else {*found.articles} == {*case["expected"]}
                )
                of += 1
    return read, of


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
            if name not in counted and rows.get(name, [""] * 3)[2] != "live":
                read, of = count_lists(cases / "wac", name)
                rows[name] = [name, day, "lists", str(read), str(of)]
    for name, (read, of) in counted.items():
        if name in names and of:
            rows[name] = [name, day, "stored", str(read), str(of)]
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows(
            [HEAD, *(rows[name] for name in sorted(rows))]
        )


if __name__ == "__main__":
    main()
