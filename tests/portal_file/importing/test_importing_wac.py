"""WebArticleCurator's YAML, imported as a portal file with the same meaning."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from importing_material import schema, write

from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.plan import plan_spans
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.portal_file.importing.import_report import Imported
from webarticlecurator.portal_file.importing.wac import import_wac
from webarticlecurator.portal_file.importing.wac_addresses import (
    convert_address,
    describe_doubt,
    smallest_step,
)

TODAY = date(2022, 3, 1)
DAILY = {
    "archive_url_format": "https://echo.example/#year/#month/#day/",
    "date_first_article": "2013-04-10",
}
NUMBERED = {"archive_url_format": "https://echo.example/op?page=#pagenum"}


def made(folder: Path, columns, **keys) -> tuple[Portal, Imported]:
    """The portal that the import of a schema gives, loaded, and the account."""
    found = import_wac(write(folder, "echo_schema.yaml", schema(columns, **keys)))
    path = write(folder, "made.yaml", found.files[0].text)
    assert check(path) == ()
    return load_portal(path), found


def messages(found: Imported, kind: str) -> str:
    return "\n".join(str(note) for note in found.of(kind))


@pytest.mark.parametrize(
    ("older", "ours", "size"),
    [
        ("https://e.example/#year/#month/#day/", "https://e.example/{date:%Y/%m/%d}/", "day"),
        (
            "https://e.example/#year/#year#month#day.html",
            "https://e.example/{date:%Y/%Y%m%d}.html",
            "day",
        ),
        ("https://e.example/#year/", "https://e.example/{date:%Y}/", "year"),
        (
            "https://e.example/?y=#year&m=#month",
            "https://e.example/?y={date:%Y}&m={date:%m}",
            "month",
        ),
        (
            "https://e.example/?a=#year-#month-02&b=#next-year-#next-month-01",
            "https://e.example/?a={date:%Y-%m}-02&b={after:%Y-%m}-01",
            "month",
        ),
        (
            "https://e.example/?a=#year-#month-#dayT0&b=#next-year-#next-month-#next-dayT0",
            "https://e.example/?a={date:%Y-%m-%d}T0&b={after:%Y-%m-%d}T0",
            "day",
        ),
        ("https://e.example/#year/?p=#pagenum", "https://e.example/{date:%Y}/?p={page}", "year"),
        ("https://e.example/{x}/#pagenum", "https://e.example/{{x}}/{page}", None),
    ],
)
def test_fields_of_an_address(older: str, ours: str, size: str | None):
    assert convert_address(older, None) == ours
    assert smallest_step(older) == size
    assert describe_doubt(older) is None


def test_an_open_window_whose_end_is_not_the_next_day_is_doubtful():
    assert (
        describe_doubt("https://e.example/?a=#year-#month-#day&b=#next-year-#next-month-01")
        is not None
    )


def test_dates_and_their_order(tmp_path: Path):
    closed = {**DAILY, "date_last_article": "2013-04-12"}
    portal, _ = made(
        tmp_path, {"main": closed}, archive_page_urls_by_date=True, go_reverse_in_archive=True
    )
    (line,) = plan_spans(portal, TODAY)
    assert (line.pages, line.first, line.last) == (
        3,
        "https://echo.example/2013/04/12/",
        "https://echo.example/2013/04/10/",
    )
    portal, _ = made(tmp_path, {"main": closed}, archive_page_urls_by_date=True)
    assert plan_spans(portal, TODAY)[0].first == "https://echo.example/2013/04/10/"


@pytest.mark.parametrize("reverse", [True, False])
def test_the_flag_for_dates_does_not_change_the_order_of_lists(reverse, tmp_path: Path):
    portal, found = made(
        tmp_path, {"main": DAILY}, archive_page_urls_by_date=True, go_reverse_in_archive=reverse
    )
    span = portal.columns[0].spans[0]
    assert span.dates is not None and span.dates.newest_first is reverse and span.newest_first
    order = "newest-first" if reverse else "oldest-first"
    assert f"go_reverse_in_archive → dates.order: {order}" in messages(found, "carried")
    assert "archive.order: the older tool did not know it" in messages(found, "todo")
    _, found = made(
        tmp_path,
        {"main": {"archive_url_format": "https://echo.example/"}},
        go_reverse_in_archive=reverse,
    )
    assert "go_reverse_in_archive: it sorted dates" in messages(found, "left")


def test_dates_go_to_yesterday_where_no_last_one_is_given(tmp_path: Path):
    portal, _ = made(tmp_path, {"main": DAILY}, archive_page_urls_by_date=True)
    assert plan_spans(portal, TODAY)[0].last == "https://echo.example/2022/02/28/"


def test_columns_with_dates_of_their_own_keep_them(tmp_path: Path):
    """The commonest dates stand above the columns; what they say does not leak into a column that
    does not say it."""
    yearly = {
        "archive_url_format": "https://echo.example/y/#year/",
        "date_first_article": "2020-05-05",
    }
    closed = {**DAILY, "date_last_article": "2013-04-12"}
    other = {**closed, "archive_url_format": "https://echo.example/b/#year/#month/#day/"}
    portal, _ = made(
        tmp_path, {"a": closed, "b": other, "c": yearly}, archive_page_urls_by_date=True
    )
    plans = {
        line.column: (line.windows, line.first, line.last) for line in plan_spans(portal, TODAY)
    }
    assert plans == {
        "a": (3, "https://echo.example/2013/04/10/", "https://echo.example/2013/04/12/"),
        "b": (3, "https://echo.example/b/2013/04/10/", "https://echo.example/b/2013/04/12/"),
        "c": (3, "https://echo.example/y/2020/", "https://echo.example/y/2022/"),
    }


def test_columns_that_may_be_one_section_are_named(tmp_path: Path):
    cut = {
        **DAILY,
        "archive_url_format": "https://echo.example/b/#year/",
        "date_last_article": "2013-12-31",
    }
    rest = {
        **DAILY,
        "archive_url_format": "https://echo.example/b/#year/#month/",
        "date_first_article": "2014-01-01",
    }
    other = {"archive_url_format": "https://echo.example/b/"}
    _, found = made(
        tmp_path, {"b1": cut, "b2": rest, "c": DAILY, "d": other}, archive_page_urls_by_date=True
    )
    assert "columns b1, b2 all begin with https://echo.example/b/: " in messages(found, "todo")
    assert messages(found, "todo").count("all begin with") == 1


def test_a_crawl_file_names_its_schema_and_may_narrow_its_dates(tmp_path: Path):
    columns = {"main": DAILY}
    write(tmp_path, "schemas/echo_schema.yaml", schema(columns, archive_page_urls_by_date=True))
    text = '"schema": "schemas/echo_schema.yaml"\n"log_file_articles": "a.log"\n"date_from": 2018-04-07\n"date_until": 2018-04-08\n'
    found = import_wac(write(tmp_path, "crawl.yaml", text))
    (line,) = plan_spans(load_portal(write(tmp_path, "made.yaml", found.files[0].text)), TODAY)
    assert (line.first, line.last, line.pages) == (
        "https://echo.example/2018/04/07/",
        "https://echo.example/2018/04/08/",
        2,
    )
    assert "crawl.yaml:2: log_file_articles" in messages(found, "left")


@pytest.mark.parametrize(
    ("numbers", "flags", "said"),
    [
        (
            {"initial_pagenum": 1, "min_pagenum": 2, "max_pagenum": 9},
            {},
            (9, "op?page=1", "op?page=9"),
        ),
        (
            {"initial_pagenum": 1, "min_pagenum": 2, "max_pagenum": 1},
            {},
            (1, "op?page=1", "op?page=1"),
        ),
        (
            {"initial_pagenum": 4, "min_pagenum": 5, "max_pagenum": 5},
            {},
            (2, "op?page=4", "op?page=5"),
        ),
        ({"min_pagenum": 2, "max_pagenum": 9}, {}, (9, "op?page=", "op?page=9")),
        ({"initial_pagenum": 7}, {}, (1, "op?page=7", "op?page=7")),
        (
            {"initial_pagenum": 0, "min_pagenum": 1},
            {"infinite_scrolling": True},
            (None, "op?page=0", "op?page=0"),
        ),
        ({"min_pagenum": 2}, {"infinite_scrolling": True}, (None, "op?page=", "op?page=")),
        (
            {"initial_pagenum": 1, "min_pagenum": 2},
            {"new_article_url_threshold": 0},
            (None, "op?page=1", "op?page=1"),
        ),
    ],
)
def test_numbered_pages(tmp_path: Path, numbers, flags, said):
    portal, _ = made(tmp_path, {"main": {**NUMBERED, **numbers}}, next_url_by_pagenum=True, **flags)
    (line,) = plan_spans(portal, TODAY)
    pages, first, last = said
    assert (line.pages, line.first, line.last) == (
        pages,
        f"https://echo.example/{first}",
        f"https://echo.example/{last}",
    )
    mode = portal.columns[0].spans[0].pagination.mode
    expanding = "new_article_url_threshold" in flags
    assert mode == (
        "infinite-scroll"
        if flags and not expanding
        else "expanding"
        if expanding
        else "none"
        if pages == 1 and len(numbers) == 1
        else "numbered"
    )


def test_a_function_for_the_next_page_takes_precedence_over_numbers(tmp_path: Path):
    column = {**NUMBERED, "initial_pagenum": 0, "max_pagenum": 9}
    portal, found = made(
        tmp_path, {"main": column}, next_url_by_pagenum=True, extract_next_page_url_fun="next_echo"
    )
    span = portal.columns[0].spans[0]
    assert (span.pagination.mode, plan_spans(portal, TODAY)[0].first) == (
        "next-link",
        "https://echo.example/op?page=0",
    )
    assert "max_pagenum had no effect" in messages(found, "left")


def test_a_last_page_beside_infinite_scrolling(tmp_path: Path):
    column = {**NUMBERED, "initial_pagenum": 1, "min_pagenum": 2, "max_pagenum": 9}
    portal, found = made(
        tmp_path, {"main": column}, next_url_by_pagenum=True, infinite_scrolling=True
    )
    assert portal.columns[0].spans[0].pagination.mode == "infinite-scroll"
    assert "max_pagenum had no effect" in messages(found, "left")


def test_stop_rules_and_fetching(tmp_path: Path):
    column = {
        **NUMBERED,
        "initial_pagenum": 1,
        "max_tries": 5,
        "last_archive_page_url": "https://echo.example/op?page=3",
    }
    taboo = ["https://echo.example/a+b"]
    portal, _ = made(
        tmp_path,
        {"main": column, "other": {"archive_url_format": "https://echo.example/x", "max_tries": 2}},
        extract_next_page_url_fun="next_echo",
        stop_on_taboo_set=True,
        taboo_article_urls=taboo,
        verify_request=False,
    )
    assert (portal.fetch.verify_tls, portal.fetch.retries) == (False, 5)
    stop = portal.columns[0].spans[0].stop
    assert stop.at == (r"^https://echo\.example/op\?page=3$",)
    assert stop.listed == (r"^https://echo\.example/a\+b$",)
    assert portal.columns[1].spans[0].stop.at == ()


def test_python_functions_are_todo_rules_that_find_nothing(tmp_path: Path):
    write(
        tmp_path,
        "extractors.py",
        "import nothing_there\n\ndef next_echo(html):\n    # the link\n    return html.find('a')\n",
    )
    portal, found = made(
        tmp_path,
        {"main": NUMBERED},
        extract_next_page_url_fun="next_echo",
        next_page_of_article_fun="pages_echo",
        portal_specific_exctractor_functions_file="extractors.py",
    )
    text = found.files[0].text
    assert "# TODO write as a rule what next_echo (in extractors.py) does" in text
    assert "  #       return html.find('a')\n" in text
    span = portal.columns[0].spans[0]
    assert [
        rule.expression for rule in (*span.links, *span.pagination.next, *portal.article.next_page)
    ] == [
        "a.TODO-articles_echo",
        "a.TODO-next_echo",
        "a.TODO-pages_echo",
    ]
    for rule, function in (
        ("archive.links", "articles_echo"),
        ("archive.pagination.next", "next_echo"),
        ("article.next_page", "pages_echo"),
    ):
        assert f"{rule}: write as a rule what {function} does" in messages(found, "todo")


WRONG = """\
"site_name": "echo"
"columns":
    "main":
        "archive_url_format": "https://echo.example/op?page=#pagenum"
        "initial_pagenum": one
        "colour": 5
    "wrong":
        "archive_url_format": "//x"
    "bare": 3
