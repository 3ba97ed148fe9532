"""What the walk over the roots did with each element, for views of the page."""

from __future__ import annotations

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass, field


@dataclass(frozen=True)
class TextChange:
    """What a rule of ``body.clean`` replaced in the running text of a block.

    ``text`` is the text of the whole block before; the match is from ``start`` to ``end`` in it.
    """

    rule: str
    text: str
    start: int
    end: int
    replacement: str


@dataclass
class WalkRecord:
    """Elements of the roots that the walk decided about.

    ``dropped``: element → the rule that dropped it with all that is in it, as in the word account.
    ``fallbacks``: the same for elements of which only the content was dropped (``video``).
    ``unclaimed``: element → its signature, where its own words are kept without a row in any tag
    dictionary. ``blocks``: element → the names of the blocks that it opened, outermost first;
    ``media-link`` of a picture or player. ``changes``: what was replaced in the text of blocks, in
    the order in which the blocks ended.
    """

    dropped: dict[etree._Element, str] = field(default_factory=dict)
    fallbacks: dict[etree._Element, str] = field(default_factory=dict)
    unclaimed: dict[etree._Element, str] = field(default_factory=dict)
    blocks: dict[etree._Element, tuple[str, ...]] = field(default_factory=dict)
    changes: list[TextChange] = field(default_factory=list)

    def clear(self) -> None:
        """Forget all, because the same elements are read again."""
        for each in (self.dropped, self.fallbacks, self.unclaimed, self.blocks, self.changes):
            each.clear()
