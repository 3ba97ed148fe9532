"""What each rule does on the other stored pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from urllib.parse import urlsplit

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.link_anchors import (
    Anchor,
    find_all_anchors,
    find_article_addresses,
    is_article_address,
)
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.class_tokens import container_selectors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_elements, select_first, select_links
from webarticlecurator.proposing.list_pages.address_numbers import compare_numbers, list_numbers
from webarticlecurator.proposing.list_pages.link_rating import css_rule
from webarticlecurator.proposing.list_pages.paging import find_address_shape
from webarticlecurator.proposing.list_pages.pointed_links import (
    find_address_form,
    find_pointed_link,
    list_common,
    propose_links_for,
)
from webarticlecurator.proposing.list_pages.pointed_next import propose_next_for

MIN_LISTED = 2
"""Articles that a list has at least."""
MAX_INNER = 3
"""Selectors of links that are tried within a list."""
MAX_NEXT = 8
"""Rules for the next page that are shown."""
MIN_FITS = 0.6
"""Share of the pages on which another rule lists something: a rule that does so on fewer is worse;
the last page of a list may be empty."""

PageAddresses = tuple[str, tuple[tuple[str, ...], ...]]
"""The address of a page, and what each rule finds there."""


@dataclass(frozen=True)
class PointedLink:
    """A link that somebody has pointed at: the number of its element, its address and text;
    ``around`` are the numbers of the elements around the link and in it."""

    element: int
    url: str
    text: str
    around: frozenset[int] = frozenset()


@dataclass(frozen=True)
class LinkTrial:
    """A rule for links on the page where links were pointed at and on others: how many it lists on
    each, and how many of all these are listed on several pages, as those beside a list are."""

    rule: Rule
    counts: tuple[tuple[str, int], ...]
    repeated: int

    @property
    def fits(self) -> int:
        """The number of pages on which it lists anything."""
        return sum(count > 0 for _, count in self.counts)


@dataclass(frozen=True)
class NextTrial:
    """A rule for the next page on the page where its link was pointed at and on others: the address
    that it finds on each, or ""; ``wrong`` are pages where that is no later page of the list."""

    rule: Rule
    targets: tuple[tuple[str, str], ...]
    wrong: tuple[str, ...]

    @property
    def fits(self) -> int:
        """The number of pages with a later page."""
        return sum(bool(target) for _, target in self.targets) - len(self.wrong)


def read_pointed_link(portal: Portal, stored: StoredPage, element: int) -> PointedLink:
    """Return the link that is meant by an element of a page. Raises UsageError if there is none, or
    several."""
    page = stored.page(portal)
    anchor = _find_link(page, stored.url, element)
    numbers = {each: number for number, each in enumerate(page.elements.all)}
    around = (*anchor.element.iterancestors(), *anchor.element.iter(etree.Element))
    return PointedLink(
        numbers[anchor.element],
        anchor.address,
        anchor.text,
        frozenset(numbers[each] for each in around),
    )


def propose_link_rules_at(
    portal: Portal, stored: StoredPage, elements: Sequence[int]
) -> tuple[Rule, ...]:
    """Return rules that list the links at these elements of a page, the best first. Raises as
    ``read_pointed_link``."""
    page = stored.page(portal)
    pointed = [_find_link(page, stored.url, element) for element in elements]
    return tuple(each.rule() for each in propose_links_for(page, pointed))


def propose_list_rules_at(portal: Portal, stored: StoredPage, element: int) -> tuple[Rule, ...]:
    """Return rules that list the articles in one of the elements around ``element``, the innermost
    first: what the present rules select in it, or all links there that look alike. Raises
    UsageError without any."""
    page = stored.page(portal)
    if not 0 <= element < len(page.elements.all):
        raise UsageError(
            make_message("{url} has no element {mark}", url=stored.url, mark=element),
            make_message("Point at another element."),
        )
    anchors = find_all_anchors(page)
    articles = find_article_addresses(anchors)
    start = page.elements.all[element]
    found: dict[tuple[str, ...], Rule] = {}
    for outer in (start, *start.iterancestors()):
        inside = [
            each
            for each in anchors
            if each.address in articles and outer in (each.element, *each.element.iterancestors())
        ]
        if outer.tag in ("html", "body") or len({each.address for each in inside}) < MIN_LISTED:
            continue
        for within in _list_containers(page, outer):
            for css in _list_inner(portal, page, inside, anchors):
                rule = Rule(kind="css", expression=css, within=within)
                links = tuple(map(normalize_address, select_links((rule,), page)))
                if links:
                    found.setdefault(links, rule)
    if not found:
        raise UsageError(
            make_message("no list of articles around this place"),
            make_message("Click a headline, or between two of them."),
        )
    return tuple(found.values())[:MAX_NEXT]


def _list_containers(page: Page, outer: etree._Element) -> Iterator[Rule]:
    """Yield rules that select an element alone: by its name, or as first or last of its name."""
    for css in container_selectors(outer):
        same = select_elements((css_rule(css),), page)
        if len(same) == 1 and same[0] is outer:
            yield css_rule(css)
        elif same and outer in (same[0], same[-1]):
            yield replace(css_rule(css), pick="first" if outer is same[0] else "last")


def _list_inner(
    portal: Portal, page: Page, inside: Sequence[Anchor], anchors: Sequence[Anchor]
) -> Iterator[str]:
    """Yield selectors of the links in a list: those of the present rules that find some of them,
    those that its first and last link have in common, and all links."""
    addresses = {each.address for each in inside}
    spans = [span.links for span in portal.spans.values()]
    for rule in {each: None for rules in (portal.links, *spans) for each in rules}:
        links = {normalize_address(url) for url in select_links((rule,), page)}
        if rule.kind == "css" and addresses & links:
            yield rule.expression
    yield from islice(list_common([inside[0], inside[-1]], anchors), MAX_INNER)
    yield "a"


def propose_exclusions(url: str) -> tuple[str, ...]:
    """Return regexes for addresses like one, wide ones first: those of its host, of its folders, of
    its form, with the names in its query; and that address alone."""
    parts = urlsplit(url)
    host_pattern = rf"^https?://{re.escape(parts.netloc)}"
    # a number in the path is a day or an id, which articles have, too
    words = takewhile(lambda each: not each.isdigit(), parts.path.split("/")[1:-1])
    folders = [re.escape(each) for each in words if each]
    names = [re.escape(each.partition("=")[0]) for each in parts.query.split("&") if each]
    regexes = [
        *(f"://[^/]+/{'/'.join(folders[:number])}/" for number in range(1, len(folders) + 1)),
        *(f"[?&]{name}=" for name in names),
        find_address_form([url]),
        f"{host_pattern}/",
        f"{host_pattern}{re.escape(url.partition(parts.netloc)[2])}$",
    ]
    return tuple(dict.fromkeys(each for each in regexes if each and re.search(each, url)))


def propose_next_rules_at(portal: Portal, stored: StoredPage, element: int) -> tuple[Rule, ...]:
    """Return rules that find the link at an element of a page as that to the next page. Raises as
    ``read_pointed_link``."""
    page = stored.page(portal)
    return propose_next_for(page, _find_link(page, stored.url, element))


def list_links_by_rules(
    portal: Portal, stored: StoredPage, rules: Sequence[Rule]
) -> tuple[tuple[str, ...], ...]:
    """Return the addresses that each rule lists on a page."""
    page = stored.page(portal)
    return tuple(tuple(map(normalize_address, select_links((rule,), page))) for rule in rules)


def find_next_by_rules(
    portal: Portal, stored: StoredPage, rules: Sequence[Rule]
) -> tuple[tuple[str, ...], ...]:
    """Return the next page that each rule finds on a page, if any."""
    page = stored.page(portal)
    found = (select_first((rule,), page, link=True) for rule in rules)
    return tuple((normalize_address(url),) if url else () for url in found)


def rank_link_rules(rules: Sequence[Rule], pages: Sequence[PageAddresses]) -> list[LinkTrial]:
    """Return how the rules do on the pages, the best first: as they were proposed, but last those
    whose links are mostly on several pages, or that list nothing on pages on which another does;
    and one that lists further articles before the one that leaves them out."""
    trials: list[_Counted] = []
    for number, rule in enumerate(rules):
        counts = tuple((url, len(found[number])) for url, found in pages)
        times = Counter(address for _, found in pages for address in {*found[number]})
        trials.append((LinkTrial(rule, counts, sum(count > 1 for count in times.values())), times))
    enough = MIN_FITS * max((trial.fits for trial, _ in trials), default=0)
    ranked = sorted(
        trials, key=lambda each: (2 * each[0].repeated > len(each[1])) + (each[0].fits < enough)
    )
    if ranked:
        fuller = [each for each in ranked[1:] if _adds_articles(each, ranked[0])]
        best = max(fuller, key=lambda each: len(each[1]), default=ranked[0])
        ranked = [best, *(each for each in ranked if each is not best)]
    return [trial for trial, _ in ranked]


_Counted = tuple[LinkTrial, Counter[str]]
"""A rule, and on how many pages it lists each address."""


def _adds_articles(fuller: _Counted, other: _Counted) -> bool:
    """Return True if a rule lists what another one does, and on several pages further articles, at
    most as many: each on one page alone, as those of a list are, and not those beside it."""
    (trial, times) = fuller
    (other_trial, other_times) = other
    added = times - other_times
    pairs = zip(trial.counts, other_trial.counts, strict=True)
    return (
        sum(more > fewer for (_, more), (_, fewer) in pairs) > 1
        and other_times <= times
        and len(added) <= len(other_times)
        and all(count == 1 and is_article_address(url) for url, count in added.items())
    )


def rank_next_rules(
    rules: Sequence[Rule], pages: Sequence[PageAddresses], pointed: tuple[str, str]
) -> list[NextTrial]:
    """Return how the rules do on the pages, the best first: those that lead wrong on fewest pages,
    then those that find nothing on fewest, the last page of each list aside, then as they were
    proposed; for equal results one rule.

    ``pointed``: the address of the page on which the link was pointed at, and its target.
    """
    here, there = map(list_numbers, pointed)
    # Only the second address has a number after the first page of a list.
    direction = 1 if len(there) == len(here) + 1 else compare_numbers(*pointed)
    # The last known page of each list, which may be the last of all.
    ends: dict[str, str] = {}
    for url, _ in pages:
        shape = find_address_shape(url)
        if compare_numbers(ends.setdefault(shape, url), url) == (direction or 1):
            ends[shape] = url
    trials: dict[tuple[tuple[str, str], ...], NextTrial] = {}
    for number, rule in enumerate(rules):
        targets = tuple((url, "".join(found[number][:1])) for url, found in pages)
        # It leads back, or from a list of numbered pages to something else.
        turning = _find_turning_page(pointed[0], targets)
        wrong = tuple(
            url
            for url, target in targets
            if (target and normalize_address(url) in (target, turning))
            or (target and direction and compare_numbers(url, target) == -direction)
        )
        trials.setdefault(targets, NextTrial(rule, targets, wrong))

    def rate(trial: NextTrial) -> tuple[int, bool, int]:
        misses = sum(not target and url not in ends.values() for url, target in trial.targets)
        return len(trial.wrong), trial.rule.pick is not None, misses

    return sorted(trials.values(), key=rate)[:MAX_NEXT]


def _find_turning_page(start: str, targets: Sequence[tuple[str, str]]) -> str:
    """Return the page from which a walk along the targets comes back to one that it has read, ""
    if it does not."""
    following = {normalize_address(url): target for url, target in targets}
    walked: dict[str, None] = {}
    url = normalize_address(start)
    while url in following and url not in walked:
        walked[url] = None
        url = following[url]
    return [*walked][-1] if url in walked else ""


def _find_link(page: Page, url: str, number: int) -> Anchor:
    elements = page.elements.all
    anchor = find_pointed_link(page, elements[number]) if 0 <= number < len(elements) else None
    if anchor is None:
        raise UsageError(
            make_message("{url}: not a single link there (expected exactly one)", url=url),
            make_message("Point at one headline, at the link itself, or at a button for more."),
        )
    return anchor
