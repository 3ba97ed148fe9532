"""The sets of pages with marked article text, and their folds by site: the Fundus pages and those of
scrapinghub's benchmark, beside the checkout, and the test pages of other tools
(``package_pages.py``)."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from courlan import extract_domain  # type: ignore[import-not-found,unused-ignore]
from package_pages import read_package

SETS = ("fundus", "scrapinghub")
PACKAGES = "packages"
"""The set of the test pages of other tools."""
FOLDS = 6


@dataclass(frozen=True)
class MarkedPage:
    """A page with the ``text`` of its article as people marked it; ``row``: all that the set says
    of it."""

    set_name: str
    row: dict[str, Any]
    content: bytes
    text: str

    @property
    def id(self) -> str:
        return str(self.row["id"])

    @property
    def url(self) -> str:
        return str(self.row["url"])

    @property
    def fold(self) -> int:
        """The fold of its site: all pages of a registered domain are in one."""
        site = extract_domain(self.url) or urlsplit(self.url).netloc
        return int(hashlib.sha256(site.encode()).hexdigest(), 16) % FOLDS


def read_sets(shared: Path, names: tuple[str, ...] = SETS) -> Iterator[MarkedPage]:
    """Yield the pages of the sets that are there."""
    for name in names:
        folder = shared / "cases" / name
        if not folder.is_dir():
            continue
        for line in (folder / "pages.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            content = gzip.decompress((folder / row["html_file"]).read_bytes())
            yield MarkedPage(name, row, content, row["text"] if "text" in row else _gold(row))


def read_packages(paths: Iterable[Path]) -> Iterator[MarkedPage]:
    """Yield the test pages in archives of other tools."""
    for path in paths:
        for page_id, url, content, text in read_package(path):
            yield MarkedPage(PACKAGES, {"id": page_id, "url": url}, content, text)


def _gold(row: dict[str, Any]) -> str:
    body = row["gold"]["body"]
    parts = list(body["summary"])
    for section in body["sections"]:
        parts += section["headline"] + section["paragraphs"]
    return "\n".join(parts)
