"""A transaction that waits for its commit keeps nobody from reading, however much it changes, and
steps do not let it grow without end."""

from __future__ import annotations

from pathlib import Path

import pytest
from store_material import fill, opened

from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.storage.index import index_opening
from webarticlecurator.storage.index.index import MAX_MESSAGE
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.view import view_corpus

HUGE = "x" * 700_000
URL = "https://echo.example/1"


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_opening, "BUSY_SECONDS", 0.2)


def test_others_read_while_a_transaction_of_many_megabytes_waits(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    with opened(tmp_path) as corpus:
        for number in range(20):
            corpus.run_log.set_meta(f"note {number}", HUGE)
        with view_corpus(tmp_path, "echo") as view:
            assert view.captures.count_pages("article") == 1
            assert view.run_log.get_meta("note 0") is None
        corpus.commit()
        with view_corpus(tmp_path, "echo") as view:
            assert view.run_log.get_meta("note 19") == HUGE


def test_a_large_transaction_is_written_before_its_commit_and_the_next_one_is_not(
    tmp_path: Path,
) -> None:
    fill(tmp_path, 1)
    with opened(tmp_path) as corpus:
        corpus.allow_large_transaction()
        for number in range(20):
            corpus.run_log.set_meta(f"note {number}", HUGE)
        assert (tmp_path / "corpus.sqlite").stat().st_size > 10 * len(HUGE)
        with pytest.raises(StoreDamaged, match="locked"), view_corpus(tmp_path, "echo"):
            pass
        corpus.commit()
        size = (tmp_path / "corpus.sqlite").stat().st_size
        for number in range(20, 40):
            corpus.run_log.set_meta(f"note {number}", HUGE)
        assert (tmp_path / "corpus.sqlite").stat().st_size == size
        with view_corpus(tmp_path, "echo") as view:
            assert view.run_log.get_meta("note 19") == HUGE


def test_a_step_is_committed_early_when_many_changes_wait(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    with open_corpus(tmp_path, "echo", StoreOptions(durable_after=1000)) as corpus:
        for number in range(20):
            corpus.run_log.set_meta(f"note {number}", HUGE)
            corpus.end_step()
        with view_corpus(tmp_path, "echo") as view:
            committed = [n for n in range(20) if view.run_log.get_meta(f"note {n}")]
        assert 10 <= len(committed) < 20


def test_messages_and_evidence_are_kept_in_part(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    with opened(tmp_path) as corpus:
        corpus.frontier.add(URL, URL, None)
        corpus.frontier.set_state(URL, "rejected", reason="empty", evidence=HUGE)
        corpus.run_log.renew_problems(
            [Problem("published-unknown", URL, HUGE)], kinds=None, places=()
        )
        corpus.commit()
        row = corpus.frontier.article(URL)
        (problem,) = corpus.run_log.problems_at(URL)
    assert row is not None
    assert row.evidence == problem.message == shorten(HUGE, MAX_MESSAGE)
    assert len(row.evidence) == MAX_MESSAGE
