"""What the walk over a page knows of the elements that are open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.extract.body.line_breaks import VERBATIM_TAGS
from webarticlecurator.extract.body.runs import Formats
from webarticlecurator.extract.tags.operation import Operation


@dataclass(frozen=True)
class ElementState:
    """What holds inside an element: ``flat``: below ``flatten``; ``verbatim``: white space counts;
    ``media``: below an image; ``language``: BCP 47."""

    flat: bool = False
    verbatim: bool = False
    media: bool = False
    language: str = ""


@dataclass(slots=True)
class OpenElement:
    """An element that is open, and how to leave it."""

    element: etree._Element
    children: Iterator[etree._Element]
    state: ElementState
    block: bool = False
    edge: bool = False
    formats: Formats | None = None
    tokens: tuple[int, ...] = ()


def enter_element(
    state: ElementState, element: etree._Element, operation: Operation, names: Sequence[str]
) -> ElementState:
    """What holds inside ``element``, which becomes ``names``."""
    flat, verbatim, media = (
        operation.kind == "flatten",
        element.tag in VERBATIM_TAGS,
        "media-link" in names,
    )
    if not (flat or verbatim or media):
        return state
    return ElementState(
        state.flat or flat, state.verbatim or verbatim, state.media or media, state.language
    )
