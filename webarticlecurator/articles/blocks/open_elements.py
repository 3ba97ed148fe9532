"""The elements of a page that are open during the walk, and the state inside them."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from webarticlecurator.articles.blocks.open_blocks import Formats
from webarticlecurator.base.dataclasses import dataclass


@dataclass(frozen=True)
class ElementState:
    """What holds for everything inside an element.

    ``flat``: an ancestor is flattened, so tags mean nothing. ``verbatim``: white space is kept.
    ``media``: an ancestor has become an image. ``language``: BCP 47 tag. ``lines``: block-level
    elements are lines of one block, as in ``pre`` or in what the portal's rows call code.
    """

    flat: bool = False
    verbatim: bool = False
    media: bool = False
    language: str = ""
    lines: bool = False


@dataclass(slots=True)
class OpenElement:
    """An element that the walk has entered, with what is needed to leave it.

    ``children``: those that are still to be visited. ``is_block``: block-level in a browser.
    ``has_edges``: its words are kept apart from those around it. ``is_line``: by the end of a line,
    not of a block. ``outer_formats``: the formats to
    restore, if the element has opened some. ``tokens``: the blocks it has opened, outermost first.
    """

    element: etree._Element
    children: Iterator[etree._Element]
    state: ElementState
    is_block: bool = False
    has_edges: bool = False
    is_line: bool = False
    outer_formats: Formats | None = None
    tokens: tuple[int, ...] = ()
