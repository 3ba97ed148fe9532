"""Where the known articles of a list are now: new articles precede them, so that they are on later
pages than when the list was stored.

They are searched on the pages that were requested again and, if these have too few, on the pages
that follow. Links that several pages of a list repeat are in a box next to it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.hosts import origin_of
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.crawling.archive.link_anchors import find_all_anchors
from webarticlecurator.proposing.list_pages.address_numbers import compare_numbers, list_numbers
from webarticlecurator.proposing.list_pages.next_links import propose_next_link
from webarticlecurator.proposing.repair.list_rules import KnownList, PageListing, strip_host

MIN_STANDING = 3
"""Known articles of a page that can prove a rule, unless fewer were there before."""
ENOUGH = 2
"""Pages with known articles after which no more are asked for."""
MAX_FOLLOWED = 10
"""Pages that are asked for beside those at known addresses."""

Ask = Callable[[str], Sequence[StoredPage]]
"""Returns the page at an address, or nothing."""
IsListed = Callable[[Span, str], bool]
"""Says whether a span has listed an address."""


@dataclass(frozen=True)
class _Links:
    """The links of a page: keys of their addresses with the addresses, in order, and the address of
    what is probably the next page."""

    addresses: dict[str, str]
    next_page: str


def _read_links(portal: Portal, stored: StoredPage) -> _Links:
    """Return the links of a page. To be called in a worker."""
    page = stored.page(portal)
    guessed = propose_next_link([page])
    addresses = {strip_host(each.address): each.address for each in find_all_anchors(page)}
    return _Links(addresses, guessed.url if guessed is not None else "")


class _Standing:
    """The pages of a list in the order of the walk, with the known articles on each."""

    def __init__(self, portal: Portal, is_listed: IsListed) -> None:
        self._portal, self._is_listed = portal, is_listed
        self.pages: list[KnownList] = []
        self.links: list[_Links] = []
        self.known: list[tuple[str, ...]] = []

    def add(self, each: KnownList) -> None:
        """Add a page."""
        links: _Links = run_supervised(self._portal, each.new.url, _read_links, each.new)
        origin, now = origin_of(each.old.url), origin_of(each.new.url)
        self.pages.append(each)
        self.links.append(links)
        self.known.append(
            tuple(
                key
                for key, url in links.addresses.items()
                if key in each.articles
                or self._is_listed(each.span, url.replace(now, origin, 1) if origin else url)
            )
        )

    def name_following(self) -> str:
        """Return the address of the page after the last one, by its link or else by the numbers of
        the last two; "" if it is not known."""
        last, *before = (each.new.url for each in reversed(self.pages))
        if self.links[-1].next_page or not before:
            return self.links[-1].next_page
        return _name_next(before[0], last, 2) if _counts(before[0], last) else ""

    def has_enough(self) -> bool:
        """Return True if the rules can be proved on the pages so far."""
        return sum(map(self.is_proof, range(len(self.pages)))) >= ENOUGH

    def is_proof(self, place: int) -> bool:
        """Return True if enough known articles stand on a page."""
        before = self.pages[place].known.links
        return len(self.in_list(place)) >= max(1, min(MIN_STANDING, len(before)))

    def in_list(self, place: int) -> tuple[str, ...]:
        """Return the known articles of a page that are on no other."""
        counts = Counter(key for keys in self.known for key in keys)
        return tuple(key for key in self.known[place] if counts[key] == 1)


def place_known(
    portal: Portal, lists: Sequence[KnownList], is_listed: IsListed, ask: Ask
) -> list[KnownList]:
    """Return the pages of a list as they are now on which known articles stand, with these; all of
    ``lists`` where nothing has moved, or none stands anywhere."""
    standing = _Standing(portal, is_listed)
    for each in lists:
        standing.add(each)
    if all(set(each.known.links) <= {*links.addresses} for each, links in _pairs(standing)):
        return list(lists)
    if lists and not standing.has_enough():
        _follow(standing, ask)
    return [*_expect(portal, standing)] or list(lists)


def _pairs(standing: _Standing) -> Iterable[tuple[KnownList, _Links]]:
    return zip(standing.pages, standing.links, strict=True)


def _follow(standing: _Standing, ask: Ask) -> None:
    """Add pages after the last one. If their addresses count up, double the steps until a page
    has known articles or does not exist, and halve them from there."""
    seen = {strip_host(each.new.url) for each in standing.pages}
    jump, is_halving = 1, False
    for _ in range(MAX_FOLLOWED):
        last, following = standing.pages[-1], standing.name_following()
        url = _name_next(last.new.url, following, jump)
        if not url or (strip_host(url) in seen and jump == 1):
            return
        seen.add(strip_host(url))
        found = ask(url)
        if not found and jump == 1:
            return
        if not found:
            jump, is_halving = jump // 2, True
            continue
        page = replace(last, new=found[0], known=PageListing(()), is_followed=True)
        standing.add(page)
        if standing.has_enough():
            return
        is_met = bool(standing.in_list(len(standing.pages) - 1))
        jump = 1 if is_met else max(1, jump // 2) if is_halving else jump * 2


def _counts(url: str, following: str) -> bool:
    return compare_numbers(url, following) > 0


def _name_next(url: str, following: str, jump: int) -> str:
    """Return the address ``jump`` pages further than ``url``."""
    if jump == 1 or not _counts(url, following):
        return following
    here, there = list_numbers(url), list_numbers(following)
    place = next(n for n, (one, two) in enumerate(zip(here, there, strict=True)) if one != two)
    number = here[place] + jump * (there[place] - here[place])
    start = following.index("/", following.index("://") + 3)
    match = list(re.finditer(r"\d+", following[start:]))[place]
    return f"{following[: start + match.start()]}{number}{following[start + match.end() :]}"


def _expect(portal: Portal, standing: _Standing) -> Iterator[KnownList]:
    """Yield the pages with known articles, with what is expected on them. What is new stands before
    the first known article of the first of them (after the last, in a list that grows there)."""
    proofs = [place for place in range(len(standing.pages)) if standing.is_proof(place)]
    for place in proofs:
        each, links = standing.pages[place], standing.links[place]
        at_edge = proofs[0] if each.span.newest_first else proofs[-1]
        known_next = each.known.next_page
        next_page = known_next if known_next in links.addresses else ""
        following = strip_host(links.next_page) if links.next_page else ""
        if not next_page and place + 1 in proofs:
            after = strip_host(standing.pages[place + 1].new.url)
            next_page = after if after == following else ""
        has_new = place == at_edge
        before = run_supervised(portal, each.old.url, _read_links, each.old) if has_new else None
        yield replace(
            each,
            now=PageListing(standing.in_list(place), next_page),
            articles=each.articles | {*standing.known[place]},
            has_new=has_new,
            linked_before=frozenset(before.addresses if before is not None else ()),
        )
