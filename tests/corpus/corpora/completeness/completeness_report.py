"""``curator report completeness`` of a small portal, and the rows of its table."""

from __future__ import annotations

import csv

from small_portal import SmallPortal
from wayback_machine import WaybackMachine

from webarticlecurator.cli.main import main


def report(site: SmallPortal, archive: WaybackMachine, *more: str, cdx: str = "") -> int:
    config, table = str(site.folder / "portal.yaml"), str(site.folder / "missing.tsv")
    where = ["--corpus", str(site.corpus), "--cdx", cdx or archive.cdx, "--output", table]
    return main(["report", "completeness", config, *where, "--quiet", *more])


def rows(site: SmallPortal) -> dict[str, tuple[str, str, str, str]]:
    """Path → year, column, reason and detail, of the table."""
    with (site.folder / "missing.tsv").open(encoding="utf-8", newline="") as stream:
        table = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {
            row["url"].removeprefix(site.base): (
                row["year"],
                row["column"],
                row["reason"],
                row["detail"].replace(site.base, ""),
            )
            for row in table
        }


def adopt(site: SmallPortal, archive: WaybackMachine, *more: str) -> int:
    """Copy what the corpus lacks from an archive; return the exit code."""
    where = ["--corpus", str(site.corpus), "--cdx", archive.cdx, "--quiet"]
    return main(["warc", "adopt", str(site.folder / "portal.yaml"), *where, *more])
