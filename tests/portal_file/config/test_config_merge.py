"""Merging: column over archive, span over column, layout over article."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from config_sample import ARCHIVE, HEAD, css, load, sources, spans

from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.base.portal.portal import Dates, Pagination, Stop

COLUMNS = """\
archive:
  dates: {from: 2000-01-01, step: month, order: oldest-first}
  pagination: {mode: numbered, first: 0, last: 9}
  links: [h2, h3]
  stop: {max_pages: 50, at: "end$"}
  settle: 12h
  columns:
"""


def test_mappings_merge_key_by_key(tmp_path: Path) -> None:
    column = '    a: {url: "https://echo.example/a/{date:%Y/%m}/{page}", dates: {until: 2001-12-31}, stop: {at: ["x", "y"]}}\n'
    (span,) = spans(load(tmp_path, HEAD + COLUMNS + column))
    assert span.dates == Dates(date(2000, 1, 1), date(2001, 12, 31), "month", False)
    assert span.stop == Stop(("x", "y"), 50)
    assert span.settle == timedelta(hours=12)


@pytest.mark.parametrize(
    ("own", "merged"),
    [
        ("{last: 40}", Pagination("numbered", first=0, last=40)),
        ("{step: 3}", Pagination("numbered", first=0, last=9, step=3)),
        ("{pages: [1-2, 3]}", Pagination("numbered", pages=("1-2", "3"))),
        ("{mode: numbered}", Pagination("numbered")),
        ("{mode: infinite-scroll, step: 2}", Pagination("infinite-scroll", step=2)),
    ],
)
def test_a_pagination_without_a_mode_is_merged(
    tmp_path: Path, own: str, merged: Pagination
) -> None:
    url = "https://echo.example/a/{date:%Y/%m}/{page}"
    column = f'    a: {{url: "{url}", pagination: {own}}}\n'
    (span,) = spans(load(tmp_path, HEAD + COLUMNS + column))
    assert span.pagination == merged


def test_numbers_replace_an_inherited_list_of_pages(tmp_path: Path) -> None:
    pages = "pagination: {mode: numbered, pages: [1, 3]}"
    text = HEAD + COLUMNS.replace("pagination: {mode: numbered, first: 0, last: 9}", pages)
    column = '    a: {url: "https://echo.example/a/{date:%Y/%m}/{page}", pagination: {last: 4}}\n'
    (span,) = spans(load(tmp_path, text + column))
    assert span.pagination == Pagination("numbered", last=4)


def test_lists_rules_and_a_whole_pagination_replace(tmp_path: Path) -> None:
    column = '    a: {url: "https://echo.example/a/{date:%Y/%m}/{page}", links: [h4], pagination: {mode: infinite-scroll}}\n'
    (span,) = spans(load(tmp_path, HEAD + COLUMNS + column))
    assert span.links == css("h4")
    assert span.pagination == Pagination("infinite-scroll", first=1)


def test_none_removes(tmp_path: Path) -> None:
    column = (
        '    a: {url: "https://echo.example/a", dates: none, pagination: none, stop: {at: none}}\n'
    )
    (span,) = spans(load(tmp_path, HEAD + COLUMNS + column))
    assert (span.dates, span.pagination, span.stop) == (None, Pagination(), Stop(max_pages=50))


def test_a_removed_key_may_be_given_again_below(tmp_path: Path) -> None:
    column = """\
    a:
      dates: none
      spans:
        - {url: "https://echo.example/a/{page}"}
        - {url: "https://echo.example/b/{date:%Y}/{page}", dates: {from: 2010-01-01, step: year}}
"""
    first, second = spans(load(tmp_path, HEAD + COLUMNS + column))
    assert first.dates is None
    # order: what stood above was removed
    assert second.dates == Dates(date(2010, 1, 1), None, "year", True)


def test_order_of_a_span(tmp_path: Path) -> None:
    columns = """\
    a: {url: "https://echo.example/a/{date:%Y/%m}/{page}"}
    b: {url: "https://echo.example/b/{page}", dates: none}
    c: {url: "https://echo.example/c/{page}", dates: none, order: oldest-first}
"""
    assert [span.newest_first for span in spans(load(tmp_path, HEAD + COLUMNS + columns))] == [
        True,
        True,
        False,
    ]


def test_order_is_merged_like_any_key_and_dates_order_is_another(tmp_path: Path) -> None:
    columns = """\
    a: {url: "https://echo.example/a/{date:%Y/%m}/{page}"}
    b:
      order: newest-first
      spans:
        - {url: "https://echo.example/b/{page}", dates: none}
        - {url: "https://echo.example/c/{page}", dates: none, order: oldest-first}
"""
    above = COLUMNS.replace("  columns:", "  order: oldest-first\n  columns:")
    found = spans(
        load(
            tmp_path,
            HEAD + above.replace("step: month, order: oldest-first", "step: month") + columns,
        )
    )
    assert [span.newest_first for span in found] == [False, True, False]
    assert found[0].dates is not None and found[0].dates.newest_first


def test_quoted_none_is_text(tmp_path: Path) -> None:
    portal = load(tmp_path, HEAD + ARCHIVE + 'article: {body: {drop: "none"}, next_page: none}\n')
    assert portal.article.body.drop == css("none")
    assert portal.article.next_page == ()


def test_a_field_without_sources(tmp_path: Path) -> None:
    portal = load(tmp_path, HEAD + ARCHIVE + "article: {metadata: {subtitle: none, title: h1}}\n")
    assert sources(portal.article, "subtitle") == []
    assert sources(portal.article, "title") == [("css", "h1")]
    assert sources(portal.article, "published") != []


def test_version_over_article(tmp_path: Path) -> None:
    text = """\
article:
  comments: drop
  body: {root: main, drop: [.ad], tags: {div.a: box, div.b: quote}}
  metadata: {title: h1, section: .section}
  next_page: a.next
  layouts:
    - {name: old, when: td.x, next_page: none, body: {root: td.x, tags: {div.b: none, div.c: list}}, metadata: {title: h2}}
"""
    portal = load(tmp_path, HEAD + ARCHIVE + text)
    rules = portal.layouts[0].rules
    assert (rules.body.root, rules.body.drop) == (css("td.x"), css(".ad"))
    assert rules.body.tags == (TagRow("div.a", "box"), TagRow("div.c", "list"))
    assert (rules.next_page, rules.comments) == ((), "drop")
    assert (sources(rules, "title"), sources(rules, "section")) == (
        [("css", "h2")],
        [("css", ".section")],
    )
    assert portal.article.body.tags == (TagRow("div.a", "box"), TagRow("div.b", "quote"))


def test_a_problem_of_an_inherited_key_is_reported_once(tmp_path: Path) -> None:
    from webarticlecurator.base.errors import ConfigError
    from webarticlecurator.portal_file.config.load import check

    columns = '    a: {url: "https://echo.example/a/{date:%Y/%m}/{page}"}\n    b: {url: "https://echo.example/b/{date:%Y/%m}/{page}"}\n'
    text = HEAD + COLUMNS.replace("first: 0, last: 9", "first: 9, last: 0") + columns
    try:
        load(tmp_path, text)
    except ConfigError as error:
        assert len(error.problems) == 1
        assert check(tmp_path / "portal.yaml") == error.problems
    else:
        raise AssertionError("last before first must be a problem")
