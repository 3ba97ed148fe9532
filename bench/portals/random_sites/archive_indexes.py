"""Archives whose first page lists pages: letters, topics, tags, authors, issues, months, years."""

from __future__ import annotations

from calendar import monthcalendar
from collections.abc import Callable, Iterator
from datetime import date

from babel.dates import format_date

from bench.portals.random_sites.archive_pages import ArchivePages, Link
from bench.portals.random_sites.made_articles import MadeArticle
from bench.portals.random_sites.vocabulary import write_day


def write_letters(pages: ArchivePages) -> str:
    """An A–Z index of titles: a page for each first letter that occurs."""
    letters = pages.group(lambda each: (each.title[0].upper(),))
    stem = pages.stem("az")
    is_query = pages.traits.chance("letters").random() < 0.5
    paths = {
        letter: f"{stem}?letter={n}" if is_query else f"{stem}/{n}"
        for n, letter in enumerate(sorted(letters), 1)
    }
    links = [(path, letter) for letter, path in paths.items()]
    beside = pages.links(links, "pages") if pages.traits.chance("row").random() < 0.5 else ""
    for letter, listed in letters.items():
        by_title = sorted(listed, key=lambda each: each.title)
        pages.listing(paths[letter], by_title, beside=beside)
    pages.index(pages.start, links, "pages")
    return pages.start


def _write_groups(
    pages: ArchivePages, name: str, groups: dict[str, list[MadeArticle]], *, has_counts: bool
) -> str:
    stem = pages.stem(name)
    links: list[Link] = []
    for number, (title, listed) in enumerate(sorted(groups.items()), 1):
        path = f"{stem}/{number}"
        pages.paged(path, listed)
        links.append((path, f"{title} ({len(listed)})" if has_counts else title))
    pages.index(pages.start, links, "tags")
    return pages.start


def write_topics(pages: ArchivePages) -> str:
    """An index of topics; each article belongs to one."""
    groups = pages.group(lambda each: (each.section,))
    return _write_groups(pages, "topics", groups, has_counts=True)


def write_tags(pages: ArchivePages) -> str:
    """A cloud of tags; each article has several."""
    return _write_groups(pages, "tags", pages.group(lambda each: each.tags), has_counts=False)


def write_authors(pages: ArchivePages) -> str:
    """An index of authors; an article of two stands on the pages of both."""
    return _write_groups(pages, "people", pages.group(lambda each: each.authors), has_counts=True)


def write_issues(pages: ArchivePages) -> str:
    """An index of the issues of a magazine; the page of each is its table of contents."""
    stem = pages.stem("issue")
    parts = pages.parts(pages.newest)
    number, links = 40 + len(parts), []
    for part in parts:
        number -= 1
        path = f"{stem}/{number}"
        pages.listing(path, part)
        links.append((path, f"{pages.own.labels['part']} {number} ({part[0].day.year})"))
    pages.index(pages.start, links, "items")
    return pages.start


def write_ranges(pages: ArchivePages) -> str:
    """An index of ranges: 1–20, 21–40."""
    stem, links, at = pages.stem("list"), [], 1
    for part in pages.parts(pages.articles):
        path = f"{stem}/{at}-{at + len(part) - 1}"
        pages.listing(path, part)
        links.append((path, f"{at}–{at + len(part) - 1}"))
        at += len(part)
    pages.index(pages.start, links, "pages")
    return pages.start


def month_name(pages: ArchivePages, day: date, form: str = "LLLL y") -> str:
    """Return a month in the language of the portal."""
    locale = {"zh": "zh_Hans", "pt": "pt_BR"}.get(pages.words.code, pages.words.code)
    return str(format_date(day, form, locale=locale))


def _by(pages: ArchivePages, cut: Callable[[date], date]) -> dict[date, list[MadeArticle]]:
    found: dict[date, list[MadeArticle]] = {}
    for article in pages.articles:
        found.setdefault(cut(article.day), []).append(article)
    return dict(sorted(found.items(), reverse=True))


def first_of_month(day: date) -> date:
    return day.replace(day=1)


def first_of_year(day: date) -> date:
    return day.replace(month=1, day=1)


def write_months(pages: ArchivePages) -> str:
    """An index of months alone, with or without a box of articles beside it."""
    stem, links = pages.stem("archive"), []
    for month, listed in _by(pages, first_of_month).items():
        path = f"{stem}/{month:%Y/%m}/"
        pages.listing(path, listed)
        links.append((path, month_name(pages, month)))
    pages.index(pages.start, links)
    return pages.start


