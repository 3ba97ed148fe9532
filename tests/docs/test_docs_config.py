"""The examples of docs/config.md are portal files without a problem."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from docs_material import CHECKOUT, read

from webarticlecurator.portal_file.config.load import check

PAGE = CHECKOUT / "docs" / "config.md"
HEAD = "portal: echo\nhome: https://echo.example/\n"
ARCHIVE = (
    'archive: {url: "https://echo.example/{date:%Y}/", dates: {from: 2003-01-01, step: year}}\n'
)
EXAMPLES = re.findall(r"(?ms)^```yaml\n(.*?)^```$", read(PAGE))


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 10


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: " ".join(text.split()[:4]))
def test_an_example_is_a_portal_file_without_a_problem(example: str, tmp_path: Path) -> None:
    keys = yaml.safe_load(example)
    head = "" if "portal" in keys else HEAD
    archive = "" if "archive" in keys else ARCHIVE
    path = tmp_path / "echo.yaml"
    path.write_text(head + archive + example, encoding="utf-8", newline="\n")
    (tmp_path / "portal.tags.tsv").write_text("signature\toperation\np\tparagraph\n")
    (tmp_path / "echo.pseudonyms.key").write_text("0" * 64 + "\n")
    assert [problem.message for problem in check(path)] == []
