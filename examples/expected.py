"""What the corpus of the demo portal must hold, said by the portal's own model and never by a
crawl.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from .portal.blocks import Block, Box, Entry, Frame, Gallery, Picture, SocialPost, Table, count
from .portal.layouts import HOST
from .portal.site import (
    FIRST_YEAR,
    GROWTH,
    LAST_YEAR,
    PER_PAGE,
    also_in_news,
    listings,
    redirect_target,
    refusals,
)
from .portal.stories import SECTIONS, Story, stories


@dataclass(frozen=True)
class ExpectedArticle:
    """One article of the corpus. ``url`` canonical; ``aliases`` the other addresses that archives
    name; ``column`` the first that lists it, in the order of the portal file; ``pages`` the
    addresses of its pages; ``words`` all words of the TEI body in order; ``text`` its lines as
    ``curator extract --format text`` gives them: without title, captions, comments, boxes, embeds.
    """

    id: str
    url: str
    aliases: tuple[str, ...]
    column: str
    pages: tuple[str, ...]
    title: str
    subtitle: str | None
    authors: tuple[str, ...]
    sources: tuple[str, ...]
    published: str
    modified: str | None
    section: str
    keywords: tuple[str, ...]
    language: str
    access: str | None
    old_layout: bool
    words: tuple[str, ...]
    text: tuple[str, ...]


def article_id(url: str) -> str:
    """``a`` and 16 base32 digits of the address's sha256."""
    return "a" + base64.b32encode(hashlib.sha256(url.encode()).digest()).decode()[:16].lower()


def lines(block: Block) -> tuple[str, ...]:
    """The lines of running text a block gives."""
    if isinstance(block, (Picture, Gallery, Frame, SocialPost, Box)):
        return ()
    if isinstance(block, Entry):
        return (block.title, *(line for inner in block.blocks for line in lines(inner)))
    if isinstance(block, Table):
        return tuple(block.texts())[1:]
    return tuple(block.texts())


def words_of(story: Story) -> tuple[str, ...]:
    """All words of the body: the pages one after the other, the comments under them."""
    told = [text for page in story.pages for block in page for text in block.texts()]
    if story.comments:
        told.append(f"Hozzászólások ({count(story.comments)})")
    told.extend(text for comment in story.comments for text in comment.texts())
    return tuple(word for text in told for word in text.split())


def first_column(story: Story) -> str:
    return "hirek" if also_in_news(story) else story.column


def aliases_of(story: Story) -> tuple[str, ...]:
    """Every address by which an archive names the article but its own, sorted."""
    url = f"{HOST}{story.path}"
    named = {
        line.address for column in SECTIONS for line in listings(column) if line.story is story
    }
    if story is redirect_target():
        named |= {line.address for _, line in refusals() if line.reason == "alias"}
    return tuple(sorted(named - {url}))


def expected(story: Story) -> ExpectedArticle:
    url = f"{HOST}{story.path}"
    return ExpectedArticle(
        id=article_id(url), url=url, aliases=aliases_of(story), column=first_column(story),
        pages=tuple(f"{HOST}{story.page_path(n + 1)}" for n in range(len(story.pages))),
        title=story.title, subtitle=story.subtitle or None, authors=story.authors, sources=story.sources,
        published=story.when.date().isoformat() if story.day_only else story.when.isoformat(),
        modified=story.modified.isoformat() if story.modified else None,
        section=SECTIONS[story.column], keywords=story.keywords, language=story.language,
        access="closed" if story.paid else None, old_layout=story.old,
        words=words_of(story),
        text=tuple(" ".join(line.split()) for page in story.pages for block in page for line in lines(block) if line.strip()),
    )  # fmt: skip


@lru_cache(maxsize=1)
def expected_articles() -> tuple[ExpectedArticle, ...]:
    """Every article that must end as TEI, sorted by address."""
    return tuple(sorted(map(expected, stories()), key=lambda article: article.url))


def expected_rejections() -> dict[str, int]:
    """Reason → how many listed addresses end with it. One that leads to another listed article is
    its alias, not rejected."""
    return dict(
        sorted(Counter(line.reason for _, line in refusals() if line.reason != "alias").items())
    )


