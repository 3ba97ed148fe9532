"""The element of a page that somebody has pointed at, and what a selector selects."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.errors import UsageError
from webarticlecurator.extract.analysis.page_outline import name_element
from webarticlecurator.extract.analysis.selector_proposals import shown_text
from webarticlecurator.extract.layout import select_layout
from webarticlecurator.extract.tags.signature import signature
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.rules import select_elements
from webarticlecurator.run.preview.stored_page import StoredPage

MAX_TEXT = 160
_MAX_AROUND = 8


@dataclass(frozen=True)
class PickedElement:
    """An element by its number. ``around``: number and name of it and of those around it, innermost
    first. ``has_datetime``: its attribute ``datetime`` says when."""

    node: int
    text: str
    words: int
    signature: str
    around: tuple[tuple[int, str], ...]
    has_datetime: bool = False
    layout: str = ""

    def value_attribute(self, field: str) -> str:
        """Return the attribute that has the value of a field, "" where the text has it."""
        return "datetime" if field == "published" and self.has_datetime else ""


def describe_picked_element(portal: Portal, stored: StoredPage, node: int) -> PickedElement:
    """Return what an element of a stored page is. To be called in a worker. Raises UsageError for a
    number that the page does not have."""
    page = stored.page(portal)
    elements = page.elements.all
    if not 0 <= node < len(elements):
        raise UsageError(f"{stored.url} has no element {node}", "Point at an element of the page.")
    element = elements[node]
    text = shown_text(element)
    around = [element, *element.iterancestors()][:_MAX_AROUND]
    layout = select_layout(portal, page)
    return PickedElement(
        node,
        text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1]}…",
        len(text.split()),
        signature(element, layout.rules.body.signature),
        tuple((page.elements.number(each), name_element(each)) for each in around),
        bool(element.get("datetime")),
        layout.name,
    )


def find_selected_nodes(portal: Portal, stored: StoredPage, selector: str) -> tuple[int, ...]:
    """Return the elements of a stored page that a selector selects. To be called in a worker."""
    page = stored.page(portal)
    found = select_elements((Rule(kind="css", expression=selector),), page)
    return tuple(page.elements.number(each) for each in found)
