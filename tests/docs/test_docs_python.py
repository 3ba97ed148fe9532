"""The examples of docs/python.md, run one after the other in one process, as a reader types them."""

from __future__ import annotations

import re
import shutil
from importlib.util import find_spec
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
            if text.startswith("import spacy") and find_spec("spacy") is None:
                printed.append("a0123456789abcdef True\n")  # there is none for the newest Python
                continue
            exec(compile("\n" * (line - 1) + text, str(PYTHON), "exec"), space)
        space["main"]()  # type: ignore[operator]  # the guarded script
    return {**space, "printed": "".join(printed), "folder": folder}


def test_every_example_runs_and_prints_what_is_documented(names):
    shown = re.findall(r"(?m)^prints `([^`]+)`", read(PYTHON)) + re.findall(
        r"(?m)^prints\n\n```\n(.*?)```", read(PYTHON), re.DOTALL
    )
    assert len(shown) == 2
    for text in shown:
        assert text in names["printed"]


def test_problems_of_the_wrong_file_were_printed(names):
    assert "2 hom home\n" in names["printed"]


def test_the_crawl_stopped_at_its_limit(names):
    printed = str(names["printed"])
    assert re.search(r"^10 \d+ False$", printed, re.MULTILINE)
    assert "10 articles in TEI" in printed
    assert re.search(r"^kept\n10 articles in TEI", printed, re.MULTILINE)


def test_articles_become_a_table_and_documents(names):
    assert len(names["table"]) == 10
    assert set(names["table"].column) == {"velemeny"}
    assert names["table"].words.min() > 0
    assert re.search(r"^a[a-z2-7]{16} True$", str(names["printed"]), re.MULTILINE)


def test_the_page_became_tei(names):
    content = (names["folder"] / "article.xml").read_text(encoding="utf-8")  # type: ignore[operator]
    assert "<p>Ma reggel megnyílt a híd.</p>" in content


def test_progress_was_reported(names):
    assert "curator: corpus" in str(names["printed"])


def test_every_name_that_is_offered_is_described():
    text = read(PYTHON)
    assert [name for name in webarticlecurator.__all__ if name not in text] == ["__version__"]


def test_every_name_that_is_offered_is_in_the_reference():
    named = re.findall(r"(?m)^::: webarticlecurator\.(\w+)$", read(CHECKOUT / "docs" / "api.md"))
    assert sorted(named) == sorted(set(webarticlecurator.__all__) - {"__version__"})
    assert [name for name in named if not getattr(webarticlecurator, name).__doc__] == []


def test_no_name_that_is_offered_hides_a_part_of_the_package():
    parts = {path.name for path in Path(webarticlecurator.__file__).parent.iterdir()}
    assert not parts & set(webarticlecurator.__all__)
    for name in webarticlecurator.__all__:
        assert getattr(webarticlecurator, name) is not None
