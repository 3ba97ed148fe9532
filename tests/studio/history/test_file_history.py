"""What was decided: the states of the portal file and its tables, and what changed between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from webarticlecurator.base.errors import UsageError
from webarticlecurator.studio.frame import file_history
from webarticlecurator.studio.frame.edited_file import EditedFile
from webarticlecurator.studio.frame.file_history import ELSEWHERE, STUDIO, find_state, list_states
from webarticlecurator.studio.frame.portal_draft import PortalDraft

PORTAL = """\
portal: small
home: http://small.example/
archive: {url: "http://small.example/list"}
"""
HEAD = "id\tfield\tvalue\treason\n"


def save(file: Path, text: str) -> None:
    draft = PortalDraft(file, False)
    draft.replace(text)
    draft.save()


def test_each_save_is_a_step_that_can_be_found(tmp_path: Path):
    file = tmp_path / "small.yaml"
    file.write_text(PORTAL, encoding="utf-8")
    assert list_states(file) == []
    save(file, PORTAL + "title: Small\n")
    save(file, PORTAL + "title: Smaller\n")
    latest, middle, first = list_states(file)
    assert latest.changes[1:] == ["-title: Small", "+title: Smaller"]
    assert middle.changes[1:] == ["+title: Small"]
    assert (first.origin, first.changes, first.content) == (ELSEWHERE, [], PORTAL.encode())
    assert find_state(file, "small.yaml", 2).content == f"{PORTAL}title: Small\n".encode()
    with pytest.raises(UsageError, match="no such state"):
        find_state(file, "small.yaml", 9)


def test_what_another_program_wrote_is_a_step_of_its_own(tmp_path: Path):
    file = tmp_path / "small.yaml"
    file.write_text(PORTAL, encoding="utf-8")
    save(file, PORTAL + "title: Small\n")
    file.write_text(PORTAL + "title: By hand\n", encoding="utf-8")
    save(file, PORTAL)
    states = list_states(file)
    assert [state.origin for state in states] == [STUDIO, ELSEWHERE, STUDIO, ELSEWHERE]
    assert states[1].changes[1:] == ["-title: Small", "+title: By hand"]
    assert states[0].changes[1:] == ["-title: By hand"]


def test_rows_of_a_table_are_shown_and_undo_is_a_step(tmp_path: Path):
    table = EditedFile(tmp_path / "small.overrides.tsv")
    row = "http://small.example/1\tauthors\tAnn\tprinted\n"
    table.write((HEAD + row).encode(), HEAD.encode())
    table.undo()
    undone, written = list_states(tmp_path / "small.yaml")
    assert written.changes[1:] == [f"+{row.strip()}"]
    assert undone.changes[1:] == [f"-{row.strip()}"]
    (tmp_path / "other.yaml").write_text(PORTAL, encoding="utf-8")
    assert list_states(tmp_path / "other.yaml") == []


def test_old_states_go_and_a_damaged_history_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "small.yaml"
    file.write_text(PORTAL, encoding="utf-8")
    save(file, PORTAL + "title: One\n")
    place = tmp_path / ".history" / "small.yaml.jsonl"
    place.write_bytes(place.read_bytes() + b"{broken\n\xff\n")
    save(file, PORTAL + "title: Two\n")
    assert len(list_states(file)) == 3
    monkeypatch.setattr(file_history, "MAX_BYTES", 1000)
    for number in range(20):
        save(file, f"{PORTAL}title: T{number}\n")
    kept = [state.content.decode().split()[-1] for state in list_states(file)]
    assert kept == [f"T{number}" for number in range(19, 19 - len(kept), -1)]
    assert 2 < len(kept) < 10
