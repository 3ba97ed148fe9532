"""Days beside the title: short ones, those that cannot be read, and those that another day in the
address contradicts."""

from __future__ import annotations

from datetime import date

import pytest

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import builtin_rules

TEXT = (
    "The library on the square opens its doors again next week, after two years in which the roof"
    " was mended and the reading room got new lamps, as the town has announced."
)
PLAIN = "https://echo.example/library"
ADDRESS = "https://echo.example/2025/09/24"


def read(
    line: str, language: str = "en", url: str = PLAIN, head: str = ""
) -> tuple[str | None, list[str]]:
    """The day of publication of a page that shows a ``line`` below its title, and what is said of
    it."""
    html = (
        f"<html lang={language}><head>{head}</head><body><article><h1>The library is open again</h1><div>{line}</div>"
        f"{f'<p>{TEXT}</p>' * 3}</article></body></html>"
    )
    portal = Portal(
        "echo",
        "https://echo.example/",
        language=language,
        has_timezone=False,
        article=builtin_rules(),
    )
    page = Page(url, html, captured=date(2026, 11, 2))
    metadata, problems = read_metadata(page, portal, portal.article)
    return metadata.first("published"), [f"{each.kind}: {each.message}" for each in problems]


@pytest.mark.parametrize(
    ("language", "line", "day"),
    [
        ("ja", "R6.3.5", "2024-03-05"),
        ("ja", "R6.3.5 東京 記者", "2024-03-05"),
        ("ja", "H30.12.24 10:15 文化部", "2018-12-24T10:15:00"),
        ("zh-TW", "113.03.05 台北報導", "2024-03-05"),
        ("ko", "24-03-05", "2024-03-05"),
        ("hu", "24-03-05 10:15", "2024-03-05T10:15:00"),
        ("nl", "05-03-24", "2024-03-05"),
        ("en", "31-03-24", "2024-03-31"),
        ("zh-HK", "24/3/05", "2005-03-24"),
        ("zh-CN", "99-03-05", "1999-03-05"),
        ("zh-TW", "113年3月5日", "2024-03-05"),
    ],
)
def test_a_short_day_is_read_where_its_order_is_known(language: str, line: str, day: str) -> None:
    assert read(line, language) == (day, [])


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("lt", "24-03-05"),
        ("lt", "Paskelbta 24-03-05"),
        ("en", "03/05/24"),
        ("en", "12 Foobember 2025"),
        ("am", "19/03/2019"),
        # months of another calendar, in any order
        ("ne", "२०८२ फागुन २१"),
        ("ne", "फाल्गुन २१, २०८२ बिहीबार १०:१५:००"),
        ("ne", "बिहीबार, २१ फागुन २०८२"),
        ("bn", "২১ ফাল্গুন ১৪৩০"),
        # years that may be of two calendars, or of two eras
        ("zh-TW", "99.03.05"),
        ("zh-TW", "98/12/24"),
        ("zh-HK", "24-03-05"),
        ("th", "5 มี.ค. 67 10:15 น."),
        ("ja", "24年3月5日"),
        # numbers and names in no notation that is read
        ("en", "3·5·2024"),
        ("en", "05 / 03 / 2024"),
        ("en", "Jul 12, '24"),
        ("en", "03/2024"),
        ("en", "2024"),
        # the first and the last of several days
        ("en", "From 5 to 7 March 2024"),
        ("en", "5-7 March 2024"),
        ("en", "March 5 – April 7, 2024"),
        ("en", "05/13/2024 - 05/15/2024"),
        ("de", "vom 5. bis 7. März 2024"),
        ("de", "05.03.-07.03.2024"),
        ("fr", "Du 5 mars au 7 avril 2024"),
        ("hu", "2024. március 5–7."),
        ("ja", "2024年3月5日～7日"),
        ("de", "05.-07.03.2024"),
        ("hu", "2024.03.05–07."),
        ("en", "Tuesday, 5 to Thursday, 7 March 2024"),
        ("en", "5 & 6 March 2024"),
        ("en", "5/6 March 2024"),
        ("en", "5, 6 March 2024"),
        ("de", "5./6. März 2024"),
        ("de", "5., 6. und 7. März 2024"),
        ("en", "March 5 & 6, 2024"),
        ("en", "5 March 2024 until 7"),
        ("de", "5. März 2024 bis 7."),
        ("zh-CN", "2024年3月5日 - 7日"),
        ("ja", "2024年3月5日・6日"),
        ("ja", "2024年3月5日、6日"),
        ("ja", "2024年3月5、6日"),
        ("ja", "2024年3月5日から6日"),
        ("ja", "2024年3月5日（火）、6日（水）"),
        ("ja", "2024年3月5日、3月6日"),
        ("zh-CN", "2024年3月5日、6日和7日"),
        ("ko", "2024년 3월 5일, 6일"),
        ("ko", "2024년 3월 5일 ~ 6일"),
        ("ko", "2024년 3월 5일 및 6일"),
        ("ko", "2024년 3월 5일부터 7일까지"),
        ("ja", "2024年3月5日及び6日"),
        ("ja", "2024年3月5日、6日の集い"),
        ("zh-CN", "2024年3月6日和7日"),
        ("en", "March 5, 6 and 7, 2024"),
        ("en", "March 5, 6, 7, 2024"),
        ("hu", "2024. március 5., 6."),
        ("en", "Weekend 5 & 6 March 2024"),
        ("fr", "Samedi 5 & dimanche 6 mars 2024"),
        ("en", "5/6, 7 & 8 March 2024"),
        ("de", "5./6., 7. März 2024"),
        # the number of an issue, or a day
        ("en", "Issue 5 March 2024"),
        ("pl", "Nr 5 marzec 2024"),
        ("de", "Heft 5 März 2024"),
        ("ru", "№ 5 март 2024"),
        ("ru", "№ 5. Март 2024"),
        ("cs", "Číslo 5 březen 2024"),
        ("id", "Edisi 5 Maret 2024"),
        ("pt", "Edição 5 de março de 2024"),
        ("es", "Número 5 de marzo de 2024"),
        ("ca", "Número 5 de març del 2024"),
        ("de", "Nr. 5/6, März 2024"),
        # parts of a year that are no month
        ("en", "Spring 2024"),
        ("en", "Winter 2023–24"),
        ("en", "Q1 2024"),
        ("de", "2. Quartal 2024"),
        ("hu", "2024. tavasz"),
        ("ja", "2024年 春"),
        ("fi", "Kesä 2024"),
    ],
)
def test_a_day_that_cannot_be_read_is_said(language: str, line: str) -> None:
    said = f"date-unreadable: published: {line!r} from page:byline was skipped"
    day, problems = read(line, language)
    assert (day, [each.partition(": its")[0] for each in problems]) == (None, [said])


