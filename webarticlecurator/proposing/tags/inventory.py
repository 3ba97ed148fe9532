"""The inventory of a portal: one row per signature, counted over all pages.

Pages are added one by one and not kept. ``tag_evidence.py`` counts a page, ``inventory_table.py``
writes the table; the tree and the bigrams are written below.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from webarticlecurator.base.dataclasses import dataclass, field, fields
from webarticlecurator.base.portal.article_rules import TagRow

Decision = tuple[str, str, TagRow | None]
"""Operation in force, its source (``portal``, ``base``, ``none``), and the row that decides it."""
_ID = re.compile(r"([^#.\[]+)#(?:\\[0-9a-f]+ |\\.|[^.\[\\])+")


@dataclass
class ElementSums:
    """Sums over the elements of one signature.

    ``words`` are all words inside, ``own`` those directly inside, ``linked`` those inside a link.
    ``below`` are elements inside. ``holding`` counts elements that hold a link, ``clock`` those
    that are a line with a time of day. ``unclaimed`` are the words of ``own`` that are kept
    although no row of the portal is about the element (a root is claimed by its rule).
    """

    frequency: int = 0
    words: int = 0
    own: int = 0
    linked: int = 0
    below: int = 0
    holding: int = 0
    clock: int = 0
    unclaimed: int = 0

    def add_sums(self, more: ElementSums) -> None:
        """Add other sums to these."""
        for each in fields(ElementSums):
            setattr(self, each.name, getattr(self, each.name) + getattr(more, each.name))


@dataclass
class SignatureCounts(ElementSums):
    """The elements of one signature on one page.

    ``before`` adds up the words of the article in front of each element. ``parents`` counts the
    signatures of their parents, ``texts`` the checksums of their texts, ``decisions`` the
    operations in force.
    """

    before: int = 0
    parents: Counter[str] = field(default_factory=Counter)
    texts: dict[int, int] = field(default_factory=dict)
    decisions: Counter[Decision] = field(default_factory=Counter)


@dataclass
class TagPath:
    """A path in the tree of signatures; ``parent`` is the number of another path of the page, -1
    above the roots."""

    parent: int
    signature: str
    frequency: int = 0
    words: int = 0
    own: int = 0


@dataclass(frozen=True)
class PageTally:
    """The counts of one page.

    ``words`` are all words of the article; in ``paths`` a parent comes before its children.
    """

    url: str
    words: int
    counted: Mapping[str, SignatureCounts]
    paths: tuple[TagPath, ...]


def without_id(signature: str) -> str:
    """Return a signature without its id: ``h2#some-heading.wide`` → ``h2.wide``."""
    match = _ID.match(signature)
    return match[1] + signature[match.end() :] if match else signature


MAX_EXAMPLES = 5
MAX_TEXTS = 8
"""Texts per signature that are counted over the pages."""
MAX_PARENTS = 8
"""Signatures of parents that are counted for each signature."""
MAX_WAITING_IDS = 30
"""Ids of one kind of element that may wait for a second page."""


@dataclass
class SignatureTotals(ElementSums):
    """Totals over all elements of one signature.

    ``pages`` have such an element. ``place`` adds up where in the words of the article each begins,
    in thousandths. ``examples`` are addresses of the first pages. The rest is as in
    ``SignatureCounts``, limited to the most common values.
    """

    pages: int = 0
    place: int = 0
    parents: dict[str, int] = field(default_factory=dict)
    decisions: Counter[Decision] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    texts: dict[int, tuple[int, int]] = field(default_factory=dict)

    def add(self, url: str, page: SignatureCounts, words: int) -> None:
        """Add the counts of one page, which has so many words."""
        self.add_sums(page)
        self.pages += 1
        self.place += 1000 * page.before // words if words else 0
        self.parents = most_common(self.parents, page.parents)
        self.decisions.update(page.decisions)
        if len(self.examples) < MAX_EXAMPLES and url not in self.examples:
            self.examples.append(url)
        for text, count in sorted(page.texts.items()):
            self._count_text(text, count)

    def merge(self, other: SignatureTotals) -> None:
        """Add the totals of another signature. A page that has both counts twice."""
        self.add_sums(other)
        self.pages += other.pages
        self.place += other.place
        self.parents = most_common(self.parents, other.parents)
        self.decisions.update(other.decisions)
        self.examples = list(dict.fromkeys((*self.examples, *other.examples)))[:MAX_EXAMPLES]
        for text, (count, _) in other.texts.items():
            self._count_text(text, count)

    def _count_text(self, text: int, count: int) -> None:
        """Count the most common texts in limited space (Misra and Gries 1982).

        The counts are too low by at most 1 in MAX_TEXTS + 1.
        """
        if text in self.texts or len(self.texts) < MAX_TEXTS:
            elements, pages = self.texts.get(text, (0, 0))
            self.texts[text] = (elements + count, pages + 1)
            return
        least = min(count, *(elements for elements, _ in self.texts.values()))
        self.texts = {
            known: (elements - least, pages)
            for known, (elements, pages) in self.texts.items()
            if elements > least
        }
        if count > least:
            self.texts[text] = (count - least, 1)

    @property
    def repeated(self) -> int:
        """The number of elements, at least, that have the same text, on more than one page."""
        return max((elements for elements, pages in self.texts.values() if pages > 1), default=0)