def expected_status() -> dict[str, object]:
    """The fields of ``curator status --json`` that follow from the portal alone, after a finished
    crawl."""
    rejected = expected_rejections()
    built = len(expected_articles())
    return {
        "portal": "demo",
        "articles": built + sum(rejected.values()),
        "tei": built,
        "rejected": rejected,
        "stored": 0,
        "pending": 0,
        "failed": 0,
    }


# Which archive pages a first, whole walk of the demo portal requests, said by the portal's own
# model.


def pages_by_year(column: str) -> dict[int, int]:
    """How many pages of a column's archive show something, for each year."""
    years = Counter(line.when.year for line in listings(column))
    return {
        year: -(-years[year] // PER_PAGE[column])
        for year in range(FIRST_YEAR[column], LAST_YEAR + 1)
    }


def archive_pages(column: str) -> tuple[str, ...]:
    """The addresses that a first, whole walk of a column requests, without those it only tries past
    an end."""
    return tuple(f"{HOST}{path}" for path in PAGES[column]())


def news_pages() -> list[str]:
    months = [
        f"/hirek/{year}/{month:02d}/"
        for year in range(2011, LAST_YEAR + 1)
        for month in range(1, 13)
    ]
    return [f"/archivum.php?ev={year}" for year in range(FIRST_YEAR["hirek"], 2011)] + months


def culture_pages() -> list[str]:
    made = []
    for year, pages in pages_by_year("kultura").items():
        first = f"/kultura/?tol={year}-01-01&ig={year + 1}-01-01"
        made += [first, *(f"{first}&lap={n}" for n in range(2, pages + 1))]
    return made


def opinion_pages() -> list[str]:
    starts = range(PER_PAGE["velemeny"], len(listings("velemeny")), PER_PAGE["velemeny"])
    return ["/velemeny/", *(f"/velemeny/?kezd={start}" for start in starts)]


def sport_pages() -> list[str]:
    return [
        f"/api/sport/{year}.json?oldal={n}"
        for year, pages in pages_by_year("sport").items()
        for n in range(1, pages + 1)
    ]


def fresh_pages() -> list[str]:
    return [f"/friss/?oldal={n}" for n in range(1, latest_pages() + 1)]


PAGES = {
    "hirek": news_pages,
    "kultura": culture_pages,
    "velemeny": opinion_pages,
    "sport": sport_pages,
    "friss": fresh_pages,
}


def latest_pages() -> int:
    """How many pages of ``friss`` show something to one who walks it while it grows."""
    total, page = len(listings("friss")), 1
    while (page - 1) * PER_PAGE["friss"] < total - sum(GROWTH[page - 1 :]):
        page += 1
    return page - 1


def past_the_end(column: str) -> tuple[str, ...]:
    """The addresses that a whole walk tries past the last page of each window: empty, or not found.

    The end of a list is proved by two such pages, and by one farther behind if its last page is
    full; in a year, by one after a page that is shorter than the one before it.
    """
    if column == "sport":
        return tuple(
            f"{HOST}/api/sport/{year}.json?oldal={page}"
            for year, pages in pages_by_year("sport").items()
            for page in range(pages + 1, pages + (2 if is_last_page_short("sport", year) else 3))
        )
    if column == "velemeny":
        pages = len(archive_pages("velemeny"))
        return tuple(
            f"{HOST}/velemeny/?kezd={page * PER_PAGE['velemeny']}"
            for page in (pages, pages + 1, pages + 3)
        )
    if column == "friss":
        return tuple(f"{HOST}/friss/?oldal={latest_pages() + n}" for n in (1, 2, 4))
    return ()


def is_last_page_short(column: str, year: int) -> bool:
    """Whether the last page of a year shows fewer articles than the page before it."""
    count = sum(line.when.year == year for line in listings(column))
    return count > PER_PAGE[column] and count % PER_PAGE[column] != 0


def expected_archive_pages() -> int:
    """``archive_pages`` of ``curator status --json`` after a first whole crawl; pages past an end
    and not found ones count."""
    return sum(len(archive_pages(column)) + len(past_the_end(column)) for column in PAGES)
