"""What a portal seems to be, in one sentence: the beginning of what ``curator new`` says."""

from __future__ import annotations

from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.base.text.translation import join_messages, make_message


def describe_portal(found: Proposal) -> str:
    """Return in a sentence where the articles are listed, and how many of them are known; "" where
    no list was found."""
    if not found.has_list:
        return ""
    parts = [each for each in (_describe_list(found), _describe_sitemap(found)) if each]
    return join_messages("; ", parts)


def _describe_list(found: Proposal) -> str:
    """Return what kind of lists there are."""
    data = found.data.links if found.data is not None else ()
    number = len(data or (found.links[0].links if found.links else ()))
    if found.index is not None:
        return found.index.describe()
    if found.feed is not None:
        return make_message("a feed with the newest articles: {number}", number=found.feed.entries)
    if found.sitemap is not None:
        number = found.sitemap.addresses
        return make_message("a sitemap in place of the lists: {number} addresses", number=number)
    if not number:
        return ""
    if found.boards:
        return make_message(
            "boards or sections, each with a list of its own: {boards}; articles on the first page"
            " of one of them: {number}",
            boards=len(found.boards),
            number=number,
        )
    if found.dated is not None:
        day = found.first_day or found.dated.day
        return make_message(
            "lists by date from {day} on; articles on the one that was read: {number}",
            day=day,
            number=number,
        )
    goes_on = found.next or found.numbered or found.growing or (found.data and found.data.goes_on)
    if goes_on:
        return make_message(
            "a list that goes on; articles on its first page: {number}", number=number
        )
    return make_message("a list of one page; articles on it: {number}", number=number)


def _describe_sitemap(found: Proposal) -> str:
    whole = found.whole
    if whole is None or whole.data is not None:
        return ""
    return make_message("articles in the sitemap: {number}", number=whole.total)