"next_url_by_pagenum": false
"infinite_scroling": true
"""


def test_unknown_keys_and_values_are_reported_with_their_lines(tmp_path: Path):
    found = import_wac(write(tmp_path, "echo_schema.yaml", WRONG))
    assert check(write(tmp_path, "made.yaml", found.files[0].text)) == ()
    lines = sorted(
        (note.place.line, Path(note.place.file).name, note.message) for note in found.of("unknown")
    )
    assert lines == [
        (5, "echo_schema.yaml", "initial_pagenum: not a whole number: 'one'; left out"),
        (6, "echo_schema.yaml", "unknown key: colour"),
        (
            7,
            "echo_schema.yaml",
            "column wrong: not an http(s) address: '//x'; the column is left out",
        ),
        (9, "echo_schema.yaml", "column bare: expected a mapping; the column is left out"),
        (
            11,
            "echo_schema.yaml",
            "unknown key: infinite_scroling; did you mean infinite_scrolling?",
        ),
    ]


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ('"site_schemas": "x.yaml"\n', UsageError, "before schemas had files of their own"),
        ("- a\n", UsageError, "not a mapping"),
        ('"columns": {}\n', UsageError, "no columns"),
        ('"schema": "gone.yaml"\n', UsageError, "gone.yaml: No such file"),
        ("a: [\n", ConfigError, "not valid YAML"),
        ("a: 1\na: 2\n", ConfigError, "duplicate key"),
        ('"schema": null\n', UsageError, "names no schema"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, error: type[Exception], said: str):
    with pytest.raises(error, match=said):
        import_wac(write(tmp_path, "x.yaml", text))


def test_odd_names_stay_readable(tmp_path: Path):
    names = {
        'gazdaság/"mozaik": x': NUMBERED,
        "none": {"archive_url_format": "https://echo.example/#x?a=1#y"},
    }
    portal, _ = made(tmp_path, names, site_name="Ékes: #1")
    assert [column.name for column in portal.columns] == list(names)
    assert (portal.id, portal.title) == ("ekes-1", "Ékes: #1")


# The facts of real schemas, written as a schema again: the plan is that of the portal file that was
# written by hand.

SAME = (
    "p444",
    "origo",
    "nepszava",
    "szekelyhon",
    "magyarnarancs",
    "bbeacon",
    "kremmania_forum",
    "lelato_transindex",
    "termvil",
)
SAME = (
    *SAME,
    "penzcsinalok_transindex",
    "valasz",
    "maszol",
    "hvg",
    "epiteszforum",
    "kronikaonline",
    "feol",
)


@pytest.mark.parametrize("name", SAME)
def test_the_plan_of_an_imported_schema_is_that_of_the_portal_file(
    name: str, shared: Path, tmp_path: Path
):
    from webarticlecurator.base.folders import data_folder

    facts = json.loads((shared / "cases" / "wac" / "portals.json").read_text(encoding="utf-8"))[
        name
    ]
    (site,) = facts["schemas"].values()
    functions = {
        "extract_next_page_url_fun": "next_page_url",
        "next_page_of_article_fun": "next_page_of_article",
    }
    keys = {key: key for key, used in functions.items() if site["uses"][used]}
    columns = {}
    for column in site["columns"]:
        values = {
            "archive_url_format": column["url_format"],
            **{k: v for k, v in column.items() if k not in ("name", "url_format")},
        }
        columns[column["name"]] = {key: value for key, value in values.items() if value is not None}
    portal, found = made(tmp_path, columns, site_name=name, **site["flags"], **keys)
    assert found.of("unknown") == ()
    by_hand = load_portal(data_folder("site_configs") / f"{name}.yaml")
    ours = [
        (line.pages, line.windows, line.first, line.middle, line.last)
        for line in plan_spans(portal, TODAY)
    ]
    assert ours == [
        (line.pages, line.windows, line.first, line.middle, line.last)
        for line in plan_spans(by_hand, TODAY)
    ]
