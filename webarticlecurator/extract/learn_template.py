"""What the articles of a portal have in common on their pages, as rules: where their text is, and what in it is none of it.

Read this file first; then ``learn_sketch.py`` (a page as learning sees it), ``learn_views.py``, ``learn_roots.py``,
``learn_drops.py``. The pages are parted in two halves. What one half proposes is judged on the pages of the other one; only what
holds there becomes a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webarticlecurator.extract.learn_drops import SURE, drops, kept, root_of, what
from webarticlecurator.extract.learn_leads import leads, opening
from webarticlecurator.extract.learn_roots import AGREED, SAME, Root, agreement, of_root, roots
from webarticlecurator.extract.learn_sketch import Sketch
from webarticlecurator.extract.learn_views import NOTHING, Held, View, views

ENOUGH = 3
"""Pages: from fewer nothing is learned."""


@dataclass(frozen=True)
class Proved:
    """A selector that holds on pages it was not learned from: on ``pages`` of ``of`` pages; ``share`` of the text as guessed that
    it holds there (a root), or of what it finds that is no text (a drop)."""

    selector: str
    pages: int
    of: int
    share: float
    leads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Template:
    """Rules for ``of`` pages: ``roots`` in the order in which they are tried; ``leads`` what inside them is the lead; empty where
    nothing holds."""

    of: int
    roots: tuple[Proved, ...] = ()
    drops: tuple[Proved, ...] = ()
    leads: tuple[Proved, ...] = ()


def template(sketches: Sequence[Sketch], enough: int = ENOUGH) -> Template:
    """The template of the pages of one portal; the same for the same pages in the same order."""
    pages = views(sketches)
    if len(pages) < enough:
        return Template(len(pages))
    half, other = pages[0::2], pages[1::2]
    tried = [_proved(half, other), _proved(other, half)]
    found, out = max(tried, key=lambda rules: _worth(pages, *rules))
    if not found or not _holds(pages, found, out):
        return Template(len(pages))
    said = _said_roots(pages, found), _said_drops(pages, found, out)
    return Template(len(pages), *said, tuple(_said_lead(pages, found, name) for name in leads(pages, found, out)))


Rules = tuple[tuple[Root, ...], tuple[str, ...]]


def _proved(learned: Sequence[View], judges: Sequence[View]) -> Rules:
    """What the pages of one half propose and those of the other one bear out."""
    found = _proved_roots(roots(learned), judges)
    proposed = drops(learned, found) if found else ()
    return found, tuple(name for name in proposed if _is_sure(name, found, judges))


def _proved_roots(proposed: Sequence[Root], judges: Sequence[View]) -> tuple[Root, ...]:
    good: list[Root] = []
    for root in proposed:
        here = [view for view in judges if view.select(root.names) and not root_of(view, good)]
        scores = [agreement(view, of_root(view, root)) for view in here]
        if scores and sum(score >= SAME for score in scores) >= AGREED * len(scores):
            good.append(root)
    return tuple(good)


def _is_sure(name: str, found: Sequence[Root], judges: Sequence[View]) -> bool:
    total = NOTHING
    for view in judges:
        held = what(view, frozenset(root_of(view, found)), (name,), set())
        if held is None:
            return False
        total += held
    return total.bad > 0 and total.bad >= SURE * (total.bad + total.good)


def _worth(pages: Sequence[View], found: Sequence[Root], out: Sequence[str]) -> float:
    return sum(_sameness(view, kept(view, found, out)) for view in pages)


def _holds(pages: Sequence[View], found: Sequence[Root], out: Sequence[str]) -> bool:
    """The rules together do, on the pages that have a root, what the guess does."""
    here = [view for view in pages if root_of(view, found)]
    same = sum(_sameness(view, kept(view, found, out)) >= SAME for view in here)
    return same >= AGREED * len(here) and 2 * len(here) >= len(pages)


def _sameness(view: View, held: Held) -> float:
    """F1 of what rules keep against what the guess keeps."""
    good = view.whole.good
    return 2 * held.good / (good + held.good + held.bad) if good else 0.0


def _said_roots(pages: Sequence[View], found: Sequence[Root]) -> tuple[Proved, ...]:
    said, left = [], list(pages)
    for root in found:
        here = [view for view in left if view.select(root.names)]
        whole = sum(view.whole.good for view in here)
        share = sum(of_root(view, root).good for view in here) / whole if whole else 0.0
        said.append(Proved(root.body, len(here), len(pages), share, root.leads))
        left = [view for view in left if not view.select(root.names)]
    return tuple(said)


def _said_drops(pages: Sequence[View], found: Sequence[Root], out: Sequence[str]) -> tuple[Proved, ...]:
    return tuple(_said_drop(pages, found, name) for name in out)


def _said_drop(pages: Sequence[View], found: Sequence[Root], name: str) -> Proved:
    helds = [what(view, frozenset(root_of(view, found)), (name,), set()) or NOTHING for view in pages]
    total = sum(helds, NOTHING)
    seen = sum(held != NOTHING for held in helds)
    return Proved(name, seen, len(pages), total.bad / max(1, total.bad + total.good))


def _said_lead(pages: Sequence[View], found: Sequence[Root], name: str) -> Proved:
    return Proved(name, sum(bool(opening(view, found, name)) for view in pages), len(pages), 1.0)
