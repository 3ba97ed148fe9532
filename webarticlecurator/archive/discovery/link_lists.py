"""Lists in two parts: some articles with their beginnings, the others as mere links below."""

from __future__ import annotations

import re

from webarticlecurator.archive.discovery.link_anchors import find_anchors
from webarticlecurator.archive.discovery.links import propose_link_rules
from webarticlecurator.model.proposal import LinkProposal, NextProposal, NumberedProposal
from webarticlecurator.page import Page


def propose_whole_list(
    page: Page, numbered: NumberedProposal | None, following: NextProposal | None
) -> tuple[LinkProposal, ...]:
    """Return the proposals for the links of a page, the best first.

    Where the addresses of the next pages count articles (9, 18 …) and the best rule lists fewer
    than a page has, it comes with the first other rule that lists the rest.
    """
    proposals = propose_link_rules(page)
    size = _articles_per_page(page, numbered, following)
    if not proposals or size <= len(proposals[0].links):
        return proposals
    best = proposals[0]
    for other in propose_link_rules(page, without=frozenset(best.links)):
        links = tuple(dict.fromkeys((*best.links, *other.links)))
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
        numbers = re.findall(r"[1-9]\d*", anchor.address.partition("?")[2])
        if anchor.text == "2" and following is not None and anchor.address == following.url:
            return int(numbers[0]) if len(numbers) == 1 else 0
    return 0
