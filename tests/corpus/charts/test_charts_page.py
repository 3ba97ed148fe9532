"""The page of a corpus report: valid HTML that needs no script, in which every bar opens a list."""

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest
from charts_material import COUNTS, make_article, make_numbers, make_page
from lxml import etree

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.corpus_numbers import Gap
from webarticlecurator.base.text.html_text import MAX_LABEL, POLICY
from webarticlecurator.corpus.charts import corpus_html
from webarticlecurator.corpus.charts.bar_names import describe_gaps
from webarticlecurator.corpus.charts.corpus_charts import MAX_BARS, list_bars
from webarticlecurator.corpus.charts.export_hint import describe_export

STYLE = Path(corpus_html.__file__).with_name("corpus_html.css").read_text(encoding="utf-8")
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)> \u202egnp.exe\u2066 \x1b[31m\x9b1m\x00&amp;"


def parse(page: str) -> etree._Element:
    """Parse as a browser does; the smallest fault is an error."""
    parser = html5lib.HTMLParser(
        html5lib.getTreeBuilder("lxml"), strict=True, namespaceHTMLElements=False
    )
    return parser.parse(page).getroot()


@pytest.fixture(scope="module")
def root() -> etree._Element:
    return parse(make_page(make_numbers(), make_article(1)))


def text(element: etree._Element) -> str:
    return " ".join("".join(element.itertext()).split())


def test_a_bar_opens_the_list_of_its_articles(root: etree._Element) -> None:
    opened = root.xpath("//details")
    assert len(opened) == len(list_bars(make_numbers()))
    for details in opened:
        assert details[0].tag == "summary"
        (table,) = details.xpath("div[@class='found']/table")
        assert [text(cell) for cell in table.xpath("tbody/tr/td")] == [
            "2003-02-01",
            "Title 1",
            "https://echo.example/1",
            "tei/2003/02/a1.xml",
            "a1",
        ]


def test_months_stand_in_their_year(root: etree._Element) -> None:
    years = {
        text(each.xpath("summary/bdi")[0]): [
            text(month) for month in each.xpath("ul/li/details/summary/bdi")
        ]
        for each in root.xpath("//section[@aria-labelledby='years']/ul/li/details")
    }
    assert years == {"2001": ["2001-12"], "2003": ["2003-02"], "undated": [], "without a month": []}


def test_what_is_left_out_is_counted_with_the_command_that_lists_it(root: etree._Element) -> None:
    news = text(root.xpath("//section[@aria-labelledby='columns']//div[@class='found']/p")[0])
    assert news == (
        "7 articles more: curator export echo.yaml --where column=news --format csv lists all of them"
    )
    author = text(root.xpath("//section[@aria-labelledby='authors']//div[@class='found']/p")[0])
    assert author.endswith("lists all of them") and "--where 'authors=" in author
    verdict = text(root.xpath("//section[@aria-labelledby='verdicts']//div[@class='found']/p")[0])
    assert verdict == "3 articles more"


def test_of_many_bars_the_largest_are_drawn_and_what_is_not_known(root: etree._Element) -> None:
    section = root.xpath("//section[@aria-labelledby='sections']")[0]
    names = [text(name) for name in section.xpath(".//summary/bdi")]
    assert names == [*(f"Section {number}" for number in range(MAX_BARS)), "no section"]
    assert "10 smaller bars are left out" in text(section)


def test_every_section_has_a_heading_and_is_in_the_navigation(root: etree._Element) -> None:
    ids = root.xpath("//section/@aria-labelledby")
    assert ids == root.xpath("//section/h2/@id")
    assert [f"#{each}" for each in ids] == root.xpath("//nav//a/@href")
    assert len(root.xpath("//@id")) == len(set(root.xpath("//@id")))
    assert len(root.xpath("//h1")) == len(root.xpath("//main")) == 1
    assert root.get("lang") == "en"
    assert root.xpath("//th[not(@scope)]") == []
    (picture,) = root.xpath("//*[local-name()='svg']")
    assert picture.get("role") == "img"
    assert text(picture.xpath("*[local-name()='title']")[0]).startswith("Month of publication")
    for bar in root.xpath("//summary"):
        assert bar.xpath("*[not(@aria-hidden)]/text()"), "a bar has its numbers as text"


def test_nothing_is_loaded_and_nothing_runs(root: etree._Element) -> None:
    assert root.xpath("//meta[@http-equiv='Content-Security-Policy']/@content") == [POLICY]
    assert root.xpath("//script | //link | //img | //iframe | //object | //form | //base") == []
    assert root.xpath("//@src | //@srcset | //@*[starts-with(name(), 'on')]") == []
    assert not re.search(r"url\(|@import", re.sub(r"/\*.*?\*/", "", STYLE))


def test_hostile_names_titles_and_addresses_are_text() -> None:
    counts = {**COUNTS, **{key: {HOSTILE: 3} for key in ("columns", "sections", "authors")}}
    numbers = make_numbers({**counts, "languages": {HOSTILE: 8}}, HOSTILE, HOSTILE)
    page = make_page(numbers, make_article(1, HOSTILE, f"javascript:{HOSTILE}"), f"{HOSTILE}.yaml")
    root = parse(page)
    assert root.xpath("//script | //img") == []
    assert root.xpath("//@*[starts-with(name(), 'on')]") == []
    assert root.xpath("//a[not(starts-with(@href, '#'))]") == []
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00\x1b\x9b]", page)
    shown = "".join(root.itertext())
    assert "<script>alert(1)</script>" in shown and r"\u202egnp.exe" in shown


