"""Places that the template repeats."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.pages.page.ancestors import self_and_ancestors

_MIN_PLACES = 2
_FEW = 3
"""Up to so many places, all must lie where the template puts them, of more half of them: what a
post has beside its text moves them."""
_AFTER_ALL = 1 << 60

Kind = tuple[str, ...]
"""What elements of one template have in common, see ``ElementOrder.list_kinds``."""


@dataclass(frozen=True)
class Places:
    """Elements of one kind, none inside another; ``starts`` and ``ends``: the numbers of each and
    of its last descendant."""

    elements: tuple[etree._Element, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.elements)

    def find_first(self, low: int, high: int) -> int | None:
        """Return the index of the first place that begins at ``low`` or after it, before
        ``high``."""
        index = bisect_left(self.starts, low)
        return index if index < len(self.starts) and self.starts[index] < high else None

    def count_between(self, low: int, high: int) -> int:
        """Return how many places begin at ``low`` or after it, before ``high``."""
        return bisect_left(self.starts, high) - bisect_left(self.starts, low)


class ElementOrder:
    """The elements below a body by their numbers in the order of the page."""

    def __init__(self, body: etree._Element) -> None:
        self.elements = list(body.iter(etree.Element))
        self.start = {element: n for n, element in enumerate(self.elements)}
        self._kinds: dict[int, tuple[Kind, ...]] = {}

    @cached_property
    def _parents(self) -> list[int]:
        start = self.start
        return [-1, *(start[e.getparent()] for e in self.elements[1:])]  # type: ignore[index]

    @cached_property
    def _ends(self) -> list[int]:
        ends = list(range(len(self.elements)))
        for n in range(len(ends) - 1, 0, -1):
            parent = self._parents[n]
            if ends[parent] < ends[n]:
                ends[parent] = ends[n]
        return ends

    @cached_property
    def _paths(self) -> list[int]:
        """For each element the number of the path of tags from the body."""
        paths, numbers = [-1], dict[tuple[int, str], int]()
        for parent, element in zip(self._parents[1:], self.elements[1:], strict=True):
            path = paths[parent], str(element.tag)
            paths.append(numbers.setdefault(path, len(numbers)))
        return paths

    def list_kinds(self, number: int) -> tuple[Kind, ...]:
        """Return what other elements may have in common with one: its tag and one of its classes,
        its id without digits, or what it is a property of; tag and classes with those of the
        parent; all tags around it."""
        kinds = self._kinds.get(number)
        if kinds is None:
            element, around = self.elements[number], self.elements[number].getparent()
            outer = ("", "") if around is None else (str(around.tag), around.get("class") or "")
            tag = str(element.tag)
            by_class, by_parent = _list_class_kinds(tag, element.get("class") or "", *outer)
            id_, itemprop = element.get("id") or "", element.get("itemprop") or ""
            own = _list_own_kinds(tag, id_, itemprop) if id_ or itemprop else ()
            general = "/", str(self._paths[number])
            kinds = self._kinds[number] = (*by_class, *own, *by_parent, general)
        return kinds

    def end(self, element: etree._Element) -> int:
        """Return the number of the last descendant of an element."""
        return self._ends[self.start[element]]

    def make_places(self, elements: Iterable[etree._Element]) -> Places:
        """Return places of ``elements``, given in the order of the page."""
        chosen = tuple(elements)
        starts = tuple(self.start[element] for element in chosen)
        return Places(chosen, starts, tuple(self._ends[start] for start in starts))

    def group(
        self,
        elements: Iterable[etree._Element],
        sizes: Mapping[etree._Element, int] | None = None,
        least: float = 0,
    ) -> list[Places]:
        """Return the places of each kind that ``elements`` have, of those inside one another the
        outermost; kinds with the same places once. ``least``: what their ``sizes`` must be
        together."""
        kinds: dict[Kind, list[int]] = {}
        for number in sorted(self.start[element] for element in elements):
            for kind in self.list_kinds(number):
                numbers = kinds.setdefault(kind, [])
                if not numbers or number > self._ends[numbers[-1]]:
                    numbers.append(number)
        distinct = dict.fromkeys(tuple(each) for each in kinds.values() if len(each) >= _MIN_PLACES)
        places = ([self.elements[n] for n in numbers] for numbers in distinct)
        return [
            self.make_places(each)
            for each in places
            if sizes is None or sum(map(sizes.__getitem__, each)) >= least
        ]

    def find_box(self, n: int, texts: Places) -> tuple[int, int]:
        """Return the span of the largest element around the text with index ``n`` that holds no
        other of ``texts``."""
        before = texts.ends[n - 1] if n else -1
        after = texts.starts[n + 1] if n + 1 < len(texts) else _AFTER_ALL
        box = texts.starts[n], texts.ends[n]
        for outer in texts.elements[n].iterancestors():
            start = self.start.get(outer)
            if not start or start <= before or self._ends[start] >= after:
                break  # the body has the number 0
            box = start, self._ends[start]
        return box

    def list_gaps(self, texts: Places) -> list[tuple[int, int]]:
        """Return the spans before, between and behind the texts; at the ends of the page as much
        as between two texts at most."""
        between = zip(texts.ends, texts.starts[1:], strict=False)
        widest = max((start - end for end, start in between), default=0)
        first = max(1, texts.starts[0] - widest)
        last = min(len(self.elements) - 1, texts.ends[-1] + widest)
        lows, highs = (end + 1 for end in texts.ends), (start - 1 for start in texts.starts)
        return list(zip((first, *lows), (*highs, last), strict=True))


@lru_cache(maxsize=4096)
def _list_class_kinds(
    tag: str, classes: str, outer_tag: str, outer_classes: str
) -> tuple[tuple[Kind, ...], tuple[Kind, ...]]:
    """Return the kinds by tag and class, and the one with the parent, if there is one."""
    classes = DIGITS.sub("", classes)
    by_class = tuple((tag, name) for name in sorted(set(classes.split())))
    by_parent = (tag, ">", classes, outer_tag, DIGITS.sub("", outer_classes))
    return by_class, (by_parent,) if outer_tag else ()


def _list_own_kinds(tag: str, id_: str, itemprop: str) -> Iterator[Kind]:
    if DIGITS.search(id_):
        yield tag, "#", DIGITS.sub("", id_)
    if itemprop:
        yield tag, "@", itemprop


def is_general(kind: Kind) -> bool:
    """Return True for a kind that is only of tags."""
    return kind[0] == "/"


def pair_places(texts: Places, stamps: Places) -> dict[int, int]:
    """Return text → stamp, where most texts have one of their own: before, behind or in them. Of
    several at one text it is the first."""
    sides: tuple[dict[int, int], ...] = ({}, {}, {})
    for n, (start, end) in enumerate(zip(texts.starts, texts.ends, strict=True)):
        before = texts.ends[n - 1] + 1 if n else 0
        after = texts.starts[n + 1] if n + 1 < len(texts) else _AFTER_ALL
        spans = ((before, start), (end + 1, after), (start, end + 1))
        for found, span in zip(sides, spans, strict=True):
            stamp = stamps.find_first(*span)
            if stamp is not None:
                found[n] = stamp
    return max(sides, key=len)


def lie_inside(texts: Places, stamps: Places, pairs: Mapping[int, int]) -> bool:
    """Return True if most of the paired stamps are in their texts."""
    inside = (texts.starts[n] <= stamps.starts[m] <= texts.ends[n] for n, m in pairs.items())
    return 2 * sum(inside) > len(pairs)


def has_template(texts: Places, places: Mapping[int, etree._Element]) -> bool:
    """Return True if the places of the texts lie, seen from the texts, where one template puts
    them."""
    paths = Counter(_path_between(texts.elements[n], place) for n, place in places.items())
    most = max(paths.values(), default=0)
    return most >= (0.5 if len(places) > _FEW else 1) * len(places)


def _path_between(one: etree._Element, other: etree._Element) -> tuple[Sequence[str], ...]:
    """Return the tags from the innermost element around both down to each."""
    depths = {element: n for n, element in enumerate(self_and_ancestors(one))}
    down: list[str] = []
    for element in self_and_ancestors(other):
        if element in depths:
            inner = [str(e.tag) for e, _ in zip(depths, range(depths[element]), strict=False)]
            return tuple(inner), tuple(down)
        down.append(str(element.tag))
    return ()


def measure_distance(one: etree._Element, other: etree._Element) -> int:
    """Return the number of steps in the tree from one element to another."""
    return sum(map(len, _path_between(one, other)))


def share_of_rising(values: Sequence[str]) -> float:
    """Return the share of the steps from value to value that lead in one direction."""
    steps = len(values) - 1
    rising = sum(a <= b for a, b in pairwise(values))
    return max(rising, steps - rising) / steps if steps > 0 else 0.0


def find_earliest(values: Sequence[str]) -> int:
    """Return the place of the earliest of the times of posts, the first of which may be the newest;
    0 where one has no time, or most of them rise: what contradicts these was misread."""
    rising = sum(a <= b for a, b in pairwise(values))
    if not all(values) or 2 * rising > len(values) - 1:
        return 0
    return values.index(min(values))


def list_inner_places(texts: Places, places: Places) -> list[etree._Element]:
    """Return the one place in each text, the text itself where there is none; [] if there are
    several in one, or none in more than a few."""
    inner = list(texts.elements)
    found = 0
    for n, (start, end) in enumerate(zip(texts.starts, texts.ends, strict=True)):
        count = places.count_between(start + 1, end + 1)
        if count > 1:
            return []
        index = places.find_first(start + 1, end + 1) if count else None
        if index is not None:
            inner[n] = places.elements[index]
            found += 1
    return inner if found >= 0.95 * len(inner) else []


def leave_out_outer_first(places: Sequence[etree._Element]) -> tuple[etree._Element, ...]:
    """Return two or more places without a first one that is outside of the box of all others:
    the text of an article may have the class of the comments below it (Drupal)."""
    first, *others = places
    box = next(
        outer
        for outer in self_and_ancestors(others[0])
        if all(outer in self_and_ancestors(each) for each in others)
    )
    return tuple(places if box in self_and_ancestors(first) else others)
