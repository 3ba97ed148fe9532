"""One line each: tables, exports and searches of a corpus, and an article of a page, from Python."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from client_of_api import use_article
from export_material import PORTAL
from lxml import etree

from webarticlecurator import Corpus, UsageError, extract

PAGE = """<html lang="hu"><head><meta property="article:published_time" content="2020-03-01T10:00:00+01:00">
<title>Megnyílt a híd</title></head><body><article><h1>Megnyílt a híd</h1>
<p>Ma reggel megnyílt az új híd a folyó fölött, és sokan mentek át rajta az első órában.</p>
<h2>Délután</h2><p>Délután *lezárták*, mert a szél erős volt, és a mérnökök megnézték a pilléreket is.</p>
<ul><li>Az első pillér jó, mondták a mérnökök.</li><li>A második pillér is jó, mondták utána.</li></ul>
<p>1. Este újra megnyitották, és a polgármester köszönetet mondott mindenkinek a türelemért.</p>
</article></body></html>"""


@pytest.fixture
def three(corpus: Path, put: Callable[..., Path]) -> Corpus:
    put("fire", {"published": ["2015-06-01"], "title": ["Tűz"]}, ("One two three.", "Four."))
    put("flood", {"published": ["2015-07"], "title": ["Flood <b>"]}, ("The river and the mill.",))
    put("late", {"published": ["2020-12-31T23:30:00+01:00"]}, ("The mill again.",))
    return Corpus(corpus, PORTAL)


def test_pandas_and_polars_have_the_same_table(three: Corpus) -> None:
    pytest.importorskip("pyarrow")
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    columns = ["title", "words", "published_time", "year"]
    one = three.to_pandas(columns=columns, where=["year=2015"])
    other = three.to_polars(columns=columns, where=["year=2015"])
    assert isinstance(one, pandas.DataFrame) and isinstance(other, polars.DataFrame)
    assert list(one.columns) == other.columns == columns
    assert one.words.tolist() == other["words"].to_list() == [4, 5]
    assert one.published_time[0] == pandas.Timestamp("2015-05-31T22:00Z")
    assert other["published_time"].to_list()[0].isoformat() == "2015-05-31T22:00:00+00:00"
    assert len(three.to_polars()) == 3


def test_an_export_says_how_many_and_warns_of_what_the_command_would_say(
    three: Corpus, tmp_path: Path
) -> None:
    out = io.BytesIO()
    assert three.export("csv", out, columns=["title"], where=["not year=2020"]) == 2
    assert out.getvalue().decode("utf-8-sig").splitlines() == ["title", "Tűz", "Flood <b>"]
    assert three.export("txt", tmp_path / "texts", sample=1) == 1
    (three.folder / "tei" / "2015" / "06" / "x.xml").write_text("<a/>", encoding="utf-8")
    with pytest.warns(UserWarning, match="1 TEI files were left out, the first .*x.xml"):
        assert three.export("jsonl", str(tmp_path / "all.jsonl")) == 3
    with pytest.raises(UsageError, match="not an export format: 'doc'"):
        three.export("doc", out)


def test_an_article_of_a_corpus_has_its_moment_and_forms(three: Corpus) -> None:
    articles = {article.url.rpartition("/")[2]: article for article in three.articles()}
    moment = articles["flood"].datetime
    assert moment is not None and moment.isoformat() == "2015-07-01T00:00:00+02:00"
    assert str(articles["fire"]) == articles["fire"].text == "One two three.\nFour."
    assert articles["flood"].markdown == "# Flood \\<b\\>\n\nThe river and the mill.\n"
    assert "<h3>Flood &lt;b&gt;</h3>" in articles["flood"]._repr_html_()


def test_a_page_becomes_an_article_without_a_portal_file() -> None:
    moment, text, tree = use_article(PAGE)
    assert moment == datetime.fromisoformat("2020-03-01T09:00:00+00:00")
    article = extract(PAGE.encode("utf-8"), url="https://echo.example/a")
    assert text == str(article) + article.markdown
    assert article.title == "Megnyílt a híd" and etree.QName(tree).localname == "TEI"
    lines = article.markdown.splitlines()
    assert lines[0] == "# Megnyílt a híd"
    assert "## Délután" in lines
    assert "- Az első pillér jó, mondták a mérnökök." in lines
    assert any(line.startswith("Délután \\*lezárták\\*, mert") for line in lines)
    assert any(line.startswith("1\\. Este") for line in lines)
    with pytest.raises(UsageError, match="no article: empty"):
        extract("<html><body></body></html>", url="https://echo.example/b")


def test_markdown_is_read_by_a_parser_as_what_it_stands_for() -> None:
    markdown = pytest.importorskip("markdown_it")
    article = extract(PAGE, url="https://echo.example/a")
    html = etree.HTML(markdown.MarkdownIt().render(article.markdown))
    assert [each.text for each in html.iter("h1", "h2")] == ["Megnyílt a híd", "Délután"]
    assert len(list(html.iter("li"))) == 2 and not list(html.iter("ol", "em", "strong"))
    shown = " ".join("".join(map(str, html.itertext())).split())
    assert shown == " ".join(f"{article.title} {article.text}".split())
