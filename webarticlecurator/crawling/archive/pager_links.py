"""Links of a list page to other pages of its list, whether or not a rule follows them.

They are found by what needs no language: their addresses have that of the page and a counter, or
its counter with another number, and their texts are these numbers, or one of them is the next.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from urllib.parse import urlsplit

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.crawling.archive.link_anchors import Anchor, find_anchors
from webarticlecurator.pages.page.page import Page

MAX_PAGES, MAX_PERIODS = 200, 120
"""Links of one page that are kept."""
MAX_ARROWS = 3
"""Further pages to which arrows lead: the next, the previous and the last one. More links without
numbers as their texts are sections."""
MAX_ARROW_LENGTH = 40
MIN_OFFSET = 5
"""Articles on a page from which ``?start=10`` may count them."""
_NUMBERS = re.compile(r"(\d+)")
_ENDING = r"(?:\.[a-z]{2,5})?/?"
_COUNTER = re.compile(
    rf"(?P<before>[/\-_,.;:~]|/[^/\d]{{1,40}}|[-_][^/\d]{{1,20}})(?P<number>\d{{1,6}}){_ENDING}"
)
_AFTER_YEAR = re.compile(r"(?:19|20)\d\d[-/._]?(?:\d\d?[-/._]?)?#")
_PERIOD = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:[-/._]?(0[1-9]|1[0-2])(?!\d))?(?=/?$|[./?&])")
_QUOTES = " \t\n[](){}«»<>|.·:-–"


@dataclass(frozen=True)
class PagerLinks:
    """``pages``: addresses of other pages of the list; ``periods``: years and months (YYYY,
    YYYY-MM) whose articles other lists of the site have."""

    pages: tuple[str, ...] = ()
    periods: tuple[str, ...] = ()


NO_PAGER = PagerLinks()


@dataclass(frozen=True)
class _Counted:
    """A link whose address differs from that of the page by a counter. ``own`` is the number of
    the page, None where its address has none; ``label`` that in the text of the link."""

    anchor: Anchor
    number: int
    own: int | None
    label: int | None


def find_pager_links(page: Page, articles: Collection[str], next_page: str | None) -> PagerLinks:
    """Return the links of a list page to other pages of its list.

    ``articles`` are the addresses that its rules list, ``next_page`` is what its ``next`` rule
    selects.
    """
    forms = {_NUMBERS.sub("#", address) for address in articles}
    linked = find_anchors(page)
    anchors = [each for each in linked if _NUMBERS.sub("#", each.address) not in forms]
    groups: dict[str, list[_Counted]] = defaultdict(list)
    followed = ""
    for anchor in anchors:
        found = count_address(page.url, anchor.address)
        if found is None:
            continue
        form, number, own = found
        groups[form].append(_Counted(anchor, number, own, _read_label(anchor.text)))
        if anchor.address == next_page:
            followed = form
    listed = frozenset(articles)
    addresses = {each.element: each.address for each in linked}
    pages = (
        link.anchor.address
        for form, links in groups.items()
        if form == followed
        or _is_numbered(links, len(articles))
        or _has_arrows(page.url, links, addresses, listed)
        for link in links
        # the first page has a plain address, too
        if link.number > 1
    )
    return PagerLinks(
        tuple(dict.fromkeys((*_relations(anchors), *pages)))[:MAX_PAGES],
        tuple(sorted(set(_find_periods(page.url, anchors))))[:MAX_PERIODS],
    )


def count_address(own: str, address: str) -> tuple[str, int, int | None] | None:
    """Return the form of an address that differs from that of the page by a counter, the number in
    it, and that of the page; None for any other address."""
    found = _count_replaced(own, address) or _count_added(own, address)
    if found is None or _AFTER_YEAR.search(found[0]) or 1900 <= found[1] < 2100:
        return None
    return found


def _count_replaced(own: str, address: str) -> tuple[str, int, int] | None:
    ours, theirs = _NUMBERS.split(own), _NUMBERS.split(address)
    if len(ours) != len(theirs):
        return None
    places = [place for place, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b]
    if len(places) != 1 or places[0] % 2 == 0 or len(theirs[places[0]]) > 6:
        return None
    place = places[0]
    form = "".join((*theirs[:place], "#", *theirs[place + 1 :]))
    # the host and the port are no counter
    if place <= len(_NUMBERS.split(form.partition("://")[2].partition("/")[0])) - 1:
        return None
    return form, int(theirs[place]), int(ours[place])


def _count_added(own: str, address: str) -> tuple[str, int, None] | None:
    ours, theirs = urlsplit(own), urlsplit(address)
    base = re.sub(rf"(?:index)?{_ENDING}$", "", ours.path)
    if base == re.sub(rf"(?:index)?{_ENDING}$", "", theirs.path):
        pairs, more = _pairs(ours.query), _pairs(theirs.query)
        added = [pair for pair in more if pair not in pairs]
        name, _, number = added[0].partition("=") if len(added) == 1 else ("", "", "")
        is_counter = re.fullmatch(r"\d{1,6}", number) and len(more) == len(pairs) + 1
        return (f"{theirs.path}?{name}=#", int(number), None) if is_counter else None
    if ours.query != theirs.query or not theirs.path.startswith(base):
        return None
    match = _COUNTER.fullmatch(theirs.path, len(base))
    return (f"{base}{match['before']}#", int(match["number"]), None) if match else None


def _pairs(query: str) -> list[str]:
    return [pair for pair in query.split("&") if pair]


def _read_label(text: str) -> int | None:
    """Return the number that the text of a link is, in any digits; None for other texts."""
    digits = text.strip(_QUOTES)
    return int(digits) if digits.isdecimal() and len(digits) <= 6 else None


def _is_numbered(links: Iterable[_Counted], size: int) -> bool:
    """Return True if the texts of links are the numbers in their addresses, or count the pages
    where these count the articles."""
    labelled = {link.label: link.number for link in links if link.label is not None}
    if len(labelled) == 1:
        [(label, number)] = labelled.items()
        return number in (label, label - 1) or (size >= MIN_OFFSET and number == (label - 1) * size)
    steps = {
        (number - labelled[first]) / (label - first)
        for first in list(labelled)[:1]
        for label, number in labelled.items()
        if label != first
    }
    return len(steps) == 1 and min(steps) > 0


def _has_arrows(
    own: str,
    links: list[_Counted],
    addresses: Mapping[etree._Element, str],
    articles: Collection[str],
) -> bool:
    """Return True if links without numbers as texts are a pager: they lead to the next or the
    previous page, counted in pages or articles, and to few others, and they are next to the list,
    not in a menu."""
    if any(link.label is not None for link in links):
        return False
    numbers = {link.number for link in links}
    is_near = any(_is_beside(number, links[0].own, len(articles)) for number in numbers)
    if len(numbers) > MAX_ARROWS or not is_near:
        return False
    if any(len(link.anchor.text) > MAX_ARROW_LENGTH for link in links):
        return False
    elements = {link.anchor.element for link in links}
    others = {element: url for element, url in addresses.items() if element not in elements}
    return not articles or any(_is_beside_list(own, each, others, articles) for each in elements)


def _is_beside(number: int, here: int | None, size: int) -> bool:
    """Return True for the number of the page after that of the page, or before it: they count
    pages, or articles, of which the last page may have fewer."""
    if here is None:
        return number == 2 or (number == size and size >= MIN_OFFSET)
    step = abs(number - here)
    is_offset = step >= max(size, MIN_OFFSET) and here % step == 0 == number % step
    return step == 1 or is_offset


def _is_beside_list(
    own: str,
    link: etree._Element,
    addresses: Mapping[etree._Element, str],
    articles: Collection[str],
) -> bool:
    """Return True if the innermost element around a link that has other links, but to the first
    page of the list, has some of articles. ``addresses`` are those of the other links."""
    for outer in link.iterancestors():
        found = {addresses[each] for each in outer.iter("a") if each in addresses}
        others = {each for each in found if not own.startswith(each.rstrip("/"))}
        if others:
            return not others.isdisjoint(articles)
    return False


def _relations(anchors: Iterable[Anchor]) -> list[str]:
    """Return the addresses of links that say that they lead to the next page."""
    return [
        each.address
        for each in anchors
        if "next" in (each.element.get("rel") or "").lower().split()
    ]


def _find_periods(own: str, anchors: Iterable[Anchor]) -> Iterable[str]:
    """Yield the years and months that are the last part of addresses, where two or more have the
    same form, or one of them is below the address of the page."""
    forms: dict[str, set[str]] = defaultdict(set)
    below = f"{own.rstrip('/')}/" if urlsplit(own).path.strip("/") else None
    for anchor in () if _PERIOD.search(own) else anchors:
        match = _PERIOD.search(anchor.address)
        rest = "" if match is None else _NUMBERS.sub("", anchor.address[match.end() :])
        if match is not None and re.fullmatch(r"[/?&._-]*(?:[a-z]{2,5})?/?", rest):
            period = match[1] if match[2] is None else f"{match[1]}-{match[2]}"
            if below is not None and anchor.address.startswith(below):
                yield period
            forms[_NUMBERS.sub("#", anchor.address)].add(period)
    for periods in forms.values():
        yield from periods if len(periods) > 1 else ()
