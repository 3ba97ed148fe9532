"""The text of a portal file while it is edited."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("fastapi")

from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.portal_file.yaml_file.yaml_edit import add_value
from webarticlecurator.studio.frame.portal_draft import PortalDraft

TEXT = """\
portal: small  # the id
home: https://small.example/
archive: {url: https://small.example/list}
"""


@pytest.fixture
def draft(tmp_path: Path) -> PortalDraft:
    file = tmp_path / "small.yaml"
    file.write_text(TEXT, encoding="utf-8")
    return PortalDraft(file, False)


def test_edits_are_made_undone_made_again_and_saved(draft: PortalDraft):
    assert draft.is_saved
    draft.set(["article", "metadata", "title"], "h1")
    draft.replace(add_value(draft.text, ["article", "body", "drop"], ".ad"))
    assert "portal: small  # the id" in draft.text
    assert draft.portal().id == "small"
    edited = draft.text
    draft.undo()
    assert "drop" not in draft.text
    assert "title: h1" in draft.text
    draft.undo()
    assert draft.text == TEXT
    assert not draft.can_undo
    draft.undo()
    draft.redo()
    draft.redo()
    assert draft.text == edited
    assert not draft.can_redo
    assert draft.file.read_text(encoding="utf-8") == TEXT
    assert not draft.is_saved
    draft.save()
    assert draft.is_saved
    assert draft.file.read_text(encoding="utf-8") == edited


def test_a_new_edit_forgets_what_was_undone(draft: PortalDraft):
    draft.set(["title"], "One")
    draft.undo()
    draft.set(["title"], "Two")
    assert not draft.can_redo


def test_the_version_grows_with_every_change_of_the_text(draft: PortalDraft):
    versions = [draft.version]
    draft.set(["title"], "One")
    versions.append(draft.version)
    draft.undo()
    versions.append(draft.version)
    draft.replace(draft.text)
    assert versions == [0, 1, 2]
    assert draft.version == 2


def test_problems_of_the_text_have_their_lines(draft: PortalDraft):
    assert draft.problems() == ()
    draft.replace(TEXT + "articel: {}\n")
    (problem,) = draft.problems()
    assert problem.line == 4
    assert "articel" in problem.message
    with pytest.raises(ConfigError, match="articel"):
        draft.portal()


def test_a_file_that_somebody_else_has_changed_is_not_overwritten(draft: PortalDraft):
    draft.set(["title"], "Mine")
    draft.file.write_text(TEXT + "title: Theirs\n", encoding="utf-8")
    with pytest.raises(UsageError, match="another program has changed"):
        draft.save()
    assert "Theirs" in draft.file.read_text(encoding="utf-8")
    draft.read_again()
    assert "Theirs" in draft.text
    draft.undo()
    assert "Mine" in draft.text
    draft.save()
    assert "Mine" in draft.file.read_text(encoding="utf-8")


def test_a_draft_without_edits_follows_its_file(draft: PortalDraft):
    draft.file.write_text(TEXT + "title: Theirs\n", encoding="utf-8")
    draft.follow_file()
    assert "Theirs" in draft.text
    assert draft.is_saved
    draft.set(["title"], "Mine")
    draft.file.write_text(TEXT, encoding="utf-8")
    draft.follow_file()
    assert "Mine" in draft.text


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path):
    file = tmp_path / "wrong.yaml"
    file.write_bytes("portal: wrong".encode("utf-16"))
    with pytest.raises(ConfigError, match="UTF-16"):
        PortalDraft(file, False)
