"""The links of an archive page as marks on it and as texts beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from webarticlecurator.archive import describe_stop
from webarticlecurator.run.preview.link_trials import PointedLink
from webarticlecurator.run.preview.marked_links import NO_ELEMENT, MarkedLinks, PageLink
from webarticlecurator.studio.shown_page.page_frame import NodeMark

MAX_LABEL = 60
"""Characters of a reason that stands on the page."""


def mark_page(marked: MarkedLinks) -> Iterator[NodeMark]:
    """Yield the marks of a page: what is left out, what is listed, numbered, and the next link."""
    for link in marked.left_out:
        yield NodeMark(link.element, "left-out", link.reason[:MAX_LABEL])
    for number, listed in enumerate(marked.listed, 1):
        if listed.element != NO_ELEMENT:
            yield NodeMark(listed.element, "link", str(number))
    if marked.next_element != NO_ELEMENT:
        yield NodeMark(marked.next_element, "next", "next page")


def mark_proposal(links: Sequence[PageLink], pointed: Sequence[int]) -> Iterator[NodeMark]:
    """Yield the marks of what a proposed rule would list, and of what was pointed at."""
    for number, link in enumerate(links, 1):
        if link.element != NO_ELEMENT:
            yield NodeMark(link.element, "proposed", str(number))
    for element in pointed:
        yield NodeMark(element, "hovered", "pointed at")


def describe_links(marked: MarkedLinks, columns: int) -> str:
    """Return in words what the rules list; ``columns``: how many the portal has."""
    count = len(marked.listed)
    articles = "1 article is" if count == 1 else f"{count or 'No'} articles are"
    column = f" in the column {marked.answer.column}" if marked.answer.column else ""
    return f"{articles} listed{column if columns > 1 else ''}."


def describe_next(marked: MarkedLinks) -> str:
    """Return the address of the next page, or in words why there is none."""
    return marked.answer.next_page or describe_stop(marked.answer.reason)


def describe_link(marked: MarkedLinks, link: PointedLink) -> str:
    """Return in words what becomes of a link."""
    places = {listed.url: number for number, listed in enumerate(marked.listed, 1)}
    if link.url in places:
        return f"Number {places[link.url]} of the list: {link.url}"
    if link.url == marked.answer.next_page:
        return f"The next page: {link.url}"
    reason = next((each.reason for each in marked.left_out if each.element in link.around), "")
    return f"Not listed{f', {reason}' if reason else ''}: {link.url}"


def count_reasons(marked: MarkedLinks) -> list[tuple[str, int]]:
    """Return why links were left out, and how many."""
    reasons = Counter(
        "listed already" if link.reason.startswith("listed already") else link.reason
        for link in marked.left_out
    )
    return reasons.most_common()
