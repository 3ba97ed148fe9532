"""Which files are read, in which order, which articles are selected, and what is reported."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from stored_articles import read_articles

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.corpus.export.selection import Selection


def slugs(corpus: Path, **wanted: object) -> list[str]:
    selection = Selection(timezone="Europe/Budapest", **wanted)  # type: ignore[arg-type]
    return [article.header.url.rpartition("/")[2] for article in read_articles(corpus, selection)]


@pytest.fixture
def years(put) -> None:
    put("late", {"published": ["2020-12-31T23:30:00+01:00"]})
    put("middle", {"published": ["2015-06-01"]}, column="sport")
    put("month", {"published": ["2015-07"]})
    put("undated", {})
    put("early", {"published": ["2001-01-01T08:00:00+01:00"]})


def test_articles_are_sorted_by_path_with_undated_ones_last(corpus, years):
    assert slugs(corpus) == ["early", "middle", "month", "late", "undated"]


def test_the_order_does_not_depend_on_the_order_of_writing(corpus, put):
    names = [put(f"a{n}", {"published": ["2015-06-01"]}).name for n in range(20)]
    assert [Path(a.path).name for a in read_articles(corpus)] == sorted(names)
    assert sorted(names) != names


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"since": date(2015, 6, 1)}, ["middle", "month", "late"]),
        ({"since": date(2015, 6, 2)}, ["month", "late"]),
        ({"until": date(2015, 6, 1)}, ["early", "middle"]),
        ({"until": date(2015, 5, 31)}, ["early"]),
        # a month is all of its days
        ({"since": date(2015, 7, 31), "until": date(2015, 8, 1)}, ["month"]),
        ({"until": date(2020, 12, 31), "since": date(2020, 12, 31)}, ["late"]),
        ({"column": "sport"}, ["middle"]),
        ({"column": "sport", "until": date(2014, 1, 1)}, []),
    ],
)
def test_days_are_included_and_columns_are_exact(corpus, years, wanted, found):
    assert slugs(corpus, **wanted) == found


def test_undated_articles_are_counted_with_a_date_range(corpus, years):
    articles = read_articles(corpus, Selection(since=date(2001, 1, 1)))
    assert len(list(articles)) == 4
    assert (articles.selected, articles.undated, articles.problems) == (4, 1, [])


@pytest.mark.parametrize(
    ("published", "zone", "first", "last"),
    [
        ("2015-06-01", "Europe/Budapest", date(2015, 6, 1), date(2015, 6, 1)),
        ("2015-06-01T00:30:00+02:00", "Europe/Budapest", date(2015, 6, 1), date(2015, 6, 1)),
        # the portal's calendar, as in tei/
        ("2015-05-31T22:30:00Z", "Europe/Budapest", date(2015, 6, 1), date(2015, 6, 1)),
        # no zone: the day that is written
        ("2015-05-31T22:30", "Europe/Budapest", date(2015, 5, 31), date(2015, 5, 31)),
        ("2016-02", "UTC", date(2016, 2, 1), date(2016, 2, 29)),
        ("2016", "UTC", date(2016, 1, 1), date(2016, 12, 31)),
    ],
)
def test_parse_days(published, zone, first, last):
    assert parse_days(published, zone) == (first, last)


@pytest.mark.parametrize(
    "published",
    [None, "", "yesterday", "2015-13", "2015-02-30", "0000", "9999-12-31T23:59:59-12:00"],
)
def test_parse_days_of_other_text(published):
    assert parse_days(published, "Europe/Budapest") is None


def test_only_folders_of_selected_months_are_opened(corpus, put):
    outside = put("old", {"published": ["2001-01-01"]})
    outside.write_bytes(b"never read")
    put("new", {"published": ["2015-06-01"]})
    articles = read_articles(corpus, Selection(since=date(2015, 1, 1)))
    assert len(list(articles)) == 1
    assert articles.problems == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<TEI",
        b"<html/>",
        b'<TEI xmlns="http://www.tei-c.org/ns/1.0"/>',
        b"\xff\xfe\x00",
        "cut",
    ],
)
def test_a_foreign_xml_file_is_reported_and_left_out(corpus, put, content):
    put("good", {"published": ["2015-06-01"]})
    bad = put("bad", {"published": ["2014-01-01"]})
    bad.write_bytes(bad.read_bytes()[:-500] if content == "cut" else content)
    articles = read_articles(corpus)
    assert [a.header.url for a in articles] == ["https://echo.example/good"]
    (problem,) = articles.problems
    assert problem.where == str(bad)
    assert "curator build" in problem.message


def test_a_header_changed_by_hand_is_reported(corpus, put):
    path = put("bad", {})
    path.write_bytes(path.read_bytes().replace(b'quantity="2"', b'quantity="many"'))
    articles = read_articles(corpus)
    assert list(articles) == []
    assert "many" in articles.problems[0].message


def test_other_files_in_the_folder_are_ignored(corpus, put):
    path = put("good", {})
    path.with_suffix(".xml.new").write_bytes(b"half")
    (corpus / "tei" / "renamed.tsv").write_bytes(b"a\tb\n")
    articles = read_articles(corpus)
    assert len(list(articles)) == 1
    assert articles.problems == []


def test_a_folder_without_tei_is_an_error(tmp_path):
    with pytest.raises(UsageError) as caught:
        read_articles(tmp_path)
    assert "curator crawl" in caught.value.cure
