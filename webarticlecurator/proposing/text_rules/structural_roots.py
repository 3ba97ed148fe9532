"""Roots for pages without telling names: the element around the paragraphs, by what is in it, what
is before it, or its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.units.text_units import Unit, list_page_units
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.element_selectors import list_selectors
from webarticlecurator.proposing.text_rules.shared_blocks import MIN_COMPARED, sum_sizes

MIN_SHARE = 0.9
"""Share of the pages on which a selector must find the element around the paragraphs, alone."""
MAX_WIDER = 2
MAX_FOREIGN = 0.5
"""How often the element around is tried, and the share of pages on which it may have paragraphs
that are not of the text, as those of comments."""
MIN_AGREEMENT = 0.8
"""Agreement (F1 of the paragraphs, by size) from which an element has the text of a page."""
MIN_AGREEING = 0.75
"""Share of the pages with such an element on which it must have the text: some texts that were
found without rules are wrong."""
MAX_LAYOUTS = 6
TOLERANCE = 0.01
"""Difference of the mean agreement that says nothing: then the better name wins."""
_NAME = re.compile(r"[^: ]+")
_PAGE = frozenset(("body", "html"))
_TITLES = ("h1", "h2")
_CHILDREN = (*_TITLES, "p", "br", "div")


def find_structural_roots(
    pages: Sequence[Page], texts: Sequence[Sequence[Unit]], further: Sequence[Page] = ()
) -> list[list[str]]:
    """Return the selectors of roots, the best first; each list in the order in which they are
    tried. They find the element around the paragraphs of nearly all pages; or the text of most
    pages of each layout; or an element around that: the lead of some pages is above it, but not
    where that has other paragraphs. None for pages that are too few to be compared. ``texts``: the
    units of the text on each page; ``further``: later pages of articles, which have fewer pictures
    and boxes."""
    if len(pages) < MIN_COMPARED:
        return []
    around = [find_container(units) for units in texts]
    found = [_find_common(pages, around, further), _find_layouts(pages, texts)]
    for _ in range(0 if found[0] else MAX_WIDER):
        around = _widen(around)
        if _count_foreign(pages, texts, around) > MAX_FOREIGN * len(pages):
            break
        if wider := _find_common(pages, around, further):
            # a page without a root is read without rules
            is_everywhere = all(any(map(page.root.cssselect, found[1])) for page in pages)
            found.insert(2 if is_everywhere else 1, wider)
            break
    return [each for each in found if each]


def _find_layouts(pages: Sequence[Page], texts: Sequence[Sequence[Unit]]) -> list[str]:
    """Return the selectors that find one element with the text on most of the pages on which they
    find anything, as long as enough pages are left."""
    roots: list[str] = []
    rest = [*range(len(pages))]
    while len(rest) >= MIN_COMPARED and len(roots) < MAX_LAYOUTS:
        css = _find_agreeing([pages[n] for n in rest], [texts[n] for n in rest])
        if not css:
            break
        roots.append(css)
        rest = [n for n in rest if not pages[n].root.cssselect(css)]
    return roots


def _find_agreeing(pages: Sequence[Page], texts: Sequence[Sequence[Unit]]) -> str:
    """Return the selector that finds one element with the text on most of the pages on which it
    finds anything, and on the most pages."""
    paragraphs = [{unit for unit in units if unit.is_running_text} for units in texts]
    every = [[unit for unit in list_page_units(page) if unit.is_running_text] for page in pages]
    rated: dict[str, dict[int, float]] = {}
    for css in _list_common([*map(find_container, texts)], 1):
        found = [page.root.cssselect(css) for page in pages]
        agreeing = {
            n: _measure_agreement(own[0], every[n], paragraphs[n])
            for n, own in enumerate(found)
            if own
        }
        right = sum(each >= MIN_AGREEMENT for each in agreeing.values())
        is_one = max(map(len, found)) == 1
        if len(agreeing) >= MIN_COMPARED and right >= MIN_AGREEING * len(agreeing) and is_one:
            rated[css] = agreeing
    best = [
        max((own.get(n, 0.0) for own in rated.values()), default=0.0) for n in range(len(pages))
    ]
    # of some pages the text was guessed wrong: there another element may be as good
    good = {
        css: own
        for css, own in rated.items()
        if sum(own[n] >= best[n] - TOLERANCE for n in own) >= MIN_AGREEING * len(own)
    }
    most = MIN_SHARE * max(map(len, good.values()), default=0)
    same = [css for css, own in good.items() if len(own) >= most]
    return min(same, key=lambda css: not _NAME.fullmatch(css), default="")


def _measure_agreement(
    element: etree._Element, every: Sequence[Unit], text: Collection[Unit]
) -> float:
    """Return the F1, by size, of the paragraphs in an element of all, against those of the text."""
    inside = [unit for unit in every if unit.is_in(element)]
    both = sum_sizes(unit for unit in inside if unit in text)
    whole = sum_sizes(inside) + sum_sizes(text)
    return 2 * both / whole if whole else 1.0


def _count_foreign(
    pages: Sequence[Page],
    texts: Sequence[Sequence[Unit]],
    around: Sequence[etree._Element | None],
) -> int:
    """Return on how many pages these elements have paragraphs that are not of the text, and are on
    no other page."""
    every = [[unit for unit in list_page_units(page) if unit.is_running_text] for page in pages]
    counts = Counter(text for own in every for text in {unit.folded_text for unit in own})
    return sum(
        any(
            counts[unit.folded_text] == 1 and unit not in own and unit.is_in(element)
            for unit in found
        )
        for found, units, element in zip(every, texts, around, strict=True)
        if element is not None and (own := {*units})
    )


def _widen(around: Sequence[etree._Element | None]) -> list[etree._Element | None]:
    """Return the elements of the least depth, and of each other one that around it of this depth;
    the parents, if all are of one depth."""
    depths = [sum(1 for _ in each.iterancestors()) for each in around if each is not None]
    least = min(depths, default=0)
    least -= len({*depths}) == 1
    wider = []
    for each in around:
        outer = [] if each is None else [each, *each.iterancestors()][::-1]
        above = outer[least] if 0 <= least < len(outer) else None
        wider.append(None if above is None or above.tag in _PAGE else above)
    return wider


def _find_common(
    pages: Sequence[Page], around: Sequence[etree._Element | None], further: Sequence[Page]
) -> list[str]:
    """Return the best selector that finds nothing but these elements, one on each page; of those
    that do, one that finds one element on most of the ``further`` pages."""
    common = _list_common(around, MIN_SHARE * len(pages))
    right = [css for css in common if _finds_all(css, pages, around)]
    return sorted(
        right, key=lambda css: sum(len(page.root.cssselect(css)) != 1 for page in further)
    )[:1]


def _list_common(around: Sequence[etree._Element | None], least: float) -> list[str]:
    """Return the selectors that at least so many of the elements have, the best first."""
    counts = Counter[str]()
    order: dict[str, int] = {}
    for element in around:
        names = [] if element is None else [*dict.fromkeys(_list_selectors(element))]
        counts.update(names)
        order |= {css: min(rank, order.get(css, rank)) for rank, css in enumerate(names)}
    return [css for css in sorted(order, key=lambda e: (order[e], e)) if counts[css] >= least]


def find_container(units: Sequence[Unit]) -> etree._Element | None:
    """Return the innermost element with all paragraphs, None without any."""
    paragraphs = [unit for unit in units if unit.is_running_text]
    if not paragraphs:
        return None
    others = [{*unit.around} for unit in paragraphs[1:]]
    for element in paragraphs[0].around:
        if element.tag in ("p", "body", "html"):
            continue
        if all(element in each for each in others):
            return element
    return None


def _finds_all(css: str, pages: Sequence[Page], around: Sequence[etree._Element | None]) -> bool:
    """Return True if a selector finds these elements and no others."""
    right = 0
    for page, element in zip(pages, around, strict=True):
        found = page.root.cssselect(css)
        right += found == [element]
        if found and element is not None and found != [element]:
            return False
    return right >= MIN_SHARE * len(pages)


def _list_selectors(element: etree._Element) -> Iterator[str]:
    """Yield selectors of an element, those that will hold longest first."""
    tag = str(element.tag)
    yield from list_selectors(element)
    children = [*list_selectors(element, "child")]
    # what is most of it is on every page
    number = {name: len(element.findall(name)) for name in _CHILDREN}
    inside = sorted(
        filter(number.get, _CHILDREN), key=lambda each: (each not in _TITLES, -number[each])
    )
    for name in inside:
        if name != "div":
            yield f"{tag}:has(> {name})"
            yield from (f"{css}:has(> {name})" for css in children)
    title = next((each.tag for each in element.itersiblings(*_TITLES, preceding=True)), "")
    parts = ["div ~ div" if name == "div" else name for name in inside]
    yield from (f"{title} ~ {tag}:has(> {part})" for part in parts if title)
    # pictures and boxes may be between all of them
    yield f"{tag}:has(> p ~ p)"
    yield f"{tag}:has(> p ~ p ~ p)"
    yield from children
    parents = [str(each.tag) for each in element.iterancestors()][:1]
    yield from list_selectors(element, "after", "after-tag", "place", parents=parents)
