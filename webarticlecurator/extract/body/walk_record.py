"""What the walk over the roots did with each element, for views of the page."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree


@dataclass
class WalkRecord:
    """Elements of the roots that the walk decided about.

    ``dropped``: element → the rule that dropped it with all that is in it, as in the word account.
    ``fallbacks``: the same for elements of which only the content was dropped (``video``).
    ``unclaimed``: element → its signature, where its own words are kept without a row in any tag
    dictionary. ``blocks``: element → the names of the blocks that it opened, outermost first.
    """

    dropped: dict[etree._Element, str] = field(default_factory=dict)
    fallbacks: dict[etree._Element, str] = field(default_factory=dict)
    unclaimed: dict[etree._Element, str] = field(default_factory=dict)
    blocks: dict[etree._Element, tuple[str, ...]] = field(default_factory=dict)
