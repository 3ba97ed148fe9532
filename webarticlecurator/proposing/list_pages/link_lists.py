"""Lists in two parts: some articles with their beginnings, the others as mere links below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from webarticlecurator.base.proposal.proposal import LinkProposal, NextProposal, NumberedProposal
from webarticlecurator.crawling.archive.link_anchors import find_anchors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules


def propose_whole_list(
    pages: Sequence[Page],
    numbered: NumberedProposal | None,
    following: NextProposal | None,
    chrome: frozenset[str] = frozenset(),
) -> tuple[LinkProposal, ...]:
    """Return the proposals for the links of pages, the best first. What is at the addresses
    ``chrome`` is no article.

    Where the addresses of the next pages count articles (9, 18 …) and the best rule lists fewer
    than a page has, it comes with the first other rule that lists the rest.
    """
    proposals = propose_link_rules(pages, chrome)
    size = _articles_per_page(pages[0], numbered, following)
    if not proposals or size <= len(proposals[0].links):
        return proposals
    best = proposals[0]
    for other in propose_link_rules(pages, without=chrome | {*best.links}):
        links = tuple(dict.fromkeys((*best.links, *other.links)))
        # Exactly as many as a page has, none of them twice: anything else is a box beside the list.
        if len(links) == len(best.links) + len(other.links) == size:
            return (LinkProposal(f"{best.css}, {other.css}", links), *proposals)
    return proposals


def _articles_per_page(
    page: Page, numbered: NumberedProposal | None, following: NextProposal | None
) -> int:
    """Return the number of articles on a page by the addresses of other pages, 0 if unknown.

    With two pages, the link "2" is alone; that the next page has its address confirms it.
    """
    if numbered is not None and numbered.step > 1:
        return numbered.step
    for anchor in find_anchors(page):
        numbers = re.findall(r"[1-9]\d*", unquote(anchor.address.partition("?")[2]))
        if anchor.text == "2" and following is not None and anchor.address == following.url:
            return int(numbers[0]) if len(numbers) == 1 else 0
    return 0
