"""Rows of a tag dictionary that are equal to an earlier one, and a ``keep`` without effect, are
problems; every other row is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest
from config_sample import ARCHIVE, HEAD, load

from webarticlecurator.articles.blocks.block_attributes import ADDRESS_ATTRIBUTES
from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.portal_file.config.dictionary_checks import find_duplicates
from webarticlecurator.portal_file.config.keep_column import KEEPING
from webarticlecurator.portal_file.config.load import check
from webarticlecurator.portal_file.config.tags import base_tags

TABLE = "article: {body: {root: main, drop: .ad, tags: t.tsv}}\n"


def messages(folder: Path, rows: list[str], article: str = TABLE) -> list[str]:
    """``line: message`` for the rows ``signature|operation|keep|context`` (the first is line 2)."""
    lines = ["signature|operation|keep|context", *rows]
    (folder / "t.tsv").write_text(
        "".join(line.replace("|", "\t") + "\n" for line in lines), encoding="utf-8", newline="\n"
    )
    path = folder / "p.yaml"
    path.write_text(HEAD + ARCHIVE + article, encoding="utf-8", newline="\n")
    return [f"{p.line}: {p.message}" for p in check(path)]


DUPLICATES = [
    ["div.a.b|box", "div.b.a|box"],
    ["p|box||in  figure", "p|lead||in figure"],
    ["p|box||in div.a.b", "p|lead||in div.b.a"],
    ["P.x|box", "p.x|lead"],
    ["[rel=a].x|drop", ".x[rel=a]|drop"],
    ["[rel=a][lang=b]|drop", "[lang=b][rel=a]|drop"],
    ["p:not(.x):not(.y)|drop", "p:not(.y):not(.x)|drop"],
    ["p|lead||text starts  x", "p|box||text starts x"],
]


@pytest.mark.parametrize("rows", DUPLICATES)
def test_a_row_that_is_equal_to_an_earlier_one_is_an_error(tmp_path: Path, rows: list[str]) -> None:
    (found,) = messages(tmp_path, rows)
    assert found.startswith("3: article.body.tags: duplicate row: ")
    assert found.endswith("already in line 2; remove one")


@pytest.mark.parametrize(
    "row",
    [
        "p.x|drop|href",
        "p.x|unwrap|href id",
        "p.x|auto|href",
        "p.x|paragraph|href",
        "p.x|box>lead|id",
    ],
)
def test_a_keep_without_effect_is_an_error(tmp_path: Path, row: str) -> None:
    (found,) = messages(tmp_path, [row])
    assert found.startswith("2: article.body.tags: `keep` has no effect on")
    assert found.endswith("; empty the cell")


@pytest.mark.parametrize(
    "rows",
    [
        ["div.a|box", "div.b|quote", "div.a.b|lead", "div.a|quote||in li", "div.a.a|drop"],
        [".a|box", "div.a|lead", "*.a|quote||in li"],
        ["p|lead||in figure", "p|box||child of figure", "p|quote||only child of figure"],
        ["p|lead||text contains x", "p|box||text starts x", "p|quote||text starts xy"],
        ["div.post-12|box", "div.post-0|lead"],
        ["a|link|data-href", "time|feed-time|datetime", "ol|list|start"],
        ["div.e|feed-entry>box|data-time"],
        ["span.gone|drop", "span.undecided|", "# remark|"],
        ["div.ad|box", "figure|drop", "p|lead||in figure"],  # nothing is left for these
    ],
)
def test_every_other_row_is_accepted(tmp_path: Path, rows: list[str]) -> None:
    assert messages(tmp_path, rows) == []


LAYOUTS = (
    "article:\n  body: {root: main, tags: %s}\n  layouts:\n    - {name: v, when: .v, body: {%s}}\n"
)


def test_inline_rows_of_a_layout_are_compared_with_the_article(tmp_path: Path) -> None:
    inline = "{div.a.b: box}"
    (found,) = messages(tmp_path, [], LAYOUTS % (inline, "tags: {div.b.a: lead}"))
    assert 'duplicate row: "div.b.a", already in line 8' in found
    replaced = LAYOUTS % (inline, "tags: {div.a.b: none, div.b.a: lead}")
    assert messages(tmp_path, [], replaced) == []


def test_a_duplicate_in_a_table_of_two_layouts_is_reported_once(tmp_path: Path) -> None:
    rows = ["div.a.b|box", "div.b.a|box"]
    assert len(messages(tmp_path, rows, LAYOUTS % ("t.tsv", "root: td"))) == 1


def test_the_base_dictionary_has_no_equal_rows() -> None:
    assert list(find_duplicates(base_tags())) == []


def test_blocks_with_an_address_accept_keep() -> None:
    assert set(ADDRESS_ATTRIBUTES) <= KEEPING


def test_all_bad_rows_are_reported_at_once(tmp_path: Path) -> None:
    """A user gets every problem of a table in one go, in the order of its lines."""
    rows = ["div.a.b|box", "div.b.a|box", "p|bocks", "img|drop|src", "p|lead||under div"]
    lines = [line.partition(":")[0] for line in messages(tmp_path, rows)]
    assert lines == ["3", "4", "5", "6"]


def test_good_rows_are_loaded(tmp_path: Path) -> None:
    found = load(
        tmp_path, HEAD + ARCHIVE + TABLE, t__tsv="signature\toperation\np.x\tlead\n"
    ).article.body.tags
    assert found == (TagRow("p.x", "lead"),)
    assert (found[0].line, found[0].place.file) == (2, "t.tsv")
