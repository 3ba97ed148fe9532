"""The inventory of a portal: one row per signature over all pages, which are added one by one and
then forgotten.

``page.py`` counts a page (``tally.py``), ``inventory_table.py`` writes the table, ``tree.py`` tree
and bigrams.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field

from webarticlecurator.extract.analysis.inventory.tally import (
    Decision,
    ElementSums,
    PageTally,
    SignatureCounts,
    TagPath,
)

MAX_EXAMPLES = 5
MAX_TEXTS = 8
"""Texts per signature that are followed over the pages."""
MAX_PARENTS = 8
"""Signatures of elements around that are followed for each signature."""
MAX_WAITING_IDS = 30
"""Ids of one kind of element that may wait for a second page."""
_ID = re.compile(r"([^#.\[]+)#(?:\\[0-9a-f]+ |\\.|[^.\[\\])+")


@dataclass
class SignatureTotals(ElementSums):
    """All elements of one signature. ``pages``: how many have one; ``place``: where in the
    article's words each begins, in thousandths; ``examples``: the first ones; the rest as in
    ``SignatureCounts``, only the commonest of it."""

    pages: int = 0
    place: int = 0
    parents: dict[str, int] = field(default_factory=dict)
    decisions: Counter[Decision] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    texts: dict[int, tuple[int, int]] = field(default_factory=dict)

    def add(self, url: str, page: SignatureCounts, words: int) -> None:
        """What one page of so many words has."""
        self.take(page)
        self.pages += 1
        self.place += 1000 * page.before // words if words else 0
        self.parents = most_common(self.parents, page.parents)
        self.decisions.update(page.decisions)
        if len(self.examples) < MAX_EXAMPLES and url not in self.examples:
            self.examples.append(url)
        for text, count in sorted(page.texts.items()):
            self._follow(text, count)

    def merge(self, other: SignatureTotals) -> None:
        """What was counted under another name. A page that has both counts twice."""
        self.take(other)
        self.pages += other.pages
        self.place += other.place
        self.parents = most_common(self.parents, other.parents)
        self.decisions.update(other.decisions)
        self.examples = list(dict.fromkeys((*self.examples, *other.examples)))[:MAX_EXAMPLES]
        for text, (count, _) in other.texts.items():
            self._follow(text, count)

    def _follow(self, text: int, count: int) -> None:
        """Misra and Gries 1982: counts of the commonest values in the space of a few, too low by at
        most 1 in COMMONEST + 1."""
        if text in self.texts or len(self.texts) < MAX_TEXTS:
            elements, pages = self.texts.get(text, (0, 0))
            self.texts[text] = (elements + count, pages + 1)
            return
        least = min(count, *(elements for elements, _ in self.texts.values()))
        self.texts = {
            t: (elements - least, pages)
            for t, (elements, pages) in self.texts.items()
            if elements > least
        }
        if count > least:
            self.texts[text] = (count - least, 1)

    @property
    def repeated(self) -> int:
        """How many elements, at least, have one and the same text, which stands on more than one
        page."""
        return max((elements for elements, pages in self.texts.values() if pages > 1), default=0)


def most_common(known: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """The sum of two counts, as far as PARENTS values can tell (Misra and Gries, merged as Agarwal
    et al. 2012)."""
    sums = Counter(known)
    sums.update(more)
    ordered = sorted(sums.items(), key=lambda item: (-item[1], item[0]))
    least = ordered[MAX_PARENTS][1] if len(ordered) > MAX_PARENTS else 0
    return {name: count - least for name, count in ordered[:MAX_PARENTS] if count > least}


@dataclass
class TreeNode:
    """A place in the tree of all pages: sums over the elements there, and the places inside it by
    signature."""

    signature: str
    frequency: int = 0
    words: int = 0
    own: int = 0
    children: dict[str, TreeNode] = field(default_factory=dict)

    def child(self, signature: str) -> TreeNode:
        """The place of that signature inside this one, made if need be."""
        return self.children.setdefault(signature, TreeNode(signature))

    def add(self, path: TagPath | TreeNode) -> None:
        self.frequency += path.frequency
        self.words += path.words
        self.own += path.own


class Inventory:
    """``signatures`` → totals; ``tree`` only if it was asked for (its size follows the number of
    different paths)."""

    def __init__(self, *, with_tree: bool = False) -> None:
        self.pages = 0
        self.signatures: dict[str, SignatureTotals] = {}
        self.tree = TreeNode("") if with_tree else None
        self._waiting: dict[str, dict[str, None]] = {}
        self._fleeting: set[str] = set()

    def add(self, page: PageTally) -> None:
        """One more page. The examples depend on the order of pages, nothing else does but for rare
        texts and ids."""
        self.pages += 1
        for signature, counted in page.counted.items():
            self.signatures.setdefault(signature, SignatureTotals()).add(
                page.url, counted, page.words
            )
            if "#" in signature:
                self._watch(signature)
        if self.tree is not None:
            _grow(self.tree, page.paths)

    def finish(self) -> None:
        """After the last page: ids that are as fleeting as others of their kind go the same way."""
        for plain in sorted(self._fleeting):
            for signature in list(self._waiting[plain]):
                self._fold(plain, signature)
        if self.tree is not None and self._fleeting:
            self.tree = _folded(self.tree, self.signatures)

    def _watch(self, signature: str) -> None:
        """An id that no second page has, while many others like it came, is no name but an address:
        its elements are counted without it. So the table stays as long as the portal has templates,
        not as long as it has headings."""
        plain = without_id(signature)
        waiting = self._waiting.setdefault(plain, {})
        if self.signatures[signature].pages > 1 or _is_decided(
            signature, self.signatures[signature]
        ):
            waiting.pop(signature, None)
            return
        waiting[signature] = None
        if len(waiting) > MAX_WAITING_IDS:
            self._fleeting.add(plain)
            self._fold(plain, next(iter(waiting)))

    def _fold(self, plain: str, signature: str) -> None:
        del self._waiting[plain][signature]
        self.signatures.setdefault(plain, SignatureTotals()).merge(self.signatures.pop(signature))


def without_id(signature: str) -> str:
    """``h2#some-heading.wide`` → ``h2.wide``."""
    found = _ID.match(signature)
    return found[1] + signature[found.end() :] if found else signature


