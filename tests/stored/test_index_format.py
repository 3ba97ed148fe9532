"""WARC files and the portal file are for ever; the index is derived: one of an earlier format is made
again from them, and nothing is lost; one of a later format is refused."""

from __future__ import annotations

import hashlib
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from stored_portal import (
    CONFIG,
    CORPUS,
    HOME,
    break_off,
    make_earlier,
    run_crawl,
    stored_portal,
)

from webarticlecurator.base.errors import CorpusMismatch, StoreDamaged
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.corpora.address_history import explain_address
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.index.index_schema import INDEX_FORMAT, TABLES
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.store.view import view_corpus

ARTICLES = 24
ADDRESSES = {f"/{column}/{number}" for column in ("news", "sport") for number in range(12)}
DIGEST_OF_TABLES = "8c681ad5d47a2a89"
NOT_COMPARED = {
    "tei_state": "a random number",
    "requests": "the row ids of walks and generations are in ``listings`` and ``walks``",
    "answers": "it has the row ids of fetches, which follow the WARC files after a rebuild",
}
"""Tables that are not compared, and why."""
OTHER_COLUMNS = {"fetches": {"id"}, "captures": {"id", "fetch"}, "tei_files": {"changed", "noted"}}
"""Columns with row ids of fetches, and with times at which files were written."""
OTHER_ROWS = {
    "counts": "what <> 'change'",
    "meta": "key NOT IN ('compared', 'reports', 'sitemap count', 'month count')",
}
"""Conditions of the rows that are compared: without how often, or when, something was done."""


class Messages(NullProgress):
    def __init__(self) -> None:
        self.texts: list[str] = []

    def show_message(self, text: str) -> None:
        self.texts.append(str(text))


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """Return a copy of the stored corpus, whose index has format 1."""
    return Path(shutil.copytree(CORPUS, tmp_path / "stored"))


VERSIONS = re.compile(
    rb'(?<=<application ident="webarticlecurator" version=")\d+'
    rb'|(?<=<ptr type="rules-digest" target="urn:sha256:)[0-9a-f]{64}'
)
"""The output version, and the digest of the rules: those of the program are among them."""


def tei_of(folder: Path) -> dict[str, bytes]:
    """Return the documents by name, without the versions of the program that wrote them."""
    files = sorted((folder / "tei").rglob("*.xml"))
    return {path.name: VERSIONS.sub(b"", path.read_bytes()) for path in files}


def build_stored(folder: Path, progress: NullProgress | None = None, *, everything: bool = False):
    options = BuildOptions(jobs=1, everything=everything)
    return build(load_portal(CONFIG), folder, options, Runtime(progress=progress or NullProgress()))


def set_format(folder: Path, number: int) -> None:
    with closing(sqlite3.connect(folder / "corpus.sqlite")) as index:
        index.execute(f"PRAGMA user_version = {number}")


def read_tables(folder: Path) -> dict[str, list[tuple]]:
    """Return what is compared of all tables, sorted."""
    with closing(sqlite3.connect(folder / "corpus.sqlite")) as index:
        names = index.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        found = {}
        for (name,) in names:
            columns = index.execute(f"SELECT name FROM pragma_table_info('{name}')").fetchall()
            chosen = [each for (each,) in columns if each not in OTHER_COLUMNS.get(name, ())]
            rows = index.execute(
                f"SELECT {', '.join(chosen)} FROM {name} WHERE {OTHER_ROWS.get(name, 'true')}"
            )
            found[name] = sorted(rows.fetchall(), key=repr)
        return {name: rows for name, rows in found.items() if name not in NOT_COMPARED}


def test_the_tables_of_a_format_stay():
    """Whoever changes a table, a trigger or an index raises INDEX_FORMAT, and gives the digest."""
    words = " ".join(TABLES.split())
    assert (INDEX_FORMAT, hashlib.sha256(words.encode()).hexdigest()[:16]) == (6, DIGEST_OF_TABLES)


def test_everything_is_as_before_when_the_index_was_made_again(tmp_path: Path):
    folder = tmp_path / "corpus"
    with stored_portal() as portal:
        run_crawl(portal, folder, 1)
        run_crawl(portal, folder, 20)
        before, tei = read_tables(folder), tei_of(folder)
        make_earlier(folder)
        progress = Messages()
        assert build_stored(folder, progress).ok
        assert progress.texts[0].endswith(
            f"corpus.sqlite: index of format {INDEX_FORMAT - 1} (expected {INDEX_FORMAT}); it is"
            " being rebuilt from the WARC files"
        )
        assert progress.texts[1].startswith("reading warc/stored-archive-")
        assert progress.texts[1].endswith("(1 of 2)")
        assert (read_tables(folder), tei_of(folder)) == (before, tei)
        assert verify_corpus(folder, "stored").findings == ()
        assert "being rebuilt" not in "".join(build_and_list(folder)), "once is enough"


