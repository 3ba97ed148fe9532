"""What stands inside the root on many pages and is no text of an article: related links,
newsletters, share boxes, bylines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webarticlecurator.extract.analysis.learning.learned_roots import LearnedRoot
from webarticlecurator.extract.analysis.learning.page_models import (
    NO_TEXT,
    PageModel,
    TextShare,
    min_page_count,
)
from webarticlecurator.extract.analysis.learning.page_summary import is_generic_class

MIN_BAD_SHARE = 0.95
"""Share of what a selector finds that the guesses leave out, or that repeats over pages."""
MIN_TEXT_SHARE = 0.002
"""What holds less than this share of the text is not worth a rule."""
MIN_PAGE_SHARE = 0.02
"""Nor is what fewer of the pages have."""
MAX_DROPS = 40
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
"""Never dropped by their names: what stands above other articles on one page stands above text on
another."""
_TEXT_TAGS = frozenset(
    (
        "p",
        "ul",
        "ol",
        "li",
        "h2",
        "h3",
        "h4",
        "blockquote",
        "table",
        "tr",
        "td",
        "dl",
        "article",
        "main",
        "section",
    )
)
"""Not dropped by their tag alone. By its place alone, or by a class that says how it looks, nothing
is dropped."""


@dataclass
class SelectorTotal:
    """What a selector finds inside the roots: on how many pages, and how much."""

    pages: int = 0
    held: TextShare = NO_TEXT

    @property
    def sure(self) -> bool:
        """True if next to nothing of it is text."""
        return self.held.bad > 0 and self.held.bad >= MIN_BAD_SHARE * (
            self.held.bad + self.held.good
        )


class RootContent:
    """One page within its roots: those of the first rule that finds any, else those of its guess.
    ``gone``: what is dropped."""

    def __init__(self, view: PageModel, roots: Sequence[LearnedRoot]) -> None:
        self.view = view
        self.roots = frozenset(find_roots_of(view, roots) or view.guessed)
        self._above = frozenset(
            number for root in self.roots for number in (root, *view.around(root))
        )
        self.gone: set[int] = set()

    @property
    def held(self) -> TextShare:
        """What is left."""
        lost = self.view.outermost(number for number in self.gone if self.has(number))
        return self.view.sum(self.roots) - self.view.sum(lost)

    def has(self, number: int) -> bool:
        """True if a piece stands inside a root."""
        return not self.roots.isdisjoint(self.view.around(number))

    def keeps(self, number: int) -> bool:
        """True if a piece stands inside a root, and neither it nor what it stands in is gone."""
        outer = set(self.view.around(number))
        return (
            not self.roots.isdisjoint(outer)
            and number not in self.gone
            and self.gone.isdisjoint(outer)
        )

    def drop(self, name: str) -> None:
        """What the selector finds is gone from here on."""
        self.gone.update(number for number in self.view.found.get(name, ()) if self.has(number))

    def what(self, name: str) -> TextShare | None:
        """What a selector finds that is not gone already; None if it finds a root, or something
        around one."""
        found = self.view.select((name,))
        if not self._above.isdisjoint(found):
            return None
        return self.view.sum(self._left(found)) - self.view.sum(self._gone_in(found))

    def _left(self, found: Sequence[int]) -> list[int]:
        return [number for number in found if self.keeps(number)]

    def _gone_in(self, found: Sequence[int]) -> list[int]:
        inside = set(self._left(found)) if self.gone else set()
        return (
            self.view.outermost(n for n in self.gone if not inside.isdisjoint(self.view.around(n)))
            if inside
            else []
        )

    def names(self) -> Iterator[str]:
        """Selectors of everything in the roots that holds what is no text."""
        names: dict[str, None] = {}
        for number, piece in enumerate(self.view.pieces):
            if self.view.held[number].bad and self.has(number):
                names.update(
                    dict.fromkeys(name for name in piece.names if _may_be_dropped(piece.tag, name))
                )
        return iter(names)


def _may_be_dropped(tag: str, name: str) -> bool:
    return (
        tag not in _HEADINGS
        and name not in _TEXT_TAGS
        and ">" not in name
        and not is_generic_class(name)
    )


def find_roots_of(view: PageModel, roots: Sequence[LearnedRoot]) -> tuple[int, ...]:
    """The elements of the first root rule that finds any on a page."""
    return next((tuple(found) for root in roots if (found := view.select(root.names))), ())


def learn_drops(pages: Sequence[PageModel], roots: Sequence[LearnedRoot]) -> tuple[str, ...]:
    """Selectors of what is to be dropped inside the roots, what holds most first."""
    inside = [RootContent(view, roots) for view in pages]
    whole = sum(each.held.good for each in inside)
    found = [{name: each.what(name) for name in each.names()} for each in inside]
    least = min_page_count(pages, MIN_PAGE_SHARE)
    chosen: list[str] = []
    while len(chosen) < MAX_DROPS:
        sums = _total(inside, found)
        good = {name: each.held for name, each in sums.items() if each.pages >= least and each.sure}
        best = max(
            good,
            key=lambda name: (good[name].bad - 2 * good[name].good, -name.count(">"), name),
            default=None,
        )
        if best is None or good[best].bad < MIN_TEXT_SHARE * whole:
            break
        chosen.append(best)
        for each, known in zip(inside, found, strict=True):
            if best in known:
                each.drop(best)
                known.update({name: each.what(name) for name in known})
    return tuple(chosen)


def _total(
    inside: Sequence[RootContent], found: Sequence[dict[str, TextShare | None]]
) -> dict[str, SelectorTotal]:
    sums: dict[str, SelectorTotal] = {}
    for each, known in zip(inside, found, strict=True):
        for name, held in known.items():
            total = sums.setdefault(name, SelectorTotal())
            total.pages += bool(held)
            # what holds a root is never dropped
            total.held += TextShare(text=each.view.whole.good) if held is None else held
    return sums


def sum_found(name: str, inside: Sequence[RootContent]) -> SelectorTotal:
    """What one selector finds on pages."""
    return _total(inside, [{name: each.what(name)} for each in inside]).get(name, SelectorTotal())


def is_validated(name: str, inside: Sequence[RootContent]) -> bool:
    """True if what a selector finds on these pages is no text; beside the roots, where it finds
    nothing inside them."""
    found = sum_found(name, inside)
    if found.held:
        return found.sure
    beside = sum((each.view.sum(each.view.select((name,))) for each in inside), NO_TEXT)
    return beside.bad > 0 and beside.good == 0
