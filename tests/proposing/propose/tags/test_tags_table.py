"""Tables that people edit: merged, compared, and through a spreadsheet without loss."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tags_material import table

from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.base.text.table_text import defuse_formula
from webarticlecurator.proposing.tags.dictionary_files import load_tag_table
from webarticlecurator.proposing.tags.inventory_table import (
    Line,
    Table,
    parse_table,
    tag_table_text,
)
from webarticlecurator.proposing.tags.table_merge import Difference, diff_tables, merge_tables

OLD = table(
    "signature|operation|keep|context|comment|frequency|in_force",
    "# leads||||by A.||",
    "p.lead|lead|||since 2011|10|lead",
    "||||||",
    "a.x|link|href data-href||||",
    "div.b.a||||ask B.|3|auto",
    "b|unwrap||in h2|bold anyway|4|",
    "i.gone|drop||||7|drop",
)
NEW = table(
    "signature|operation|keep|context|frequency|pages|in_force",
    "p.lead||||12|11|paragraph",
    "div.a.b||||5|5|auto",
    "div.fresh||||2|2|auto",
    "b|unwrap||in  h2|6||",
    "a.x|drop|||1|1|drop",
)


def rows(merged: Table) -> list[list[str]]:
    return [[line.get(column) for column in merged.columns] for line in merged.lines]


def test_decisions_remarks_columns_and_order_survive():
    merged = merge_tables(OLD, NEW)
    assert merged.columns == (
        "signature",
        "operation",
        "keep",
        "context",
        "comment",
        "frequency",
        "in_force",
        "pages",
        "status",
    )
    assert rows(merged) == [
        ["# leads", "", "", "", "by A.", "", "", "", ""],
        ["p.lead", "lead", "", "", "since 2011", "12", "paragraph", "11", ""],
        ["", "", "", "", "", "", "", "", ""],
        ["a.x", "link", "href data-href", "", "", "1", "drop", "1", "conflict"],
        ["div.b.a", "", "", "", "ask B.", "5", "auto", "5", ""],
        ["b", "unwrap", "", "in h2", "bold anyway", "6", "", "", ""],
        ["i.gone", "drop", "", "", "", "0", "", "", "gone"],
        ["div.fresh", "", "", "", "", "2", "auto", "2", "new"],
    ]


def test_a_decision_of_the_newer_table_fills_an_empty_one():
    merged = merge_tables(
        table("signature|operation", "p.x|"), table("signature|operation|keep", "p.x|link|href")
    )
    assert (merged.lines[0].get("operation"), merged.lines[0].get("keep")) == ("link", "href")


def test_merging_again_changes_nothing_but_the_status():
    once = merge_tables(OLD, NEW)
    again = merge_tables(once, NEW)
    plain = [{c: v for c, v in line.cells.items() if c != "status" and v} for line in once.lines]
    assert [
        {c: v for c, v in line.cells.items() if c != "status" and v} for line in again.lines
    ] == plain
    assert [line.get("status") for line in again.lines] == [
        "",
        "",
        "",
        "conflict",
        "",
        "",
        "gone",
        "",
    ]


def test_duplicate_rows_are_both_kept():
    merged = merge_tables(
        table("signature|operation", "p.a.b|lead", "p.b.a|box"),
        table("signature|operation", "p.a.b|"),
    )
    assert [(line.get("signature"), line.get("operation")) for line in merged.lines] == [
        ("p.a.b", "lead"),
        ("p.b.a", "box"),
    ]


def test_every_kind_of_difference():
    new = table(
        "signature|operation|keep|context|frequency",
        "p.lead|box|||12",
        "a.x|link|data-href, href||",
        "div.a.b|drop|||3",
        "b|||in h2|4",
        "div.fresh|lead|||2",
    )
    assert diff_tables(OLD, new) == (
        Difference("new", "div.fresh", "", "", "2"),
        Difference("removed", "i.gone", "", "drop", ""),
        Difference("decided", "div.a.b", "", "", "drop"),
        Difference("changed", "p.lead", "", "lead", "box"),
        Difference("changed", "a.x", "", "link (href, data-href)", "link (data-href, href)"),
        Difference("undecided", "b", "in h2", "unwrap", ""),
    )


def test_numbers_that_a_spreadsheet_wrote_in_its_own_way_are_the_same():
    one = table("signature|operation|frequency|words", "p||12345|1.5")
    other = table("signature|operation|frequency|words", "p||12 345|1. máj.")
    assert diff_tables(one, other) == ()
    assert merge_tables(other, one).lines[0].get("words") == "1.5"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "signature;operation\np;lead\n",
            "made-up.tsv:1: the first line must name the columns signature and operation",
        ),
        ("", "made-up.tsv:1: the first line must name"),
        ("signature\toperation\tx\tx\n", "made-up.tsv:1: two columns with the name 'x'"),
        (
            "signature\toperation\np\tlead\np.a\tbox\tlost?\n",
            "made-up.tsv:3: 3 cells where the first line names 2 columns",
        ),
    ],
)
def test_a_table_from_which_something_would_be_lost_is_refused(text, message):
    with pytest.raises(UsageError) as refused:
        parse_table(text, "made-up.tsv")
    assert message in str(refused.value)
    assert refused.value.cure


WORDS = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), include_characters="\t\n"), max_size=12
).map(str.strip)
SIGNATURES = st.sampled_from(
    ["p", "p.a", 'a[rel="x y"]', '"', "div#a\\:b", "#x", "p.a.b", "p.b.a", "h2.ő", "'=1"]
)


@st.composite
def tables(draw) -> Table:
    extra = draw(st.lists(st.sampled_from(["comment", "who", "note 2"]), unique=True))
    columns = ("signature", "operation", "keep", "context", *extra, "frequency")
    made = []
    # two rows of one tag are an error of the dictionary: p.a.b and p.b.a are the same
    same = {"p.b.a": "p.a.b"}
    for signature in draw(st.lists(SIGNATURES, max_size=8, unique_by=lambda s: same.get(s, s))):
        cells = dict.fromkeys(columns, "") | {
            "signature": signature,
            "frequency": str(draw(st.integers(0, 99))),
        }
        cells["operation"] = draw(st.sampled_from(["", "drop", "quote>paragraph"]))
        cells |= {column: draw(WORDS) for column in extra}
        made.append(Line(cells))
    return Table(columns, tuple(made))


def through_a_spreadsheet(made: Table, order: list[int], style: str) -> Table:
    """What the file shows, sorted otherwise, one column added, saved as LibreOffice or Excel save."""
    out = io.StringIO(newline="")
    quoting = csv.QUOTE_ALL if style == "quoted" else csv.QUOTE_MINIMAL
    writer = csv.writer(
        out, delimiter="\t", lineterminator="\r\n" if style != "plain" else "\n", quoting=quoting
    )
    writer.writerow((*made.columns, "mine"))
    for number in order:
        writer.writerow([*(defuse_formula(made.lines[number].get(c)) for c in made.columns), "yes"])
    return parse_table(out.getvalue(), "saved.tsv")


@given(made=tables(), data=st.data(), style=st.sampled_from(["plain", "crlf", "quoted"]))
def test_a_round_trip_through_a_spreadsheet_loses_nothing(made, data, style):
    made = parse_table(tag_table_text(made), "written.tsv")
    order = data.draw(st.permutations(range(len(made.lines))))
    back = through_a_spreadsheet(made, order, style)
    assert [dict(line.cells) for line in back.lines] == [
        {**made.lines[n].cells, "mine": "yes"} for n in order
    ]
    assert [d for d in diff_tables(made, back) if d.kind != "frequency"] == []


@given(old=tables(), new=tables())
def test_a_merge_keeps_every_cell_of_the_older_table_but_counts(old, new):
    merged = merge_tables(old, new)
    for before, after in zip(old.lines, merged.lines, strict=False):
        kept = {c: v for c, v in before.cells.items() if v and c not in ("frequency", "status")}
        assert kept.items() <= dict(after.cells).items()
    expected = {line.key for line in old.lines} | {
        line.key for line in new.lines if line.key is not None
    }
    assert {line.key for line in merged.lines} == expected


LIBREOFFICE = (
    '"signature"\t"operation"\t"keep"\t"context"\t"frequency"\t"words"\t"mine"\t\t\r\n'
    '"a[rel=""x y""]"\t"link"\t"href data-href"\t\t12,345\t10,2\t"says ""so"""\t\t\r\n'
    '"b"\t"unwrap"\t\t"in h2"\t6\t1\t"two\nlines"\t\t\r\n'
    '"# remark"\t\t\t\t\t\t\t\t\r\n'
    '"p.lead"\t"lead"\t\t\t03. May\t01.05.26\t\t\t\r\n'
    "\t\t\t\t\t\t\t\t\r\n"
)
"""As LibreOffice 7 wrote it: every text cell quoted, numbers and dates in its own way, empty
columns at the end."""
WRITTEN = table(
    "signature|operation|keep|context|frequency|words",
    "p.lead|lead|||5|1.5",
    'a[rel="x y"]|link|href data-href||12345|10.2',
    "b|unwrap||in h2|6|1.0",
)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_what_libreoffice_does_to_a_table_loses_no_decision(tmp_path, mark):
    path = tmp_path / "saved.tsv"
    path.write_bytes((mark + LIBREOFFICE).encode("utf-8"))
    saved = load_tag_table(path)
    assert saved.columns == (
        "signature",
        "operation",
        "keep",
        "context",
        "frequency",
        "words",
        "mine",
    )
    # 5 became a date, and is reported
    assert [d.kind for d in diff_tables(WRITTEN, saved)] == ["frequency"]
    merged = merge_tables(saved, WRITTEN)
    assert rows(merged)[:4] == [
        ['a[rel="x y"]', "link", "href data-href", "", "12345", "10.2", 'says "so"', ""],
        ["b", "unwrap", "", "in h2", "6", "1.0", "two\nlines", ""],
        ["# remark", "", "", "", "", "", "", ""],
        ["p.lead", "lead", "", "", "5", "1.5", "", ""],
    ]
    assert parse_table(tag_table_text(merged), "again.tsv").lines[1].get("mine") == "two\nlines"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"signature,operation\r\np,lead\r\n", "with commas instead of tabs"),
        (b'"signature";"operation"\r\n"p";"lead"\r\n', "with semicolons instead of tabs"),
        ("signature\toperation\np\tlead\n".encode("utf-16"), "not UTF-8: UTF-16"),
        ("signature\toperation\nh2.ő\tlead\n".encode("cp1250"), "not UTF-8"),
        (
            b'signature\toperation\tnote\np\tlead\t"never closed\nb\tbold\t\n',
            ":2: unclosed double quote",
        ),
        (
            ("signature\toperation\tnote\np\tlead\t" + '"' + "x" * 140_000).encode(),
            ":2: the table cannot be read",
        ),
        (b"operation\tkeep\nlead\t\n", "must name the columns signature and operation"),
        (b"Signature\tOperation\np\tlead\n", "must name the columns signature and operation"),
        (b"signature\toperation\tcontexts\np\tlead\tin li\n", 'did you mean "context"?'),
    ],
    ids=str,
)
def test_a_table_saved_in_another_way_is_refused_with_the_cure(tmp_path, content, message):
    path = tmp_path / "saved.tsv"
    path.write_bytes(content)
    with pytest.raises((UsageError, ConfigError)) as refused:
        load_tag_table(path)
    assert message in str(refused.value)


def test_a_column_that_was_removed_is_taken_from_the_other_table():
    """Rows that the context distinguished are the same without it: none is lost, none changed."""
    old = table("signature|operation", "b|unwrap", "b|bold", "p.lead|lead")
    new = table(
        "signature|operation|keep|context|frequency",
        "b|unwrap||in h2|6",
        "b|||in p|7",
        "p.lead|||in td|2",
        "p.lead||||3",
    )
    merged = merge_tables(old, new)
    assert [
        (line.get("signature"), line.get("operation"), line.get("context")) for line in merged.lines
    ] == [
        ("b", "unwrap", ""),
        ("b", "bold", ""),
        ("p.lead", "lead", ""),
        ("b", "unwrap", "in h2"),
        ("b", "", "in p"),
        ("p.lead", "", "in td"),
    ]
    assert [line.get("frequency") for line in merged.lines] == ["0", "", "3", "6", "7", "2"]