def test_a_long_address_is_linked_as_a_whole() -> None:
    url = "https://echo.example/" + "a" * 2 * MAX_LABEL + "?x=1&y='2"
    root = parse(make_page(make_numbers(), make_article(1, url=url)))
    (link,) = {(each.get("href"), text(each)) for each in root.xpath("//td/a")}
    assert link[0] == url and link[1].endswith("…")


def test_an_empty_corpus_has_a_page() -> None:
    numbers = make_numbers({key: {} for key in COUNTS})
    assert "None." not in text(parse(make_page(numbers, make_article(1))))


@pytest.mark.parametrize(
    ("key", "name", "command"),
    (
        ("years", "2003", "--where year=2003 "),
        ("years", "", "--where year= "),
        ("months", "2004-02", "--where month=2004-02 "),
        ("columns", "a b", "--where 'column=a b' "),
        ("sections", "", "--where section= "),
        ("authors", "O'Neil; $(x)", """--where 'authors=O'"'"'Neil; $(x)' """),
        ("lengths", "100", "--where 'words>=100' --where 'words<=199' --where word_unit=words "),
        ("lengths", "6400", "--where 'words>=6400' --where word_unit=words "),
        ("languages", "hu", "--where language=hu "),
        ("languages", "und", "--where language= "),
        ("sources", "title: css", ""),
        ("stored", "2024-05", ""),
    ),
)
def test_commands_choose_the_articles_of_a_bar(key: str, name: str, command: str) -> None:
    assert describe_export("p.yaml", key, name) == f"curator export p.yaml {command}--format csv"


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * p for weight, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", range(3), ids=("light", "dark", "print"))
def test_colours_have_contrast(theme: int) -> None:
    block = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)[theme]
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block))
    assert len(colours) == 7
    for name in ("text", "quiet", "link"):
        assert contrast(colours[name], colours["paper"]) >= 4.5, name
    assert contrast(colours["bar"], colours["track"]) >= 3


def test_of_many_gaps_the_longest_are_named() -> None:
    gaps = [Gap("", f"20{year}-01", f"20{year}-02", 2) for year in range(10, 22)]
    (line,) = describe_gaps(gaps, 10)
    assert line.count("2 months") == 10
    assert line.endswith("2019-01 to 2019-02, 2 months; 2 more gaps")
    (whole,) = describe_gaps(gaps)
    assert whole.count("2 months") == 12 and "more" not in whole


def test_all_gaps_are_in_a_list_that_opens() -> None:
    gaps = tuple(Gap("", f"20{year}-01", f"20{year}-02", 2) for year in range(10, 22))
    root = parse(make_page(replace(make_numbers(), gaps=gaps), make_article(1)))
    (opened,) = root.xpath("//details[summary='All gaps']")
    assert text(opened).count("2 months") == 12
