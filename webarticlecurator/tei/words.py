"""The words of the TEI body of an article."""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.model.blocks import Node, block_words
from webarticlecurator.tei.xml import clean_text


def tei_words(blocks: Iterable[Node]) -> list[str]:
    """Return the words of the blocks as in the TEI ``body``, in order."""
    return block_words(blocks, _clean)


def _clean(text: str) -> str:
    return text if text.isprintable() else clean_text(text)[0]
