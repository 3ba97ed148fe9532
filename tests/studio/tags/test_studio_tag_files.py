"""Tag tables in their files: read, written, taken back, and never over somebody else's change."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.base.errors import UsageError
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.tags.inventory_table import Key, Line, Table
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.tag_decisions import OperationChoice, decide
from webarticlecurator.studio.frame.tag_table_files import (
    TAGS_KEY,
    TagFiles,
    find_tag_files,
    list_tag_layouts,
)
from webarticlecurator.studio.frame.tag_tables import TagTables

PORTAL = """\
portal: small
home: https://small.example/
archive: {url: https://small.example/list}
article:
  body: {root: main}
"""
COUNTS = """\
signature\toperation\tkeep\tcontext\tfrequency\tpages\tsource\tsuggestion\tconfidence\treason
p\tbox\t\tin li\t2\t\trule\t\t\t
div.promo\tquote\t\t\t8\t8\tportal: div.promo\tdrop\t0.90\trepeated
div.hint\t\t\t\t4\t2\tnone\tbox\t0.50\ta word
"""
PROMO: Key = ("div.promo", "")


@pytest.fixture
def draft(tmp_path: Path) -> PortalDraft:
    (tmp_path / "small.yaml").write_text(PORTAL, encoding="utf-8")
    (tmp_path / "counts.tsv").write_text(COUNTS, encoding="utf-8")
    return PortalDraft(tmp_path / "small.yaml", False)


def files_of(draft: PortalDraft) -> TagFiles:
    return find_tag_files(draft, draft.file.parent / "counts.tsv")


def drop(table: Table, shown: dict[Key, Line]) -> Table:
    return decide(table, shown, [PROMO], OperationChoice("drop"))


def test_the_first_decision_makes_a_table_that_the_portal_file_can_name(draft: PortalDraft):
    tables, files = TagTables(), files_of(draft)
    assert not files.is_named
    assert files.table.name == "small.tags.tsv"
    before = tables.read(files)
    assert before.own is None
    # neither decisions of the time of counting, nor rows made only of them
    assert {key: line.get("operation") for key, line in before.rows.items()} == {
        PROMO: "",
        ("div.hint", ""): "",
    }
    after = tables.change(files, drop)
    assert after.rows[PROMO].get("operation") == "drop"
    draft.set(TAGS_KEY, files.table.name)
    (row,) = draft.portal().article.body.tags
    assert (row.signature, row.operation) == ("div.promo", "drop")
    assert files_of(draft).is_named


def test_rows_of_the_portal_file_move_into_the_table(draft: PortalDraft):
    draft.set(TAGS_KEY, {"div.hint": "box", "h5": "bold"})
    tables, files = TagTables(), files_of(draft)
    assert tables.read(files).rows["div.hint", ""].get("operation") == "box"
    tables.change(files, drop)
    draft.set(TAGS_KEY, files.table.name)
    operations = {row.signature: row.operation for row in draft.portal().article.body.tags}
    assert operations == {"div.hint": "box", "h5": "bold", "div.promo": "drop"}


LAYOUTS = """\
  layouts:
    - {name: old news, when: td, body: {tags: {div.hint: quote}}}  # until 2010
    - {name: plain, when: font}
"""


def test_a_layout_with_rows_of_its_own_gets_a_table_of_its_own(draft: PortalDraft):
    draft.replace(PORTAL + LAYOUTS)
    assert list_tag_layouts(draft.text) == ["old news"]
    counts = draft.file.with_name("counts.tsv")
    tables, files = TagTables(), find_tag_files(draft, counts, "old news")
    assert (files.table.name, files.is_named) == ("small.old-news.tags.tsv", False)
    tables.change(files, drop)
    draft.set(files.key, files.table.name)
    assert draft.text == PORTAL + LAYOUTS.replace("{div.hint: quote}", files.table.name)
    portal = draft.portal()
    operations = {row.signature: row.operation for row in portal.layouts[0].rules.body.tags}
    assert operations == {"div.hint": "quote", "div.promo": "drop"}
    assert portal.article.body.tags == ()
    assert find_tag_files(draft, counts, "old news").is_named
    assert find_tag_files(draft, counts, "plain").key == TAGS_KEY


def test_decisions_are_undone_one_by_one_to_the_same_bytes(draft: PortalDraft):
    table = draft.file.with_name("mine.tsv")
    given = b'signature\toperation\tmine\r\ndiv.hint\tbox\t"as it was"\r\n'
    table.write_bytes(given)
    draft.set(TAGS_KEY, "mine.tsv")
    tables, files = TagTables(), files_of(draft)
    tables.read(files)
    assert not tables.can_undo(files)
    tables.change(files, drop)
    second = table.read_bytes()
    tables.change(files, drop)
    tables.undo(files)
    assert table.read_bytes() == second
    assert tables.can_undo(files)
    tables.undo(files)
    assert table.read_bytes() == given
    with pytest.raises(UsageError, match="cannot undo"):
        tables.undo(files)


def test_a_table_that_somebody_else_has_changed_is_not_overwritten(draft: PortalDraft):
    tables, files = TagTables(), files_of(draft)
    tables.read(files)
    tables.change(files, drop)
    for operation, change in (
        ("box", lambda: tables.change(files, drop)),
        ("quote", lambda: tables.undo(files)),
    ):
        theirs = f"signature\toperation\ndiv.promo\t{operation}\n"
        files.table.write_text(theirs, encoding="utf-8")
        with pytest.raises(UsageError, match="another program has changed"):
            change()
        assert files.table.read_text(encoding="utf-8") == theirs
        assert tables.read(files).rows[PROMO].get("operation") == operation
    assert not tables.can_undo(files)
    tables.change(files, drop)
    assert "div.promo\tdrop" in files.table.read_text(encoding="utf-8")


def test_a_faulty_decision_writes_nothing(draft: PortalDraft):
    tables, files = TagTables(), files_of(draft)
    tables.read(files)
    with pytest.raises(UsageError, match="unknown operation"):
        tables.change(
            files, lambda table, shown: decide(table, shown, [PROMO], OperationChoice("x"))
        )
    assert not files.table.exists()


def test_counts_are_read_again_when_they_change(draft: PortalDraft):
    tables, files = TagTables(), files_of(draft)
    assert ("div.new", "") not in tables.read(files).rows
    files.counts.write_text(COUNTS + "div.new\t\t\t\t1\t1\tnone\t\t\t\n", encoding="utf-8")
    assert ("div.new", "") in tables.read(files).rows
    files.counts.unlink()
    assert tables.read(files).counted is None


def test_a_table_of_a_shipped_portal_is_one_that_load_portal_reads(draft: PortalDraft):
    draft.set(TAGS_KEY, "small.tags.tsv")
    TagTables().change(files_of(draft), drop)
    draft.save()
    assert [row.operation for row in load_portal(draft.file).article.body.tags] == ["drop"]


def test_rows_after_a_decision_are_those_of_a_table_that_is_read_again(draft: PortalDraft):
    table = draft.file.with_name("small.tags.tsv")
    table.write_text("signature\toperation\n# remark\t\np.old\tdrop\n", encoding="utf-8")
    draft.set(TAGS_KEY, table.name)
    files, tables = files_of(draft), TagTables()
    tables.read(files)
    decisions = [
        ([PROMO, ("div.hint", "")], OperationChoice("drop")),
        ([PROMO], OperationChoice("")),
        ([("div.hint", "")], OperationChoice("link", "href", "in figure")),
        ([("p.old", "")], OperationChoice("quote")),
    ]
    for keys, decision in decisions:
        after = tables.change(
            files, lambda own, shown, k=keys, d=decision: decide(own, shown, k, d)
        )
        again = TagTables().read(files)
        assert {key: trimmed(line) for key, line in after.rows.items()} == {
            key: trimmed(line) for key, line in again.rows.items()
        }


def trimmed(line: Line) -> dict[str, str]:
    return {name: value for name, value in line.cells.items() if value}
