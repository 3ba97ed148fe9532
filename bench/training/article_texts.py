"""The sets of pages with marked article text, and their folds by site and platform: the Fundus
pages, those of scrapinghub's benchmark and those of WCXB, beside the checkout, and the test pages of
other tools (``package_pages.py``)."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from courlan import extract_domain  # type: ignore[import-not-found,unused-ignore]

from bench.training.package_pages import read_package
from webarticlecurator.pages.page.decoding import decode

SETS = ("fundus", "scrapinghub", "wcxb")
PACKAGES = "packages"
"""The set of the test pages of other tools."""
FOLDS = 5
HELD_OUT = FOLDS
"""The fold of a fifth of the sites, on which no choice of features or settings was made."""
WRONG_TRUTHS = frozenset("0181 0706 0717 2914 2918 2919 3015 4343 4355 4359 4899".split())
"""Pages of lists and services of wcxb whose marked text is wrong, by reading them beside it: it lacks
questions, offers or most entries that are on the page, or has the entries of menus."""
_PLATFORMS = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in (
        ("substack", rb"substackcdn\.com"),
        ("medium", rb"cdn-client\.medium\.com|com\.medium"),
        ("blogger", rb"content=.blogger."),
        ("discourse", rb"content=.Discourse"),
        ("phpbb", rb"phpBB"),
        ("vbulletin", rb"content=.vBulletin"),
        ("xenforo", rb"id=.XF.|XenForo"),
        ("mediawiki", rb"content=.MediaWiki"),
        ("sphinx", rb"sphinx|readthedocs"),
        ("docusaurus", rb"content=.Docusaurus"),
        ("ghost", rb"content=.Ghost"),
        ("squarespace", rb"static1\.squarespace\.com"),
        ("wix", rb"content=.Wix\.com"),
        ("webflow", rb"content=.Webflow"),
        ("tumblr", rb"assets\.tumblr\.com"),
        ("stackexchange", rb"cdn\.sstatic\.net"),
        ("github", rb"github\.githubassets\.com"),
    )
}
"""Programs that give many sites one template: all their sites are in one fold."""
_HEAD = 60_000
"""Bytes of a page in which its platform is looked for."""


@dataclass(frozen=True)
class MarkedPage:
    """A page in UTF-8 with the ``text`` of its article as people marked it; ``row``: all that the
    set says of it."""

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
    def kind(self) -> str:
        """What kind of page it is: article, forum, documentation, service, listing."""
        return str(self.row.get("type", "article"))

    @cached_property
    def fold(self) -> int:
        """The fold of its site: all pages of a platform or of a registered domain are in one."""
        head = self.content[:_HEAD]
        site = next((name for name, pattern in _PLATFORMS.items() if pattern.search(head)), "")
        site = site or extract_domain(self.url) or urlsplit(self.url).netloc
        if not _number(f"{site} held") % 5:
            return HELD_OUT
        return _number(site) % FOLDS


def _number(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def read_sets(shared: Path, names: tuple[str, ...] = SETS) -> Iterator[MarkedPage]:
    """Yield the pages of the sets that are there."""
    for name in names:
        folder = shared / "cases" / name
        if not folder.is_dir():
            continue
        packed = folder / "pages.jsonl.gz"
        lines = gzip.decompress(packed.read_bytes()) if packed.is_file() else b""
        for line in (lines or (folder / "pages.jsonl").read_bytes()).splitlines():
            row = json.loads(line)
            file = row.get("html_file", f"pages/{row['id']}.html.gz")
            content = gzip.decompress((folder / file).read_bytes())
            if name == "wcxb":
                content = decode(content, "text/html").text.encode("utf-8", "replace")
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