@pytest.mark.parametrize(
    "line",
    [
        "S6.3.5 released",
        "Tel. 12-34-56-78",
        "5 photos 10:15",
        "Room 24-03",
        "The council met on 12 Foobember 2025.",
        "4.5.12.3",
        "Order no. 6207",
        "6207",
        "2024 Mustang",
        "Windows 11",
    ],
)
def test_numbers_that_are_no_date_are_not_said(line: str) -> None:
    assert read(line) == (None, [])


@pytest.mark.parametrize(
    ("language", "line", "day"),
    [
        ("en", "3 comments 7 March 2024", "2024-03-07"),
        ("en", "Issue 5 – 7 March 2024", "2024-03-07"),
        ("en", "12 March 2024 – 5 min read", "2024-03-12"),
        ("en", "7 March 2024, 10:00 – 12:00", "2024-03-07T10:00:00"),
        ("de", "05.03.2024 - 5. März 2024", "2024-03-05"),
        ("en", "Arsenal – Chelsea 1–3 | 5 March 2024", "2024-03-05"),
        ("en", "Ages 5-7 · March 5, 2024", "2024-03-05"),
        ("en", "pp. 12-15, 5 March 2024", "2024-03-05"),
        ("en", "Main Street 3–5, Vienna, 12 March 2024", "2024-03-12"),
        ("en", "Vol. 12 No. 3–4, 12 March 2024", "2024-03-12"),
        ("de", "Lesezeit 3-5 Minuten | 5. März 2024", "2024-03-05"),
        ("en", "<span>3–5 min read</span> <span>12 March 2024</span>", "2024-03-12"),
        ("en", "Part 2 of 12 - 5 March 2024", "2024-03-05"),
        ("en", "Published: 12 March 2024 | Pages 3–15", "2024-03-12"),
        ("de", "05.03.2024 – 12", "2024-03-05"),
        ("en", "2024-03-05 - 12", "2024-03-05"),
        ("en", "#12 – 15 March 2024", "2024-03-15"),
        ("hu", "1–3 | 2024. március 5.", "2024-03-05"),
        ("hu", "Újpest – Fradi 1–3 | 2024. március 5.", "2024-03-05"),
        ("zh-CN", "2024年3月5日 - 8", "2024-03-05"),
        ("ja", "2024年3月5日 - 8", "2024-03-05"),
        ("en", "4/5 | 12 March 2024", "2024-03-12"),
        ("en", "Types 1 & 2 – 5 March 2024", "2024-03-05"),
        ("en", "Parts 1, 2 and 3, March 5, 2024", "2024-03-05"),
        ("ja", "2024年3月5日（3日間）", "2024-03-05"),
        ("ja", "2024年3月5日 第3日", "2024-03-05"),
        ("zh-CN", "2024年3月5日 3日前", "2024-03-05"),
        ("ko", "2024년 3월 5일 3일 전", "2024-03-05"),
        ("ja", "2024年3月5日 残り3日", "2024-03-05"),
        ("ja", "2024年3月5日 あと3日", "2024-03-05"),
        ("ja", "2024年3月5日（火）3日連続", "2024-03-05"),
        ("ja", "2024年3月5日 7日分", "2024-03-05"),
        ("ja", "2024年3月5日 連載12日", "2024-03-05"),
        ("ja", "2024年3月5日、10日ぶり", "2024-03-05"),
        ("ja", "2024年3月5日号 3日発売", "2024-03-05"),
        ("zh-CN", "2024年3月5日 阅读 3日榜", "2024-03-05"),
        ("zh-TW", "2024年3月5日 1日1文", "2024-03-05"),
        ("ko", "2024년 3월 5일 3일차", "2024-03-05"),
        ("ko", "2024년 3월 5일 제3일", "2024-03-05"),
        ("ko", "2024년 3월 5일 3일 연속", "2024-03-05"),
        ("ko", "2024년 3월 5일 1일 1식", "2024-03-05"),
        ("en", "Room 3, 4 March 2024", "2024-03-04"),
        ("en", "5 March 2024 / 7", "2024-03-05"),
        ("fr", "5 mars 2024 à 9", "2024-03-05"),
        ("en", "Budapest 5 March 2024", "2024-03-05"),
        # double numbers of something else before the day
        ("en", "Vol 3/4, 5 March 2024", "2024-03-05"),
        ("en", "Chapters 1 & 2, 5 March 2024", "2024-03-05"),
        ("en", "Seasons 1+2, 5 March 2024", "2024-03-05"),
        ("en", "9/11, 12 September 2024", "2024-09-12"),
        ("de", "Nr. 5/6, 7. März 2024", "2024-03-07"),
        ("de", "S. 4/5, 6. März 2024", "2024-03-06"),
        ("fr", "n° 12 & 13, 14 mars 2024", "2024-03-14"),
        ("fr", "Paris 5e, 6 mars 2024", "2024-03-06"),
        # a day behind the word for an issue: the year first, in numbers, with an ending or a point,
        # or with the name of a month that stands behind a day only
        ("hu", "X. évfolyam 10. szám 2024. március 11.", "2024-03-11"),
        ("pt", "Edição 05/03/2024", "2024-03-05"),
        ("it", "Edizione 05/03/2024", "2024-03-05"),
        ("en", "Issue 05-Mar-2024", "2024-03-05"),
        ("en", "Issue 5th March 2024", "2024-03-05"),
        ("de", "Ausgabe 5. März 2024", "2024-03-05"),
        ("ru", "№ 5 марта 2024", "2024-03-05"),
        ("pl", "Numer 5 marca 2024", "2024-03-05"),
        ("cs", "Číslo 5. března 2024", "2024-03-05"),
        ("el", "Τεύχος 5 Μαρτίου 2024", "2024-03-05"),
        ("fi", "5. kesä 2024", "2024-06-05"),
        ("fa", "۱۵ اسفند ۱۴۰۲ - 5 March 2024", "2024-03-05"),
    ],
)
def test_a_day_beside_another_number_is_not_one_of_several(
    language: str, line: str, day: str
) -> None:
    assert read(line, language) == (day, [])


