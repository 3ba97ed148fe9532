"""By the log of the server: all bytes on the wire are in the WARC files, exactly once."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from crawl_demo import (
    CONFIG,
    Stored,
    assert_warcio_check_passes,
    demo_portal,
    holdings,
    requests_of,
    run_crawl,
    stored_records,
)
from demo_corpus import COLUMN
from webarticlecurator.examples.expected import expected_articles
from webarticlecurator.examples.server import CODINGS, DemoServer, Fault, Served, coding_of

ARTICLES = [article for article in expected_articles() if article.column == COLUMN]
LONG = next(article for article in ARTICLES if len(article.pages) > 2)
BROKEN, CUT = ARTICLES[20].url, ARTICLES[40].url
YEAR = "http://demo.echo.example/kultura/?tol=2015-01-01&ig=2016-01-01"
FAULTS = (
    Fault("truncate", address="/kultura/?tol=2012"),
    Fault("truncate", nth=1, address="/2013/"),
    Fault("truncate", nth=3, address="/2014/", times=2),
    Fault("error", address="/kultura/?tol=2009"),
    Fault("error", address=BROKEN, times=4),
    Fault("truncate", address=CUT, times=4),
    Fault("error", address=LONG.pages[1], times=4),
    Fault("error", address=YEAR, times=4),
    Fault("drop", nth=3, address="/2016/"),
    Fault("drop", nth=2, address="/kultura/?tol=2010"),
    Fault("unavailable", nth=3, address="/2018/"),
)


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[Served, ...]]:
    """A crawl of one column of a portal with faults, and the log of its server."""
    folder = tmp_path_factory.mktemp("faulty") / "corpus"
    with DemoServer(FAULTS) as server:
        run_crawl(server, folder, column=COLUMN)
        return folder, server.log


def responses(records: list[Stored]) -> list[Stored]:
    return [record for record in records if record.kind == "response"]


def assert_the_wire_is_stored(records: list[Stored], log: tuple[Served, ...]) -> None:
    """Assert that each answered request has one pair of records with both blocks as the server saw
    them."""
    requests = {record.id: record for record in records if record.kind == "request"}
    by_response = {record.concurrent: record for record in requests.values()}
    pairs = Counter(
        (by_response[(r.id,)].url, by_response[(r.id,)].block, r.url, r.block)
        for r in responses(records)
    )
    assert pairs == Counter(
        (s.address, s.request, s.address, s.response) for s in log if s.response
    )
    assert len(requests) == len(responses(records))


def test_an_undisturbed_crawl_is_stored_as_sent(crawled):
    records = stored_records(crawled.folder)
    assert len(responses(records)) == len(crawled.log) == len({r.id for r in responses(records)})
    assert_the_wire_is_stored(records, crawled.log)


def test_the_crawl_has_every_coding_and_the_awkward_answers(crawled):
    """Precondition of the test above: the portal did send these answers."""
    met = {(coding_of(s.address, accepts_gzip=True), s.status) for s in crawled.log}
    assert {coding for coding, _ in met} == set(CODINGS)
    assert {200, 301, 302, 404, 410} <= {status for _, status in met}


@pytest.mark.long
def test_a_crawl_on_a_bad_day_is_stored_as_sent(faulty):
    folder, log = faulty
    assert {s.fault for s in log} == {"", "truncate", "error", "drop", "unavailable"}
    assert_the_wire_is_stored(stored_records(folder), log)


def test_every_cut_answer_is_marked_and_no_other(faulty):
    folder, log = faulty
    marked = Counter(
        (r.url, r.block) for r in responses(stored_records(folder)) if r.truncated == "disconnect"
    )
    assert marked == Counter((s.address, s.response) for s in log if s.fault == "truncate")
    assert not [r for r in stored_records(folder) if r.truncated not in (None, "disconnect")]


def test_an_attempt_without_answer_leaves_a_metadata_record(faulty):
    folder, log = faulty
    recorded = Counter(
        r.url
        for r in stored_records(folder)
        if r.kind == "metadata" and b"failure: disconnect" in r.block
    )
    assert recorded == Counter(s.address for s in log if s.fault == "drop")


@pytest.mark.parametrize("which", ["crawled", "faulty"])
def test_the_files_are_valid_warc(request: pytest.FixtureRequest, which: str):
    found = request.getfixturevalue(which)
    folder = found[0] if which == "faulty" else found.folder
    assert_warcio_check_passes(folder)
    records = stored_records(folder)
    assert [(r.file, r.position) for r in records if r.kind == "warcinfo"] == sorted(
        {(r.file, 0) for r in records}
    )
    kinds = Counter(r.kind for r in records)
    assert set(kinds) == {"warcinfo", "metadata", "request", "response", "resource"}
    assert len({r.id for r in records}) == len(records)


def test_each_metadata_record_names_the_responses_of_its_fetch(crawled):
    records = stored_records(crawled.folder)
    named = [i for r in records if r.kind == "metadata" for i in r.concurrent]
    assert sorted(named) == sorted(r.id for r in responses(records))
    hops = Counter(len(r.concurrent) for r in records if r.kind == "metadata")
    moved = sum(s.status in (301, 302) for s in crawled.log)
    followed = moved - 1  # one leads to an article that was answered before
    assert hops == {1: len(crawled.log) - 2 * followed, 2: followed, 0: 1}, (
        "0: the address that robots.txt forbids"
    )


def test_the_portal_file_and_its_tables_are_stored_at_each_run(copied, later):
    folder = copied()
    run_crawl(later, folder)
    kept = [(r.url, r.block) for r in stored_records(folder) if r.kind == "resource"]
    files = [
        (f"urn:webarticlecurator:demo:{n}", CONFIG.with_name(n).read_bytes())
        for n in ("demo.yaml", "demo.tags.tsv")
    ]
    assert kept == files * 2
    assert [f.name for f in demo_portal().files] == ["demo.yaml", "demo.tags.tsv"]


def test_during_the_faults_each_failure_has_its_reason(faulty):
    found = holdings(faulty[0])
    assert {
        a: (row[2], row[3])
        for a, row in found.articles.items()
        if row[2] not in ("tei", "rejected")
    } == {
        BROKEN: ("failed", "status-500"),
        CUT: ("failed", "truncated"),
    }
    assert sorted(found.problems) == sorted(
        [
            ("archive-page-failed", YEAR),
            ("page-missing", LONG.pages[1]),
        ]
    )
    assert [key for key, complete in found.walks.items() if not complete] == [
        (COLUMN, 0, "2015-01-01")
    ]


def test_failed_pages_are_requested_again_by_the_next_crawl(faulty, crawled_column, tmp_path):
    """After the faults, the corpus is that of an undisturbed crawl."""
    folder = Path(shutil.copytree(faulty[0], tmp_path / "corpus"))
    with DemoServer(state=crawled_column.state) as server, requests_of(server) as requested:
        summary = run_crawl(server, folder, column=COLUMN)
    assert {BROKEN, CUT, LONG.pages[1], YEAR} <= set(requested)
    assert summary.ok and summary.tei == crawled_column.summary.tei
    now, undisturbed = holdings(folder), holdings(crawled_column.folder)
    assert now.articles == undisturbed.articles
    assert now.tei == undisturbed.tei
    assert (now.problems, now.walks) == (undisturbed.problems, undisturbed.walks)
    assert undisturbed.payloads <= now.payloads
