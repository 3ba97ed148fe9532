"""What a tag has in it on a stored page. Runs in a worker: rules read the page."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.extract.analysis.inventory.page_tags import find_tagged_elements
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.stored_page import StoredPage

MAX_TEXTS = 5
MAX_CHARACTERS = 300


@dataclass(frozen=True)
class TagExamples:
    """The elements of a tag on a page: how many, the beginnings of the first texts, and the numbers
    of those that are in the page itself, not in HTML that a script has."""

    elements: int
    texts: tuple[str, ...]
    nodes: tuple[int, ...] = ()


def read_tag_examples(portal: Portal, page: StoredPage, signature: str) -> TagExamples:
    """Return the elements of a page that the inventory counts for a signature."""
    parsed = page.page(portal)
    found = find_tagged_elements(portal, parsed, signature)
    texts = (" ".join("".join(map(str, element.itertext())).split()) for element in found)
    shown = tuple(
        text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS]}…"
        for text in (text for text in texts if text)
    )
    numbers = {element: number for number, element in enumerate(parsed.elements.all)}
    nodes = tuple(numbers[element] for element in found if element in numbers)
    return TagExamples(len(found), shown[:MAX_TEXTS], nodes)
