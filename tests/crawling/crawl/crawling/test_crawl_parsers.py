"""A corpus notes the parsers of its builds; untested or different ones are a remark."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from crawl_demo import demo_portal

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.pages.page import parser_versions

Copy = Callable[[str], Path]


def noted(folder: Path) -> list[str]:
    with sqlite3.connect(folder / "corpus.sqlite") as database:
        row = database.execute("SELECT value FROM meta WHERE key = 'parsers'").fetchone()
    database.close()
    found: list[str] = json.loads(row[0])
    return found


def test_a_crawl_notes_its_parsers(copied: Copy) -> None:
    folder = copied("corpus")
    assert noted(folder) == [parser_versions.describe_parsers()]
    assert "libxml2" in noted(folder)[0]
    assert "lexbor" in noted(folder)[0]


def test_other_parsers_are_a_remark_and_nothing_is_built_again(
    copied: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied("corpus")
    before = noted(folder)
    monkeypatch.setitem(parser_versions.PARSER_VERSIONS, "libxml2", "9.9.9")
    found = build(demo_portal(), folder)
    assert found.built == 0
    assert noted(folder) == before
    (output,) = (line for line in found.lines() if line.startswith("remark: "))
    assert "libxml2 9.9.9 (expected" in output
    assert found.ok == read_status(demo_portal(), folder).ok
    assert "remarks" not in found.as_json()


@pytest.mark.long
def test_several_parsers_in_one_corpus_are_a_remark_until_all_is_built(
    copied: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied("corpus")
    with sqlite3.connect(folder / "corpus.sqlite") as database:
        database.execute(
            "UPDATE meta SET value = ? WHERE key = 'parsers'", (json.dumps(["libxml2 2.9.14"]),)
        )
    database.close()
    next((folder / "tei").rglob("a*.xml")).unlink()
    assert any("several parsers" in line for line in build(demo_portal(), folder).lines())
    assert not any(
        "several parsers" in line
        for line in build(demo_portal(), folder, BuildOptions(everything=True)).lines()
    )
    assert noted(folder) == [parser_versions.describe_parsers()]