def most_common(known: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """Return the sum of two counts, limited to MAX_PARENTS values.

    The method is that of Misra and Gries, merged as by Agarwal et al. 2012.
    """
    sums = Counter(known)
    sums.update(more)
    ordered = sorted(sums.items(), key=lambda item: (-item[1], item[0]))
    least = ordered[MAX_PARENTS][1] if len(ordered) > MAX_PARENTS else 0
    return {name: count - least for name, count in ordered[:MAX_PARENTS] if count > least}


@dataclass
class TreeNode:
    """A node of the content tree: sums over the elements of all pages with the same path."""

    signature: str
    frequency: int = 0
    words: int = 0
    own: int = 0
    children: dict[str, TreeNode] = field(default_factory=dict)

    def child(self, signature: str) -> TreeNode:
        """Return the child with this signature; create it if it does not exist."""
        return self.children.setdefault(signature, TreeNode(signature))

    def add(self, path: TagPath | TreeNode) -> None:
        self.frequency += path.frequency
        self.words += path.words
        self.own += path.own


class Inventory:
    """The counts of all pages added so far.

    ``signatures`` maps a signature to its totals. ``tree`` is None unless it was requested, since
    its size grows with the number of different paths.
    """

    def __init__(self, *, with_tree: bool = False) -> None:
        self.pages = 0
        self.signatures: dict[str, SignatureTotals] = {}
        self.tree = TreeNode("") if with_tree else None
        self._waiting: dict[str, dict[str, None]] = {}
        self._generated: set[str] = set()

    def add(self, page: PageTally) -> None:
        """Add one page.

        The order of pages only affects the examples, and rare texts and ids.
        """
        self.pages += 1
        for signature, counted in page.counted.items():
            self.signatures.setdefault(signature, SignatureTotals()).add(
                page.url, counted, page.words
            )
            if "#" in signature:
                self._watch_id(signature)
        if self.tree is not None:
            nodes: list[TreeNode] = []
            for path in page.paths:
                parent = nodes[path.parent] if path.parent >= 0 else self.tree
                node = parent.child(path.signature)
                node.add(path)
                nodes.append(node)

    def finish(self) -> None:
        """Complete the inventory after the last page.

        Ids that are on one page only are removed if others of their kind were removed before.
        """
        for plain in sorted(self._generated):
            for signature in list(self._waiting[plain]):
                self._remove_id(plain, signature)
        if self.tree is not None and self._generated:
            # The tree with the signatures of the inventory, some of which have lost their id.
            top = TreeNode(self.tree.signature)
            top.add(self.tree)
            pending = [(self.tree, top)]
            while pending:
                old, new = pending.pop()
                for name, child in old.children.items():
                    node = new.child(name if name in self.signatures else without_id(name))
                    node.add(child)
                    pending.append((child, node))
            self.tree = top

    def _watch_id(self, signature: str) -> None:
        """Remove ids that are addresses rather than names.

        An id is an address if no second page has it, while many others like it occur. Its elements
        are then counted without it, so that the table does not grow with every heading.
        """
        plain = without_id(signature)
        waiting = self._waiting.setdefault(plain, {})
        totals = self.signatures[signature]
        rows = (row for _, _, row in totals.decisions if row is not None)
        if totals.pages > 1 or any(row.signature == signature for row in rows):
            waiting.pop(signature, None)
            return
        waiting[signature] = None
        if len(waiting) > MAX_WAITING_IDS:
            self._generated.add(plain)
            self._remove_id(plain, next(iter(waiting)))

    def _remove_id(self, plain: str, signature: str) -> None:
        del self._waiting[plain][signature]
        self.signatures.setdefault(plain, SignatureTotals()).merge(self.signatures.pop(signature))


def mean(total: int, count: int) -> str:
    """Return the mean with one decimal; empty if there is nothing to count."""
    return f"{total / count:.1f}" if count else ""


UNCLAIMED = ("signature", "words", "frequency", "pages", "in_force", "source", "examples")
"""Columns of ``unclaimed_table``: unclaimed ``words`` directly inside such elements; ``frequency``
and ``pages`` of all elements with the signature; the operation ``in_force``; its ``source``, which
is ``base`` (the base dictionary) or ``none`` (unwrapped, the text is a paragraph)."""


def unclaimed_table(inventory: Inventory) -> Iterator[tuple[str, ...]]:
    """Yield UNCLAIMED, then a row for each signature with unclaimed words.

    Signatures that no dictionary knows come first, then those with the most words.
    """
    yield UNCLAIMED
    rows = []
    for signature, totals in inventory.signatures.items():
        if totals.unclaimed:
            # The most common decision that is not the portal's.
            _, source, operation = min(
                (-count, source, operation)
                for (operation, source, _), count in totals.decisions.items()
                if source != "portal"
            )
            rows.append((source, operation, signature, totals))
    rows.sort(key=lambda row: (row[0] == "base", -row[3].unclaimed, row[2]))
    for source, operation, signature, totals in rows:
        counts = (totals.unclaimed, totals.frequency, min(totals.pages, inventory.pages))
        yield (signature, *map(str, counts), operation, source, " ".join(totals.examples))
