"""What a tag means, written into the tag table beside a portal file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from article_portal import RULES, address, stored_article

pytest.importorskip("nicegui")

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.studio.article.meaning_edits import make_edit
from webarticlecurator.studio.article.meanings import MeaningProposal, find_meaning
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.tag_decisions import decide_tag
from webarticlecurator.studio.frame.tag_table_files import TagFiles
from webarticlecurator.studio.frame.tag_tables import TagList, TagTables
from webarticlecurator.studio.shown_page.article_screen import read_article_screen
from webarticlecurator.studio.shown_page.screen import ArticleScreen

TABLE = "signature\toperation\tcontext\tcount\n# ours\t\t\t\ndiv.promo\tparagraph\t\t12\np\tcaption\tin figure\t3\n"


@pytest.fixture
def draft(tmp_path: Path) -> PortalDraft:
    (tmp_path / "small.tags.tsv").write_text(TABLE, encoding="utf-8")
    file = tmp_path / "small.yaml"
    file.write_text(f"{RULES}    tags: small.tags.tsv\n", encoding="utf-8")
    return PortalDraft(file, False)


def read(portal: Portal) -> ArticleScreen:
    screen = read_article_screen(portal, stored_article(), address(1))
    assert isinstance(screen, ArticleScreen)
    return screen


def files_of(draft: PortalDraft) -> TagFiles:
    table = draft.file.with_name("small.tags.tsv")
    return TagFiles(table, draft.file.with_name("counts.tsv"), is_named=True)


def write_row(tables: TagTables, files: TagFiles, signature: str, operation: str) -> TagList:
    return tables.change(files, partial(decide_tag, signature=signature, operation=operation))


def test_the_effect_of_a_row_is_known_before_it_is_written_and_the_same_after(draft: PortalDraft):
    edit = make_edit(draft, MeaningProposal(find_meaning("tag:quote"), "div.promo"))
    files, tables = files_of(draft), TagTables()
    assert edit.table == files.table
    assert edit.table.read_text(encoding="utf-8") == TABLE
    foreseen = read(edit.portal)
    written = write_row(tables, files, "div.promo", "quote")
    assert edit.table.read_text(encoding="utf-8") == TABLE.replace(
        "div.promo\tparagraph", "div.promo\tquote"
    )
    after = read(draft.portal())
    assert after.blocks == foreseen.blocks
    assert "quote" in {block.name for block in after.blocks}
    tables.take_back(files, written)
    assert edit.table.read_bytes() == TABLE.encode()


def test_a_new_row_comes_last_and_a_row_with_a_place_stays(draft: PortalDraft):
    files = files_of(draft)
    write_row(TagTables(), files, "p", "lead")
    assert files.table.read_text(encoding="utf-8") == f"{TABLE}p\tlead\t\t\n"


def test_a_table_that_was_changed_since_is_not_taken_back(draft: PortalDraft):
    files, tables = files_of(draft), TagTables()
    written = write_row(tables, files, "div.promo", "drop")
    write_row(tables, files, "p", "lead")
    with pytest.raises(UsageError, match="changed since"):
        tables.take_back(files, written)
    with pytest.raises(UsageError, match="not a signature"):
        write_row(tables, files, "div p", "lead")


LAYOUTS = """\
  layouts:
    - {name: old, when: td, body: {tags: old.tags.tsv}}
    - {name: older, when: font}
"""


def test_a_row_of_a_layout_changes_that_layout_and_a_row_of_the_article_those_that_inherit_it(
    draft: PortalDraft,
):
    draft.file.with_name("old.tags.tsv").write_text("signature\toperation\nb\tdrop\n")
    draft.replace(f"{draft.text}{LAYOUTS}")
    proposal = MeaningProposal(find_meaning("tag:quote"), "div.promo")
    for layout, table, changed in (
        ("old", "old.tags.tsv", [False, True, False]),
        ("older", "small.tags.tsv", [True, False, True]),
    ):
        edit = make_edit(draft, MeaningProposal(proposal.meaning, proposal.selector, "", layout))
        assert edit.table == draft.file.with_name(table)
        before, after = (
            [portal.article, *(each.rules for each in portal.layouts)]
            for portal in (draft.portal(), edit.portal)
        )
        assert [b != a for b, a in zip(before, after, strict=True)] == changed
