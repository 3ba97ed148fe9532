"""Columns with fields of their own, and columns in a table."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from config_sample import HEAD, load, spans

from webarticlecurator.base.portal.rule import TextTest
from webarticlecurator.crawling.archive.page_address import fill_template
from webarticlecurator.crawling.archive.page_location import locate_page

ARCHIVE = """\
archive:
  url: "https://echo.example/list?c={cat}&page={page}"
  pagination:
    mode: numbered
    first_url: "https://echo.example/list?c={cat}"
  links: {css: "h2 a", template: "/{cat}/{}", when: {css: "b", text: {equals: "No. {cat}"}}}
  listed: {kind: {css: b, map: {x: "{cat}!", "{cat}": "{other}"}}}
  columns:"""
TABLE = (
    'column\tcat\tpagination.last\tdates.from\n# two columns\n"news, home"\t4986\t40\n\nfilm\t1.2\n'
)


def test_a_declared_field_is_filled_in_for_each_column(tmp_path: Path) -> None:
    columns = "\n    news: {fields: {cat: 4986}}\n    film: {fields: {cat: 'a b'}}\n"
    news, film = spans(load(tmp_path, HEAD + ARCHIVE + columns))
    assert fill_template(news.url, page="2") == "https://echo.example/list?c=4986&page=2"
    assert fill_template(film.url, page="2") == "https://echo.example/list?c=a%20b&page=2"
    assert news.pagination.first_url is not None
    assert fill_template(news.pagination.first_url) == "https://echo.example/list?c=4986"
    (rule,) = news.links
    assert rule.template == "/4986/{}"
    assert rule.when is not None
    assert rule.when.has[0].text == TextTest(equals="No. 4986")
    ((_, listed),) = news.listed
    assert listed.map == (("x", "4986!"), ("{cat}", "{other}"))


def test_a_declared_field_stands_for_its_value_where_an_address_is_looked_up(
    tmp_path: Path,
) -> None:
    columns = "\n    news: {fields: {cat: 49}}\n    film: {fields: {cat: 4986}}\n"
    portal = load(tmp_path, HEAD + ARCHIVE + columns)
    found = {
        address: locate_page(portal, f"https://echo.example/list?c={address}")
        for address in ("49&page=3", "4986&page=3", "4986", "7&page=3")
    }
    assert {address: place and (place.column, place.page) for address, place in found.items()} == {
        "49&page=3": ("news", "3"),
        "4986&page=3": ("film", "3"),
        "4986": ("film", "1"),
        "7&page=3": None,
    }


def test_columns_in_a_table(tmp_path: Path) -> None:
    archive = ARCHIVE.replace("  columns:", "  dates: {step: month, from: 2020-01-01}\n  columns:")
    archive = archive.replace("c={cat}", "c={cat}&m={date:%Y-%m}")
    table = TABLE + "tv\t3\t\t2021-05-01\n"
    news, film, tv = spans(load(tmp_path, HEAD + archive + " t.tsv\n", t__tsv=table))
    assert [span.column for span in (news, film, tv)] == ["news, home", "film", "tv"]
    assert [span.pagination.last for span in (news, film, tv)] == [40, None, None]
    assert [span.dates and span.dates.start for span in (news, film, tv)] == [
        date(2020, 1, 1),
        date(2020, 1, 1),
        date(2021, 5, 1),
    ]
    assert news.url.text == "https://echo.example/list?c=4986&m={date:%Y-%m}&page={page}"


def test_a_regex_in_text_holds_the_value_as_it_is(tmp_path: Path) -> None:
    archive = (
        'archive: {url: "https://echo.example/{cat}", links: {css: a, text: {regex: "^{cat}$"}},'
        " columns: {film: {fields: {cat: 1.2}}}}\n"
    )
    (film,) = spans(load(tmp_path, HEAD + archive))
    assert film.links[0].text == TextTest(regex=r"^1\.2$")
