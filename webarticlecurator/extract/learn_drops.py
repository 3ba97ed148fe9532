"""What stands inside the root on many pages and is no text of an article: related links, newsletters, share boxes, bylines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webarticlecurator.extract.learn_roots import Root
from webarticlecurator.extract.learn_views import NOTHING, Held, View

SURE = 0.9
"""Share of what a selector finds that the guesses leave out, or that repeats over pages."""
LEAST = 0.002
"""What holds less than this share of the text is not worth a rule."""
RARE = 0.02
"""Nor is what fewer of the pages have."""
MOST = 40
_TEXT_TAGS = frozenset(("p", "ul", "ol", "li", "h2", "h3", "h4", "blockquote", "table", "tr", "td", "dl", "article", "main"))
"""Not dropped by their place alone, nor by their tag."""


@dataclass
class _Sum:
    """What a selector finds inside the roots: on how many pages, and how much."""

    pages: int = 0
    held: Held = NOTHING

    @property
    def sure(self) -> bool:
        return self.held.bad >= SURE * (self.held.bad + self.held.good)


def root_of(view: View, roots: Sequence[Root]) -> tuple[int, ...]:
    """The elements of the first root that finds any on a page."""
    return next((tuple(found) for root in roots if (found := view.select(root.names))), ())


def drops(pages: Sequence[View], roots: Sequence[Root]) -> tuple[str, ...]:
    """Selectors of what is to be dropped inside the roots, what holds most first."""
    inside = [(view, frozenset(root_of(view, roots))) for view in pages]
    whole = sum(view.sum(found).good for view, found in inside)
    gone: dict[int, set[int]] = {id(view): set() for view in pages}
    chosen: list[str] = []
    while len(chosen) < MOST:
        sums = _sums(inside, gone)
        least = max(2 if len(pages) > 2 else 1, RARE * len(pages))
        good = [name for name, found in sums.items() if found.pages >= least and found.sure]
        best = max(good, key=lambda name: (sums[name].held.bad - 2 * sums[name].held.good, -name.count(">"), name), default=None)
        if best is None or sums[best].held.bad < LEAST * whole:
            break
        chosen.append(best)
        for view, _ in inside:
            gone[id(view)].update(view.found.get(best, ()))
    return tuple(chosen)


def _sums(inside: Sequence[tuple[View, frozenset[int]]], gone: dict[int, set[int]]) -> dict[str, _Sum]:
    sums: dict[str, _Sum] = {}
    for view, found in inside:
        for name in _names(view, found):
            held = what(view, found, (name,), gone[id(view)])
            if held is None:
                sums.setdefault(name, _Sum()).held += Held(text=view.whole.good)  # it holds a root: never
            elif held.bad or held.good:
                entry = sums.setdefault(name, _Sum())
                entry.pages += 1
                entry.held += held
    return sums


def what(view: View, inside: frozenset[int], names: Sequence[str], gone: set[int]) -> Held | None:
    """What the selectors find inside the given elements and not in what is ``gone`` already; None if they find one of the given
    elements, or something around it."""
    found = view.select(names)
    if not inside.isdisjoint(found) or any(not set(found).isdisjoint(view.around(root)) for root in inside):
        return None
    total = NOTHING
    for number in found:
        around = set(view.around(number))
        if not inside.isdisjoint(around) and number not in gone and gone.isdisjoint(around):
            total += view.held[number] - _inside(view, number, gone)
    return total


def _inside(view: View, number: int, gone: set[int]) -> Held:
    """What of an element is gone already."""
    return view.sum(view.outermost(other for other in gone if number in view.around(other)))


def _names(view: View, inside: frozenset[int]) -> Iterator[str]:
    """Selectors of everything inside the roots."""
    names: dict[str, None] = {}
    for number, piece in enumerate(view.pieces):
        if view.held[number].bad and not inside.isdisjoint(view.around(number)):
            names.update(dict.fromkeys(name for name in piece.names if name.rpartition(" > ")[2] not in _TEXT_TAGS))
    return iter(names)


def kept(view: View, roots: Sequence[Root], drop: Sequence[str]) -> Held:
    """What the rules keep of a page."""
    inside = root_of(view, roots)
    out = view.select(drop)
    lost = [number for number in out if not set(inside).isdisjoint((number, *view.around(number)))]
    return view.sum(inside) - view.sum(lost)
