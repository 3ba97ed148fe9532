"""The sets of pages with reviewed title, authors and day, their folds by site, and how right an
answer is: the Fundus pages and those of WCXB beside the checkout."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from courlan import extract_domain  # type: ignore[import-not-found,unused-ignore]

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.portal_file.config.load import load_portal

FOLDS = 6
_HELD_OUT = 5
"""One of so many sites is not looked at until a change is finished."""
ZONES = {
    "de": "Europe/Berlin",
    "at": "Europe/Vienna",
    "ch": "Europe/Zurich",
    "jp": "Asia/Tokyo",
    "kr": "Asia/Seoul",
    "cn": "Asia/Shanghai",
}
_PORTAL = """
portal: bench
home: https://bench.example/
language: {language}
timezone: {zone}
archive:
  columns: {{all: {{url: "https://bench.example/"}}}}
"""
_WCXB_CAPTURED = date(2026, 3, 31)
"""WCXB does not say when its pages were fetched; by this day all of them were."""
_BETWEEN_NAMES = re.compile(r"\s*[,;&]\s*|\s+and\s+", re.IGNORECASE)
_DEGREE = re.compile(r"(?:[A-Z]\.?){2,6}|Ph\.?D\.?|Jr\.?|[A-Z][a-z]?[A-Z]+")
"""What stands behind names between commas: *MS*, *RD*, *Ph.D.*, *MSc*."""
_TITLE = re.compile(r"^(?:(?:prof|dr)\.? (?:[a-z]{1,5}\. )*)+(?=\S+ \S)")
"""What stands before them: *dr.*, *prof. dr. med.*"""


@dataclass(frozen=True)
class ReviewedPage:
    """A page of a set; ``title``, ``authors``, ``day`` (YYYY-MM-DD): as people reviewed them, empty
    where the page has none; ``moment``: the day with the time, where that was reviewed, too."""

    set_name: str
    kind: str
    id: str
    url: str
    content: bytes
    title: str
    authors: tuple[str, ...]
    day: str
    moment: str = ""
    lang: str = ""
    country: str = ""
    captured: date | None = None

    @property
    def fold(self) -> int:
        """The fold of its site: all pages of a registered domain are in one."""
        return self._site_number() % FOLDS

    @property
    def is_held_out(self) -> bool:
        """True for the pages of one site in five."""
        return self._site_number() // FOLDS % _HELD_OUT == 0

    def _site_number(self) -> int:
        site = extract_domain(self.url) or urlsplit(self.url).netloc
        return int(hashlib.sha256(site.encode()).hexdigest(), 16)

    def read(self) -> Page:
        """Return the page, parsed."""
        kind = "text/html; charset=utf-8"
        return read_page(self.url, self.content, kind, captured=self.captured)


def read_reviewed(shared: Path) -> Iterator[ReviewedPage]:
    """Yield the pages of the sets that are there."""
    folder = shared / "cases" / "fundus"
    if folder.is_dir():
        with (folder / "pages.jsonl").open(encoding="utf-8") as lines:
            yield from (_read_fundus(json.loads(line), folder) for line in lines)
    folder = shared / "cases" / "wcxb"
    if folder.is_dir():
        with gzip.open(folder / "pages.jsonl.gz", "rt", encoding="utf-8") as lines:
            yield from (_read_wcxb(json.loads(line), folder) for line in lines)


def _read_fundus(row: dict[str, Any], folder: Path) -> ReviewedPage:
    gold = row["gold"]
    return ReviewedPage(
        "fundus",
        "article",
        row["id"],
        row["url"],
        gzip.decompress((folder / row["html_file"]).read_bytes()),
        gold["title"] or "",
        tuple(gold["authors"] or ()),
        (gold["publishing_date"] or "")[:10],
        gold["publishing_date"] or "",
        row["lang"],
        row["country"],
        date.fromisoformat(row["crawl_date"][:10]),
    )


def _read_wcxb(row: dict[str, Any], folder: Path) -> ReviewedPage:
    return ReviewedPage(
        "wcxb",
        row["type"],
        row["id"],
        row["url"],
        gzip.decompress((folder / "pages" / f"{row['id']}.html.gz").read_bytes()),
        row["title"] or "",
        tuple(split_authors(row["author"] or "")),
        row["date"] or "",
        captured=_WCXB_CAPTURED,
    )


def split_authors(text: str) -> list[str]:
    """Return the names in ``text`` without degrees; WCXB has all authors of a page as one text."""
    parts = [part.strip() for part in _BETWEEN_NAMES.split(text)]
    return [part for part in parts if part and not _DEGREE.fullmatch(part)]


def portals(folder: Path, row: Mapping[str, str], made: dict[tuple[str, str], Portal]) -> Portal:
    """Return the portal of a file with nothing but the language (``lang``) and the zone of the
    ``country`` of ``row``; each pair is loaded once into ``made``."""
    # a portal file always says its time zone, so each publisher gets that of its country
    key = (row["lang"] or "und", ZONES.get(row["country"], "UTC"))
    if key not in made:
        path = folder / f"{key[0]}-{key[1].replace('/', '-')}.yaml"
        content = _PORTAL.format(language=key[0], zone=key[1])
        path.write_text(content, encoding="utf-8", newline="\n")
        made[key] = load_portal(path)
    return made[key]


@dataclass(frozen=True)
class Answer:
    """What a program says of a page; empty where it says nothing. ``modified``: the last change."""

    title: str = ""
    authors: tuple[str, ...] = ()
    published: str = ""
    modified: str = ""


def fold_title(text: str) -> str:
    """Return a title as it is compared: white space collapsed."""
    return " ".join(text.split())


def fold_authors(names: Iterable[str]) -> set[str]:
    """Return names as they are compared, each part of a list alone, without degrees and titles."""
    parts = (part for name in names for part in split_authors(name))
    return {_TITLE.sub("", " ".join(part.casefold().split())) for part in parts}


def authors_f1(answer: Answer, page: ReviewedPage) -> float:
    """Return the F1 of the names of ``answer``."""
    found, wanted = fold_authors(answer.authors), fold_authors(page.authors)
    return 2 * len(found & wanted) / (len(found) + len(wanted)) if found or wanted else 1.0


def is_day_right(published: str, page: ReviewedPage) -> bool:
    """Return True if ``published`` is the reviewed day, in the zone of the reviewed time."""
    if len(published) > 10 and page.moment:
        wanted = datetime.fromisoformat(page.moment)
        found = datetime.fromisoformat(published)
        if found.tzinfo and wanted.tzinfo:
            return found.astimezone(wanted.tzinfo).date() == wanted.date()
    return published[:10] == page.day


def same_instant(published: str, page: ReviewedPage) -> bool:
    """Return True if ``published`` is the reviewed time to the second; where one of them has no
    offset, by the clock."""
    if len(published) <= 10:
        return False
    found = datetime.fromisoformat(published).replace(microsecond=0)
    wanted = datetime.fromisoformat(page.moment).replace(microsecond=0)
    if found.tzinfo and wanted.tzinfo:
        return found.astimezone(timezone.utc) == wanted.astimezone(timezone.utc)
    return found.replace(tzinfo=None) == wanted.replace(tzinfo=None)
