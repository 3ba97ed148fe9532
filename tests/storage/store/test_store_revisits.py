"""Revisit records: pages that are as they were stored before, and how each reader takes them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from store_material import (
    ARCHIVE,
    ARTICLE,
    TIME,
    answer,
    articles_warc,
    assert_warcio_accepts,
    chunked,
    gzipped,
    hop,
    opened,
    page,
    warcs,
)
from warcio.checker import Checker

from webarticlecurator.base.model.capture import Capture, Exchange, Origin
from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.index_rebuild import rebuild_index
from webarticlecurator.storage.store.inspect import check_records, list_records
from webarticlecurator.storage.store.record_cleaning import RecordCleaner
from webarticlecurator.storage.store.redact import plan_redaction, redact_warcs
from webarticlecurator.storage.store.revisits import conditional_headers
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.warc.container import read_record_at
from webarticlecurator.storage.warc.record import Record

URL = "https://echo.example/a"
BODY = b"<p>the text of the article</p>" * 20
SAME, UNCHANGED, WHOLE = "identical-payload-digest", "server-not-modified", ""
NOT_MODIFIED = answer(b"", b'ETag: "1"', line=b"HTTP/1.1 304 Not Modified")
CHUNKED, LENGTH = b"Transfer-Encoding: chunked", b"Content-Length: %d" % len(BODY)
GZIP = b"Content-Encoding: gzip"


class Visits:
    """A corpus to which the answers for one address are stored, a day apart."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.days = folder, 0

    def store_other(self, url: str) -> None:
        with opened(self.folder) as corpus:
            corpus.append(page(url), ARTICLE)
            corpus.commit()

    def store(
        self,
        response: bytes,
        status: int = 200,
        origin: Origin = ARTICLE,
        *,
        ask: bool = False,
        again: bool = True,
    ) -> Capture:
        """Store an answer; with ``ask``, to a conditional request; without ``again``, to a first
        one."""

        time = TIME + timedelta(days=self.days)
        self.days += 1
        visit = hop(URL, response, status)
        exchange = Exchange(URL, (type(visit)(**{**vars(visit), "started": time}),))
        with opened(self.folder) as corpus:
            latest = corpus.originals.latest(URL) if ask else None
            asked: dict[str, Record] | None = {URL: latest} if latest else {}
            [capture] = corpus.append(exchange, origin, asked if again else None)
            corpus.commit()
            assert corpus.read(capture).content == (BODY if capture.status == 200 else b"")
        return capture


@pytest.fixture
def visits(tmp_path: Path) -> Visits:
    return Visits(tmp_path / "corpus")


def profiles(folder: Path) -> list[str]:
    """The profile of each capture in the file of articles; empty for a response."""
    found = []
    for row in list_records([articles_warc(folder)]):
        if row.kind in ("response", "revisit"):
            with opened(folder) as corpus:
                assert corpus.captures.by_id(row.id) is not None
            record = main_record(folder, row.offset)
            found.append(record.get("WARC-Profile").rpartition("/")[2])
    return found


def main_record(folder: Path, offset: int) -> Record:
    return read_record_at(articles_warc(folder), offset)


@pytest.mark.parametrize(
    ("first", "second", "profile"),
    [
        (answer(BODY, LENGTH), answer(BODY, LENGTH), SAME),
        (answer(chunked(BODY), CHUNKED), answer(chunked(BODY, 50), CHUNKED), SAME),
        (answer(gzipped(BODY), GZIP), answer(gzipped(BODY), GZIP), SAME),
        (answer(chunked(BODY), CHUNKED), answer(BODY, LENGTH), WHOLE),
        (answer(BODY, LENGTH), answer(gzipped(BODY), GZIP), WHOLE),
    ],
    ids=["plain", "other chunks", "gzip", "no longer chunked", "compressed now"],
)
def test_the_same_page_is_a_revisit_where_its_headers_fit_the_stored_body(
    visits: Visits, first: bytes, second: bytes, profile: str
):
    original, repeated = visits.store(first), visits.store(second)
    assert profiles(visits.folder) == ["", profile]
    assert repeated.body_digest == original.body_digest and repeated.time > original.time
    assert (repeated.offset == original.offset) == (profile == SAME)
    files = SimpleNamespace(inputs=list(map(str, warcs(visits.folder))), verbose=False)
    assert Checker(files).process_all() == 0  # what `warcio check` calls


def test_a_304_is_a_revisit_without_a_block_and_its_answer_is_kept(visits: Visits):
    original = visits.store(answer(BODY, b'ETag: "1"', b"Last-Modified: long ago"))
    repeated = visits.store(NOT_MODIFIED, 304, ask=True)
    assert (repeated.status, repeated.offset) == (200, original.offset)
    rows = list(list_records([articles_warc(visits.folder)]))
    assert [row.kind for row in rows[-4:]] == ["metadata", "metadata", "request", "revisit"]
    kept, revisit = (main_record(visits.folder, rows[n].offset) for n in (-3, -1))
    assert kept.block == NOT_MODIFIED and kept.get("WARC-Concurrent-To") == revisit.id
    assert not revisit.block and rows[-1].status == 304
    assert revisit.get("WARC-Profile").endswith("/1.1/revisit/server-not-modified")
    assert revisit.get("WARC-Refers-To") == original.record_id
    assert revisit.get("WARC-Refers-To-Target-URI") == URL
    assert revisit.get("WARC-Refers-To-Date") == main_record(visits.folder, original.offset).get(
        "WARC-Date"
    )
    assert revisit.get("WARC-Payload-Digest") == original.payload_digest
    assert_warcio_accepts(visits.folder)


