"""``curator report corpus``: the numbers of the demo corpus are those of its TEI files, however the
index came to them."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import html5lib
import pytest
from demo_corpus import crawl_demo_parts
from long_parameters import always
from lxml import etree

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.model.article_facts import ArticleFacts
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.charts.export_hint import describe_export, selects_bar
from webarticlecurator.crawling.building import missing_facts
from webarticlecurator.tei.documents import document_facts

DEMO = data_folder("examples") / "demo.yaml"
PARTS = (("hirek", 2010), ("hirek", 2015), ("sport", 2010), ("sport", 2015))
ARTICLES = 17
"""Articles of these columns and years."""
NAMES = {
    "t": "http://www.tei-c.org/ns/1.0",
    "s": "https://schema.org/",
    "d": "http://purl.org/dc/terms/",
}
Counts = dict[str, tuple[int, int]]


@pytest.fixture(scope="module")
def crawled(demo_corpus: Path) -> Path:
    return demo_corpus


@pytest.fixture(scope="module")
def crawled_part(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus of ``PARTS``."""
    folder = tmp_path_factory.mktemp("part") / "corpus"
    crawl_demo_parts(folder, PARTS)
    return folder


@pytest.fixture
def part(crawled_part: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(crawled_part, tmp_path / "part"))


@pytest.fixture
def corpus(crawled: Path, tmp_path: Path) -> Path:
    """A copy of the corpus that a test may change."""
    return Path(shutil.copytree(crawled, tmp_path / "corpus"))


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> Callable[[Path], dict]:
    def run(folder: Path, code: int = 0) -> dict:
        capsys.readouterr()
        assert main(["report", "corpus", str(DEMO), "--corpus", str(folder), "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return run


def in_tei(folder: Path, path: str) -> Counts:
    """Value of an XPath, for each document once → articles and words, by reading all TEI files."""
    articles: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for file in folder.glob("tei/**/*.xml"):
        root = etree.parse(file).getroot()
        count = int(root.xpath("string(//t:measure[@unit='words']/@quantity)", namespaces=NAMES))
        found = root.xpath(path, namespaces=NAMES)
        for value in set(found) if isinstance(found, list) else {found}:
            articles[str(value)] += 1
            words[str(value)] += count
    return {value: (articles[value], words[value]) for value in articles}


def bars(answer: dict, key: str) -> Counts:
    names = [bar["name"] for bar in answer[key]]
    assert len(names) == len(set(names))
    return {bar["name"]: (bar["articles"], bar["words"]) for bar in answer[key]}


PUBLISHED = "string(//t:sourceDesc//t:date[@type='datePublished']/@when)"


def test_the_numbers_are_those_of_the_tei(crawled: Path, report: Callable) -> None:
    answer = report(crawled)
    assert (answer["portal"], answer["articles"], answer["unread"]) == ("demo", 318, 0)
    assert answer["words"] == sum(words for _, words in in_tei(crawled, "'all'").values())
    # the demo portal is at home in Europe/Budapest, and its times have the offset of that zone
    assert bars(answer, "months") == in_tei(crawled, f"substring({PUBLISHED}, 1, 7)")
    assert bars(answer, "years") == in_tei(crawled, f"substring({PUBLISHED}, 1, 4)")
    column = "string(//t:biblScope[@unit='column'])"
    assert bars(answer, "columns") == in_tei(crawled, column)
    assert bars(answer, "languages") == in_tei(crawled, "string(//t:language/@ident)")
    authors = in_tei(crawled, "//t:titleStmt/t:author/*/text()")
    without = in_tei(crawled, "string(not(//t:titleStmt/t:author))")["true"]
    assert bars(answer, "authors") == {**authors, "": without}
    sections = in_tei(crawled, "//t:keywords[contains(@scheme, 'articleSection')]//t:term/text()")
    assert bars(answer, "sections") == sections
    status = in_tei(crawled, "string(//t:availability/@status)")
    assert bars(answer, "access") == {"closed": status["restricted"], "": status["unknown"]}


def test_every_source_and_length_is_counted(crawled: Path, report: Callable) -> None:
    answer = report(crawled)
    sources = bars(answer, "sources")
    titles = {name: numbers for name, numbers in sources.items() if name.startswith("title: ")}
    assert sum(articles for articles, _ in titles.values()) == 318
    # what the demo's portal file and pages say: og:title since 2011, before that a selector
    og_title = in_tei(crawled, "string(//d:source = 'meta:og:title')")["true"]
    assert titles["title: meta"] == og_title
    assert sources["authors: listed"][0] == 4
    lengths = in_tei(
        crawled,
        "string(number(//t:measure[@unit='words']/@quantity) >= 100"
        " and number(//t:measure[@unit='words']/@quantity) < 200)",
    )
    assert bars(answer, "lengths")["100"] == lengths["true"]
    assert sum(articles for articles, _ in bars(answer, "lengths").values()) == 318


def test_verdicts_and_gaps(crawled: Path, report: Callable) -> None:
    answer = report(crawled)
    verdicts = {(each["state"], each["reason"]): each["articles"] for each in answer["verdicts"]}
    assert verdicts["tei", ""] == 318
    assert verdicts["rejected", "gone"] == 3
    months = set(bars(answer, "months"))
    assert min(months) == "2001-02"
    of_all = [gap for gap in answer["gaps"] if not gap["column"]]
    assert of_all[0] == {"column": "", "first": "2001-08", "last": "2001-09", "months": 2}
    assert sum(gap["months"] for gap in of_all) == 12 * 20 - 1 - len(months)
    assert answer["silent_spans"] == []
    (stored,) = answer["stored"]
    assert stored["articles"] == 318


def test_people_read_the_same_numbers(crawled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "corpus", str(DEMO), "--corpus", str(crawled)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("demo: 318 articles in TEI, ")
    year = next(line for line in lines if line.startswith("2001 ")).split()
    assert (year[1], len(year)) == ("8", 3 + 12)
    assert any(line.split() == ["rejected:", "gone", "3"] for line in lines)


def drop_facts(corpus: Path) -> None:
    """Leave the index as if the facts of no article were recorded."""
    with closing(sqlite3.connect(corpus / "corpus.sqlite")) as index:
        index.execute("DELETE FROM article_facts")
        index.execute(
            "INSERT INTO articles_without_facts SELECT id FROM articles WHERE tei IS NOT NULL"
        )
        index.commit()


def stored_facts(corpus: Path) -> list[tuple]:
    with closing(sqlite3.connect(corpus / "corpus.sqlite")) as index:
        query = (
            "SELECT a.canonical, f.*, s.sources FROM article_facts f JOIN articles a"
            " ON a.id = f.article JOIN fact_sources s ON s.id = f.sources ORDER BY 1"
        )
        # without the row ids of the article and the sources, which depend on the order
        return [(row[0], *row[2:12], *row[13:]) for row in index.execute(query)]


@pytest.mark.long
def test_an_index_without_facts_is_counted_from_the_tei_and_completed_by_a_build(
    crawled: Path, corpus: Path, report: Callable, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = report(crawled)
    drop_facts(corpus)
    before = (corpus / "corpus.sqlite").read_bytes()
    assert report(corpus) == expected
    main(["report", "corpus", str(DEMO), "--corpus", str(corpus)])
    assert "318 articles are counted from their TEI" in capsys.readouterr().err
    assert (corpus / "corpus.sqlite").read_bytes() == before
    assert main(["build", str(DEMO), "--corpus", str(corpus)]) == 0
    assert stored_facts(corpus) == stored_facts(crawled)
    assert report(corpus) == expected
    main(["report", "corpus", str(DEMO), "--corpus", str(corpus)])
    assert "counted from their TEI" not in capsys.readouterr().err


def test_a_build_that_is_stopped_while_it_reads_them_goes_on_where_it_was(
    crawled_part: Path, part: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop_facts(part)
    numbers = count(1)
    read = document_facts.read_facts

    def stop_at_13(content: bytes, timezone: str) -> ArticleFacts:
        if next(numbers) == 13:
            raise KeyboardInterrupt
        return read(content, timezone)

    monkeypatch.setattr(missing_facts, "FACTS_BATCH", 5)
    monkeypatch.setattr(document_facts, "read_facts", stop_at_13)
    assert main(["build", str(DEMO), "--corpus", str(part)]) == 130
    assert len(stored_facts(part)) == 10
    assert main(["build", str(DEMO), "--corpus", str(part)]) == 0
    assert next(numbers) == 13 + (ARTICLES - 10) + 1
    assert stored_facts(part) == stored_facts(crawled_part)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_corpus_that_cannot_be_written_is_counted(part: Path, report: Callable) -> None:
    expected = report(part)
    drop_facts(part)
    (part / "corpus.sqlite").chmod(0o444)
    part.chmod(0o555)
    try:
        assert report(part) == expected
    finally:
        part.chmod(0o755)


@pytest.mark.parametrize("jobs", always(("2",), ("1", "2")))
def test_a_build_of_all_by_several_processes_records_the_same(
    crawled_part: Path, part: Path, jobs: str
) -> None:
    assert main(["build", str(DEMO), "--corpus", str(part), "--all", "--jobs", jobs]) == 0
    assert stored_facts(part) == stored_facts(crawled_part)


@pytest.mark.long
def test_a_rebuilt_index_has_the_same(crawled: Path, corpus: Path, report: Callable) -> None:
    assert main(["verify", str(DEMO), "--corpus", str(corpus), "--rebuild"]) in (0, 1)
    assert main(["build", str(DEMO), "--corpus", str(corpus)]) == 0
    assert stored_facts(corpus) == stored_facts(crawled)
    rebuilt, expected = report(corpus), report(crawled)
    # the log of runs is in no WARC file
    (crawl,), (build,) = expected.pop("runs"), rebuilt.pop("runs")
    assert (crawl.pop("command"), build.pop("command")) == ("crawl", "build")
    counts = ("listed", "fetched", "rejected", "tei", "words")
    assert [build[name] for name in counts] == [crawl[name] for name in counts]
    assert crawl["tei"] == 318
    assert rebuilt == expected


def test_files_that_cannot_be_read_are_said(part: Path, report: Callable) -> None:
    drop_facts(part)
    first, second, *_ = sorted(part.glob("tei/*/*/*.xml"))
    first.unlink()
    second.write_text("no TEI", encoding="utf-8")
    answer = report(part, code=1)
    assert (answer["articles"], answer["unread"]) == (ARTICLES - 2, 2)


def test_an_edited_file_counts_as_it_was_written_until_a_build_writes_it_again(
    part: Path, report: Callable
) -> None:
    expected = report(part)
    file = min(part.glob("tei/*/*/*.xml"))
    file.write_text(
        file.read_text(encoding="utf-8").replace('quantity="', 'quantity="9'), encoding="utf-8"
    )
    assert report(part) == expected
    assert main(["build", str(DEMO), "--corpus", str(part)]) == 0
    assert report(part) == expected


def test_an_empty_corpus_has_no_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "corpus", str(DEMO), "--corpus", str(tmp_path / "none")]) == 2
    assert "curator crawl" in capsys.readouterr().err


def test_the_page_lists_the_articles_of_each_bar(crawled: Path, tmp_path: Path) -> None:
    page = tmp_path / "demo.html"
    options = ["--corpus", str(crawled), "--html", str(page), "--limit", "3"]
    assert main(["report", "corpus", str(DEMO), *options]) == 0
    builder = html5lib.getTreeBuilder("lxml")
    parser = html5lib.HTMLParser(builder, strict=True, namespaceHTMLElements=False)
    root = parser.parse(page.read_text(encoding="utf-8")).getroot()
    months = {
        bar.xpath("string(summary/bdi)"): bar.xpath("div/table/tbody/tr")
        for bar in root.xpath("//section[@aria-labelledby='years']/ul/li//li/details")
    }
    counted = in_tei(crawled, f"substring({PUBLISHED}, 1, 7)")
    assert {name: len(rows) for name, rows in months.items()} == {
        name: min(articles, 3) for name, (articles, _) in counted.items()
    }
    for name, rows in months.items():
        for date, title, address, path, article_id in (row.xpath("td") for row in rows):
            document = etree.parse(crawled / path.text).getroot()
            assert date.text.startswith(name)
            assert title.xpath("string()") == document.xpath("string(//t:title)", namespaces=NAMES)
            assert document.get("{http://www.w3.org/XML/1998/namespace}id") == article_id.text
            canonical = "string(//t:ref[@type='canonical'])"
            assert address.xpath("string(a/@href)") == document.xpath(canonical, namespaces=NAMES)
    gone = root.xpath(
        "//section[@aria-labelledby='verdicts']//details[contains(., 'answers 404 or 410')]//tbody/tr"
    )
    assert len(gone) == 3
    assert f"curator export {DEMO} --where month=2020-11 " in page.read_text("utf-8")


def test_the_page_is_the_same_from_an_older_index(
    crawled_part: Path, part: Path, tmp_path: Path
) -> None:
    drop_facts(part)
    pages = []
    for folder in (crawled_part, part):
        page = tmp_path / "page.html"
        main(["report", "corpus", str(DEMO), "--corpus", str(folder), "--html", str(page)])
        pages.append(page.read_bytes())
    assert pages[0] == pages[1]


def test_charts_are_written_to_a_folder(
    crawled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["report", "corpus", str(DEMO), "--corpus", str(crawled)]
    assert main([*command, "--svg", str(tmp_path / "charts"), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    names = {path.name for path in (tmp_path / "charts").iterdir()}
    assert {"demo-years.svg", "demo-months-words.svg", "demo-verdicts.svg"} <= names
    root = etree.parse(tmp_path / "charts" / "demo-authors.svg").getroot()
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    for author in answer["authors"]:
        assert str(author["articles"]) in texts
        assert (author["name"] or "no author") in texts
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert main([*command, "--svg", str(tmp_path / "file")]) == 2
    assert "file is a file (expected a folder)" in capsys.readouterr().err
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_selected_articles_are_counted_from_their_tei(
    crawled_part: Path, report: Callable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = report(crawled_part)
    command = ["report", "corpus", str(DEMO), "--corpus", str(crawled_part)]
    assert main([*command, "--where", "words>=0", "--json"]) == 0
    alone = {"verdicts": [], "silent_spans": [], "runs": []}
    assert json.loads(capsys.readouterr().out) == {**whole, **alone}

    assert main([*command, "--column", "sport", "--json", "--svg", str(tmp_path / "charts")]) == 0
    sport = json.loads(capsys.readouterr().out)
    assert sport["columns"] == [bar for bar in whole["columns"] if bar["name"] == "sport"]
    assert sport["words"] == sport["columns"][0]["words"] < whole["words"]
    assert (tmp_path / "charts" / "demo-years.svg").is_file()

    assert main([*command, "--where", "year=2015"]) == 0
    out, err = capsys.readouterr()
    (year,) = (bar for bar in whole["years"] if bar["name"] == "2015")
    assert out.startswith(f"demo: {year['articles']} articles in TEI, {year['words']:,} words\n")
    assert "Verdict" not in out and "Growth over runs" not in out
    assert "only the selected articles are counted" in err
    assert main([*command, "--where", "year=2015", "--html", str(tmp_path / "x.html")]) == 2
    assert "--html shows a whole corpus" in capsys.readouterr().err


KEYS_OF_FIELDS = ("years", "columns", "sections", "authors", "languages", "access", "lengths")


@pytest.mark.long
def test_the_commands_of_a_page_export_the_articles_of_its_bars(
    crawled: Path, report: Callable, tmp_path: Path
) -> None:
    """Those of the first and the last bar of each kind, which often is that of no value."""
    answer = report(crawled)
    shown = [(key, answer[key][end]) for key in KEYS_OF_FIELDS for end in (0, -1)]
    for key, bar in shown:
        assert selects_bar(key, bar["name"])
        _, *words = shlex.split(describe_export(str(DEMO), key, bar["name"]))
        output = tmp_path / "bar.csv"
        options = ["--corpus", str(crawled), "--columns", "id", "--output", str(output)]
        assert main([*words, *options]) == 0
        rows = output.read_bytes().count(b"\r\n") - 1
        assert rows == bar["articles"], (key, bar)
