"""Every way to be wrong has a folder in tests/portal_file/config/bad_configs: a portal file and the whole message,
read by a person."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from webarticlecurator.base.errors import ConfigError
from webarticlecurator.portal_file.config.load import check, load_portal

FOLDERS = sorted(
    path for path in (Path(__file__).parent / "bad_configs").iterdir() if path.is_dir()
)


def message(folder: Path) -> str:
    problems = check(folder / "portal.yaml", allow_hooks=True)
    return "\n".join(str(p) for p in problems).replace(str(folder) + os.sep, "") + "\n"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_bad_file_has_the_expected_problems(folder: Path) -> None:
    expected = (folder / "expected.txt").read_text(encoding="utf-8")
    assert expected.strip(), "a folder of bad_configs must expect a problem"
    found = message(folder)
    if sys.platform == "win32":  # in its own words
        found, expected = (
            re.sub(r"cannot be read \(.*?\)", "", each) for each in (found, expected)
        )
    assert found == expected


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_problem_has_a_line_in_its_file(folder: Path) -> None:
    for problem in check(folder / "portal.yaml", allow_hooks=True):
        file = folder / Path(problem.file).name
        lines = file.read_bytes().count(b"\n") + 1
        assert 1 <= problem.line <= lines
        assert problem.column >= 1
        assert problem.message


def test_load_raises_all_problems_and_counts_them() -> None:
    with pytest.raises(ConfigError) as caught:
        load_portal(FOLDERS[0].parent / "five-mistakes" / "portal.yaml")
    assert [p.line for p in caught.value.problems] == [1, 2, 3, 4, 6]
    assert str(caught.value).endswith("5 problems")


def test_a_missing_file(tmp_path: Path) -> None:
    (problem,) = check(tmp_path / "none.yaml")
    assert problem.message.startswith("the portal file cannot be read")


def test_fields_of_a_problem() -> None:
    found = {p.key: p for p in check(FOLDERS[0].parent / "five-mistakes" / "portal.yaml")}
    langage = found["langage"]
    assert (langage.path, langage.found, langage.nearest) == ("langage", "langage", "language")
    assert "timezone" in langage.allowed
    assert (found["timezone"].found, found["timezone"].nearest) == (
        "Europe/Budapset",
        "Europe/Budapest",
    )
