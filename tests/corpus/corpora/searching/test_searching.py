"""``curator search`` on a crawled corpus whose words are known."""

from __future__ import annotations

import json
import os
import pty
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from dated_corpus import DatedArticle, crawl_articles
from stored_articles import read_articles
from wcwidth import wcswidth

from webarticlecurator.cli.commands.search import format_hit
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.corpora.exporting import ExportedCorpus
from webarticlecurator.corpus.export import tei_articles
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS_BY_NAME
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.search.search_hits import Hit
from webarticlecurator.corpus.search.search_query import parse_query
from webarticlecurator.corpus.search.searched_fields import SearchedFields
from webarticlecurator.corpus.search.searching import open_corpus_search
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.texts import derived_file, search_file
from webarticlecurator.storage.texts.search_file import SearchFile

ARTICLES = [
    DatedArticle("/a", "2023-05-01", "Global warming", "The climate changes.\nA warm day.", "Ann"),
    DatedArticle("/b", "2024-01-02", "A river", "Árvíz! The global market, warming up.", "Béla"),
    DatedArticle("/c", "2024-03-04", "Arviz", "árvíz ÁRVÍZ arviz, climate and weather.", "Ann"),
    DatedArticle("/d", "", "No date", "Nothing of it, but the climate."),
]
Search = Callable[..., list[dict[str, object]]]


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return crawl_articles(tmp_path_factory.mktemp("searched"), "small", ARTICLES)


@pytest.fixture
def search(config: Path, capsys: pytest.CaptureFixture[str]) -> Search:
    """Runs the command and returns its answer."""

    def run(*words: str, code: int = 0) -> list[dict[str, object]]:
        capsys.readouterr()
        folder = str(config.parent / "small")
        arguments = ["search", str(config), *words, "--corpus", folder, "--json", "--quiet"]
        assert main(arguments) == code
        return json.loads(capsys.readouterr().out)

    return run


def paths(rows: list[dict[str, object]]) -> list[str]:
    return ["/" + str(row["url"]).rpartition("/")[2] for row in rows]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["climate"], ["/a", "/c", "/d"]),
        (["climate", "NOT", "weather"], ["/a", "/d"]),
        (["CLIMATE day OR market"], ["/a", "/b"]),
        (['"global warming"'], ["/a"]),
        (["global", "warm*"], ["/a", "/b"]),
        (["arviz"], ["/b", "/c"]),
        (["arviz", "--exact"], ["/c"]),
        (["Árvíz", "--exact"], ["/b"]),
        (["climate NOT Weather", "--exact"], ["/a", "/c", "/d"]),
        (["climate", "--from", "2024-01-01"], ["/c"]),
        (["climate", "--where", "authors=Ann"], ["/a", "/c"]),
        (["climate", "--where", "published<=2023", "--where", "year=2023"], ["/a"]),
        (["climate", "--where", "text~nothing", "--where", "characters<=40"], ["/d"]),
        (["climate OR river", "--sample", "9", "--where", "published="], ["/d"]),
        (["climate", "--limit", "2"], ["/a", "/c"]),
        (["nowhere"], []),
    ],
)
def test_articles_are_found_by_date(search: Search, words: list[str], expected: list[str]) -> None:
    assert paths(search(*words, "--articles")) == expected


def test_each_hit_has_its_context(search: Search) -> None:
    rows = search("arviz")
    assert [(row["part"], row["left"], row["match"]) for row in rows] == [
        ("text", "", "Árvíz"),
        ("title", "", "Arviz"),
        ("text", "", "árvíz"),
        ("text", "árvíz ", "ÁRVÍZ"),
        ("text", "árvíz ÁRVÍZ ", "arviz"),
    ]
    assert rows[0]["right"] == "! The global market, warming up."
    assert rows[0]["published"] == "2024-01-02"
    assert [row["match"] for row in search("arviz", "--exact")] == ["arviz"]
    # a line break is a space
    assert search("changes")[0]["right"] == ". A warm day."


