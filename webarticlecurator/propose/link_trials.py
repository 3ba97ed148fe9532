"""Rules for archive pages that are proposed for what somebody has pointed at, and what each of them
lists on the other stored pages.

The functions that take a portal and a stored page read the page: they are called in a worker.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.archive import normalize_address
from webarticlecurator.archive.link_sources import Anchor, is_article_address
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.propose.list_addresses import find_address_shape
from webarticlecurator.propose.pointed_links import (
    find_pointed_link,
    propose_links_for,
    propose_next_for,
)
from webarticlecurator.rules import select_first, select_links
from webarticlecurator.stored_pages.page_store import StoredPage

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
    trials = []
    for number, rule in enumerate(rules):
        counts = tuple((url, len(found[number])) for url, found in pages)
        times = Counter(address for _, found in pages for address in {*found[number]})
        repeated = sum(count > 1 for count in times.values())
        trials.append(_Ranked(LinkTrial(rule, counts, repeated), times))
    enough = MIN_FITS * max((each.trial.fits for each in trials), default=0)
    ranked = sorted(
        trials,
        key=lambda each: (2 * each.trial.repeated > len(each.times)) + (each.trial.fits < enough),
    )
    if ranked:
        fuller = [each for each in ranked[1:] if _adds_articles(each, ranked[0])]
        best = max(fuller, key=lambda each: len(each.times), default=ranked[0])
        ranked = [best, *(each for each in ranked if each is not best)]
    return [each.trial for each in ranked]


@dataclass(frozen=True)
class _Ranked:
    """A rule with the number of pages on which it lists each address."""

    trial: LinkTrial
    times: Counter[str]


def _adds_articles(fuller: _Ranked, other: _Ranked) -> bool:
    """Return True if a rule lists what another one does, and on several pages further articles, at
    most as many: each on one page alone, as those of a list are, and not those beside it."""
    added = fuller.times - other.times
    pairs = zip(fuller.trial.counts, other.trial.counts, strict=True)
    return (
        sum(more > fewer for (_, more), (_, fewer) in pairs) > 1
        and other.times <= fuller.times
        and len(added) <= len(other.times)
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
    trials: dict[tuple[tuple[str, str], ...], NextTrial] = {}
    direction = _find_direction(*pointed)
    ends = _find_ends([url for url, _ in pages], direction)
    for number, rule in enumerate(rules):
        targets = tuple((url, "".join(found[number][:1])) for url, found in pages)
        wrong = tuple(
            url for url, target in targets if target and _leads_wrong(url, target, direction)
        )
        trials.setdefault(targets, NextTrial(rule, targets, wrong))

    def rate(trial: NextTrial) -> tuple[int, bool, int]:
        misses = sum(not target and url not in ends for url, target in trial.targets)
        return len(trial.wrong), trial.rule.pick is not None, misses

    return sorted(trials.values(), key=rate)[:MAX_NEXT]


def compare_numbers(url: str, target: str) -> int:
    """Return 1 or -1 if two addresses of one form have one number that differs, the larger one
    second or first; else 0."""
    if find_address_shape(url) != find_address_shape(target):
        return 0
    pairs = zip(_numbers(url), _numbers(target), strict=True)
    changed = [(a, b) for a, b in pairs if a != b]
    return (1 if changed[0][1] > changed[0][0] else -1) if len(changed) == 1 else 0


def _find_direction(url: str, target: str) -> int:
    """Return as ``compare_numbers``; 1 also if only the second address has a number, as after the
    first page of a list."""
    if len(_numbers(target)) == len(_numbers(url)) + 1:
        return 1
    return compare_numbers(url, target)


def _leads_wrong(url: str, target: str, direction: int) -> bool:
    """Return True if a rule leads back, or from a list of numbered pages to something else."""
    return normalize_address(url) == target or (
        direction != 0 and compare_numbers(url, target) == -direction
    )


def _find_ends(urls: Sequence[str], direction: int) -> set[str]:
    """Return the last known page of each list, which may be the last of all."""
    ends: dict[str, str] = {}
    for url in urls:
        shape = find_address_shape(url)
        other = ends.setdefault(shape, url)
        if compare_numbers(other, url) == (direction or 1):
            ends[shape] = url
    return {*ends.values()}


def _numbers(url: str) -> list[int]:
    path = url.partition("://")[2].partition("/")[2]
    return [int(number) for number in re.findall(r"\d+", path)]


def _find_link(page: Page, url: str, number: int) -> Anchor:
    elements = page.elements.all
    anchor = find_pointed_link(page, elements[number]) if 0 <= number < len(elements) else None
    if anchor is None:
        raise UsageError(
            f"{url}: not one link (expected the link of one article)",
            "Point at a single headline, or at the link itself.",
        )
    return anchor
