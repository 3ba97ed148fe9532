"""The TEI element and type of every name of the block model, in words for docs/tei-reference.md."""

from __future__ import annotations

from webarticlecurator.base.model.block_rows import BLOCK_TYPES

TEI_TYPES: dict[str, str | None] = {block.name: block.tei_type or None for block in BLOCK_TYPES}
"""Block → value of ``@type`` (``@rend`` of ``hi``), None for a block without one."""

LIST_MARKS = ("lower-alpha", "upper-alpha", "lower-roman", "upper-roman")
"""List numbers other than decimal, as values in ``list/@rend``."""