def test_counts_name_what_there_is_in_all(search: Search) -> None:
    counts = search("climate OR arviz", "--by", "year")
    assert [(row["year"], row["articles"], row["hits"]) for row in counts] == [
        ("2023", 1, 1),
        ("2024", 2, 6),
        ("", 1, 1),
    ]
    words = [2 + 6, 2 + 6, 1 + 6, 2 + 6]  # of title and text, counted by hand
    assert [row["all_articles"] for row in counts] == [1, 2, 1]
    assert [row["all_words"] for row in counts] == [words[0], words[1] + words[2], words[3]]
    # Árvíz of /b, all four of /c, its climate: of the 15 words of both
    assert counts[1]["hits_per_million"] == round(6 / 15 * 1e6, 1)
    authors = search("climate", "--by", "author", "--from", "2023-01-01")
    # those of the selected articles
    assert [(row["author"], row["hits"], row["all_words"]) for row in authors] == [
        ("Ann", 2, words[0] + words[2])
    ]


def test_every_field_is_that_of_the_tei(config: Path) -> None:
    folder = config.parent / "small"
    portal = load_portal(config)
    selection = Selection(portal=portal.id, timezone=portal.timezone)
    corpus = ExportedCorpus(portal, folder, selection, Runtime())
    with open_corpus_search(corpus, parse_query("climate OR river")) as search:
        searched = {each.path: each for each in search.file.list_articles()}
        articles = [*read_articles(folder, selection)]
        assert {article.path for article in articles} == {*searched}
        assert len(searched) == len(ARTICLES)
        for article in articles:
            read = SearchedFields(search.file, searched[article.path], selection)
            for name, field in ARTICLE_FIELDS_BY_NAME.items():
                assert read(name) == field.read(article), name


def test_a_sample_is_of_the_articles_that_were_found(search: Search) -> None:
    query = "climate OR river OR arviz"
    (one,) = search(query, "--articles", "--sample", "1")
    assert [one] == search(query, "--articles", "--sample", "1")
    two = paths(search(query, "--articles", "--sample", "2"))
    assert len(two) == 2
    assert set(paths([one])) < set(two)
    each = search(query, "--articles", "--sample", "1", "--by", "authors")
    assert [row["published"] for row in each if "/d" in str(row["url"])] == [""]
    assert len(each) == 3
    assert paths(search("arviz", "--exact", "--articles", "--sample", "1")) == ["/c"]


