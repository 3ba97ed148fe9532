"""Archives in pages that lead on in an unusual way: windows that overlap, weeks, pages that count
down, boards of a forum."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from html import escape

from bench.portals.random_sites.archive_pages import ArchivePages
from bench.portals.random_sites.made_articles import MadeArticle

_SHOWN_DAYS = 3


def write_overlapping_days(pages: ArchivePages) -> str:
    """A page for each day shows it and the two days with articles before it (tDiary)."""
    days: dict[object, list[MadeArticle]] = {}
    for article in pages.newest:
        days.setdefault(article.day, []).append(article)
    order, stem = list(days), pages.stem("day")
    for place, day in enumerate(order):
        listed = [each for own in order[place : place + _SHOWN_DAYS] for each in days[own]]
        path = f"{stem}?date={day:%Y%m%d}"
        links = []
        if place + 1 < len(order):
            before = order[place + 1]
            links.append(pages.markup.link(f"{stem}?date={before:%Y%m%d}", f"« {before}"))
        if place:
            after = order[place - 1]
            links.append(pages.markup.link(f"{stem}?date={after:%Y%m%d}", f"{after} »"))
        pager = pages.markup.element("div", "pager", " ".join(links))
        pages.listing(path, listed, pager)
        if not place:
            pages.listing(pages.start, listed, pager)
    return pages.start


def write_weeks(pages: ArchivePages) -> str:
    """A page for each week with articles, which leads to the one before."""
    weeks: dict[str, list[MadeArticle]] = {}
    for article in pages.newest:
        monday = article.day - timedelta(days=article.day.weekday())
        weeks.setdefault(f"{monday:%G/w%V}", []).append(article)
    order, stem = list(weeks), pages.stem("week")
    for place, week in enumerate(order):
        links = []
        if place + 1 < len(order):
            links.append(pages.markup.link(f"{stem}/{order[place + 1]}", f"← {order[place + 1]}"))
        if place:
            links.append(pages.markup.link(f"{stem}/{order[place - 1]}", f"{order[place - 1]} →"))
        pager = pages.markup.element("div", "pager", " ".join(links))
        pages.listing(pages.start if not place else f"{stem}/{week}", weeks[week], pager)
        if not place:
            pages.listing(f"{stem}/{week}", weeks[week], pager)
    return pages.start


def write_counting_down(pages: ArchivePages) -> str:
    """The oldest page has the number 1, and the first one the highest; a page never changes."""
    parts = pages.parts(list(reversed(pages.newest)))
    stem, label = pages.stem("page"), pages.words.labels["older"]
    for number, part in enumerate(parts, 1):
        listed = list(reversed(part))
        links = [pages.markup.link(f"{stem}/{number - 1}", label)] if number > 1 else []
        pager = pages.markup.element("div", "pager", " ".join(links))
        if number == len(parts):
            pages.listing(pages.start, listed, pager)
        else:
            pages.listing(f"{stem}/{number}", listed, pager)
    return pages.start


def write_boards(pages: ArchivePages) -> str:
    """Boards lead to their topics, in tables whose last row is the pager; one has one topic."""
    boards: dict[str, list[MadeArticle]] = {"": [pages.articles[0]]}
    names = list(pages.publisher.sections)
    for place, article in enumerate(pages.articles[1:]):
        boards.setdefault(names[place % max(1, len(names) - 1)], []).append(article)
    boards[names[-1]] = boards.pop("")
    stem, rows = pages.stem("board"), []
    for number, (name, listed) in enumerate(boards.items(), 1):
        path = f"{stem}/{number}"
        last = listed[0]
        rows.append(
            f"<tr><td>{pages.markup.link(path, name)}<p>{escape(pages.own.sentence())}</p></td>"
            f"<td>{len(listed)}</td><td>{escape(pages.own.person())}<br>{last.day}</td></tr>"
        )
        parts = pages.parts(listed)
        paths = [path, *(f"{path}?page={n}" for n in range(2, len(parts) + 1))]
        for place, (own, part) in enumerate(zip(paths, parts, strict=True)):
            pages.index_of(own, _topics(pages, part, place, paths))
    pages.index_of(pages.start, pages.markup.element("table", "items", "".join(rows)))
    return pages.start


def _topics(
    pages: ArchivePages, articles: Sequence[MadeArticle], place: int, paths: list[str]
) -> str:
    chance = pages.traits.chance(f"topics {paths[place]}")
    rows = "".join(
        f"<tr><td>{pages.markup.link(each.path, each.title, 'item-link')}</td>"
        f"<td>{escape(each.authors[0])}</td><td>{chance.randint(0, 40)}</td>"
        f"<td>{chance.randint(10, 900)}</td><td>{each.day}</td></tr>"
        for each in articles
    )
    if len(paths) > 1:
        links = " ".join(
            f"<b>{n + 1}</b>" if n == place else pages.markup.link(path, str(n + 1))
            for n, path in enumerate(paths)
        )
        rows += f'<tr><td colspan="5">{links}</td></tr>'
    return pages.markup.element("table", "items", rows)


def write_one_long_page(pages: ArchivePages) -> str:
    """One page lists all by year, and the front page the newest."""
    years: dict[int, list[MadeArticle]] = {}
    for article in pages.newest:
        years.setdefault(article.day.year, []).append(article)
    content = "".join(
        f"<h3>{year}</h3>{pages.lists.items(listed)}" for year, listed in years.items()
    )
    path = pages.stem("everything")
    pages.index_of(path, content)
    label = pages.own.phrase(1, 2, rare=1)
    pages.listing(pages.start, pages.newest[: pages.size], pages.markup.link(path, label))
    return pages.start
