"""Opening a corpus whose index and files disagree."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from store_material import (
    ARCHIVE,
    ARTICLE,
    answer,
    articles_warc,
    assert_warcio_accepts,
    failure,
    fill,
    hop,
    opened,
    page,
    warcs,
)

from webarticlecurator.base.errors import CorpusMismatch, StoreDamaged
from webarticlecurator.base.model.capture import Capture, Exchange
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.index_rebuild import rebuild_index
from webarticlecurator.storage.store.verify import verify_corpus, verify_locked
from webarticlecurator.storage.warc.container import read_records
from webarticlecurator.storage.warc.record import Record, encode_record


def state(folder: Path) -> tuple[list[Capture], list[tuple[object, ...]]]:
    """Captures and fetches, by address, without what depends on the order of indexing."""
    with opened(folder) as corpus:
        captures = sorted(corpus.captures.all(), key=lambda c: (c.file, c.offset))
        urls = sorted({c.url for c in captures} | {"https://echo.example/gone"})
        fetches = [
            (f.url, f.origin, f.hops, f.captures, f.failure)
            for url in urls
            for f in corpus.captures.fetches(url)
        ]
        for capture in captures:
            corpus.read(capture)
        return captures, fetches


def rich(folder: Path) -> None:
    """Every kind of group: a page, a redirect, a failure, a 404, a cut answer."""
    moved = hop(
        "https://echo.example/old", answer(b"", b"Location: /new", line=b"HTTP/1.1 302 Found"), 302
    )
    with opened(folder) as corpus:
        corpus.append(page("https://echo.example/news/"), ARCHIVE)
        corpus.append(page("https://echo.example/1"), ARTICLE)
        corpus.append(
            Exchange(moved.url, (moved, hop("https://echo.example/new", answer()))), ARTICLE
        )
        corpus.append(failure("https://echo.example/gone"), ARTICLE)
        corpus.append(
            Exchange(
                "https://echo.example/404",
                (hop("https://echo.example/404", answer(line=b"HTTP/1.1 404 No"), 404),),
            ),
            ARTICLE,
        )
        corpus.append(
            Exchange(
                "https://echo.example/cut",
                (hop("https://echo.example/cut", answer(), truncated="time"),),
            ),
            ARTICLE,
        )
        corpus.commit()


def test_new_and_resumed(tmp_path: Path) -> None:
    with opened(tmp_path / "deep" / "corpus") as corpus:
        assert corpus.is_new and corpus.reconciled.records == 0
    with opened(tmp_path / "deep" / "corpus") as corpus:
        assert not corpus.is_new


def test_a_lost_index_is_rebuilt_from_the_files(tmp_path: Path) -> None:
    rich(tmp_path)
    before = state(tmp_path)
    (tmp_path / "corpus.sqlite").unlink()
    assert state(tmp_path) == before
    assert len(before[0]) == 6 and len(before[1]) == 6


def test_unknown_fetches_are_recovered_until_applied(tmp_path: Path) -> None:
    rich(tmp_path)
    (tmp_path / "corpus.sqlite").unlink()
    with opened(tmp_path) as corpus:
        assert [f.url for f in corpus.captures.recovered("archive", "robots")] == [
            "https://echo.example/news/"
        ]
        found = list(corpus.captures.recovered("article", "continuation"))
        assert [f.url.rsplit("/", 1)[1] for f in found] == ["1", "old", "gone", "404", "cut"]
        assert [f.complete for f in found] == [True, True, False, True, True]
        for fetch in found[:-1]:
            corpus.captures.mark_applied(fetch)
        corpus.commit()
    with opened(tmp_path) as corpus:
        assert [f.url for f in corpus.captures.recovered("article")] == ["https://echo.example/cut"]
        corpus.append(page("https://echo.example/live"), ARTICLE)
        corpus.commit()
        assert [f.url for f in corpus.captures.recovered("article")] == ["https://echo.example/cut"]


def test_an_older_index_put_back_loses_no_record(tmp_path: Path) -> None:
    fill(tmp_path, 2)
    shutil.copy(tmp_path / "corpus.sqlite", tmp_path / "older")
    rich(tmp_path)
    before = state(tmp_path)
    shutil.copy(tmp_path / "older", tmp_path / "corpus.sqlite")
    (tmp_path / "older").unlink()
    assert state(tmp_path) == before


def test_an_older_index_from_before_a_roll(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    shutil.copy(tmp_path / "corpus.sqlite", tmp_path / "older")
    fill(tmp_path, 3, max_bytes=10)
    before = state(tmp_path)
    shutil.copy(tmp_path / "older", tmp_path / "corpus.sqlite")
    assert state(tmp_path) == before
    assert len(warcs(tmp_path)) > 4


def test_uncommitted_records_are_indexed_at_the_next_opening(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    with opened(tmp_path) as corpus:
        corpus.append(page("https://echo.example/late"), ARTICLE)
    with opened(tmp_path) as corpus:
        assert corpus.reconciled.records == 3
        assert [f.url for f in corpus.captures.recovered("article")] == [
            "https://echo.example/late"
        ]


def test_only_the_unreadable_tail_is_cut_off(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """For each byte of the last group (with ``--long``; else for some, those around the end of each
    record too): complete records stay, and the next append is readable."""
    corpus = tmp_path / "c"
    fill(corpus, 1)
    shutil.copytree(corpus, tmp_path / "before")
    start = articles_warc(corpus).stat().st_size
    with opened(corpus) as store:
        (capture,) = store.append(page("https://echo.example/last"), ARTICLE)
    whole = articles_warc(corpus).read_bytes()
    bounds = [start, *(r.offset + r.length for r in read_records(articles_warc(corpus), "", start))]
    assert len(bounds) == 4
    step = 1 if pytestconfig.getoption("long") else 23
    around = {bound + more for bound in bounds for more in (-1, 0, 1)}
    for end in sorted(
        {*range(start, len(whole) + 1, step), *around} & set(range(start, len(whole) + 1))
    ):
        shutil.copytree(tmp_path / "before", corpus, dirs_exist_ok=True)
        articles_warc(corpus).write_bytes(whole[:end])
        with opened(corpus) as store:
            stored = end >= capture.offset + capture.length
            assert (store.captures.best(["https://echo.example/last"]) is not None) == stored
            kept = max(bound for bound in bounds if bound <= end)
            assert articles_warc(corpus).stat().st_size == kept
            assert (store.reconciled.records, store.reconciled.truncated_bytes) == (
                bounds.index(kept),
                end - kept,
            )
    assert_warcio_accepts(corpus)


def test_records_are_appended_after_a_tail_was_cut_off(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    with articles_warc(tmp_path).open("ab") as stream:
        stream.write(articles_warc(tmp_path).read_bytes()[:40] + b"\0" * 5000)
    with opened(tmp_path) as corpus:
        assert corpus.reconciled.truncated_bytes == 5040
        corpus.append(page("https://echo.example/next"), ARTICLE)
        corpus.commit()
    assert_warcio_accepts(tmp_path)
    assert verify_corpus(tmp_path, "echo").findings == ()


def test_a_file_with_nothing_but_a_torn_warcinfo(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    file = articles_warc(tmp_path)
    torn = file.with_name(file.name.replace("-00001.", "-00002."))
    torn.write_bytes(file.read_bytes()[:30])
    fill(tmp_path, 1)
    assert torn.stat().st_size > 30
    assert_warcio_accepts(tmp_path)
    assert verify_corpus(tmp_path, "echo").findings == ()


def test_a_file_shorter_than_indexed_is_damage(tmp_path: Path) -> None:
    fill(tmp_path, 2)
    path = articles_warc(tmp_path)
    size = path.stat().st_size
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(StoreDamaged) as error:
        opened(tmp_path)
    assert (
        path.name in error.value.message
        and f"offset {size - 1}" in error.value.message
        and str(size) in error.value.message
    )
    assert "verify --rebuild" in error.value.cure


def test_a_missing_file_is_damage(tmp_path: Path) -> None:
    fill(tmp_path, 2)
    articles_warc(tmp_path).unlink()
    with pytest.raises(StoreDamaged, match="is missing"):
        opened(tmp_path)


def test_a_file_compressed_as_one_piece_is_not_read_further(tmp_path: Path) -> None:
    """The cure keeps the HTTP headers as they are: `warcio recompress` writes them anew."""
    fill(tmp_path, 2)
    path = articles_warc(tmp_path)
    path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes())))
    (tmp_path / "corpus.sqlite").unlink()
    with pytest.raises(StoreDamaged, match="as one piece") as error:
        opened(tmp_path)
    assert f"`fastwarc recompress {path} NEW`" in error.value.cure


def damaged(folder: Path) -> Capture:
    """Make a corpus of three articles, damage the record of the second one; return its capture."""
    fill(folder, 3)
    with opened(folder) as corpus:
        victim = corpus.captures.by_url("https://echo.example/1")[0]
    content = bytearray(articles_warc(folder).read_bytes())
    content[victim.offset + 40] ^= 0xFF
    articles_warc(folder).write_bytes(content)
    return victim


def test_damage_in_the_middle_is_reported_when_read(tmp_path: Path) -> None:
    victim = damaged(tmp_path)
    with opened(tmp_path) as corpus, pytest.raises(StoreDamaged) as error:
        corpus.read(victim)
    assert f"offset {victim.offset}" in error.value.message and victim.url in error.value.message


def test_damage_in_the_middle_is_never_cut_off(tmp_path: Path) -> None:
    victim = damaged(tmp_path)
    size = articles_warc(tmp_path).stat().st_size
    (tmp_path / "corpus.sqlite").unlink()
    with pytest.raises(StoreDamaged, match=f"offset {victim.offset}"):
        opened(tmp_path)
    assert articles_warc(tmp_path).stat().st_size == size


def test_a_rebuild_indexes_the_records_on_both_sides_of_damage(tmp_path: Path) -> None:
    victim = damaged(tmp_path)
    found = rebuild_index(tmp_path, "echo")
    assert [(file, offset) for file, offset, _ in found.damage] == [(victim.file, victim.offset)]
    with opened(tmp_path) as corpus:
        assert [c.url.rsplit("/", 1)[1] for c in corpus.captures.all("article")] == ["0", "2"]
        assert corpus.reconciled.records == 0
    found_again = verify_corpus(tmp_path, "echo").findings
    places = [(each.file, each.offset) for each in found_again]
    assert places == [(victim.file, victim.offset), ("lost.jsonl", None)]
    assert victim.record_id in found_again[1].message


def other_block(record: Record) -> Record:
    return replace(record, block=record.block + b"!")


def unknown_revisit(record: Record) -> Record:
    headers = [each for each in record.headers if each[0] != "WARC-Type"]
    return Record("revisit", (("WARC-Type", "revisit"), *headers), b"")


@pytest.mark.parametrize(
    ("change", "is_proved"),
    [
        (lambda records: records, True),
        (lambda records: [*records[:-1], other_block(records[-1])], False),
        (lambda records: [*records, *records[1:]], False),
        (lambda records: [*records, unknown_revisit(records[-1])], False),
    ],
    ids=["sound", "other digest", "copied behind itself", "revisit of nothing"],
)
def test_what_a_rebuild_has_proved_is_not_read_again(
    tmp_path: Path, change: Callable[[list[Record]], list[Record]], is_proved: bool
) -> None:
    fill(tmp_path, 3)
    path = articles_warc(tmp_path)
    records = change([located.record for located in read_records(path, path.name)])
    path.write_bytes(b"".join(map(encode_record, records)))
    file = f"warc/{path.name}"
    proved = rebuild_index(tmp_path, "echo").proved
    assert (file in proved) == is_proved
    found = verify_corpus(tmp_path, "echo")
    assert bool(found.findings or found.repeated) != is_proved
    assert verify_locked(tmp_path, "echo", None, proved) == found
    if is_proved:
        content = bytearray(path.read_bytes())
        content[-20] ^= 0xFF
        path.write_bytes(content)
        assert verify_locked(tmp_path, "echo", None, proved) == found
        path.write_bytes(content + b"\n")  # it has changed since
        found = verify_corpus(tmp_path, "echo")
        assert found.findings and verify_locked(tmp_path, "echo", None, proved) == found


def test_an_index_that_is_not_a_database(tmp_path: Path) -> None:
    rich(tmp_path)
    before = state(tmp_path)
    (tmp_path / "corpus.sqlite").write_bytes(
        b"this is no database, but long enough to be read as one" * 40
    )
    with pytest.raises(StoreDamaged) as error:
        opened(tmp_path)
    assert "verify --rebuild" in error.value.cure
    rebuild_index(tmp_path, "echo")
    assert state(tmp_path) == before


def test_an_empty_index_file_as_a_kill_may_leave_it(tmp_path: Path) -> None:
    rich(tmp_path)
    before = state(tmp_path)
    (tmp_path / "corpus.sqlite").write_bytes(b"")
    (tmp_path / "corpus.sqlite-journal").write_bytes(b"a journal of another time")
    assert state(tmp_path) == before


def test_a_journal_left_by_a_lost_index_does_no_harm(tmp_path: Path) -> None:
    rich(tmp_path)
    before = state(tmp_path)
    (tmp_path / "corpus.sqlite").unlink()
    (tmp_path / "corpus.sqlite-journal").write_bytes(
        b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\0" * 1000
    )
    assert state(tmp_path) == before


def test_other_folders_are_refused_untouched(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(CorpusMismatch, match="not a corpus"):
        opened(tmp_path)
    with pytest.raises(CorpusMismatch, match="is a file"):
        opened(tmp_path / "letter.txt")
    with pytest.raises(CorpusMismatch, match="no corpus in"):
        open_corpus(tmp_path / "none", "echo", create=False)
    with pytest.raises(CorpusMismatch):
        verify_corpus(tmp_path / "none", "echo")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_the_corpus_of_another_portal_is_refused(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    with pytest.raises(CorpusMismatch, match="another portal than mirror"):
        opened(tmp_path, "mirror")
    shutil.rmtree(tmp_path / "warc")
    with pytest.raises(CorpusMismatch, match="corpus of echo"):
        opened(tmp_path, "mirror")