def _is_decided(signature: str, totals: SignatureTotals) -> bool:
    """By a row of its own."""
    return any(row is not None and row.signature == signature for _, _, row in totals.decisions)


def _grow(top: TreeNode, paths: list[TagPath]) -> None:
    places: list[TreeNode] = []
    for path in paths:
        place = (places[path.parent] if path.parent >= 0 else top).child(path.signature)
        place.add(path)
        places.append(place)


def _folded(tree: TreeNode, known: Container[str]) -> TreeNode:
    """The same tree under the names that the inventory has."""
    top = TreeNode(tree.signature, tree.frequency, tree.words, tree.own)
    pending = [(tree, top)]
    while pending:
        old, new = pending.pop()
        for child in old.children.values():
            name = child.signature if child.signature in known else without_id(child.signature)
            place = new.child(name)
            place.add(child)
            pending.append((child, place))
    return top


UNCLAIMED = ("signature", "words", "frequency", "pages", "in_force", "source", "examples")
"""``words`` directly inside such tags; ``frequency`` and ``pages`` of all with the signature; the
operation ``in_force``; its ``source``: ``base``, the base dictionary, or ``none``: unwrapped, the
text a paragraph."""


def unclaimed_table(inventory: Inventory) -> Iterator[tuple[str, ...]]:
    """UNCLAIMED, then a row for each signature: those that no dictionary knows first, then those
    with the most words."""
    yield UNCLAIMED
    rows = [
        (*_who(totals), signature, totals)
        for signature, totals in inventory.signatures.items()
        if totals.unclaimed
    ]
    for source, operation, signature, totals in sorted(
        rows, key=lambda row: (row[0] == "base", -row[3].unclaimed, row[2])
    ):
        counts = (
            str(totals.unclaimed),
            str(totals.frequency),
            str(min(totals.pages, inventory.pages)),
        )
        yield (signature, *counts, operation, source, " ".join(totals.examples))


def _who(totals: SignatureTotals) -> tuple[str, str]:
    """Source and operation of the commonest decision that is not the portal's."""
    found = [
        (-count, where, operation)
        for (operation, where, _), count in totals.decisions.items()
        if where != "portal"
    ]
    _, where, operation = min(found)
    return where, operation
