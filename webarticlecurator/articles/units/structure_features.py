"""What is known of a page as a whole, and of a text unit by its place in the tree: integers only,
shares in per mille, so that no rounding decides.

The page's figures tell what kind of page it is (an article, a thread, a list, documentation), and
so how much a repeated item, a link or a heading says. Structure counts more than names: a path of
tags and classes tells only what else on the page is alike, and a name counts by how much of the
page it is on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from webarticlecurator.articles.units.feature_values import FAR, per_mille
from webarticlecurator.articles.units.page_hints import HEADINGS, PageHints
from webarticlecurator.articles.units.page_tree import (
    COMMENTS,
    INHERITED_TAGS,
    NAMES,
    PageTree,
)
from webarticlecurator.articles.units.text_units import Unit
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.hosts import split_address
from webarticlecurator.base.text.character_patterns import ASCII_DIGITS
from webarticlecurator.pages.page.page import Page

PAGE_NAMES = (
    "page_running page_units page_link_share page_paragraphs page_headings page_h1 page_dates"
    " page_code page_tables page_lists page_items page_item_share page_comments page_declared"
    " page_social address_depth address_hyphens address_digits address_length address_query"
    " page_short page_running_share page_times page_longest"
).split()
_CODES = {
    1: """article newsarticle blogposting reportagenewsarticle opinionnewsarticle
        analysisnewsarticle report techarticle scholarlyarticle
        reviewnewsarticle liveblogposting medicalwebpage recipe review howto""",
    2: "discussionforumposting qapage question forumposting socialmediaposting conversation",
    3: "collectionpage itemlist searchresultspage profilepage blog category imagegallery medialist",
    4: """product service softwareapplication organization localbusiness offer course event
        apireference""",
    5: "faqpage aboutpage contactpage",
    6: "webpage website",
}
_TYPE_CODES = {name: code for code, names in _CODES.items() for name in names.split()}
"""Types of Schema.org and Open Graph, in small letters, by what kind of page has them."""
_OTHER_TYPE = 9
_TYPE_ORDER = (2, 1, 3, 5, 4, 6, _OTHER_TYPE)
"""A page declares several types: the first of these counts."""
_MAX_SIZE = 100_000
_CODE_TAGS = ("pre", "code")


@dataclass(frozen=True)
class PageFacts:
    """What a page says of itself beside its text: ``types`` that it declares in JSON-LD and Open
    Graph, as codes of their kind; ``times``: number of ``time`` elements; ``has_code``: whether
    there are elements of program code."""

    hints: PageHints
    types: tuple[int, int]
    times: int
    has_code: bool


def collect_page_facts(page: Page, hints: PageHints) -> PageFacts:
    """Return what ``page`` says of itself."""
    types = (_find_code(hints.types), _find_code(hints.social_types))
    has_code = any(map(page.elements.with_tag, _CODE_TAGS))
    return PageFacts(hints, types, len(page.elements.with_tag("time")), has_code)


def _find_code(types: Iterable[str]) -> int:
    codes = {_TYPE_CODES.get(name, _OTHER_TYPE) for name in types}
    return next((code for code in _TYPE_ORDER if code in codes), 0)


def is_in_code(unit: Unit) -> bool:
    """Return True for a unit of program code."""
    return any(element.tag in _CODE_TAGS for element in unit.around[:3])


def list_page_values(
    facts: PageFacts, units: Sequence[Unit], tree: PageTree, items: tuple[int, int]
) -> list[int]:
    """Return the values of ``PAGE_NAMES``. ``items``: number and running text of what is repeated
    most (see ``PageItems``)."""
    size, running = tree.sizes[0], tree.running[0]
    counts, sizes = Counter[str](), Counter[str]()
    dates = code = short = longest = 0
    may_have_code = facts.has_code
    for unit in units:
        counts[unit.tag] += 1
        sizes[unit.tag] += unit.size
        dates += unit.is_date_line
        short += unit.size < 40
        if may_have_code and is_in_code(unit):
            code += unit.size
        if unit.is_running_text and unit.size > longest:
            longest = unit.size
    address = split_address(facts.hints.url)
    parts = [part for part in address.path.split("/") if part]
    last = parts[-1] if parts else ""
    return [
        min(running, _MAX_SIZE),
        min(len(units), FAR),
        per_mille(tree.linked[0], size),
        min(tree.paragraphs[0], FAR),
        min(sum(counts[tag] for tag in HEADINGS), FAR),
        min(counts["h1"], 50),
        min(dates, FAR),
        per_mille(code, size),
        per_mille(sizes["td"] + sizes["th"], size),
        per_mille(sizes["li"] + sizes["dd"] + sizes["dt"], size),
        items[0],
        per_mille(max(items[1], 0), running),
        min(len([names for names in tree.names if names & COMMENTS]), FAR),
        *facts.types,
        min(len(parts), FAR),
        min(last.count("-") + last.count("_"), FAR),
        min(max(map(len, ASCII_DIGITS.findall(last)), default=0), FAR),
        min(len(last), 200),
        int(bool(address.query)),
        per_mille(short, len(units)),
        per_mille(running, size),
        min(facts.times, FAR),
        min(longest, _MAX_SIZE),
    ]


@dataclass(frozen=True)
class ReferencePlaces:
    """The places that others are measured from. ``half``: node of the innermost element with half
    of the running text; ``first``, ``last``: the first and last unit in it; ``title``: index in
    the units."""

    tree: PageTree
    half: int
    first: int
    last: int
    title: int | None


KIND_NAMES = "running count mean_size link_share".split()


def describe_kinds(
    kinds: Sequence[int], units: Sequence[Unit], places: Sequence[int], tree: PageTree
) -> list[tuple[int, ...]]:
    """Return the values of ``KIND_NAMES`` for the units at ``places``. ``kinds``: of the elements
    of the ``tree``."""
    # One list of sums for each kind: four counters took twice as long.
    sums: dict[int, list[int]] = {}
    of_units = [kinds[node] for node in tree.nodes]
    for kind, unit in zip(of_units, units, strict=True):
        known = sums.get(kind)
        if known is None:
            known = sums[kind] = [0, 0, 0, 0]
        known[0] += 1
        known[1] += unit.size
        known[2] += unit.linked
        if unit.is_running_text:
            known[3] += unit.size
    shared = {
        kind: (
            per_mille(running, tree.running[0]),
            # Bounded, so that a page of a hundred thousand lines is like one of a thousand.
            min(count, FAR),
            size // count,
            per_mille(linked, size),
        )
        for kind, (count, size, linked, running) in sums.items()
    }
    return [shared[of_units[n]] for n in places]


ANCESTOR_NAMES = (
    [f"in_{tag}" for tag in INHERITED_TAGS]
    + "hidden article_body not_read_out depth half_depth in_half levels_to_50".split()
    + "repeats most_repeats".split()
    + [
        f"outer{level}_{name}"
        for level in (1, 2, 3)
        for name in "running paragraphs link_share units children mean_size repeats".split()
    ]
)


@lru_cache(maxsize=1024)
def _list_flags(flags: int) -> tuple[int, ...]:
    """Return for each of ``INHERITED_TAGS``, ``HIDDEN``, ``ARTICLE_BODY`` and ``NOT_READ_OUT``
    whether its flag is set."""
    return tuple(flags >> n & 1 for n in range(len(INHERITED_TAGS) + 3))


def describe_ancestors(
    nodes: Iterable[int], within: Collection[int], reference: ReferencePlaces
) -> dict[int, list[int]]:
    """Return the values of ``ANCESTOR_NAMES`` for each of some elements. ``within``: those in the
    element with half of the running text."""
    tree, running = reference.tree, reference.tree.running[0]
    parents, depths, half_depth = tree.parents, tree.depths, tree.depths[reference.half]
    bounded = {kind: min(count, FAR) for kind, count in Counter(tree.kinds).items()}
    repeats = [bounded[kind] for kind in tree.kinds]
    # How far out half of the running text is: comments and teasers are far from it; and the most
    # repeats of an ancestor. From the outside in, so that no element asks all those around it,
    # which took twice as long.
    levels = list[tuple[int, int]]()
    for parent, size in zip(parents, tree.running, strict=True):
        to_50, most = levels[parent] if parent >= 0 else (FAR, 1)
        if parent >= 0 and repeats[parent] > most:
            most = repeats[parent]
        levels.append((0 if 2 * size >= running else to_50 + 1, most))

    described, outer = dict[int, list[int]](), dict[int, tuple[int, ...]]()
    for node in nodes:
        to_50, most = levels[node]
        values = [
            *_list_flags(tree.flags[node]),
            depths[node],
            depths[node] - half_depth,
            int(node in within),
            min(to_50, FAR),
            repeats[node],
            most,
        ]
        at = node
        for _ in range(3):
            at = parents[at] if parents[at] >= 0 else at
            if at not in outer:
                outer[at] = (*_describe_outer(at, tree), repeats[at])
            values += outer[at]
        described[node] = values
    return described


def _describe_outer(node: int, tree: PageTree) -> tuple[int, ...]:
    return (
        per_mille(tree.running[node], tree.running[0]),
        tree.paragraphs[node],
        per_mille(tree.linked[node], tree.sizes[node]),
        tree.counts[node],
        tree.children[node],
        tree.sizes[node] // (tree.counts[node] or 1),
    )


NAME_NAMES = [f"{name}_{what}" for name in NAMES for what in ("inner", "outer", "level")]
_Named = tuple[tuple[int, int, int], ...]
"""For each of ``NAMES`` the shares of the innermost and of the outermost element that is named so,
and the depth of the innermost."""
_UNNAMED: _Named = ((-1, -1, -FAR),) * len(NAMES)


def describe_names(nodes: Iterable[int], tree: PageTree) -> dict[int, tuple[int, ...]]:
    """Return for each of some elements and each of ``NAMES`` the share of the page's text in the
    innermost and in the outermost ancestor that is named so, and the levels up to the innermost: a
    name on most of the text tells nothing."""
    sizes = tree.running if tree.running[0] else tree.sizes
    # Most elements have no such name, and so the same around them as their parents.
    named = list[_Named]()
    for node, (parent, names) in enumerate(zip(tree.parents, tree.names, strict=True)):
        around = named[parent] if parent >= 0 else _UNNAMED
        if names:
            share, depth = per_mille(sizes[node], sizes[0]), tree.depths[node]
            around = tuple(
                (share, share if old[1] < 0 else old[1], depth) if names >> n & 1 else old
                for n, old in enumerate(around)
            )
        named.append(around)
    described, known = dict[int, tuple[int, ...]](), dict[tuple[_Named, int], tuple[int, ...]]()
    for node in nodes:
        key = named[node], tree.depths[node]
        values = known.get(key)
        if values is None:
            values = known[key] = tuple(
                value
                for inner, outer, depth in key[0]
                for value in (inner, outer, min(key[1] - depth, FAR))
            )
        described[node] = values
    return described


ITEM_NAMES = "item_count item_size item_link_share item_headings item_dates".split()
NO_ITEM = (0, -1, -1, -1, -1)


@dataclass(frozen=True)
class PageItems:
    """What is repeated on a page: siblings of one tag and class. ``of``: for each element the item
    that it is in, the innermost of those in lists about as large as the largest, -1 for none;
    ``described``: for each item the values of ``ITEM_NAMES`` of its list; ``most``: number and
    running text of the items of the list with most running text."""

    of: list[int]
    described: dict[int, tuple[int, ...]]
    most: tuple[int, int]


def _count_marks(units: Sequence[Unit], tree: PageTree) -> tuple[list[int], list[int]]:
    """Return how many linked headings, and how many dates, each element holds."""
    linked_headings, dates = [0] * len(tree.parents), [0] * len(tree.parents)
    for unit, node in zip(units, tree.nodes, strict=True):
        if unit.tag in HEADINGS and 2 * unit.linked > unit.size:
            linked_headings[node] += 1
        elif unit.is_date_line:
            dates[node] += 1
    for node in range(len(tree.parents) - 1, 0, -1):
        parent = tree.parents[node]
        if parent >= 0:
            linked_headings[parent] += linked_headings[node]
            dates[parent] += dates[node]
    return linked_headings, dates


def find_items(units: Sequence[Unit], tree: PageTree) -> PageItems:
    """Return what is repeated on the page of ``units``: posts, teasers, entries."""
    linked_headings, dates = _count_marks(units, tree)
    own = dict[int, tuple[int, tuple[int, ...]]]()
    most = (0, -1)
    for items in tree.lists:
        count = len(items)
        size = linked = running = headed = dated = 0
        for item in items:
            size += tree.sizes[item]
            linked += tree.linked[item]
            running += tree.running[item]
            headed += linked_headings[item] > 0
            dated += dates[item] > 0
        values = (
            min(count, FAR),
            size // count,
            per_mille(linked, size),
            per_mille(headed, count),
            per_mille(dated, count),
        )
        if count > 2 and running > most[1]:
            most = (min(count, FAR), running)
        own |= {item: (size, values) for item in items if tree.counts[item] > 1}
    found: list[int] = []
    for node, parent in enumerate(tree.parents):
        around = found[parent] if parent >= 0 else -1
        is_item = node in own and (around < 0 or 3 * own[node][0] >= 2 * own[around][0])
        found.append(node if is_item else around)
    return PageItems(found, {item: values for item, (_, values) in own.items()}, most)
