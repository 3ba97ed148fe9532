"""Which archive pages a first, whole walk of the demo portal requests, said by the portal's own
model."""

from __future__ import annotations

from collections import Counter

from .portal.archive_pages import FIRST_YEAR, LAST_YEAR, PER_PAGE
from .portal.columns import GROWTH, listings
from .portal.layouts import HOST


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

    The end of a list is proved by two such pages; in a year, by one after a page that is shorter
    than the one before it.
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
            f"{HOST}/velemeny/?kezd={page * PER_PAGE['velemeny']}" for page in (pages, pages + 1)
        )
    if column == "friss":
        return tuple(f"{HOST}/friss/?oldal={latest_pages() + n}" for n in (1, 2))
    return ()


def is_last_page_short(column: str, year: int) -> bool:
    """Whether the last page of a year shows fewer articles than the page before it."""
    count = sum(line.when.year == year for line in listings(column))
    return count > PER_PAGE[column] and count % PER_PAGE[column] != 0


def expected_archive_pages() -> int:
    """``archive_pages`` of ``curator status --json`` after a first whole crawl; pages past an end
    and not found ones count."""
    return sum(len(archive_pages(column)) + len(past_the_end(column)) for column in PAGES)
