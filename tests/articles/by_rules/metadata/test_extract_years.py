"""The year in a value or in a copyright line, and the field that has one."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from webarticlecurator.articles.by_rules.manual_overrides import apply_overrides
from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.by_rules.years import normalize_year
from webarticlecurator.base.model.article import Value
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

URL = "https://echo.example/1"
PORTAL = 'portal: echo\nhome: https://echo.example/\narchive: {url: "https://echo.example/"}\n'


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("2019", "2019"),
        (" 2019-03-15T08:30:00+01:00", "2019"),
        ("© 2011–2019 Echo Kft.", "2011"),
        ("Founded 1848. (c) 2019 Echo", "2019"),
        ("2019 © Echo", "2019"),
        ("COPYRIGHT Echo, 2019", "2019"),
        ("٢٠١٩", "2019"),
        ("© 2562 (2019)", "2019"),
        ("2020", "2020"),
        ("2021", None),
        ("1599", None),
        ("20190315", None),
        ("'19", None),
        ("", None),
    ],
)
def test_a_year_up_to_the_capture_is_read(text: str, year: str | None) -> None:
    assert normalize_year(text, 2020) == year


JSONLD = (
    '<script type="application/ld+json">{"@type": "NewsArticle", "copyrightYear": 2019}</script>'
)
MICRODATA = """<div itemscope itemtype="https://schema.org/NewsArticle">
<meta itemprop="copyrightYear" content="2018"></div>"""
LINE = "<footer>© 2017–2019 Echo</footer>"
BY_RULE = "article: {metadata: {copyright_year: footer}}\n"


@pytest.mark.parametrize(
    ("html", "rules", "expected"),
    [
        (JSONLD + MICRODATA, "", Value("2019", "jsonld:copyrightYear", "2019")),
        (MICRODATA, "", Value("2018", "microdata:copyrightYear", "2018")),
        (JSONLD + LINE, BY_RULE, Value("2017", "css:footer", "© 2017–2019 Echo")),
        (LINE, "", None),
    ],
)
def test_the_copyright_year_is_read(
    tmp_path: Path, html: str, rules: str, expected: Value | None
) -> None:
    assert read_year(tmp_path, html, rules) == ((expected,) if expected else ())


def read_year(folder: Path, html: str, rules: str, captured: date | None = None) -> tuple:
    path = folder / "echo.yaml"
    path.write_text(PORTAL + rules, encoding="utf-8", newline="\n")
    portal = load_portal(path)
    found, _ = read_metadata(Page(URL, html, captured=captured), portal, portal.article)
    return apply_overrides(portal, found, URL)[0].all("copyright_year")


def test_a_year_after_the_capture_is_passed_over(tmp_path: Path) -> None:
    assert read_year(tmp_path, JSONLD + MICRODATA, "", date(2018, 6, 1)) == (
        Value("2018", "microdata:copyrightYear", "2018"),
    )


def test_a_year_written_by_hand_comes_first(tmp_path: Path) -> None:
    (tmp_path / "echo.overrides.tsv").write_text(
        f"id\tfield\tvalue\treason\n{URL}\tcopyright_year\t1999\tprinted issue\n",
        encoding="utf-8",
        newline="\n",
    )
    assert read_year(tmp_path, JSONLD, "") == (Value("1999", "override:printed issue", "2019"),)