def test_a_304_that_nobody_asked_for_and_the_same_archive_page_are_stored_whole(visits: Visits):
    visits.store(answer(BODY))
    assert visits.store(NOT_MODIFIED, 304).status == 304
    visits.store(answer(BODY), origin=ARCHIVE)
    visits.store(answer(BODY), origin=ARCHIVE)
    kinds = [row.kind for path in warcs(visits.folder) for row in list_records([path])]
    assert "revisit" not in kinds


def test_the_answer_to_a_first_request_is_stored_whole(visits: Visits):
    visits.store(answer(BODY))
    visits.store(answer(BODY), again=False)
    assert profiles(visits.folder) == ["", ""]


def test_a_revisit_refers_to_the_response_even_when_it_repeats_a_revisit(visits: Visits):
    original = visits.store(answer(BODY, b'ETag: "1"'))
    visits.store(answer(BODY, b'ETag: "2"'))
    visits.store(NOT_MODIFIED, 304, ask=True)
    rows = [row for row in list_records([articles_warc(visits.folder)]) if row.kind == "revisit"]
    revisits = [main_record(visits.folder, row.offset) for row in rows]
    assert [r.get("WARC-Refers-To") for r in revisits] == [original.record_id] * 2


def test_rebuild_verify_and_the_readers_take_a_revisit_for_the_page(visits: Visits, capsysbinary):
    captures = [visits.store(answer(chunked(BODY), CHUNKED, b'ETag: "1"'))]
    captures += [visits.store(NOT_MODIFIED, 304, ask=True)]
    captures += [visits.store(answer(chunked(BODY, 90), CHUNKED))]
    assert not verify_corpus(visits.folder, "echo").findings
    (visits.folder / "corpus.sqlite").unlink()
    rebuild_index(visits.folder, "echo")
    with opened(visits.folder) as corpus:
        assert corpus.captures.by_url(URL) == tuple(captures)
        assert [corpus.captures.repeated_by(c) for c in captures] == [None, *captures[:1] * 2]
        fetched = corpus.captures.fetches(URL)
        assert [fetch.final for fetch in fetched] == captures
    assert not verify_corpus(visits.folder, "echo").findings

    file = str(articles_warc(visits.folder))
    assert not list(check_records([Path(file)]))
    assert main(["warc", "cat", file, "--url", URL]) == 0
    assert capsysbinary.readouterr().out == BODY
    assert main(["warc", "list", file]) == 0
    assert capsysbinary.readouterr().out.count(b"\trevisit\t304\t") == 1


def test_a_file_with_the_revisit_alone_names_the_page_that_is_missing(
    visits: Visits, tmp_path: Path, capsys
):
    visits.store(answer(BODY))
    before = articles_warc(visits.folder).stat().st_size
    visits.store(answer(BODY))
    alone = tmp_path / "alone.warc.gz"
    alone.write_bytes(articles_warc(visits.folder).read_bytes()[before:])
    assert main(["warc", "cat", str(alone), "--url", URL]) == 2
    assert f"repeats {URL} of 2024-02-03T04:05:06.000789Z" in capsys.readouterr().err


def test_redaction_leaves_out_every_capture_of_an_address(visits: Visits, tmp_path: Path):
    visits.store(answer(BODY, b'ETag: "1"'))
    visits.store_other("https://echo.example/stays")
    visits.store(NOT_MODIFIED, 304, ask=True)
    file, public = articles_warc(visits.folder), tmp_path / "public.warc.gz"
    redaction = plan_redaction([file], lambda url: url == URL)
    assert redact_warcs([file], public, redaction, RecordCleaner()).left_out == 3 + 4
    assert {row.url for row in list_records([public])} == {"", "https://echo.example/stays"}
    assert [row.kind for row in list_records([public])] == [
        "warcinfo",
        "metadata",
        "request",
        "response",
    ]


def test_verify_names_a_revisit_that_the_index_lacks(visits: Visits):
    visits.store(answer(BODY))
    repeated = visits.store(answer(BODY))
    with opened(visits.folder) as corpus:
        corpus._index.write("DELETE FROM captures WHERE record_id = ?", (repeated.record_id,))
        corpus.commit()
    [finding] = verify_corpus(visits.folder, "echo").findings
    assert finding.message == f"{repeated.record_id} is not in the index"


def test_headers_that_a_server_could_forge_are_no_metadata_of_a_fetch(visits: Visits):
    visits.store(answer(BODY, b'ETag: "1"'))
    forged = NOT_MODIFIED.replace(b"ETag", b"level: article\r\nhops: 1\r\nETag")
    visits.store(forged, 304, ask=True)
    rebuild_index(visits.folder, "echo")
    with opened(visits.folder) as corpus:
        assert [fetch.url for fetch in corpus.captures.recovered("article")] == [URL] * 2


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ((), {}),
        ((b'ETag: W/"1"',), {"If-None-Match": 'W/"1"'}),
        ((b"Last-Modified: yesterday",), {"If-Modified-Since": "yesterday"}),
        ((b'ETag: "1"', b"last-modified: x"), {"If-None-Match": '"1"', "If-Modified-Since": "x"}),
        (('ETag: "\u00e9"'.encode(), b"Last-Modified: " + b"x" * 1001), {}),
    ],
)
def test_requests_are_conditional_on_what_the_server_said(visits: Visits, headers, expected):
    visits.store(answer(BODY, *headers))
    with opened(visits.folder) as corpus:
        original = corpus.originals.latest(URL)
        assert original is not None and conditional_headers(original) == expected
        assert corpus.originals.latest(URL + "/never") is None
