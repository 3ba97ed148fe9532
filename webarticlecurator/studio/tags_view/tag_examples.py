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
    """The elements of a tag on a page: their number, and the beginnings of the first texts."""

    elements: int
    texts: tuple[str, ...]


def read_tag_examples(portal: Portal, page: StoredPage, signature: str) -> TagExamples:
    """Return the elements of a page that the inventory counts for a signature."""
    found = find_tagged_elements(portal, page.page(portal), signature)
    texts = (" ".join("".join(map(str, element.itertext())).split()) for element in found)
    shown = tuple(
        text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS]}…"
        for text in (text for text in texts if text)
    )
    return TagExamples(len(found), shown[:MAX_TEXTS])
