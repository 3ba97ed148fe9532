"""A portal that is no more: ten years in three designs, as a web archive has kept them.

From 2004 on, lists of months in windows-1250; from 2008 on, months whose second page only a link
leads to; from 2011 on, one list of what is newest. Two months of each year have three articles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from checkout import CHECKOUT
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter
from wayback_machine import Archived, digest_of_payload

BASE = "http://lost.example"
PAGE = CHECKOUT / "docs" / "wayback.md"
UNLISTED_MONTH = (2006, 10)
"""The archive has the articles of this month, and not its list."""
NOT_ARCHIVED = 41
"""A list names this article, and the archive has no capture of it."""


@dataclass(frozen=True)
class LostArticle:
    number: int
    year: int
    month: int
    day: int

    @property
    def path(self) -> str:
        if self.year < 2008:
            return f"/cikk.php?id={self.number}"
        if self.year < 2011:
            return f"/{self.year}/{self.month:02d}/{self.day:02d}/cikk-{self.number}.html"
        return f"/hirek/cikk-{self.number}"

    @property
    def title(self) -> str:
        return f"Őszi tűz a {self.number}. úton"

    @property
    def text(self) -> str:
        return f"Leégett egy pajta {self.year}-ben, a {self.number}. út mentén."

    @property
    def published(self) -> str:
        return f"{self.year}-{self.month:02d}-{self.day:02d}"

    @property
    def page(self) -> bytes:
        if self.year < 2008:
            return (
                "<html><head><title>Portál</title></head><body><table><tr><td class=szoveg>"
                f"<span class=cim>{self.title}</span> <i>{self.published}</i><p>{self.text}</p>"
                "</td></tr></table></body></html>"
            ).encode("windows-1250")
        root = "div id=content" if self.year < 2011 else "article"
        return (
            f'<html><head><meta charset="utf-8"><title>Portál</title></head><body><{root}>'
            f"<h1>{self.title}</h1><time>{self.published}</time><p>{self.text}</p>"
            f"</{root.split()[0]}></body></html>"
        ).encode()


ARTICLES = [
    LostArticle(6 * (year - 2004) + 3 * half + each + 1, year, (5, 10)[half], 3 + 7 * each)
    for year in range(2004, 2014)
    for half in range(2)
    for each in range(3)
]


def portal_file() -> str:
    """The portal file that the docs show."""
    (text,) = re.findall(
        r"```yaml\n(portal: lost\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    return text


def captures() -> Iterator[Archived]:
    """Yield what the archive has: lists of months when they had only begun and when they had ended,
    and many years later, when another design answered for them."""
    for article in ARTICLES:
        if article.number != NOT_ARCHIVED:
            time = f"{article.year + 1}0215101112"
            yield Archived(BASE + article.path, time, article.page)
    for year in range(2004, 2011):
        for month in (5, 10):
            if (year, month) != UNLISTED_MONTH:
                yield from _lists_of_month(year, month)
    newest = [each for each in reversed(ARTICLES) if each.year >= 2011]
    for shown in range(0, len(newest), 3):
        first = newest[shown]
        time = f"{first.year}{first.month:02d}28120000"
        for page in (1, 2):
            part = newest[shown + 3 * page - 3 : shown + 3 * page]
            yield Archived(f"{BASE}/hirek?page={page}", time, _list_page(part, "h2"))


def _lists_of_month(year: int, month: int) -> Iterator[Archived]:
    of_month = [each for each in ARTICLES if (each.year, each.month) == (year, month)]
    early, late = f"{year}{month:02d}04080000", f"{year}{month + 1:02d}12080000"
    if year < 2008:
        url = f"{BASE}/archiv.php?ho={year}-{month:02d}"
        content = [_list_page(of_month[:n], "td").decode().encode("windows-1250") for n in (1, 3)]
    else:
        url = f"{BASE}/archive/{year}/{month:02d}/"
        more = '<a class=next href="tovabb.html">tovább</a>'
        content = [_list_page(of_month[:1], "li"), _list_page(of_month[:2], "li", more)]
        yield Archived(f"{url}tovabb.html", late, _list_page(of_month[2:], "li"))
    yield Archived(url, early, content[0])
    yield Archived(url, late, content[1])
    yield Archived(url, "20151230080000", b"<html><body><h1>Kedves Olvas\xf3nk</h1></body></html>")


def _list_page(articles: list[LostArticle], element: str, more: str = "") -> bytes:
    rows = "".join(
        f'<{element} class=cim><a href="{each.path}">{each.title}</a></{element}>'
        for each in articles
    )
    rows = f"<table><tr>{rows}</tr></table>" if element == "td" else rows
    return f"<html><body><h1>Archívum</h1>{rows}{more}</body></html>".encode()


def write_warc(path: Path) -> None:
    """Write the captures as the WARC file of a crawler, for the collection of an archive."""
    with path.open("wb") as out:
        writer = WARCWriter(out, gzip=True)
        for each in captures():
            import io

            headers = StatusAndHeaders("200 OK", [("Content-Type", each.mime)], protocol="HTTP/1.1")
            time = each.time
            date = f"{time[:4]}-{time[4:6]}-{time[6:8]}T{time[8:10]}:{time[10:12]}:{time[12:]}Z"
            record = writer.create_warc_record(
                each.url,
                "response",
                io.BytesIO(each.body),
                http_headers=headers,
                warc_headers_dict={
                    "WARC-Date": date,
                    "WARC-Payload-Digest": f"sha1:{digest_of_payload(each.body)}",
                },
            )
            writer.write_record(record)
