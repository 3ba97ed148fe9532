"""Where the articles of a portal are: selectors under which the guesses of many pages find their
text, one per layout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from webarticlecurator.extract.analysis.learning.page_models import (
    PageModel,
    TextShare,
    min_page_count,
)
from webarticlecurator.extract.analysis.learning.page_summary import is_generic_class

MIN_AGREEMENT = 0.8
"""From this agreement (F1 of the text, by size) on, a selector says the same as the guess of a
page."""
MIN_AGREEING_SHARE = 0.75
"""Share of the pages where a selector finds something that must say the same: single guesses go
wrong."""
DROPPED_WEIGHT = 0.5
"""How much text that the guess drops counts against an element."""
MAX_LAYOUTS = 6
MIN_PAGE_SHARE = 0.05
"""What fewer pages have is no layout worth a rule."""
TOLERANCE = 0.01
"""Selectors whose agreement differs by less are equally good: the one on more pages wins, then the
better name."""
_NAMED = re.compile(r"article|story|content|body|text|entry|post|main|news|copy", re.IGNORECASE)


@dataclass(frozen=True)
class LearnedRoot:
    """``body`` finds the text, ``leads`` what stands before it; on ``pages`` of the pages it was
    looked for."""

    body: str
    leads: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.leads, self.body)


def learn_roots(pages: Sequence[PageModel]) -> tuple[LearnedRoot, ...]:
    """In the order in which they have to be tried; () where the pages have nothing in common."""
    found: list[LearnedRoot] = []
    left = list(pages)
    least = min_page_count(pages, MIN_PAGE_SHARE)
    while len(left) >= least and len(found) < MAX_LAYOUTS:
        body = _best(left, least)
        if body is None:
            break
        here = [view for view in left if body in view.found]
        found.append(LearnedRoot(body, _leads(here, body)))
        left = [view for view in left if body not in view.found]
    return tuple(found)


def measure_agreement(view: PageModel, held: TextShare) -> float:
    """F1 of the text that elements hold against the text of the page's guess. What the guess drops
    counts little: drop rules may take it away, but an element that holds less of it is the better
    one. A lead may stand outside: it is found there, too."""
    good = view.whole.text + held.lead
    return (
        2 * held.good / (good + held.good + held.other + DROPPED_WEIGHT * held.dropped)
        if good
        else 0.0
    )


def text_in_root(view: PageModel, root: LearnedRoot) -> TextShare:
    """What a root holds on a page."""
    return view.sum(view.select(root.names))


def _best(pages: Sequence[PageModel], least: float) -> str | None:
    """The selector that is as good as any on most of the pages where it finds something, and on the
    most pages."""
    scores = _scores(pages, least)
    tops = [
        max((each[number] for each in scores.values() if number in each), default=0.0)
        for number in range(len(pages))
    ]
    good = {
        name: sum(score >= tops[number] - TOLERANCE for number, score in each.items())
        for name, each in scores.items()
    }
    good = {
        name: count
        for name, count in good.items()
        if count >= MIN_AGREEING_SHARE * len(scores[name])
    }
    if not good:
        return None
    enough = max(good.values()) * (1 - TOLERANCE)
    equal = (name for name in good if good[name] >= enough)
    return min(
        equal,
        key=lambda name: (_parts(name, pages), *_quality(name), -sum(scores[name].values()), name),
    )


def _parts(name: str, pages: Sequence[PageModel]) -> bool:
    """True if a selector finds several elements on most pages where it finds any: one of them may
    be something else."""
    counts = [len(view.select((name,))) for view in pages if name in view.found]
    return 2 * sum(count > 1 for count in counts) > len(counts)


def _scores(pages: Sequence[PageModel], least: float) -> dict[str, dict[int, float]]:
    """Selector → number of a page → agreement there, for those that say what the guess says on most
    pages where they find something."""
    scores: dict[str, dict[int, float]] = {}
    for number, view in enumerate(pages):
        for name in _candidates(view):
            scores.setdefault(name, {})[number] = 0.0
    for name, each in scores.items():
        for number, view in enumerate(pages):
            if name in view.found and len(each) >= least:
                each[number] = measure_agreement(view, view.sum(view.select((name,))))
    return {
        name: each
        for name, each in scores.items()
        if len(each) >= least and _agree(tuple(each.values()))
    }


def _agree(scores: Sequence[float]) -> bool:
    return sum(score >= MIN_AGREEMENT for score in scores) >= MIN_AGREEING_SHARE * len(scores)


def _candidates(view: PageModel) -> Iterator[str]:
    """Names of the elements that hold a good part of the page's text. A single paragraph is no
    root."""
    for name, numbers in view.found.items():
        if not name.startswith(("p.", "p#", "p[")) and any(
            2 * view.held[n].text > view.whole.text for n in numbers
        ):
            yield name


def _quality(name: str) -> tuple[int, ...]:
    """The lower, the more likely to stay: what says that it is the article's body, then what says
    that it is text."""
    last = name.rpartition(" > ")[2]
    said = name.endswith("[itemprop=articleBody]")
    return (not said, is_generic_class(last), name.count(">"), not _NAMED.search(last))


def _leads(pages: Sequence[PageModel], body: str) -> tuple[str, ...]:
    """The one selector for leads that stand outside ``body`` on most of the pages; () if there is
    none."""
    votes: dict[str, list[float]] = {}
    for view in pages:
        inside = set(view.select((body,)))
        for name, held in _outside(view, inside):
            votes.setdefault(name, []).append(held.lead / max(1, held.good + held.bad))
    good = {
        name: sum(each)
        for name, each in votes.items()
        if len(each) >= max(2, len(pages) / 3) and _agree(each)
    }
    if not good:
        return ()
    return (
        min(
            (n for n in good if good[n] >= max(good.values()) - TOLERANCE * len(pages)),
            key=lambda n: (*_quality(n), n),
        ),
    )


def _outside(view: PageModel, inside: set[int]) -> Iterable[tuple[str, TextShare]]:
    """What each selector finds that holds any lead outside the given elements."""
    names = {
        name: None
        for piece, held in zip(view.pieces, view.held, strict=True)
        if held.lead
        for name in piece.names
    }
    for name in names:
        numbers = view.select((name,))
        if all(inside.isdisjoint((n, *view.around(n))) for n in numbers) and not any(
            n in set(view.around(i)) for i in inside for n in numbers
        ):
            yield name, view.sum(numbers)
