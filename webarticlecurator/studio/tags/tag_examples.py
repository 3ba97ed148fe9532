"""What a tag has in it on a stored page. Runs in a worker: rules read the page."""

from __future__ import annotations

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.proposing.tags.tag_evidence import find_tagged_elements

MAX_TEXTS = 5
MAX_CHARACTERS = 300


def read_tag_examples(
    portal: Portal, page: StoredPage, signature: str
) -> tuple[int, list[str], list[int]]:
    """Return the elements of a page that the inventory counts for a signature: how many, the
    beginnings of the first texts, and the numbers of those that are in the page itself, not in HTML
    that a script has."""
    parsed = page.page(portal)
    found = find_tagged_elements(portal, parsed, signature)
    texts = (" ".join("".join(map(str, element.itertext())).split()) for element in found)
    shown = [
        text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS]}…"
        for text in texts
        if text
    ]
    numbers = {element: number for number, element in enumerate(parsed.elements.all)}
    return (
        len(found),
        shown[:MAX_TEXTS],
        [numbers[element] for element in found if element in numbers],
    )
