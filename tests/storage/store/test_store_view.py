"""Reading a corpus while another process works on it, and verifying it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from store_material import ARTICLE, articles_warc, fill, opened, page

from webarticlecurator.base.errors import CorpusMismatch, StoreDamaged
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.store.view import view_corpus


def test_a_view_shows_what_was_committed_last(tmp_path: Path) -> None:
    fill(tmp_path, 2)
    with opened(tmp_path) as corpus, view_corpus(tmp_path, "echo") as view:
        corpus.append(page("https://echo.example/new"), ARTICLE)
        assert view.captures.count_pages("article") == 2
        corpus.commit()
        assert view.captures.count_pages("article") == 3
        capture = view.captures.best(["https://echo.example/new"])
        assert capture is not None and view.read(capture).content == b"<p>text</p>"
        assert view.warc_bytes() == sum(
            path.stat().st_size for path in (tmp_path / "warc").iterdir()
        )


def test_a_view_changes_nothing(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    with view_corpus(tmp_path, "echo") as view, pytest.raises(StoreDamaged, match="readonly"):
        view.frontier.add("https://echo.example/x", "https://echo.example/x", None)


def test_a_view_needs_a_corpus_of_this_portal(tmp_path: Path) -> None:
    with pytest.raises(CorpusMismatch, match="no corpus in"):
        view_corpus(tmp_path / "none", "echo")
    fill(tmp_path, 1)
    with pytest.raises(CorpusMismatch, match="corpus of echo"):
        view_corpus(tmp_path, "mirror")
    (tmp_path / "corpus.sqlite").unlink()
    with pytest.raises(StoreDamaged) as error:
        view_corpus(tmp_path, "echo")
    assert "verify --rebuild" in error.value.cure


def test_verify_reads_every_record_of_an_intact_corpus(tmp_path: Path) -> None:
    fill(tmp_path, 3)
    found = verify_corpus(tmp_path, "echo")
    # two warcinfo, and metadata, request, response of one archive page and three articles
    assert (found.records, found.findings) == (2 + 4 * 3, ())


def test_verify_reports_differences_from_the_index(tmp_path: Path) -> None:
    fill(tmp_path, 3)
    with sqlite3.connect(tmp_path / "corpus.sqlite") as connection:
        connection.execute("DELETE FROM captures WHERE url LIKE '%/1'")
        connection.execute("UPDATE captures SET body_digest = 'x' WHERE url LIKE '%/2'")
    connection.close()
    texts = [finding.message for finding in verify_corpus(tmp_path, "echo").findings]
    assert len(texts) == 3
    assert texts[0].endswith("is not in the index")
    assert texts[1].endswith("differs from its entry in the index")
    assert texts[2] == "holds 3 responses where the index knows 2"


def test_verify_reports_missing_records(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    articles_warc(tmp_path).unlink()
    (finding,) = verify_corpus(tmp_path, "echo").findings
    assert "-articles-" in finding.file and "is missing" in finding.message
    (tmp_path / "corpus.sqlite").unlink()
    assert [f.file for f in verify_corpus(tmp_path, "echo").findings] == ["corpus.sqlite"]
