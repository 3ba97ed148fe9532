"""Values that are mended in the table of articles: near spellings, rows of the overrides table."""

from __future__ import annotations

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.studio.articles.articles_mending import differs_by_one, find_key, find_near
from webarticlecurator.studio.metadata.override_rows import mend_values

NAME = "small.overrides.tsv"
URL = "http://small.example/1"
HEAD = "id\tfield\tvalue\treason\n"


def test_spellings_have_the_same_key():
    assert find_key("  KOVÁCS, János ") == find_key("János Kovács") == "janos kovacs"
    assert find_key("Straße") == find_key("STRASSE")
    assert find_key("Ann") != find_key("Anna")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("kovacs", "kovach", True),
        ("kovacs", "kovacsi", True),
        ("kovacs", "ovacs", True),
        ("kovacs", "kovacs", False),
        ("kovacs", "kvoacs", False),
        ("kovacs", "kovacsik", False),
        ("", "a", True),
    ],
)
def test_one_letter_may_differ(one: str, other: str, expected: bool):
    assert differs_by_one(one, other) is differs_by_one(other, one) is expected


def test_the_same_words_come_before_other_letters():
    known = [("Kovács Jánoss", 9), ("", 50), ("KOVACS JANOS", 1), ("János Kovács", 3), ("Ann", 4)]
    near = [("János Kovács", 3), ("KOVACS JANOS", 1), ("Kovács Jánoss", 9)]
    assert find_near("Kovács János", known) == near
    assert find_near("An", [("Ann", 4), ("AN", 1)]) == [("AN", 1)]


def test_rows_of_a_field_are_replaced_and_others_stay():
    before = (
        f"# mine\n{HEAD}".replace("# mine\n", "")
        + f"# mine\n{article_id(URL)}\tauthors\tA\told\n{URL}\tsection\tNews\tkept\n"
        + f"{URL}\tauthors\tB\told\nhttp://small.example/2\tauthors\tC\tkept\n"
    ).encode()
    after = mend_values(before, {(URL, "authors"): ["X", "Y"]}, "printed", NAME)
    assert after.decode() == (
        f"{HEAD}# mine\n{URL}\tsection\tNews\tkept\nhttp://small.example/2\tauthors\tC\tkept\n"
        f"{URL}\tauthors\tX\tprinted\n{URL}\tauthors\tY\tprinted\n"
    )
    assert (
        mend_values(after, {(URL, "authors"): []}, "none", NAME)
        .decode()
        .endswith(f"kept\n{URL}\tauthors\t\tnone\n")
    )


def test_a_table_begins_and_line_ends_and_cells_of_several_lines_stay():
    mended = {(URL, "authors"): ["X"]}
    assert mend_values(None, mended, "r", NAME).decode() == f"{HEAD}{URL}\tauthors\tX\tr\n"
    old = f'\ufeff{HEAD}{URL}\tauthors\t"a"\t"b\nc"\n{URL}\tsection\tS\t"d\ne"'
    before = old.replace("\n", "\r\n").encode()
    assert mend_values(before, mended, "r", NAME).decode() == (
        f'\ufeff{HEAD}{URL}\tsection\tS\t"d\ne"\n{URL}\tauthors\tX\tr\n'.replace("\n", "\r\n")
    )


def test_what_check_refuses_is_not_written():
    with pytest.raises(ConfigError, match="missing reason"):
        mend_values(None, {(URL, "authors"): ["X"]}, "", NAME)
    with pytest.raises(UsageError, match="first line must name the columns"):
        mend_values(b"a;b\n", {(URL, "authors"): ["X"]}, "r", NAME)
