"""What a tag means, written into the tag table beside a portal file."""

from __future__ import annotations

from pathlib import Path

import pytest
from article_portal import RULES, stored_page

pytest.importorskip("nicegui")

from webarticlecurator.errors import UsageError
from webarticlecurator.studio.article_view.article_screen import read_article_screen
from webarticlecurator.studio.article_view.meanings import Proposal, find_meaning
from webarticlecurator.studio.article_view.rule_edit import make_edit
from webarticlecurator.studio.article_view.tag_rows import take_back, write_tag_row
from webarticlecurator.studio.portal_draft import PortalDraft

TABLE = "signature\toperation\tcontext\tcount\n# ours\t\t\t\ndiv.promo\tparagraph\t\t12\np\tcaption\tin figure\t3\n"


@pytest.fixture
def draft(tmp_path: Path) -> PortalDraft:
    (tmp_path / "small.tags.tsv").write_text(TABLE, encoding="utf-8")
    file = tmp_path / "small.yaml"
    file.write_text(f"{RULES}    tags: small.tags.tsv\n", encoding="utf-8")
    return PortalDraft(file, False)


def test_the_effect_of_a_row_is_known_before_it_is_written_and_the_same_after(draft: PortalDraft):
    edit = make_edit(draft, Proposal(find_meaning("tag:quote"), "div.promo"))
    assert edit.table == draft.file.with_name("small.tags.tsv")
    assert edit.table.read_text(encoding="utf-8") == TABLE
    foreseen = read_article_screen(edit.portal, stored_page())
    written = write_tag_row(edit.table, "div.promo", "quote")
    assert edit.table.read_text(encoding="utf-8") == TABLE.replace(
        "div.promo\tparagraph", "div.promo\tquote"
    )
    after = read_article_screen(draft.portal(), stored_page())
    assert after.blocks == foreseen.blocks
    assert "quote" in {block.name for block in after.blocks}
    take_back(written)
    assert edit.table.read_bytes() == TABLE.encode()


def test_a_new_row_comes_last_and_a_row_with_a_place_stays(draft: PortalDraft):
    table = draft.file.with_name("small.tags.tsv")
    write_tag_row(table, "p", "lead")
    assert table.read_text(encoding="utf-8") == f"{TABLE}p\tlead\t\t\n"


def test_a_table_that_was_changed_since_is_not_taken_back(draft: PortalDraft):
    table = draft.file.with_name("small.tags.tsv")
    written = write_tag_row(table, "div.promo", "drop")
    write_tag_row(table, "p", "lead")
    with pytest.raises(UsageError, match="changed since"):
        take_back(written)
    with pytest.raises(UsageError, match="not a signature"):
        write_tag_row(table, "div p", "lead")
