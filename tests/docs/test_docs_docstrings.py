"""The examples in the docstrings of the Python interface run, on the corpus of the demo."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from webarticlecurator import api

EXAMPLES = [each for each in doctest.DocTestFinder().find(api) if each.examples]
NAMES = ("Corpora", "Corpus", "Portal", "SearchHit", "extract", "extract_page")


def test_each_public_name_has_an_example():
    assert {each.name.rpartition(".")[2] for each in EXAMPLES} == set(NAMES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.name.rpartition(".")[2])
def test_it_prints_what_it_shows(
    example: doctest.DocTest, small_tour: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(small_tour)
    report: list[str] = []
    results = doctest.DocTestRunner().run(example, out=report.append)
    assert results.failed == 0, "".join(report)
