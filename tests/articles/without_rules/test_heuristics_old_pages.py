"""Pages like those of 1998 to 2008: layout tables, ``font``, ``br`` for paragraphs, the first blog
engines.

``old_pages/`` has pages made after the templates of those years, in seven languages and five
encodings, and for each page the article's paragraphs, one per line.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.articles.without_rules.article_text import find_article_text
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.plain_text import plain_lines

PAGES = sorted((Path(__file__).parent / "old_pages").glob("*.html"))
URL = "http://echo.example/2003/05/17/library.html"
MAX_OTHER_SHARE = 0.06
"""Share of other text that may be left: a mood, a link back, a title that is not repeated."""


def text_of(content: bytes) -> str:
    found = read_body(read_page(URL, content, "text/html"), BodyRules(), base_tags())
    assert isinstance(found, BodyResult)
    return "\n".join(plain_lines(found.blocks))


def tokens(text: str) -> list[str]:
    """Return the words, or the single characters of scripts without spaces."""
    return re.findall(
        r"[\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff]|[^\W\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff]+",
        text,
    )


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_article_of_an_old_page_is_complete_with_little_else(path: Path) -> None:
    expected = Counter(tokens(path.with_suffix(".txt").read_text(encoding="utf-8")))
    found = Counter(tokens(text_of(path.read_bytes())))
    assert expected - found == Counter()
    assert sum((found - expected).values()) <= MAX_OTHER_SHARE * sum(expected.values())


def test_there_are_old_pages() -> None:
    assert len(PAGES) >= 12


def test_a_frameset_has_no_article() -> None:
    frames = b"<title>Echo</title><frameset cols='120,*'><frame src='menu.html'><frame src='main.html'></frameset>"
    assert find_article_text(read_page(URL, frames, "text/html")) is None


def test_rows_of_one_table_are_one_article() -> None:
    rows = [
        f"Row {n} of the text, where every paragraph was put into a row of the same table, as editors of those years did."
        for n in range(6)
    ]
    table = "".join(f"<tr><td><font size=2>{row}</font></td></tr>" for row in rows)
    page = f"<title>The library opens again</title><h1>The library opens again</h1><table>{table}</table>"
    words = tokens(text_of(page.encode()))
    assert words == tokens(" ".join(rows))