def test_a_search_reads_no_tei_for_a_selection(
    search: Search, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    search("climate")
    with monkeypatch.context() as patch:
        patch.setattr(tei_articles, "find_header", None)
        rows = search("climate", "--where", "title~date", "--where", "words>=1", "--articles")
        assert paths(rows) == ["/d"]
        assert paths(search("climate", "--from", "2024-01-01", "--articles")) == ["/c"]


def test_articles_without_a_date_are_counted(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(config.parent / "small")
    arguments = ["search", str(config), "climate", "--corpus", folder, "--from", "2024-01-01"]
    for options in ((), ("--by", "year"), ("--sample", "3")):
        assert main([*arguments, *options]) == 0
        assert "1 left out: no date of publication" in capsys.readouterr().err


def test_what_is_counted_by_is_checked(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(config.parent / "small")
    arguments = ["search", str(config), "climate", "--corpus", folder]
    assert main([*arguments, "--by", "words"]) == 2
    assert "cannot count by 'words' (expected year, month, column" in capsys.readouterr().err
    assert main([*arguments, "--by", "year", "--articles"]) == 2
    assert "--by together with --articles" in capsys.readouterr().err
    assert main([*arguments, "--by", "titel", "--sample", "3"]) == 2
    assert "Did you mean title?" in capsys.readouterr().err


def test_a_text_that_changed_is_found_by_its_new_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES[:2])
    arguments = [str(config), "--corpus", str(tmp_path / "small"), "--quiet"]

    def find(word: str) -> bool:
        capsys.readouterr()
        assert main(["search", *arguments, "--articles", "--", word]) == 0
        return "/b" in capsys.readouterr().out

    assert find("market")
    rules = config.read_text(encoding="utf-8").replace("root: article", "root: h1")
    config.write_text(rules, encoding="utf-8")
    assert main(["build", *arguments]) == 0
    assert not find("market")
    assert find("river")
    with closing(sqlite3.connect(tmp_path / "small" / "search.sqlite")) as file:
        assert file.execute("SELECT COUNT(*) FROM contents").fetchone() == (2,)


@pytest.mark.parametrize("searched_before", [None, "market", "rewritten"])
def test_a_corpus_that_cannot_be_written_is_searched(
    searched_before: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES[:2])
    arguments = [str(config), "--corpus", str(tmp_path / "small"), "--quiet"]
    words = tmp_path / "small" / "search.sqlite"
    if searched_before:
        main(["search", *arguments, searched_before])
    if searched_before == "rewritten":
        rules = config.read_text(encoding="utf-8").replace("root: article", "root: h1")
        config.write_text(rules, encoding="utf-8")
        main(["build", *arguments])
    before = words.read_bytes() if searched_before else b""
    monkeypatch.setattr(derived_file.os, "access", lambda *_given: False)
    capsys.readouterr()
    assert main(["search", *arguments, "--articles", "river"]) == 0
    assert "/b" in capsys.readouterr().out
    main(["search", *arguments, "--articles", "market"])
    assert ("/b" in capsys.readouterr().out) is (searched_before != "rewritten")
    assert (words.read_bytes() if words.exists() else b"") == before


def test_without_a_change_no_files_are_listed(
    search: Search, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object) -> None:
        raise AssertionError("the TEI files were listed")

    found = search("climate", "--articles")
    monkeypatch.setattr(SearchFile, "list_changes", fail)
    assert search("climate", "--articles") == found


def test_an_interrupted_command_is_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES)
    arguments = ["search", str(config), "climate", "--corpus", str(tmp_path / "small"), "--quiet"]
    record = SearchFile.record
    recorded = []

    def fail(self: SearchFile, *given: object) -> None:
        recorded.append(given)
        if len(recorded) == 4:
            raise KeyboardInterrupt
        record(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr("webarticlecurator.corpus.corpora.derived_update.BATCH", 2)
        patch.setattr(SearchFile, "record", fail)
        assert main(arguments) == 130
    capsys.readouterr()
    assert main([*arguments, "--json", "--articles"]) == 0
    assert paths(json.loads(capsys.readouterr().out)) == ["/a", "/c", "/d"]


def test_sqlite_without_fts5_is_a_message(monkeypatch: pytest.MonkeyPatch, config: Path) -> None:
    class Connection:
        def execute(self, _sql: str) -> None:
            raise sqlite3.OperationalError("no such module: fts5")

        def close(self) -> None:
            pass

    monkeypatch.setattr(search_file.sqlite3, "connect", lambda _: Connection())
    with pytest.raises(Exception, match=r"has no FTS5: no such module: fts5\n  Use a Python"):
        search_file.check_fts5()


def test_lines_are_aligned_by_what_a_terminal_shows() -> None:
    hits = [
        Hit("text", "a short left side ", "match", " and what follows it, which is rather long"),
        Hit(
            "text",
            "東京の新聞は今日も長い記事を書いた、と人は言う",
            "match",
            " 東京の新聞は今日も長い記事を",
        ),
        Hit("text", "\x1b[2J ", "ma\x9btch", ""),
    ]
    lines = [format_hit("2024-01-02", hit, 80) for hit in hits]
    assert {wcswidth(left) for left, _, _ in lines} == {12 + 27}
    assert all(wcswidth("".join(parts)) <= 80 for parts in lines)
    assert lines[1][0].startswith("2024-01-02  …") or lines[1][0].startswith("2024-01-02   …")
    assert lines[2][0].endswith(r"\x1b[2J ")
    assert lines[2][1] == r"ma\x9btch"
    assert wcswidth(format_hit("2024-01-02", hits[0], 10)[0]) == 32


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pty")
def test_a_terminal_shows_a_concordance(config: Path) -> None:
    command = [sys.executable, "-m", "webarticlecurator", "search", str(config), "climate"]
    master, slave = pty.openpty()
    try:
        process = subprocess.Popen(
            [*command, "--corpus", str(config.parent / "small"), "--quiet", "--limit", "2"],
            stdin=slave,
            stdout=slave,
            env={**os.environ, "COLUMNS": "60", "NO_COLOR": ""},
        )
        assert process.wait(60) == 0
        shown = os.read(master, 10_000).decode("utf-8").splitlines()
    finally:
        os.close(slave)
        os.close(master)
    assert shown == [
        f"2023-05-01  {'The ':>20}\x1b[1mclimate\x1b[0m changes. A warm day.",
        f"2024-03-04  {'árvíz ÁRVÍZ arviz, ':>20}\x1b[1mclimate\x1b[0m and weather.",
    ]
