"""What is written into a tag table with a decision: that, and nothing else."""

from __future__ import annotations

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.base.errors import UsageError
from webarticlecurator.proposing.tags.inventory_table import (
    Key,
    Table,
    parse_table,
    tag_table_text,
)
from webarticlecurator.proposing.tags.table_merge import merge_tables
from webarticlecurator.studio.frame.tag_decisions import (
    SUGGESTED,
    UNDECIDED,
    OperationChoice,
    decide,
)

OWN = """\
signature\toperation\tmine\tfrequency
# what the desk writes\t\t\t

div.b.a\tbox\tsay why\t3
p.lead\tlead\t\t9
"""
COUNTS = """\
signature\toperation\tkeep\tcontext\tfrequency\tpages\tsuggestion\tconfidence\treason
p.lead\t\t\t\t12\t7\t\t\t
div.a.b\t\t\t\t4\t2\tquote\t0.50\ta word
div.promo\t\t\t\t8\t8\tdrop\t0.90\trepeated
span\t\t\t\t2\t1\t\t\t
"""


def decide_in(text: str, names: list[str], decision: OperationChoice) -> str:
    """Return the text of a table after a decision about rows, by their signatures."""
    table = parse_table(text, "own.tsv")
    shown = merge_tables(table, parse_table(COUNTS, "counts.tsv")).by_key()
    keys: list[Key] = [(name, "") for name in names]
    return tag_table_text(decide(table, shown, keys, decision))


def test_a_decided_row_changes_and_all_other_lines_keep_their_bytes():
    decided = decide_in(OWN, ["div.a.b"], OperationChoice("drop"))
    assert decided == OWN.replace("div.b.a\tbox", "div.b.a\tdrop")


def test_a_row_that_only_the_counts_have_is_added_at_the_end():
    assert decide_in(OWN, ["div.promo"], OperationChoice("drop")) == OWN + "div.promo\tdrop\t\t8\n"


def test_several_rows_take_what_is_suggested_for_each():
    lines = decide_in(OWN, ["div.promo", "div.a.b"], OperationChoice(SUGGESTED)).splitlines()
    assert "div.b.a\tquote\tsay why\t3" in lines
    assert lines[-1] == "div.promo\tdrop\t\t8"


def test_attributes_and_a_place_get_their_columns():
    decided = decide_in(OWN, ["span"], OperationChoice("link", "href, data-href", "in figure"))
    first, *_, last = decided.splitlines()
    assert first == "signature\toperation\tmine\tfrequency\tkeep\tcontext"
    assert last == "span\tlink\t\t\thref data-href\tin figure"


def test_a_decision_for_a_place_leaves_the_row_for_all_places():
    decided = decide_in(OWN, ["p.lead"], OperationChoice("caption", context="in figure"))
    operations = {
        (line.get("signature"), line.get("context")): line.get("operation")
        for line in parse_table(decided, "x").lines
    }
    assert operations["p.lead", ""] == "lead"
    assert operations["p.lead", "in figure"] == "caption"


def test_a_decision_is_taken_back_without_adding_rows():
    undecided = decide_in(OWN, ["p.lead", "span"], OperationChoice(UNDECIDED))
    assert undecided == OWN.replace("p.lead\tlead", "p.lead\t")


@pytest.mark.parametrize(
    ("decision", "message"),
    [
        (OperationChoice("leed"), 'unknown operation: "leed"'),
        (OperationChoice("drop", "href"), "`keep` has no effect"),
        (OperationChoice("link", "3=4"), "not the name of an attribute"),
        (OperationChoice("drop", context="beside li"), "beside li"),
        (OperationChoice(SUGGESTED), "no suggestion: span"),
    ],
    ids=str,
)
def test_a_decision_that_check_would_refuse_is_not_made(decision: OperationChoice, message: str):
    with pytest.raises(UsageError) as refused:
        decide_in(OWN, ["div.promo", "span"], decision)
    assert message in str(refused.value)


def test_merging_after_a_decision_is_deciding_after_merging():
    own, counts = parse_table(OWN, "own.tsv"), parse_table(COUNTS, "counts.tsv")
    merged = merge_tables(own, counts)
    keys: list[Key] = [("div.promo", ""), ("div.a.b", "")]

    def operations(table: Table) -> dict[Key, str]:
        return {key: line.get("operation") for key, line in table.by_key().items()}

    first = merge_tables(decide(own, merged.by_key(), keys, OperationChoice("drop")), counts)
    then = decide(merged, merged.by_key(), keys, OperationChoice("drop"))
    assert operations(first) == operations(then)
    assert operations(first)["div.promo", ""] == "drop"
