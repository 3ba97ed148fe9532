"""Links that an archive page seems to list: selectors, dates beside them, lists in scripts.

Candidate link rules: selectors that the article links of a page have in common, the best ones
first.

Every link that looks like an article's proposes selectors of its heading, of itself, and of the
elements that contain only this link, each also inside the elements that contain several links. The
rule engine then shows which links each selector finds. The best selector finds many links to
articles, few others, and all of them in the same kind of place on the page. Where no element has a
name that lasts, the beginning that the addresses share is proposed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.grouping import first_values, group_values
from webarticlecurator.base.proposal.proposal import LinkProposal
from webarticlecurator.crawling.archive.link_anchors import Anchor
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.ancestors import is_inside, self_and_ancestors
from webarticlecurator.pages.page.class_tokens import (
    DISTINCTIVE_TAGS,
    ITEM_TAGS,
    class_selectors,
    container_selectors,
    is_in_navigation,
)
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_elements, select_links

# Bounds of the search: every selector is run by the rule engine on the whole page.
MAX_PROPOSALS = 5

MAX_SELECTORS = 80
"""Selectors that the rule engine tries: those that most links propose."""

MAX_SCOPES = 4
"""Elements around a single item, each with several links, that may narrow a selector."""

HEADING_TAGS = ("h1", "h2", "h3", "h4")
_IN_MENU, _BESIDE_PAGER = 0.2, 0.15
LinkGroups = dict[etree._Element, set[str]]
"""Element → the addresses of the links in it."""


@dataclass(frozen=True)
class RatedProposal:
    """A proposal and its score.

    ``complexity``: whether the selector ends with a mere tag, its spaces, its characters.
    """

    proposal: LinkProposal
    score: float
    complexity: tuple[bool, int, int]


def choose_best(rated: Iterable[RatedProposal]) -> tuple[LinkProposal, ...]:
    """Return the best proposal for each result, the best result first."""
    ranked = sorted(rated, key=lambda each: (-each.score, each.complexity, each.proposal.css))
    best = first_values((frozenset(each.proposal.links), each.proposal) for each in ranked)
    return tuple(best.values())[:MAX_PROPOSALS]


def group_links(article_links: Iterable[Anchor]) -> LinkGroups:
    """Return for each element which addresses the links in it have."""
    groups = group_values(
        (element, anchor.address)
        for anchor in article_links
        for element in self_and_ancestors(anchor.element)
    )
    return {element: set(addresses) for element, addresses in groups.items()}


def list_link_selectors(anchor: Anchor, groups: LinkGroups) -> Iterator[str]:
    """Yield selectors of a link, of its heading and of the elements that contain only this link."""
    outer = [e for e in anchor.element.iterancestors() if e.tag not in ("html", "body")]
    single = [e for e in outer if len(groups[e]) == 1]
    shared = [e for e in outer if len(groups[e]) > 1]

    scopes = [scope for e in shared[:MAX_SCOPES] for scope in container_selectors(e)]
    # `main` is tried from any distance: it keeps menus out, and is no class of a theme.
    scopes += ["main"] if any(e.tag == "main" for e in shared[MAX_SCOPES:]) else []
    for item in [*anchor.element.iter(*HEADING_TAGS), anchor.element, *single]:
        yield from class_selectors(item)
        inner = [*class_selectors(item)]
        inner += [item.tag] if item.tag in ITEM_TAGS - DISTINCTIVE_TAGS else []
        yield from (f"{scope} {selector}" for scope in scopes for selector in inner)
    yield from _list_paths(anchor.element, single)


def _list_paths(link: etree._Element, single: Sequence[etree._Element]) -> Iterator[str]:
    """Yield the tags down to a link, or to the largest element with this link alone, from
    ``body`` and from each element with a name. Tags alone tell a list from its page where names
    tell nothing."""
    first = [each for each in single if next(each.iter("a")) is link]
    for item in (link, *first[-1:]):
        paths = [str(item.tag)]
        is_inside = True
        for outer in item.iterancestors():
            if outer.tag == "html":
                break
            names = ["body"] if outer.tag == "body" else [*container_selectors(outer)]
            yield from (f"{name} > {path}" for name in names for path in paths)
            # other links may be in a list of the same tags, below a heading of their own
            is_list = is_inside and outer not in single
            is_first = is_list and outer.getprevious() is None
            is_inside = is_inside and not is_list
            tags = [str(outer.tag), *([f"{outer.tag}:first-child"] if is_first else ())]
            paths = [f"{tag} > {path}" for tag in tags for path in paths]


def rate_proposal(
    proposal: LinkProposal, page: Page, articles: frozenset[str], at_least: int = 2
) -> RatedProposal | None:
    """Return a proposal with the links that it finds, or None if they are not a list: if fewer than
    ``at_least`` of them lead to ``articles``."""
    rule = proposal.rule()
    links = tuple(dict.fromkeys(normalize_address(link) for link in select_links((rule,), page)))
    hits = sum(link in articles for link in links)
    if hits < at_least:
        return None

    last_part = proposal.css.split(" ")[-1]
    heading_bonus = 1.1 if re.split(r"[.[]", last_part)[0] in HEADING_TAGS else 1.0
    # Hits weigh twice: once for how many articles are found, once for how few other links. With it,
    # `curator new` finds 40 of 40 posts in 15 themes of blogs (bench/portals/blogs.py).
    score = hits * hits / len(links) * heading_bonus
    score *= rate_places(select_elements((rule,), page))
    is_mere_tag = last_part in ITEM_TAGS - DISTINCTIVE_TAGS
    complexity = (is_mere_tag, proposal.css.count(" "), len(proposal.css))
    return RatedProposal(replace(proposal, links=links), round(score, 6), complexity)


def rate_places(elements: Sequence[etree._Element], main: etree._Element | None = None) -> float:
    """Return how far elements are in places where lists are: all in the same kind of place, beside
    the pager, in no menu."""
    menus = sum(map(is_in_navigation, elements)) / len(elements)
    # Items of one list have one path of ancestor tags; teasers from several boxes have several.
    paths = Counter(
        "/".join(str(outer.tag) for outer in element.iterancestors()) for element in elements
    )
    uniformity = max(paths.values()) / len(elements)
    apart = (
        sum(not is_inside(each, main) for each in elements) / len(elements)
        if main is not None
        else 0.0
    )
    # Not to nothing: a list may itself stand in `nav`.
    return uniformity**2 * (1 - (1 - _IN_MENU) * menus) * (1 - (1 - _BESIDE_PAGER) * apart)
