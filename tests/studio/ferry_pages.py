"""A WARC file with pages of a small portal, by their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from response_records import response_record

FERRY_HOME = "https://small.example/"


def write_ferry_pages(folder: Path, pages: Sequence[str]) -> Path:
    """Write ``small.warc`` with the pages ``FERRY_HOME`` 0, 1, …; return its path."""
    records = [
        response_record(f"{FERRY_HOME}{number}", page.encode(), f"00000000-0-0-0-{number:012}")
        for number, page in enumerate(pages)
    ]
    file = folder / "small.warc"
    file.write_bytes(b"".join(records))
    return file
