"""An index that is old, lost or damaged, and a lost tei/, are restored from the WARC files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from crawl_demo import demo_portal, holdings, requests_of, run_build, run_crawl, tei_files
from demo_corpus import COLUMN
from long_parameters import one_in
from webarticlecurator.examples.expected import expected_articles
from webarticlecurator.examples.server import DemoServer, Fault

from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.storage.store.verify import verify_corpus

ARTICLES = expected_articles()
LONG = next(a for a in ARTICLES if len(a.pages) > 2)


@pytest.mark.long
def test_an_index_from_the_middle_of_the_crawl_put_back_loses_no_record(crawled, copied, later):
    folder = copied()
    before, bytes_before = holdings(folder), warc_bytes(folder)
    shutil.copy(crawled.index_of_the_middle, folder / "corpus.sqlite")
    with requests_of(later) as requested:
        summary = run_crawl(later, folder)
    assert summary.ok and summary.tei == len(ARTICLES)
    assert not {
        s.address for s in crawled.log if s.address.startswith(tuple(a.url for a in ARTICLES))
    } & set(requested)
    assert holdings(folder) == before
    assert all(
        now.startswith(bytes_before[name])
        for name, now in warc_bytes(folder).items()
        if name in bytes_before
    )
    assert set(bytes_before) <= set(warc_bytes(folder))
    assert verify_corpus(folder, "demo").findings == ()


def warc_bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "warc").iterdir()}


@pytest.mark.long
def test_an_index_from_before_the_last_run_put_back_loses_no_record(crawled, tmp_path: Path):
    folder = tmp_path / "corpus"
    with DemoServer() as server:
        run_crawl(server, folder, limit=200)
        shutil.copy(folder / "corpus.sqlite", tmp_path / "old.sqlite")
        run_crawl(server, folder)
        before, tei = holdings(folder), tei_files(folder)
        (tmp_path / "old.sqlite").replace(folder / "corpus.sqlite")
        summary = run_build(folder)
        assert summary.ok and summary.tei == len(ARTICLES)
        assert holdings(folder) == before and tei_files(folder) == tei
        with requests_of(server) as requested:
            run_crawl(server, folder)
    assert len(requested) <= 11, "as after any other finished crawl"


@pytest.mark.parametrize("times", one_in(2, (2, 1)))
def test_a_lost_index_and_a_lost_tei_folder_come_back_byte_by_byte(
    copied_column, crawled_column, times: int
):
    """Also after a second crawl, whose walks requested the archive pages again."""
    folder = copied_column
    with DemoServer(state=crawled_column.state) as server:
        for _ in range(1, times):
            run_crawl(server, folder, column=COLUMN, full=True)
    before, tei = holdings(folder), tei_files(folder)
    (folder / "corpus.sqlite").unlink()
    shutil.rmtree(folder / "tei")
    rebuild_corpus(demo_portal(), folder)
    summary = run_build(folder)
    assert summary.ok and summary.tei == crawled_column.summary.tei
    assert tei_files(folder) == tei
    assert holdings(folder) == before


@pytest.mark.long
def test_a_crawl_after_a_rebuild_requests_no_more_than_any_other(copied, crawled):
    usual, rebuilt = copied("usual"), copied("rebuilt")
    rebuild_corpus(demo_portal(), rebuilt)
    requested: dict[Path, list[list[str]]] = {usual: [], rebuilt: []}
    for folder, runs in requested.items():
        with DemoServer(state=crawled.state) as server:
            for _ in range(2):
                with requests_of(server) as these:
                    run_crawl(server, folder)
                runs.append(these)
    assert requested[rebuilt] == requested[usual]
    assert holdings(rebuilt) == holdings(usual)


@pytest.mark.long
def test_a_crawl_without_an_index_rebuilds_it(copied, later):
    folder = copied()
    before = holdings(folder)
    (folder / "corpus.sqlite").unlink()
    with requests_of(later) as requested:
        assert run_crawl(later, folder).ok
    assert len(requested) == 11
    assert holdings(folder) == before


@pytest.mark.long
def test_attempts_that_were_repeated_successfully_count_as_one_in_a_rebuild(tmp_path: Path):
    """A page that arrived at the second attempt does not end a walk at the first one."""
    folder = tmp_path / "corpus"
    article = next(a for a in ARTICLES if a.column == "kultura")
    faults = [
        Fault("error", address="/kultura/?tol=2009"),
        Fault("drop", nth=2, address="/kultura/?tol=2012", times=2),
    ]
    with DemoServer([*faults, Fault("truncate", address=article.url)]) as server:
        assert run_crawl(server, folder, column="kultura").ok
        before = holdings(folder)
        rebuild_corpus(demo_portal(), folder)
        assert run_build(folder).ok
        assert holdings(folder) == before
        with requests_of(server) as requested:
            run_crawl(server, folder, column="kultura")
    assert requested == [], "all its windows are closed, all its articles are stored"


@pytest.mark.long
def test_missing_articles_are_known_after_a_rebuild_and_requested(crawled, tmp_path: Path):
    """A failed article, a failed archive page, and a missing later page without a TEI yet."""
    folder = tmp_path / "corpus"
    missing = [ARTICLES[100].url, LONG.pages[1], "http://demo.echo.example/hirek/2015/10/"]
    with DemoServer([Fault("error", address=address, times=4) for address in missing]) as server:
        assert not run_crawl(server, folder, warc_only=True).ok
        rebuild_corpus(demo_portal(), folder)
        with requests_of(server) as requested:
            assert run_crawl(server, folder).ok
    assert set(missing) <= set(requested)
    found, undisturbed = holdings(folder), holdings(crawled.folder)
    assert (found.articles, found.problems, found.tei) == (
        undisturbed.articles,
        undisturbed.problems,
        undisturbed.tei,
    )


def test_a_lost_tei_file_is_built_again_and_a_foreign_one_stays(copied):
    """Files in tei/ that curator did not write belong to the user."""
    folder = copied()
    before = tei_files(folder)
    victim = next(iter(before))
    (folder / "tei" / victim).unlink()
    (folder / "tei" / "notes.txt").write_text("mine", encoding="utf-8")
    assert run_build(folder).built == 1
    assert tei_files(folder) == {**before, "notes.txt": b"mine"}