@pytest.mark.parametrize(
    ("language", "line", "month"),
    [
        ("en", "March 2024", "2024-03"),
        ("en", "Published: March 2024", "2024-03"),
        ("en", "Published 2024", "2024"),
        ("hu", "2024. március", "2024-03"),
        ("ja", "2024年3月", "2024-03"),
        ("en", "Issue 3, March 2024", None),
        ("en", "No. 5 (March 2024)", None),
        ("fr", "N° 5, mars 2024", None),
        ("fr", "Numéro 5 – mars 2024", None),
        ("de", "Ausgabe 5 / März 2024", None),
        ("ru", "№ 5, март 2024", None),
        ("es", "Nº 5 · marzo de 2024", None),
        ("en", "Founded: March 2024", None),
        ("en", "In March 2024 it was open.", None),
        ("en", "<a href=/archive/2024/03>March 2024</a>", None),
    ],
)
def test_a_month_alone_beside_the_title_is_read(
    language: str, line: str, month: str | None
) -> None:
    assert read(line, language)[0] == month


@pytest.mark.parametrize("line", ["Founded 1998", "Olympics 2024", "Founded: March 2024"])
def test_a_year_of_something_else_is_not_said(line: str) -> None:
    assert read(line) == (None, [])


def test_days_of_entries_are_not_said() -> None:
    entries = "<time>May 28-29 26</time> <time>Sep 24 26</time>"
    assert read(f"<ul><li>{entries}</ul>") == (None, [])
    day, problems = read("<time>May 28 26</time>")
    assert day is None and problems


