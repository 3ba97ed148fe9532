"""The place of the writers' names in posts, by what all posts of several threads have in common.

On the page of a short thread nothing tells *anna* from the rank beside it, *Member*. In many
threads the same name comes with the same rank, image and profile, but the same rank with several
names; the numbers of posts go up in each thread.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lxml import etree

from webarticlecurator.articles.without_rules.post_details import choose_name
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.post_authors import (
    MIN_RIGHT,
    FoundPost,
    choose_place,
    count_ends_in_posts,
    find_first,
    is_named,
    list_candidates,
    name_place,
    read_name,
)

MIN_REPEATED = 3
"""Values that must be in several threads to show what comes with each, and threads in which numbers
must go up."""
OWN_TEXT = "text()"
"""In place of an attribute: the first text of an element that is in no other one."""


@dataclass(frozen=True)
class _Place:
    """What a selector finds in each post: elements, and their values, "" for none; ``attribute``:
    "" for the text, OWN_TEXT for the first part of it that is in no other element."""

    css: str
    elements: tuple[etree._Element | None, ...]
    values: tuple[str, ...]
    attribute: str = ""


def choose_writers(found: Sequence[FoundPost]) -> tuple[str, str] | None:
    """Return the selector of the names of writers, and their attribute; None if there is none. What
    was found page by page is right unless all threads together contradict it."""
    own = _Place("", tuple(map(name_place, found)), tuple(each.post.author for each in found))
    places = [*_list_places(found)]
    beside = [*places, *_list_addresses(found)]
    best: tuple[int, int, int, bool, int, str, str] | None = None
    for place in places:
        others = [n for n, name in enumerate(own.values) if name not in ("", place.values[n])]
        if len(others) <= (1 - MIN_RIGHT) * len(found):
            continue
        count = _count_determined(place, beside, found, range(len(found)))
        least = _count_determined(own, beside, found, others)
        # a signature says no more than the name
        is_finer = count > least and len({(own.values[n], place.values[n]) for n in others}) > len(
            {own.values[n] for n in others}
        )
        if is_finer or _go_up(own, found, others):
            size = -sum(map(len, place.values)) - len(place.css)
            ends = count_ends_in_posts(place.css, found)
            key = place.css, place.attribute
            rank = (count, -len(others), ends, is_named(place.css), size, *key)
            best = max(best or rank, rank)
    if best is not None:
        return best[-2:]
    return choose_place(found, [""], read_name, lambda each: each.post.author, name_place)


def _list_places(found: Sequence[FoundPost]) -> Iterator[_Place]:
    """Yield the places of short texts that nearly all posts have and that are not the same in
    all."""
    for attribute, read in (("", read_name), (OWN_TEXT, _read_own_text)):
        elements = [
            element
            for each in found
            for inside in [{*each.text.iter()}]
            for element in each.box.iter(etree.Element)
            if element not in inside and read(element, "", each.page)
        ]
        for css in list_candidates(elements):
            first = find_first(css, found)
            values = tuple(
                read(element, "", each.page) if element is not None else ""
                for each, element in zip(found, first, strict=True)
            )
            if len({*values}) > 1 and sum(map(bool, values)) >= MIN_RIGHT * len(found):
                # what is beside the own text of an element is in it
                places = (None,) * len(first) if attribute else tuple(first)
                yield _Place(css, places, values, attribute)


def _read_own_text(element: etree._Element, _attribute: str, _page: Page) -> str:
    """Return the name beside other elements: *<img> anna <h5>Member</h5>*."""
    texts = [element.text, *(each.tail for each in element)] if len(element) else []
    return choose_name([text for text in texts if text and text.strip()][:1])


def _list_addresses(found: Sequence[FoundPost]) -> Iterator[_Place]:
    """Yield the first image and the first link of the posts."""
    for css, name in (("img", "src"), ("a[href]", "href")):
        first = find_first(css, found)
        values = ((e.get(name) or "") if e is not None else "" for e in first)
        yield _Place(css, tuple(first), tuple(values))


def _count_determined(
    place: _Place, beside: Sequence[_Place], found: Sequence[FoundPost], posts: Sequence[int]
) -> int:
    """Return how many other places have one value for each value of a place that is in several
    threads, and not the same for all."""
    threads = group_values((place.values[n], found[n].page) for n in posts if place.values[n])
    repeated = {value for value, pages in threads.items() if len({*pages}) > 1}
    kinds = set()
    for other in beside:
        pairs = group_values(
            (place.values[n], other.values[n])
            for n in posts
            if place.values[n] in repeated
            and other.values[n] not in ("", place.values[n])
            and not _is_around(place.elements[n], other.elements[n])
        )
        is_one = all(len({*values}) == 1 for values in pairs.values())
        if is_one and len(pairs) >= MIN_REPEATED and len({v[0] for v in pairs.values()}) > 1:
            kinds.add(other.values)
    return len(kinds)


def _is_around(one: etree._Element | None, other: etree._Element | None) -> bool:
    if one is None or other is None:
        return False
    return one in self_and_ancestors(other) or other in self_and_ancestors(one)


def _go_up(place: _Place, found: Sequence[FoundPost], posts: Sequence[int]) -> bool:
    """Return True if the values have numbers that go up, or down, in all threads with several."""
    numbers = defaultdict[object, list[int]](list)
    for n in posts:
        numbers[found[n].page] += map(int, DIGITS.findall(place.values[n])[:1])
    steps = [[b - a for a, b in pairwise(own)] for own in numbers.values() if len(own) > 1]
    return len(steps) >= MIN_REPEATED and (
        all(min(each) > 0 for each in steps) or all(max(each) < 0 for each in steps)
    )