def write_years_months(pages: ArchivePages) -> str:
    """Years lead to months, and months to articles."""
    return _write_years(pages, has_days=False)


def write_years_months_days(pages: ArchivePages) -> str:
    """Years lead to months, months to days, and days to articles."""
    return _write_years(pages, has_days=True)


def _write_years(pages: ArchivePages, *, has_days: bool) -> str:
    stem = pages.stem("archive")
    months = _by(pages, first_of_month)
    years: dict[int, list[Link]] = {}
    for month, listed in months.items():
        path = f"{stem}/{month:%Y/%m}/"
        years.setdefault(month.year, []).append((path, month_name(pages, month, "LLLL")))
        if has_days:
            days = {day for day in _by(pages, lambda each: each) if first_of_month(day) == month}
            links = []
            for day in sorted(days, reverse=True):
                own = f"{stem}/{day:%Y/%m/%d}/"
                pages.listing(own, [each for each in listed if each.day == day])
                links.append((own, write_day(day, pages.words.code, "long")))
            pages.index(path, links)
        else:
            pages.listing(path, listed)
    for year, links in years.items():
        pages.index(f"{stem}/{year}/", links)
    pages.index(pages.start, [(f"{stem}/{year}/", str(year)) for year in years])
    return pages.start


def write_month_table(pages: ArchivePages) -> str:
    """A table of the days of a month, with links to the months before and after it."""
    stem = pages.stem("calendar")
    days, months = _by(pages, lambda each: each), list(_by(pages, first_of_month))
    for day, listed in days.items():
        pages.listing(f"{stem}/{day:%Y-%m-%d}", listed)
    for place, month in enumerate(months):
        path = pages.start if not place else f"{stem}/{month:%Y-%m}"
        links = []
        if place + 1 < len(months):
            before = months[place + 1]
            links.append((f"{stem}/{before:%Y-%m}", f"« {month_name(pages, before)}"))
        if place:
            after = months[place - 1]
            target = pages.start if place == 1 else f"{stem}/{after:%Y-%m}"
            links.append((target, f"{month_name(pages, after)} »"))
        rows = "".join(_week(pages, stem, month, week, days) for week in _weeks(month))
        caption = f"<caption>{month_name(pages, month)}</caption>"
        table = pages.markup.element("table", "calendar", caption + rows)
        sides = " ".join(pages.markup.link(*each) for each in links)
        pages.index_of(path, table + pages.markup.element("div", "pager", sides))
    return pages.start


def _weeks(month: date) -> Iterator[list[int]]:
    yield from monthcalendar(month.year, month.month)


def _week(
    pages: ArchivePages,
    stem: str,
    month: date,
    week: list[int],
    days: dict[date, list[MadeArticle]],
) -> str:
    cells = []
    for number in week:
        shown = str(number or "")
        if number and (day := month.replace(day=number)) in days:
            shown = pages.markup.link(f"{stem}/{day:%Y-%m-%d}", str(number))
        cells.append(f"<td>{shown}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def write_month_views(pages: ArchivePages) -> str:
    """A row for each month with views of the same articles: by date, by title, by author."""
    stem, rows = pages.stem("months"), []
    views = {name: pages.own.phrase(1, 1, rare=1) for name in ("date", "title", "author")}
    keys: dict[str, Callable[[MadeArticle], object]] = {
        "date": lambda each: each.number,
        "title": lambda each: each.title,
        "author": lambda each: each.authors,
    }
    for month, listed in _by(pages, first_of_month).items():
        links = []
        for name, shown in views.items():
            path = f"{stem}/{month:%Y-%m}/{name}.html"
            others = [
                pages.markup.link(f"{stem}/{month:%Y-%m}/{other}.html", word)
                for other, word in views.items()
                if other != name
            ]
            pages.listing(path, sorted(listed, key=keys[name]), " ".join(others))  # type: ignore[arg-type]
            links.append(pages.markup.link(path, f"[ {shown} ]"))
        rows.append(f"<tr><td>{month_name(pages, month)}:</td><td>{' '.join(links)}</td></tr>")
    pages.index_of(pages.start, pages.markup.element("table", "calendar", "".join(rows)))
    return pages.start
