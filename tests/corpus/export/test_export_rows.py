"""All formats are rows, those of whole corpora too."""

from __future__ import annotations

import pytest

from webarticlecurator.base.errors import UsageError
from webarticlecurator.corpus.export.formats import (
    EXPORTERS,
    WACZ,
    WHOLE_CORPUS,
    ZIP,
    find_exporter,
    list_formats,
)

WHOLE = {WACZ, ZIP, "edits"}
"""Formats that are made of more than the articles as they are."""


def test_whole_corpora_are_formats_with_a_row() -> None:
    assert {name for name, each in EXPORTERS.items() if each.holds_corpus} == WHOLE
    assert set(WHOLE_CORPUS) == WHOLE
    lines = {each.name: each for each in list_formats()}
    assert [*EXPORTERS] == [*lines][: len(EXPORTERS)]
    assert lines[WACZ].extra == EXPORTERS[WACZ].extra == ""


@pytest.mark.parametrize("name", [WACZ, ZIP])
def test_they_are_not_made_of_articles(name: str) -> None:
    with pytest.raises(UsageError, match="not an export format"):
        find_exporter(name)
