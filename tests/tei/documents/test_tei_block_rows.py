"""What a row of a block promises takes effect, or the row is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from webarticlecurator.base.model.block_rows import BLOCK_TYPES
from webarticlecurator.base.model.block_types import BlockType, TeiForm
from webarticlecurator.base.model.blocks import NAMES, Node
from webarticlecurator.portal_file.config.keep_column import KEEPING
from webarticlecurator.tei.documents import plain_text
from webarticlecurator.tei.documents.plain_text import find_left_out, plain_lines
from webarticlecurator.tei.tokens.body_units import read_units

SCHEMA = Path(__file__).resolve().parents[3] / "schemas" / "webarticle.rng"
TEI = (
    '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/><text><body><p>before {}</p></body></text>'
    "</TEI>"
)


@pytest.mark.parametrize("block", BLOCK_TYPES, ids=lambda each: each.name)
def test_to_leave_a_block_out_takes_effect_or_is_refused(
    block: BlockType, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = replace(block, in_plain_text=False)
    try:
        left_out = find_left_out(row)
    except TypeError as error:
        assert block.name in str(error)
        assert "no effect" in str(error)
        assert block.in_plain_text
        return
    monkeypatch.setattr(plain_text, "_SKIPPED_TYPES", frozenset(left_out))
    text = Node("list", (Node("item", (Node("paragraph", ("left out",)),)),)).children
    holder = {TeiForm.LIST: text, TeiForm.FLOATING_TEXT: (Node("paragraph", ("left out",)),)}
    made = Node(block.name, holder.get(block.form, ("left out",)))
    if block.form is TeiForm.HIGHLIGHT:
        made = Node("paragraph", ("before ", made))
    if block.form in holder or block.form in (TeiForm.LINE, TeiForm.HIGHLIGHT):
        assert "left out" not in "".join(plain_lines([made]))


def test_tokens_leave_out_what_the_plain_text_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    bold = next(block for block in BLOCK_TYPES if block.name == "bold")
    left_out = find_left_out(replace(bold, in_plain_text=False))
    monkeypatch.setattr(plain_text, "_SKIPPED_TYPES", frozenset(left_out))
    units = read_units(TEI.format('<hi rend="bold">left out</hi>').encode())
    assert [(unit.text, unit.part) for unit in units] == [("before", "text"), ("left out", "bold")]


def test_a_picture_is_never_in_the_plain_text() -> None:
    figure = next(block for block in BLOCK_TYPES if block.form is TeiForm.FIGURE)
    with pytest.raises(TypeError, match="never in the plain text"):
        find_left_out(replace(figure, in_plain_text=True))


def test_keep_names_addresses_dates_and_numbers() -> None:
    known = (
        "link media-link embed social social-embed quote inline-quote feed-entry feed-time comment"
        " comment-time list cell"
    )
    assert set(known.split()) == KEEPING <= NAMES


def test_the_hand_written_schema_has_each_form_at_its_place() -> None:
    found = re.findall(r"<!-- form (\w+) -->", SCHEMA.read_text(encoding="utf-8"))
    assert sorted(found) == sorted({form.name for form in TeiForm} - {TeiForm.BY_PARENT.name}), (
        "write the form into schemas/webarticle.rng, with a comment that names it"
    )
