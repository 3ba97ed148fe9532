"""A table over a closed list of words names the words that it lacks."""

from __future__ import annotations

from enum import Enum

import pytest

from webarticlecurator.base.model.complete_table import require_every_word


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


def test_a_missing_word_is_an_error_that_names_it_and_its_table() -> None:
    with pytest.raises(
        TypeError, match=r"no entry for Colour\.BLUE in PAINTS of paints\.py; add it"
    ):
        require_every_word(Colour, {Colour.RED: 1}, "PAINTS of paints.py")


def test_a_complete_table_is_returned_as_it_is() -> None:
    table = {Colour.RED: 1, Colour.BLUE: 2}
    assert require_every_word(Colour, table, "PAINTS") is table