def build_and_list(folder: Path) -> list[str]:
    progress = Messages()
    build_stored(folder, progress)
    return progress.texts


def test_a_stored_corpus_of_an_earlier_format_has_the_same_tei(stored: Path):
    before = tei_of(stored)
    assert len(before) == ARTICLES
    found = build_stored(stored)
    # the clock of the crawls was one of their own, the answers have a Date
    assert found.problems == {"wrong-clock": 1}
    assert (found.tei, tei_of(stored)) == (ARTICLES, before)
    assert build_stored(stored).built == 0
    assert verify_corpus(stored, "stored").findings == ()
    assert build_stored(stored, everything=True).built == ARTICLES
    assert tei_of(stored) == before


def test_a_rerun_asks_for_no_article_again(stored: Path):
    before = tei_of(stored)
    with stored_portal() as portal:
        found = run_crawl(portal, stored, 20)
    assert not ADDRESSES & set(portal.asked)
    assert (found.articles, found.new_articles, found.ok) == (ARTICLES, 0, True)
    assert tei_of(stored) == before


SPORT = [f"/sport?page={number}" for number in range(1, 7)]
PAGES_LEFT = {
    # three pages of news had been read: the last of them again, since its list may have grown
    9: ["/news?page=3", "/news?page=4", "/news?page=5", "/news?page=6", *SPORT],
    # all of news had been read: the top until known links come, and the other end of the list
    18: ["/news", "/news?page=2", "/news?page=6", *SPORT],
}


@pytest.mark.parametrize(
    ("steps", "is_earlier"),
    [
        (9, True),
        (18, False),
        pytest.param(9, False, marks=pytest.mark.long),
        pytest.param(18, True, marks=pytest.mark.long),
    ],
)
def test_a_crawl_that_was_broken_off_goes_on_where_it_was(
    tmp_path: Path, steps: int, is_earlier: bool
):
    folder = tmp_path / "corpus"
    with stored_portal() as portal:
        break_off(portal, folder, steps)
        fetched = {
            path
            for path in ADDRESSES
            if explain_address(load_portal(CONFIG), folder, HOME + path).fetched
        }
        if is_earlier:
            make_earlier(folder)
        portal.asked.clear()
        found = run_crawl(portal, folder, 1)
    articles = [path for path in portal.asked if path in ADDRESSES]
    assert sorted(articles) == sorted(ADDRESSES - fetched)
    assert [path for path in portal.asked if path not in ADDRESSES] == PAGES_LEFT[steps]
    assert (found.articles, found.tei, found.ok) == (ARTICLES, ARTICLES, True)
    assert set(tei_of(folder)) == set(tei_of(CORPUS))


def test_a_command_that_only_reads_names_both_formats_and_the_cure(
    stored: Path, capsys: pytest.CaptureFixture[str]
):
    before = (stored / "corpus.sqlite").read_bytes()
    assert main(["status", str(CONFIG), "--corpus", str(stored)]) == 4
    shown = capsys.readouterr().err
    assert f"index of format 1 (expected {INDEX_FORMAT})" in shown and "curator build" in shown
    assert (stored / "corpus.sqlite").read_bytes() == before


def test_a_later_format_is_refused_and_stays(stored: Path):
    set_format(stored, INDEX_FORMAT + 1)
    before = (stored / "corpus.sqlite").read_bytes()
    for open_ in (view_corpus, open_corpus):
        with pytest.raises(StoreDamaged) as error:
            open_(stored, "stored")
        assert (
            f"index of format {INDEX_FORMAT + 1} (expected {INDEX_FORMAT})" in error.value.message
        )
        assert "update curator" in error.value.cure
    assert (stored / "corpus.sqlite").read_bytes() == before


def test_nothing_is_replaced_where_a_warc_file_is_missing_or_of_another_portal(stored: Path):
    before = (stored / "corpus.sqlite").read_bytes()
    with pytest.raises(CorpusMismatch, match="corpus of stored"):
        open_corpus(stored, "other")
    file = min((stored / "warc").iterdir())
    content = file.read_bytes()
    file.write_bytes(content[:-100])
    with pytest.raises(StoreDamaged, match="the index knows records up to"):
        open_corpus(stored, "stored")
    file.unlink()
    with pytest.raises(StoreDamaged, match="is missing; the index knows"):
        open_corpus(stored, "stored")
    assert (stored / "corpus.sqlite").read_bytes() == before


def test_a_damaged_place_in_a_warc_file_is_named_and_the_index_stays(stored: Path):
    before = (stored / "corpus.sqlite").read_bytes()
    file = min((stored / "warc").iterdir())
    content = bytearray(file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 40] = bytes(40)
    file.write_bytes(content)
    with pytest.raises(StoreDamaged, match="is damaged at offset"):
        open_corpus(stored, "stored")
    assert (stored / "corpus.sqlite").read_bytes() == before
