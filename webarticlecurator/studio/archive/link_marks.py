"""The links of an archive page as marks on it and as texts beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webarticlecurator.base.text.translation import as_message, translate, translate_count
from webarticlecurator.proposing.list_pages.rule_trials import PointedLink
from webarticlecurator.proposing.trial.marked_links import NO_ELEMENT, MarkedLinks, PageLink
from webarticlecurator.studio.frame.page_frame import NodeMark

MAX_LABEL = 60
"""Characters of a reason that stands on the page."""


def mark_page(marked: MarkedLinks) -> Iterator[NodeMark]:
    """Yield the marks of a page: what is left out, what is listed, numbered, and the next link."""
    for link in marked.left_out:
        yield NodeMark(link.element, "left-out", translate(link.reason)[:MAX_LABEL])
    for number, listed in enumerate(marked.listed, 1):
        if listed.element != NO_ELEMENT:
            yield NodeMark(listed.element, "link", str(number))
    if marked.next_element != NO_ELEMENT:
        yield NodeMark(marked.next_element, "next", translate("next page"))


def mark_proposal(links: Sequence[PageLink], pointed: Sequence[int]) -> Iterator[NodeMark]:
    """Yield the marks of what a proposed rule would list, and of what was pointed at."""
    for number, link in enumerate(links, 1):
        if link.element != NO_ELEMENT:
            yield NodeMark(link.element, "proposed", str(number))
    for element in pointed:
        yield NodeMark(element, "hovered", translate("pointed at"))


def describe_links(marked: MarkedLinks, columns: int) -> str:
    """Return in words what the rules list; ``columns``: how many the portal has."""
    count = len(marked.listed)
    words = (
        translate_count("1 article is listed", "{number} articles are listed", count)
        if count
        else translate("No articles are listed")
    )
    if marked.answer.column and columns > 1:
        words = translate(
            "{words} in the column {column}", words=words, column=marked.answer.column
        )
    return f"{words}."


def describe_link(marked: MarkedLinks, link: PointedLink) -> str:
    """Return in words what becomes of a link."""
    places = {listed.url: number for number, listed in enumerate(marked.listed, 1)}
    if link.url in places:
        return translate(
            "Number {number} of the list: {url}", number=places[link.url], url=link.url
        )
    if link.url == marked.answer.next_page:
        return translate("The next page: {url}", url=link.url)
    reason = next((each.reason for each in marked.left_out if each.element in link.around), "")
    if reason:
        return translate("Not listed, {reason}: {url}", reason=as_message(reason), url=link.url)
    return translate("Not listed: {url}", url=link.url)
