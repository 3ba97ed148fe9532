"""The examples of docs/python.md, run one after the other in one process, as a reader types them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from docs_material import CHECKOUT, PYTHON, python_blocks, read

import webarticlecurator


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """All examples, run; what they defined, and under ``printed`` what each of them printed."""
    folder = tmp_path_factory.mktemp("python")
    (folder / "examples").mkdir()
    for name in ("demo.yaml", "demo.tags.tsv"):
        shutil.copy(CHECKOUT / "examples" / name, folder / "examples" / name)
    printed: list[str] = []
    space: dict[str, object] = {
        "__name__": "docs_python",
        "print": lambda *words: printed.append(" ".join(map(str, words)) + "\n"),
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for line, text in python_blocks(PYTHON):
            exec(compile("\n" * (line - 1) + text, str(PYTHON), "exec"), space)
        space["main"]()  # type: ignore[operator]  # the guarded script
    return {**space, "printed": "".join(printed), "folder": folder}


def test_every_example_runs_and_prints_what_is_said(names):
    shown = re.findall(r"(?m)^prints `([^`]+)`", read(PYTHON)) + re.findall(
        r"(?m)^prints\n\n```\n(.*?)```", read(PYTHON), re.DOTALL
    )
    assert len(shown) == 2
    for text in shown:
        assert text in names["printed"]


def test_the_wrong_file_was_answered(names):
    assert "2 hom home\n" in names["printed"]


def test_the_crawl_stopped_at_its_limit(names):
    assert re.search(r"^10 \d+ False$", str(names["printed"]), re.MULTILINE)
    assert "10 articles," in names["printed"]
    folder = names["folder"]
    assert isinstance(folder, Path)
    assert len((folder / "taste.jsonl").read_bytes().splitlines()) == 10


def test_the_page_became_tei(names):
    content = (names["folder"] / "article.xml").read_text(encoding="utf-8")  # type: ignore[operator]
    assert "<p>Ma reggel megnyílt a híd.</p>" in content


def test_progress_was_told(names):
    assert "curator: corpus" in str(names["printed"])


def test_every_function_that_is_offered_is_described():
    text = read(PYTHON)
    assert [name for name in webarticlecurator.__all__ if name not in text] == []
    for name in ("load_portal", "crawl", "build", "extract"):
        assert f"| `{name}(" in text
