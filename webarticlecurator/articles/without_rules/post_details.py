"""Who wrote the posts of a thread, and when: found by where the template has names and times.

A name is a short text in the same place of nearly all posts, which is not the same in all of them.
A link that leads to another page for each name, a class or property that means a person, and a
place before the other lines make it more likely. A time is an element whose text or attributes
have a date.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from lxml import etree

from webarticlecurator.articles.units.introductions import introduction_end
from webarticlecurator.articles.units.link_lines import is_date_line
from webarticlecurator.articles.units.text_units import SKIPPED_TAGS
from webarticlecurator.articles.without_rules.repeated_places import (
    ElementOrder,
    Kind,
    Places,
    measure_distance,
)
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.text.character_patterns import DIGIT, DIGITS
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.word_account import BLOCK_TAGS

MIN_NAMED = 0.8
"""Share of the posts whose writer is found."""
_MIN_RATE = 3.4
"""What a place reaches that is in all posts, near their beginning, with several names of letters,
without any other sign."""
_MAX_LENGTH = 40
_MIN_COUNTED = 5
"""Posts from which on names with numbers that go up have the numbers of posts."""
_MAX_STEP = 2
"""Steps up to which they are those of the posts, however few these are."""
_MAY_COUNT = 0.2
"""What fewer names with numbers that go up lose against a place with other names."""
_MAX_WORDS = 5
_ENDS_OF_LINES = BLOCK_TAGS | {"br"}
_AROUND = " \t·|•:,–—-"
_PERSONS = frozenset(
    "author user username name nick nickname poster creator writer member handle fn".split()
)
_OTHERS = frozenset(
    "title rank group avatar info role status stats location badge date time joined posts count"
    " level image img".split()
)
"""Words in classes and properties: of names, and of other things next to them."""
_TOKEN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_PROFILE = re.compile(r"author|user|member|profile|people|account|/u/", re.IGNORECASE)


class NameFinder:
    """Finds the names for the texts of a thread. ``times``: text → the element with its time;
    ``inside``: whether the names, too, may be in the texts."""

    def __init__(
        self,
        order: ElementOrder,
        texts: Places,
        times: Mapping[int, etree._Element],
        *,
        inside: bool,
    ) -> None:
        self._order, self._texts, self._times, self._inside = order, texts, times, inside
        self._names: dict[etree._Element, str] = {}
        self._labels: set[str] = set()

    def find(self) -> dict[int, etree._Element]:
        """Return text → the element with the name; {} if no place is certain. Names are looked for
        in the elements around each text, else between it and the one before or behind it."""
        boxes = [self._order.find_box(n, self._texts) for n in range(len(self._texts))]
        gaps = self._order.list_gaps(self._texts)
        for regions in (boxes, gaps[:-1], gaps[1:]):
            rated = [
                (self._rate(found, regions, crowd), found)
                for found, crowd in self._list_places(regions)
            ]
            best = max(rated, key=lambda each: each[0], default=(0.0, {}))
            if best[0] > _MIN_RATE:
                return best[1]
        return {}

    def _list_places(
        self, regions: Sequence[tuple[int, int]]
    ) -> list[tuple[dict[int, etree._Element], float]]:
        """Return the distinct places that nearly all texts have, with how many elements of the kind
        there are for each text, beside the one."""
        kinds: dict[Kind, dict[int, list[etree._Element]]] = {}
        for n, (start, end) in enumerate(regions):
            for number in range(start, end + 1):
                element = self._order.elements[number]
                if self._may_hold_name(element, n):
                    for kind in self._order.list_kinds(number):
                        kinds.setdefault(kind, {}).setdefault(n, []).append(element)
        # an element at nearly every text, such as a button, is hardly a name
        texts = Counter(
            name
            for n in range(len(regions))
            for name in {self._names[e] for kind in kinds.values() for e in kind.get(n, ())}
        )
        self._labels = {name for name, count in texts.items() if count > max(2, 0.8 * len(regions))}
        places: dict[tuple[int, ...], tuple[dict[int, etree._Element], float]] = {}
        for by_text in kinds.values():
            if len(by_text) < MIN_NAMED * len(self._texts):
                continue
            found = {n: self._choose(n, elements) for n, elements in by_text.items()}
            crowd = sum(map(len, by_text.values())) / len(by_text) - 1
            places.setdefault(
                tuple(map(self._order.start.__getitem__, found.values())), (found, crowd)
            )
        return list(places.values())

    def _may_hold_name(self, element: etree._Element, n: int) -> bool:
        number = self._order.start[element]
        low, high = self._texts.starts[n], self._texts.ends[n]
        is_around = number < low and self._order.end(element) >= low
        is_inside = low <= number <= high
        if is_around or (is_inside and not self._inside) or element.tag in SKIPPED_TAGS:
            return False
        if element not in self._names:
            self._names[element] = name_of(element)
        return bool(self._names[element])

    def _choose(self, n: int, elements: Sequence[etree._Element]) -> etree._Element:
        """Return the first of several elements of a kind, with a label if one has it; below a text
        the one nearest to its time: there may also be who has changed it."""
        own = [e for e in elements if self._names[e] not in self._labels]
        elements = [*filter(_has_label, elements)] or own or elements
        time = self._times.get(n)
        if time is None or self._order.start[time] <= self._texts.ends[n]:
            return elements[0]
        return min(elements, key=lambda element: measure_distance(element, time))

    def _rate(
        self,
        found: Mapping[int, etree._Element],
        regions: Sequence[tuple[int, int]],
        crowd: float,
    ) -> float:
        names = [self._names[element] for element in found.values()]
        distinct = len(set(names))
        links = [_link_of(element) for element in found.values()]
        counts = Counter(name[:1].isdigit() for name in names)
        position = sum(
            (self._order.start[element] - regions[n][0]) / max(1, regions[n][1] - regions[n][0])
            for n, element in found.items()
        )
        words = sum(len(name.split()) for name in names)
        persons = sum(_means_person(e, link) for e, link in zip(found.values(), links, strict=True))
        count = len(found)
        numbers = [] if persons else _find_counter(names)
        if distinct < 2 or (numbers and self._are_of_posts(numbers, found)):
            return 0
        return (
            2 * count / len(self._texts)
            + min(1, (distinct - 1) / min(3, count - 1))
            + 1.5 * _lead_to_persons(names, links)
            + 1.5 * persons / count
            + sum(any(map(str.isalpha, name)) for name in names) / count
            - 1.5 * counts[True] / count
            - 2 * sum(len(name) < 2 for name in names) / count
            - 0.25 * (words / count - 1)
            - 0.3 * position / count
            - 0.5 * crowd
            - _MAY_COUNT * bool(numbers)
            - sum(name in self._labels for name in names) / count
            - sum(map(self._has_label_inside, found.values())) / count
        )

    def _has_label_inside(self, element: etree._Element) -> bool:
        """Return True if an element in one that may hold a name is the same in all posts, but not
        the name itself, which may be below all posts that the writer of one likes."""
        own = self._names[element]
        names = map(self._names.get, element.iterdescendants("*"))
        return any(name in self._labels and name != own for name in names)

    def _are_of_posts(self, numbers: Sequence[int], found: Mapping[int, etree._Element]) -> bool:
        """Return True if the numbers in names that count are those of the posts: one
        follows the other, an address or an id has them, too, or there are so many that the names
        of writers (*user3*, *user7*) are not in this order by chance."""
        steps = [abs(b - a) for a, b in pairwise(numbers)]
        if len(numbers) >= _MIN_COUNTED or max(steps) <= _MAX_STEP:
            return True
        places = (
            f"{find_id(self._texts.elements[n])} {find_post_link(element)}"
            for n, element in found.items()
        )
        known = [{*map(int, DIGITS.findall(place))} for place in places]
        return 2 * sum(any(n in each for each in known) for n in numbers) > len(numbers)


def name_of(element: etree._Element) -> str:
    """Return the name that an element may hold: its text, if that is one line, or its own text
    before other elements; "" if neither may be one."""
    whole = ""
    for piece in element.itertext():
        whole += str(piece)
        if len(whole) > 4 * _MAX_LENGTH:  # with white space
            break
    return choose_name([element.text or ""] if _has_lines(element) else [whole, element.text or ""])


def choose_name(texts: Iterable[str]) -> str:
    """Return the first of the texts that may be a name, without a label; "" without one."""
    for text in texts:
        name = " ".join(text.split()).strip(_AROUND)
        if (
            0 < len(name) <= _MAX_LENGTH
            and len(name.split()) <= _MAX_WORDS
            and any(map(str.isalnum, name))
            and not is_date_line(name)
        ):
            return _cut_label(name)
    return ""


def _find_counter(names: Sequence[str]) -> list[int]:
    """Return the numbers in most names if they go up or down, as those of posts do: *msg6 (view)*;
    [] for others."""
    numbers = group_values(
        (DIGIT.sub("", name), int("".join(DIGIT.findall(name))))
        for name in names
        if DIGIT.search(name)
    )
    most = max(numbers.values(), key=len, default=[])
    is_counter = 2 * len(most) > len(names) and sorted({*most}) in (most, most[::-1])
    return most if is_counter else []


def _cut_label(name: str) -> str:
    """Return a name without the words that say whose it is: *Author: Ann*."""
    end = introduction_end(name) if ":" in name else 0
    return name[end:] if name[:end].rstrip().endswith(":") else name


def _has_label(element: etree._Element) -> bool:
    own = " ".join((element.text or "").split())
    return _cut_label(own) != own


def _has_lines(element: etree._Element) -> bool:
    """Return True if there is text on both sides of the end of a line in an element."""
    line, has_ended = False, False
    for event, each in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
        is_end = each is not element and each.tag in _ENDS_OF_LINES
        has_ended = has_ended or (is_end and line)
        text = each.text if event == "start" else None if each is element else each.tail
        if text and not text.isspace():
            if has_ended:
                return True
            line = True
    return False


def _lead_to_persons(names: Sequence[str], links: Sequence[str]) -> float:
    """Return the share of names that are links, if each leads to one page, and no other does."""
    pairs = {(name, link) for name, link in zip(names, links, strict=True) if link}
    linked = {name for name, _ in pairs}
    if len(pairs) != len(linked) or len(pairs) != len({link for _, link in pairs}):
        return 0
    return sum(map(bool, links)) / len(links)


def _link_of(element: etree._Element) -> str:
    """Return the address of the link that is in an element, or around it alone; "" for one to a
    place of its page, which is no person."""
    address = find_post_link(element)
    return "" if address.startswith("#") else address


def find_post_link(element: etree._Element) -> str:
    """Return the address of the first link, if possible to another place than one of its page."""
    outer = element.getparent()
    around = (element, *(() if outer is None else (outer,)), *element.iter("a"))
    addresses = [str(link.get("href")) for link in around if link.tag == "a" and link.get("href")]
    return min(addresses, key=lambda each: each.startswith("#"), default="")


def _means_person(element: etree._Element, link: str) -> bool:
    """Return True if a label, or class or property of an element or of the one around it, means a
    person, or its link leads to one."""
    if _has_label(element):
        return True
    for each in (element, element.getparent()):
        if each is None:
            continue
        words = " ".join(each.get(name) or "" for name in ("class", "itemprop", "rel"))
        tokens = {token.lower() for token in _TOKEN.findall(words)}
        if not tokens.isdisjoint(_PERSONS | _OTHERS):
            return tokens.isdisjoint(_OTHERS)
    return _PROFILE.search(link) is not None


def find_id(text: etree._Element) -> str:
    """Return the id with a number that the element with the text of a post has, or one around it;
    "" if there is none."""
    ids = (element.get("id") or "" for element in self_and_ancestors(text))
    return next((id_ for id_ in ids if DIGIT.search(id_)), "")
