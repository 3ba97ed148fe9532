"""The column of an address, the page after one that is read alone, and the plan."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date

import pytest
from archive_models import dates, portal, span

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Dates, Stop
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.crawling.archive.address_match import match_address
from webarticlecurator.crawling.archive.landing_pages import describe_landing_page
from webarticlecurator.crawling.archive.next_address import state_after
from webarticlecurator.crawling.archive.page_address import fill_template
from webarticlecurator.crawling.archive.page_location import LocatedPage, locate_page
from webarticlecurator.crawling.archive.plain_first_page import locate_plain_first_page
from webarticlecurator.crawling.archive.plan import plan_spans
from webarticlecurator.crawling.archive.windows import list_windows
from webarticlecurator.portal_file.values.address_templates import parse_address_template

BASE = "https://echo.example"
DAYS = dates(date(2010, 1, 1), None)
MONTHS = dates(date(2000, 1, 1), date(2009, 12, 31), "month")
NEWS = span(BASE + "/news/{date:%Y/%m/%d}/", "next-link", dates=DAYS)
CULTURE = span(
    BASE + "/culture?from={date:%Y-%m-%d}&before={after:%Y-%m-%d}",
    "none",
    dates=MONTHS,
    column="culture",
)
OPINION = span(BASE + "/op?page={page}", last=39, column="opinion")
OLD_SPORT = span(BASE + "/sport/{date:%Y/%m}/", "none", dates=MONTHS, column="sport")
SPORT = span(BASE + "/sport/{date:%Y/%m/%d}/", "none", dates=DAYS, column="sport", number=1)
ECHO = portal(NEWS, CULTURE, OPINION, OLD_SPORT, SPORT)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("/news/2019/03/15/", LocatedPage("news", 0, "2019-03-15")),
        ("/news/2019/03/15", LocatedPage("news", 0, "2019-03-15")),
        ("/news/2019/03/15?page=2#top", LocatedPage("news", 0, "2019-03-15")),
        ("/news/2019/02/30/", LocatedPage("news", 0)),
        ("/news/2019/03/15/page/2/", None),
        ("/news/2019/3/15/", None),
        ("/culture?from=2004-02-01&before=2004-03-01", LocatedPage("culture", 0, "2004-02-01")),
        (
            "/culture?from=2004-02-01&before=2004-03-01&offset=20",
            LocatedPage("culture", 0, "2004-02-01"),
        ),
        ("/culture/?from=2004-02-01&before=2004-03-01", LocatedPage("culture", 0, "2004-02-01")),
        ("/culture?offset=20", None),
        ("/op?page=7", LocatedPage("opinion", 0, "", "7")),
        ("/op?page=7&x=1", LocatedPage("opinion", 0, "", "7")),
        ("/sport/2003/05", LocatedPage("sport", 0, "2003-05-01")),
        ("/sport/2003/05/09/", LocatedPage("sport", 1, "2003-05-09")),
        ("/other", None),
    ],
)
def test_locate(url, expected):
    assert locate_page(ECHO, BASE + url) == expected


def test_scheme_and_host_in_any_case_and_encoded_names():
    feast = portal(
        span(
            BASE + "/hír/{date:%B}-{date:%Y}", "none", dates=dates(date(2000, 1, 1), None, "month")
        )
    )
    assert locate_page(feast, "HTTPS://Echo.Example/h%C3%ADr/m%C3%A1rcius-2019") == LocatedPage(
        "news", 0, "2019-03-01"
    )
    assert locate_page(feast, "http://echo.example/hír/március-2019") is None


def test_the_longest_literal_prefix_wins():
    both = portal(
        span(BASE + "/{page}", column="any"),
        span(BASE + "/top", "none", column="top"),
        span(BASE + "/top?p={page}", column="paged"),
    )
    assert locate_page(both, BASE + "/top?p=3") == LocatedPage("paged", 0, "", "3")
    assert locate_page(both, BASE + "/top") == LocatedPage("top", 0)
    assert locate_page(both, BASE + "/x") == LocatedPage("any", 0, "", "x")


def test_equally_long_prefixes_with_different_rules_require_the_column():
    a = span(BASE + "/{page}", column="a")
    b = replace(a, column="b", links=(Rule("css", "h3"),))
    with pytest.raises(UsageError, match="a, b") as error:
        locate_page(portal(a, b), BASE + "/5")
    assert "--column a" in str(error.value)
    assert locate_page(portal(a, b), BASE + "/5", "b") == LocatedPage("b", 0, "", "5")
    assert locate_page(portal(a, replace(a, column="b")), BASE + "/5") == LocatedPage(
        "a", 0, "", "5"
    )


def test_among_equal_prefixes_the_span_that_covers_the_date_wins():
    old = span(
        BASE + "/{date:%Y}/",
        "none",
        dates=dates(date(2000, 1, 1), date(2009, 12, 31), "year"),
        links=(Rule("css", "td"),),
    )
    new = span(
        BASE + "/{date:%Y}/",
        "none",
        dates=dates(date(2010, 1, 1), None, "year"),
        number=1,
        links=(Rule("css", "h2"),),
    )
    assert [locate_page(portal(old, new), f"{BASE}/{y}/") for y in (2004, 2015)] == [
        LocatedPage("news", 0, "2004-01-01"),
        LocatedPage("news", 1, "2015-01-01"),
    ]
    with pytest.raises(UsageError, match="several spans"):
        locate_page(portal(old, new), BASE + "/1950/")


def test_a_named_column_is_the_result_even_without_a_match():
    assert locate_page(ECHO, BASE + "/elsewhere", "sport") == LocatedPage("sport", 0)
    with pytest.raises(UsageError, match=r"did you mean 'sport'"):
        locate_page(ECHO, BASE, "sprot")


def test_the_column_field_is_filled_with_the_column_name():
    tags = portal(
        *(
            span(BASE + "/tag/{column}/", "none", column=name, links=(Rule("css", name),))
            for name in ("art", "film")
        )
    )
    assert locate_page(tags, BASE + "/tag/film") == LocatedPage("film", 0)
    assert locate_page(tags, BASE + "/tag/opera") is None


def test_the_unnumbered_first_page_is_the_first():
    paged = span(BASE + "/a/{page}/", first=0, first_url=parse_address_template(BASE + "/a/"))
    assert locate_page(portal(paged), BASE + "/a") == LocatedPage("news", 0, "", "0")


@pytest.mark.parametrize(
    ("form", "address"),
    [
        ("%Y%m%d", "20190315"),
        ("%y-%-m-%-d", "19-3-15"),
        ("%Y-%j", "2019-074"),
        ("%d.%b.%Y", "15.márc.2019"),
    ],
)
def test_dates_are_read_back_from_any_code(form, address):
    one = span(f"{BASE}/{{date:{form}}}", "none", dates=DAYS)
    found = match_address(one, f"{BASE}/{address}", "hu")
    assert found is not None and found.window is not None and found.window.key == "2019-03-15"


@pytest.mark.parametrize(
    ("form", "address"),
    [("%G/%V", "2020/53"), ("%G-w%-V", "2020-w53"), ("%Y/%m/%d", "2020/12/28")],
)
def test_a_week_is_read_back_from_any_of_its_years(form, address):
    """The week from Monday, 28 December 2020, is the last one of 2020 (ISO 8601)."""
    weeks = dates(date(2020, 12, 20), date(2021, 1, 10), "week", False)
    one = span(f"{BASE}/{{date:{form}}}", "none", dates=weeks)
    found = match_address(one, f"{BASE}/{address}", "hu")
    assert found is not None and found.window is not None
    assert (found.window.first, found.window.last) == (date(2020, 12, 28), date(2021, 1, 3))
    assert fill_template(one.url, window=found.window) == f"{BASE}/{address}"
    assert [window.key for window in list_windows(weeks, date(2024, 1, 1))] == [
        "2020-12-14", "2020-12-21", "2020-12-28", "2021-01-04",
    ]  # fmt: skip


def test_until_today_is_a_day_later_than_until_yesterday():
    """Friday, 1 March 2024: the windows of this day and of its week."""
    for step, windows in (
        ("day", ["2024-02-28", "2024-02-29", "2024-03-01"]),
        ("week", ["2024-02-26"]),
    ):
        days = Dates(date(2024, 2, 28), None, step, False, includes_today=True)
        assert [w.key for w in list_windows(days, date(2024, 3, 1))] == windows
    assert [w.key for w in list_windows(days, date(2024, 3, 4))] == ["2024-02-26", "2024-03-04"]


def test_the_end_of_a_window_identifies_it_too():
    by_last = span(BASE + "/{last:%Y-%m-%d}", "none", dates=MONTHS)
    by_after = span(BASE + "/{after:%Y-%m-%d}", "none", dates=MONTHS)
    assert [
        match_address(s, BASE + "/" + day).window.key
        for s, day in ((by_last, "2004-02-29"), (by_after, "2004-03-01"))
    ] == ["2004-02-01"] * 2


@pytest.mark.parametrize(
    ("url", "links", "next_page", "expected"),
    [
        ("/op?page=7", ("x",), None, "/op?page=8"),
        ("/op?page=39", ("x",), None, None),
        ("/op?page=7", (), None, "/op?page=8"),
        ("/op?page=1", (), None, "/op?page=2"),
        ("/news/2019/03/15/", ("x",), "/news/2019/03/15/page/2/", "/news/2019/03/15/page/2/"),
        ("/news/2019/03/15/?page=2", (), "/news/2019/03/15/?page=3", "/news/2019/03/15/?page=3"),
        ("/news/2019/03/15/", ("x",), "/news/2019/03/14/", None),
        ("/news/2019/03/15/", ("x",), None, None),
        ("/sport/2003/05/09/", ("x",), "/sport/2003/05/09/2", None),
    ],
)
def test_what_the_walk_would_request_next(url, links, next_page, expected):
    located = locate_page(ECHO, BASE + url)
    assert located is not None
    state = state_after(ECHO, located, BASE + url, links, BASE + next_page if next_page else None)
    assert state.address == (BASE + expected if expected else None)


def test_plan():
    lines = {(p.column, p.span): p for p in plan_spans(ECHO, date(2024, 3, 1))}
    opinion, sport, news = lines["opinion", 0], lines["sport", 0], lines["news", 0]
    assert (opinion.pages, opinion.windows) == (39, 1)
    assert [opinion.first, opinion.middle, opinion.last] == [
        f"{BASE}/op?page={n}" for n in (1, 20, 39)
    ]
    assert (sport.pages, sport.windows, sport.at_least) == (120, 120, 120)
    assert [sport.first, sport.middle, sport.last] == [
        f"{BASE}/sport/{m}/" for m in ("2009/12", "2004/12", "2000/01")
    ]
    assert (news.pages, news.windows) == (None, 5173)
    assert news.first == f"{BASE}/news/2024/02/29/"


def test_plan_of_dated_numbered_and_empty_spans():
    weeks = span(
        BASE + "/{date:%Y}/{page}",
        pages=("1-52",),
        dates=dates(date(2020, 1, 1), date(2021, 12, 31), "year", False),
    )
    later = span(BASE + "/{date:%Y}", "none", dates=dates(date(2030, 1, 1), None, "year"), number=1)
    capped = span(BASE + "/c/{page}", last=100, stop=Stop(max_pages=10), number=2)
    both, nothing, few = plan_spans(portal(weeks, later, capped), date(2024, 3, 1))
    assert (both.pages, both.first, both.middle, both.last) == (
        104,
        BASE + "/2020/1",
        BASE + "/2021/1",
        BASE + "/2021/52",
    )
    assert (nothing.pages, nothing.windows, nothing.first, nothing.last) == (0, 0, "", "")
    assert (few.pages, few.last) == (10, BASE + "/c/10")


def test_archive_pages_of_real_portals_are_found_by_their_templates(shared):
    """The column addresses of WebArticleCurator as templates, and their archived pages."""
    folder = shared / "cases" / "wac"
    cases = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    urls = {
        p: sorted({c["url"] for c in cases if c["portal"] == p and c["kind"] == "article_urls"})
        for p in ("p444", "p24", "nepszava")
    }
    p444 = portal(
        span("https://444.hu/{date:%Y/%m/%d}/", "next-link", dates=dates(date(2013, 4, 10), None))
    )
    assert urls["p444"] and all(locate_page(p444, url) is not None for url in urls["p444"])
    p24 = portal(
        *(
            span(f"https://24.hu/{c}/{{date:%Y/%m/%d}}/", "next-link", dates=DAYS, column=c)
            for c in ("belfold", "kultura", "fn/gazdasag")
        )
    )
    columns = {url: at.column if (at := locate_page(p24, url)) else None for url in urls["p24"]}
    for url, column in columns.items():
        named = re.fullmatch(r"https://24\.hu/(belfold|kultura|fn/gazdasag)/\d{4}/\d\d/\d\d/", url)
        assert column == (named[1] if named else None), url
    assert {"belfold", "fn/gazdasag", None} <= set(columns.values())
    listed = "https://nepszava.hu/json/list.json?type_path=tag&data_path={column}&pageCount={page}"
    nepszava = portal(
        *(span(listed, "infinite-scroll", first=0, column=name) for name in ("belfold", "velemeny"))
    )
    for url in urls["nepszava"]:
        assert locate_page(nepszava, url) == LocatedPage("velemeny", 0, "", url.rpartition("=")[2])
    assert urls["nepszava"]


@pytest.mark.parametrize(
    ("url", "column"),
    [
        ("/news/", "news"),
        ("/news", "news"),
        ("/news/index.html", "news"),
        ("/news/2019/03/15/", "news"),
        ("/sport/2004/03", "sport"),
        ("/op", "opinion"),
        ("/culture?from=2004-02-01&before=2004-03-01", "culture"),
        ("/news/2019/03/15/a-slug", ""),
        ("/news/2019/03/15/?id=5", ""),  # with a query it may be anything
        ("/news/2019", ""),
        ("/culture?from=2004-02-01&before=2004-03-01&id=5", ""),
        ("/op?page=1", "opinion"),
        ("/op?page=39", "opinion"),
        ("/op?page=40", ""),  # behind the last page, a number may be an article's
        ("/opinion", ""),
        ("/?p=17", ""),
    ],
)
def test_landing_pages(url: str, column: str) -> None:
    assert describe_landing_page(ECHO, BASE + url) == (
        f"the archive page of {column}" if column else ""
    )


@pytest.mark.parametrize("url", ["", "/", "/index.php", "/#top"])
def test_a_host_alone_is_a_home_page(url: str) -> None:
    for base in (BASE, "http://www.echo.example", "https://sport.echo.example"):
        assert describe_landing_page(ECHO, base + url) == "the home page"


def test_of_an_archive_without_a_last_page_the_first_page_is_known() -> None:
    unbounded = portal(span(BASE + "/news/{page}", first=1))
    assert describe_landing_page(unbounded, BASE + "/news/1") == "the archive page of news"
    assert describe_landing_page(unbounded, BASE + "/news/2") == ""


@pytest.mark.parametrize(
    ("template", "url", "page"),
    [
        ("/op?page={page}", "/op", "1"),
        ("/op?page={page}", "/op/", "1"),
        ("/op?page={page}&x=1", "/op?x=1", "1"),
        ("/op?x=1&page={page}", "/op?x=1", "1"),
        ("/op?x=1&page={page}", "/op", None),
        ("/op?page={page}", "/op2", None),
        ("/op/page/{page}/", "/op/", "1"),
        ("/op/{page}", "/op", "1"),
        ("/op/older/{page}", "/op/", None),
        ("/op/{page}/list", "/op/list", "1"),
        ("/op-{page}.html", "/op.html", None),
        ("/page/{page}/", "/", None),  # the home page lists more than a column
        ("/{page}", "/", None),
    ],
)
def test_a_plain_address_is_the_first_page_of_a_numbered_archive(
    template: str, url: str, page: str | None
) -> None:
    echo = portal(span(BASE + template, column="op"))
    expected = LocatedPage("op", 0, "", page) if page else None
    assert locate_plain_first_page(echo, BASE + url) == expected


def test_a_plain_address_keeps_the_window_and_the_first_page_may_have_another_address() -> None:
    years = replace(DAYS, step="year")
    echo = portal(span(BASE + "/op/{date:%Y}/page/{page}/", dates=years, column="op"))
    assert locate_plain_first_page(echo, BASE + "/op/2012/") == LocatedPage(
        "op", 0, "2012-01-01", "1"
    )
    opinion = replace(
        OPINION,
        pagination=replace(OPINION.pagination, first_url=parse_address_template(BASE + "/all")),
    )
    assert locate_plain_first_page(portal(opinion), BASE + "/op") is None
