"""The list of the articles with TEI: by day, a page at a time, each article once."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.texts import dated_articles
from webarticlecurator.storage.texts.dated_articles import (
    FIRST_PLACE,
    ArticlePlace,
    ArticleSelection,
    DatedArticles,
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory):
    """The list of a corpus with articles of all kinds, made without pages."""
    tmp_path = tmp_path_factory.mktemp("index")
    with open_corpus(tmp_path / "c", "small") as corpus:
        for number in range(200):
            add(corpus, number)
        corpus.commit()
    with view_corpus(tmp_path / "c", "small") as view:
        yield view.dated_articles


def add(corpus: Any, number: int) -> None:
    """An article: each third without a day, each fifth in another column, each eleventh without
    TEI, each thirteenth with the day of its window alone."""
    url = f"https://echo.example/{number}"
    corpus.frontier.add(url, url, "other" if number % 5 == 0 else "news")
    row = corpus.frontier.article(url)
    day = None if number % 3 == 0 else (date(2020, 1, 1) + timedelta(days=number % 17)).isoformat()
    folder = "undated" if day is None or number % 13 == 0 else f"{day[:4]}/{day[5:7]}"
    if number % 11:
        corpus.frontier.set_state(url, "tei")
        corpus.frontier.set_build(url, f"{folder}/a{number:03}.xml", "digest")
        corpus.tei_files.record(f"{folder}/a{number:03}.xml", "0", (1, 1))
    if day is not None:
        corpus.refreshes.set_day(row.id, day, "window" if number % 13 == 0 else "published")


def read_all(index: DatedArticles, selection: ArticleSelection, limit: int) -> list[Any]:
    found: list[Any] = []
    place: ArticlePlace | None = FIRST_PLACE
    while place is not None:
        page = index.page(place, selection, limit)
        assert len(page.articles) <= limit
        found += page.articles
        assert page.next != place
        place = page.next
    return found


@pytest.mark.parametrize("limit", [1, 7, 1000])
@pytest.mark.parametrize("most", [3, 20_000])
def test_every_article_with_tei_is_listed_once(index, limit, most, monkeypatch):
    monkeypatch.setattr(dated_articles, "MAX_READ", most)
    found = read_all(index, ArticleSelection(), limit)
    expected = {f"https://echo.example/{number}" for number in range(200) if number % 11}
    assert {article.canonical for article in found} == expected
    assert len(found) == len(expected)
    days = [article.day for article in found]
    dated = [day for day in days if day is not None]
    assert days == sorted(dated) + [None] * (len(days) - len(dated))
    assert len(dated) == sum(n % 3 != 0 and n % 11 != 0 and n % 13 != 0 for n in range(200))


@pytest.mark.parametrize("most", [3, 20_000])
def test_days_and_columns_choose(index, most, monkeypatch):
    monkeypatch.setattr(dated_articles, "MAX_READ", most)
    chosen = ArticleSelection("2020-01-03", "2020-01-05", "other")
    found = read_all(index, chosen, 2)
    expected = {
        f"https://echo.example/{n}"
        for n in range(200)
        if n % 17 in (2, 3, 4) and n % 5 == 0 and n % 3 and n % 11 and n % 13
    }
    assert {article.canonical for article in found} == expected != set()
    assert len(found) == len(expected)
    undated = read_all(index, ArticleSelection(column="other"), 50)
    assert None in {article.day for article in undated}
    assert {article.column for article in undated} == {"other"}


@pytest.mark.parametrize("most", [1, 20_000])
@pytest.mark.parametrize(
    ("since", "until", "found"),
    [
        ("2019-03-01", "2019-03-31", ["2019-03", "2019"]),
        ("2019-04-01", "2019-12-31", ["2019"]),
        ("2019-12-31", None, ["2019", "2020-01"]),
        (None, "2019-03-01", ["2018", "2019-03", "2019"]),
        ("2021-01-01", None, []),
        (None, None, ["2018", "2019-03", "2019", "2020-01", None]),
    ],
)
def test_a_month_or_a_year_is_in_each_range_with_one_of_its_days(
    tmp_path, since, until, found, most, monkeypatch
):
    monkeypatch.setattr(dated_articles, "MAX_READ", most)
    with open_corpus(tmp_path / "c", "small") as corpus:
        for folder in ("2018", "2019", "2019/03", "2020/01", "undated"):
            url = f"https://echo.example/{folder}"
            corpus.frontier.add(url, url, "news")
            corpus.frontier.set_state(url, "tei")
            corpus.frontier.set_build(url, f"{folder}/a{len(folder):016}.xml", "digest")
        corpus.commit()
    with view_corpus(tmp_path / "c", "small") as view:
        listed = read_all(view.dated_articles, ArticleSelection(since, until), 2)
    assert [article.day for article in listed] == found


def test_an_article_is_found_by_its_id(index):
    assert index.find("a001").canonical == "https://echo.example/1"
    assert index.find("a003").path == "undated/a003.xml"
    assert index.find("a011") is None
    assert index.find("%") is None