def test_what_cannot_be_read_is_said_of_the_day_that_it_labels() -> None:
    day, (problem,) = read("Updated: 6/2/2025")
    assert day is None and problem.startswith("date-unreadable: modified: 'Updated: 6/2/2025'")


@pytest.mark.parametrize(("declared", "is_said"), [("03-07-2024", False), ("04-07-2024", True)])
def test_a_day_that_another_place_says_is_not_unreadable(declared: str, is_said: bool) -> None:
    meta = f'<meta property="article:published_time" content="{declared}">'
    day, problems = read("7 March 2024", head=meta)
    assert day == "2024-03-07" and bool(problems) is is_said


@pytest.mark.parametrize(
    ("line", "ending", "day", "is_said"),
    [
        # the number may be that of the article
        ("12 September 2025", "-x124", "2025-09-12", False),
        ("25 September 2025", "-x124", "2025-09-25", False),
        ("12 September 2025", "-new-library", "2025-09-12", False),
        ("12 September 2025", "th-report", "2025-09-12", False),
        ("", "-x124", "2025-09-24", False),
        ("Updated: 30 September 2025", "-x124", "2025-09-24", False),
        # nothing else than the day is there
        ("12 September 2025", "/library", "2025-09-24", True),
        ("12 September 2025", ".html", "2025-09-24", True),
        ("12 September 2025", "", "2025-09-24", True),
        ("25 September 2025", "/library", "2025-09-24", False),  # as in another zone
        ("24 September 2025", "/library", "2025-09-24", False),
        ("Updated: 30 September 2025", "/library", "2025-09-24", False),
    ],
)
def test_the_day_in_the_address_is_compared_with_the_shown_one(
    line: str, ending: str, day: str, is_said: bool
) -> None:
    said = f"date-doubtful: published: 2025-09-24 is only in the address; the page shows {line!r}"
    assert read(line, url=ADDRESS + ending) == (day, [said] if is_said else [])


@pytest.mark.parametrize(
    ("url", "link", "day"),
    [
        ("/2024/03/10.html", "/2024/03/45.html", "2024-03"),
        ("/2024/03/10.html", "45.html", "2024-03"),
        ("/2024/03/10.html", "https://echo.example/2024/03/45.html", "2024-03"),
        ("/news/2024/03/10/", "/news/2024/03/145/", "2024-03"),
        ("/2024-02-10.html", "/2024-02-30.html", "2024-02"),
        # days, other pages, and addresses with more behind the number
        ("/2024/03/10.html", "/2024/03/31.html", "2024-03-10"),
        ("/2024/03/10.html", "/2024/02/45.html", "2024-03-10"),
        ("/2024/03/10.html", "/2024/03/45.pdf", "2024-03-10"),
        ("/2024/03/10/library", "/2024/03/45/library", "2024-03-10"),
    ],
)
def test_a_number_in_the_address_that_counts_pages_is_no_day(url: str, link: str, day: str) -> None:
    line = f"<a href={link}>The next one</a>"
    assert read(line, url=f"https://echo.example{url}")[0] == day


def test_a_page_with_a_counted_address_has_the_day_that_it_shows() -> None:
    line = "12 March 2024 <a href=45.html>The next one</a>"
    assert read(line, url="https://echo.example/2024/03/10.html") == ("2024-03-12", [])
