"""Link rules for the links that somebody has pointed at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from posixpath import commonprefix
from urllib.parse import urlsplit

from lxml import etree

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import LinkProposal
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.crawling.archive.link_anchors import (
    Anchor,
    find_all_anchors,
    find_article_addresses,
)
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.class_tokens import container_selectors, stable_classes
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.data_addresses import find_data_address
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.list_pages.link_rules import (
    LinkGroups,
    RatedProposal,
    choose_best,
    group_links,
    list_link_selectors,
    rate_proposal,
)

MAX_TRIED = 160
"""Selectors that the rule engine tries."""
MAX_DEPTH = 4
"""Elements between a named one and the link, by whose tags the link is selected."""
MAX_CONTAINED = 8
"""Of these, the simplest ones that are also tried within a container."""
_PATH_WEIGHT = 0.3
_FORM_WEIGHT = 0.9
_CONTAINER_WEIGHT = 0.9


def find_pointed_link(page: Page, element: etree._Element) -> Anchor | None:
    """Return the link that somebody means who points at an element: the one around it, or the only
    one in it, or the only one in the next element around it that has any. None if there are
    several."""
    by_element = {anchor.element: anchor for anchor in find_all_anchors(page)}
    for outer in (element, *element.iterancestors()):
        if outer in by_element:
            return by_element[outer]
    for outer in (element, *element.iterancestors()):
        found = [by_element[inner] for inner in outer.iter("a") if inner in by_element]
        if found and len({anchor.address for anchor in found}) == 1:
            return found[0]
        if found:
            break
    for outer in (element, *islice(element.iterancestors(), MAX_DEPTH)):
        data = find_data_address(outer, page)
        if data is not None:
            return Anchor(outer, normalize_address(data[1]), " ".join(text_of(outer).split()))
    return None


def propose_links_for(page: Page, pointed: Sequence[Anchor]) -> tuple[LinkProposal, ...]:
    """Return up to five selectors for ``archive.links`` that list every link that was pointed at,
    the best first: each with its result, and where other links are in it, also without those whose
    addresses are of another form, and only those in the same container."""
    anchors = find_all_anchors(page)
    targets = {anchor.address for anchor in pointed}
    places = {find_place(anchor) for anchor in pointed}
    same_place = {anchor.address for anchor in anchors if find_place(anchor) in places}
    alike = frozenset((find_article_addresses(anchors) & same_place) | targets)

    def rate_all(proposals: Iterable[LinkProposal]) -> list[RatedProposal]:
        found = (rate_proposal(each, page, alike, at_least=len(targets)) for each in proposals)
        return [
            replace(each, score=each.score * _rate_precision(each.proposal, alike))
            for each in found
            if each is not None and targets <= {*each.proposal.links}
        ]

    candidates = [*islice(list_common(pointed, anchors), MAX_TRIED)]
    rated = rate_all(LinkProposal(css, ()) for css in candidates)
    contained = rate_all(_limit_to_container(page, pointed, candidates))
    form = find_address_form([anchor.address for anchor in pointed])
    return choose_best([*rated, *contained, *_limit_to_form(rated, form, alike)])


def _limit_to_container(
    page: Page, pointed: Sequence[Anchor], candidates: Sequence[str]
) -> Iterator[LinkProposal]:
    """Yield proposals for the first or the last of several containers with the same name, where
    that has all links that were pointed at: the list below that of the newest articles."""
    simple = [css for css in candidates if " " not in css][:MAX_CONTAINED]
    others = [{*anchor.element.iterancestors()} for anchor in pointed[1:]]
    for outer in pointed[0].element.iterancestors():
        if outer.tag in ("html", "body") or not all(outer in each for each in others):
            continue
        for container in container_selectors(outer):
            found = select_elements((Rule(kind="css", expression=container),), page)
            if len(found) > 1 and outer in (found[0], found[-1]):
                pick = "first" if outer is found[0] else "last"
                yield from (LinkProposal(css, (), "", container, pick) for css in simple)


def _limit_to_form(
    rated: Sequence[RatedProposal], form: str, alike: frozenset[str]
) -> Iterator[RatedProposal]:
    """Yield the proposals without the links whose addresses are not of a form: less probable where
    these look like articles, too."""
    for each in rated if form else ():
        links = tuple(url for url in each.proposal.links if re.search(form, url))
        if {*each.proposal.links}.difference(links):
            proposal = replace(each.proposal, links=links, include=form)
            share = len(alike.intersection(links)) / len(alike.intersection(each.proposal.links))
            score = each.score * share * len(each.proposal.links) / len(links) * _FORM_WEIGHT
            yield replace(each, proposal=proposal, score=score)


def _rate_precision(proposal: LinkProposal, alike: frozenset[str]) -> float:
    """Return the share of the links that are alike; less for a selector by the nesting of tags, and
    for one by the order of containers."""
    share = len(alike.intersection(proposal.links)) / len(proposal.links)
    share *= _PATH_WEIGHT if ">" in proposal.css else 1
    return share * (_CONTAINER_WEIGHT if proposal.container else 1)


def find_address_form(addresses: Sequence[str]) -> str:
    """Return a regex for the beginning of the path and the query that addresses have in common, up
    to the last separator; numbers in it are any numbers. "" if it is only a slash."""
    after_host = (address[len("://".join(urlsplit(address)[:2])) :] for address in addresses)
    common = commonprefix([DIGITS.sub("0", each) for each in after_host])
    # what is behind the last separator differs by chance
    kept = re.match(r".*[/?=&]", common)
    if kept is None or kept[0] == "/":
        return ""
    return re.escape(kept[0]).replace("0", r"\d+").replace(r"\-", "-")


def list_common(pointed: Sequence[Anchor], anchors: Sequence[Anchor]) -> Iterator[str]:
    """Yield the selectors that all the links have, the simplest first; then those that only other
    links to the same addresses have, since an article may be linked beside its list, too."""
    groups = group_links(anchors)
    own = [[anchor] for anchor in pointed]
    every = [[each for each in anchors if each.address == anchor.address] for anchor in pointed]
    found: set[str] = set()
    for links in (own, every):
        lists = [{css for each in some for css in _list_selectors(each, groups)} for some in links]
        shared = set.intersection(*lists) - found
        yield from sorted(shared, key=lambda css: (css.count(" "), len(css), css))
        found |= shared


def find_place(anchor: Anchor) -> tuple[str, ...]:
    """Return the classes of a link and the tags around it: the links of a list have the same."""
    around = (str(outer.tag) for outer in anchor.element.iterancestors())
    return (*sorted(stable_classes(anchor.element)), "in", *around)


def _list_selectors(anchor: Anchor, groups: LinkGroups) -> Iterator[str]:
    """Yield selectors of a link, and of what is around it."""
    yield from list_link_selectors(anchor, groups)
    path = str(anchor.element.tag)
    for depth, outer in enumerate(anchor.element.iterancestors()):
        if outer.tag in ("html", "body"):
            return
        # A rule for links takes the first one in an element.
        if len(groups[outer]) > 1 and next(outer.iter("a")) is anchor.element:
            yield from container_selectors(outer)
        # The tags from a named element, or from none, down to the link.
        if depth < MAX_DEPTH:
            path = f"{outer.tag} > {path}"
            yield path
