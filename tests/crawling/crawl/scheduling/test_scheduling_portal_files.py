"""Portal files that are added, changed and removed while a command runs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.crawling.crawl.portal_files import FileChange, PortalFiles
from webarticlecurator.portal_file.config.load import load_portal

FILE = """\
portal: {name}
home: https://{name}.example/
archive: {{url: "https://{name}.example/list", links: h2}}
article: {{body: {{root: article, tags: {name}.tags.tsv}}}}
"""
TAGS = "signature\toperation\ndiv.hint\tbox\n"


def write(folder: Path, name: str, portal: str = "", more: str = "") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(FILE.format(name=portal or name) + more, encoding="utf-8")
    (folder / f"{portal or name}.tags.tsv").write_text(TAGS, encoding="utf-8")
    return path


@pytest.fixture
def files(tmp_path: Path) -> PortalFiles:
    return PortalFiles(lambda: sorted(tmp_path.glob("*.yaml")), load_portal)


def describe(changes: list[FileChange]) -> list[tuple[str, str]]:
    """File → its portal, the kind of its error, or "removed"."""
    return [
        (
            change.file.name,
            change.portal.id
            if change.portal
            else type(change.error).__name__
            if change.error
            else "removed",
        )
        for change in changes
    ]


def test_added_changed_and_removed_files_are_found_once(files: PortalFiles, tmp_path: Path):
    one = write(tmp_path, "one")
    assert describe(files.find_changes()) == [("one.yaml", "one")]
    assert files.find_changes() == []
    two = write(tmp_path, "two")
    assert describe(files.find_changes()) == [("two.yaml", "two")]
    write(tmp_path, "one", more="schedule: 0 4 * * *\n")
    (change,) = files.find_changes()
    assert change.portal is not None
    assert change.portal.schedule == "0 4 * * *"
    two.unlink()
    assert describe(files.find_changes()) == [("two.yaml", "removed")]
    assert files.find_changes() == []
    # the same size, another time of change
    os.utime(one, ns=(1, 1))
    assert describe(files.find_changes()) == [("one.yaml", "one")]


def test_problems_are_found_once_and_a_file_without_them_is_not_held_up(
    files: PortalFiles, tmp_path: Path
):
    write(tmp_path, "good")
    bad = write(tmp_path, "bad", more="schedule: 0 44 * * *\n")
    changes = files.find_changes()
    assert describe(changes) == [("bad.yaml", "ConfigError"), ("good.yaml", "good")]
    assert isinstance(changes[0].error, ConfigError)
    assert "bad.yaml:5:11" in str(changes[0].error)
    assert files.find_changes() == []
    write(tmp_path, "bad", more="schedul: 0 4 * * *\n")
    assert describe(files.find_changes()) == [("bad.yaml", "ConfigError")]
    assert files.find_changes() == []
    write(tmp_path, "bad", more="schedule: 0 4 * * *\n")
    assert describe(files.find_changes()) == [("bad.yaml", "bad")]
    bad.unlink()
    assert describe(files.find_changes()) == [("bad.yaml", "removed")]


def test_a_problem_of_a_named_file_is_mended_there(files: PortalFiles, tmp_path: Path):
    one = write(tmp_path, "one")
    (tmp_path / "one.tags.tsv").unlink()
    assert describe(files.find_changes()) == [("one.yaml", "ConfigError")]
    assert files.find_changes() == []
    (tmp_path / "one.tags.tsv").write_text(TAGS, encoding="utf-8")
    assert describe(files.find_changes()) == [("one.yaml", "one")]
    (tmp_path / "one.tags.tsv").unlink()
    assert files.find_changes() == []
    assert describe([files.read_again(one)]) == [("one.yaml", "ConfigError")]
    assert files.find_changes() == []


def test_the_later_one_of_two_files_of_a_portal_is_left_out(files: PortalFiles, tmp_path: Path):
    later = write(tmp_path, "later", "echo")
    assert describe(files.find_changes()) == [("later.yaml", "echo")]
    write(tmp_path, "also", "echo")
    (change,) = files.find_changes()
    assert isinstance(change.error, UsageError)
    assert str(later) in str(change.error)
    assert files.find_changes() == []
    later.unlink()
    assert describe(files.find_changes()) == [("later.yaml", "removed"), ("also.yaml", "echo")]


def test_a_file_that_is_gone_when_it_is_read_again_was_removed(files: PortalFiles, tmp_path: Path):
    one = write(tmp_path, "one")
    files.find_changes()
    one.unlink()
    assert describe([files.read_again(one)]) == [("one.yaml", "removed")]
    assert files.find_changes() == []
