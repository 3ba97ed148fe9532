"""The TEI element and type of every name of the block model, in words for docs/tei-reference.md."""

from __future__ import annotations

from webarticlecurator.base.model.block_rows import BLOCK_TYPES
from webarticlecurator.base.model.block_types import BlockType, TeiForm
from webarticlecurator.base.model.blocks import NAMES

TEI_TYPES: dict[str, str | None] = {block.name: block.tei_type or None for block in BLOCK_TYPES}
"""Block → value of ``@type`` (``@rend`` of ``hi``), None for a block without one."""

LIST_MARKS = ("lower-alpha", "upper-alpha", "lower-roman", "upper-roman")
"""List numbers other than decimal, as values in ``list/@rend``."""

_FORMS: dict[TeiForm, tuple[str, str]] = {
    TeiForm.LINE: ('ab type="{type}"', ""),
    TeiForm.FLOATING_TEXT: ('floatingText type="{type}" / body', ""),
    TeiForm.QUOTE: ("quote, @source", ""),
    TeiForm.LIST: ('list type="{type}"', ""),
    TeiForm.FIGURE: ('figure type="{type}"', ""),
    TeiForm.EMBED: (
        'figure type="{type}" / ab / ref',
        'in running text: figure type="{type}" / head / ref',
    ),
    TeiForm.HIGHLIGHT: ('hi rend="{type}"', ""),
}
"""Form → its elements among blocks, and elsewhere; other forms are named as their element."""


def _describe_elements(block: BlockType) -> tuple[str, str, str]:
    here, elsewhere = _FORMS.get(block.form, (block.form.value, ""))
    return (
        block.name,
        block.tei or here.format(type=block.tei_type),
        block.tei_elsewhere or elsewhere.format(type=block.tei_type),
    )


ELEMENTS: tuple[tuple[str, str, str], ...] = tuple(
    _describe_elements(block) for block in BLOCK_TYPES if block.name in NAMES
)
"""Every name that a tag dictionary may use, its elements among blocks, and elsewhere (inside
running text, or where noted)."""
