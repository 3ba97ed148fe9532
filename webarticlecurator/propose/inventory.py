"""The inventory of a portal: one row per signature, counted over all pages.

Pages are added one by one and not kept. ``tag_evidence.py`` counts a page, ``inventory_table.py``
writes the table; the tree and the bigrams are written below.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape

from webarticlecurator.dataclasses import dataclass, field, fields
from webarticlecurator.model.rule import TagRow
from webarticlecurator.text.characters import rows_to_tsv

# Counts of an inventory: sums over the elements of a signature, paths in the tree, one page.

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
            totals = self.signatures.setdefault(signature, SignatureTotals())
            totals.add(page.url, counted, page.words)
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


# All tags of the stored articles as a table for a person to decide: counted, merged, compared.
#
# Read ``inventory.py`` first.


# The content tree of a portal as YAML and as a foldable HTML page, and the table of bigrams.


_OPEN_LEVELS = 3
"""Levels of the page that are unfolded."""
_MIN_OPEN_FREQUENCY = 0.02
"""Frequency per page from which a node of these levels is unfolded."""
_MAX_LISTED = 30
"""Children of a node that are listed; the rarer ones are folded together."""
BIGRAM_COLUMNS = ("parent", "child", "frequency", "share_of_parents", "words", "own_words")

_HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 15px/1.5 sans-serif; margin: 2em; }}
details, .leaf {{ margin-left: 1.4em; }}
.leaf {{ padding-left: 1.1em; }}
summary {{ cursor: pointer; }}
code {{ background: #eee; padding: 0 .25em; }}
small {{ color: #555; }}
</style></head><body>
<h1>{title}</h1>
<p>{pages} pages. Each line: signature, how often, words inside (of these directly inside), \
the most frequent first.
Click to fold; what is rare is folded.</p>
"""


def tree_yaml(tree: TreeNode, pages: int) -> str:
    """Return the tree as YAML, the most frequent children first.

    Each node has ``signature``, ``frequency``, ``words`` (inside, on all pages together),
    ``own_words`` (directly inside), and ``leaf`` or ``children``.
    """
    lines = [f"pages: {pages}\n", "tree:" if tree.children else "tree: []"]
    for node, depth in _walk(tree):
        pairs = (
            f"- signature: {json.dumps(node.signature, ensure_ascii=False)}",
            f"  frequency: {node.frequency}",
            f"  words: {node.words}",
            f"  own_words: {node.own}",
            "  children:" if node.children else "  leaf: true",
        )
        lines += (f"\n{'  ' * (2 * depth + 1)}{pair}" for pair in pairs)
    return "".join(lines) + "\n"


def tree_html(tree: TreeNode, pages: int, title: str) -> str:
    """Return the tree as one HTML page, without scripts or external files."""
    parts = [_HEAD.format(title=escape(title), pages=pages)]
    pending: list[str | tuple[TreeNode, int]] = _items(tree, 0)
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        node, depth = item
        if not node.children:
            parts.append(f'<div class="leaf">{_describe_node(node)}</div>\n')
            continue
        is_open = depth < _OPEN_LEVELS and node.frequency >= pages * _MIN_OPEN_FREQUENCY
        parts.append(
            f"<details{' open' if is_open else ''}><summary>{_describe_node(node)}</summary>\n"
        )
        pending += ["</details>\n", *_items(node, depth + 1)]
    return "".join(parts) + "</body></html>\n"


def _items(node: TreeNode, depth: int) -> list[str | tuple[TreeNode, int]]:
    """Return the children of a node and markup between them, the last first.

    Rare children are folded together.
    """
    children = _sorted_children(node)
    shown, rest = children[:_MAX_LISTED], children[_MAX_LISTED:]
    items: list[str | tuple[TreeNode, int]] = [(child, depth) for child in shown]
    if rest:
        summary = f"{len(rest)} more, each at most {rest[0].frequency} ×"
        items += [
            f"<details><summary><small>{summary}</small></summary>\n",
            *((child, depth) for child in rest),
            "</details>\n",
        ]
    return items[::-1]


def _describe_node(node: TreeNode) -> str:
    return (
        f"<code>{escape(node.signature)}</code>"
        f" <small>{node.frequency} × · {node.words} words ({node.own})</small>"
    )


def bigram_table(tree: TreeNode) -> str:
    """Return the table of parents and children as TSV.

    A row says how often the child is directly inside the parent, in what share of the parent's
    elements at most, and with how many words on average.
    """
    pairs: dict[tuple[str, str], TreeNode] = {}
    parents: Counter[str] = Counter()
    for node, _ in _walk(tree):
        parents[node.signature] += node.frequency
        for child in node.children.values():
            name = (node.signature, child.signature)
            pairs.setdefault(name, TreeNode(child.signature)).add(child)
    rows = [BIGRAM_COLUMNS]
    for name, sums in sorted(pairs.items(), key=lambda item: (-item[1].frequency, item[0])):
        count = sums.frequency
        share = min(1.0, count / parents[name[0]])
        words = (mean(sums.words, count), mean(sums.own, count))
        rows.append((*name, str(count), f"{share:.2f}", *words))
    return rows_to_tsv(rows)


def _walk(tree: TreeNode) -> Iterator[tuple[TreeNode, int]]:
    """Yield every node but the top with its depth, before its children.

    Siblings come by frequency, then by words.
    """
    pending = [(node, 0) for node in reversed(_sorted_children(tree))]
    while pending:
        node, depth = pending.pop()
        yield node, depth
        pending.extend((child, depth + 1) for child in reversed(_sorted_children(node)))


def _sorted_children(node: TreeNode) -> list[TreeNode]:
    return sorted(
        node.children.values(), key=lambda child: (-child.frequency, -child.words, child.signature)
    )
