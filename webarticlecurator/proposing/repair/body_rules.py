"""Rules for the text in a new design: names of the elements around known words, judged by reading.

What reads most of the pages the same is improved in steps: a drop less where words are missing, a
drop or a root more where words are added or no text is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import first_values
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.portal_file.yaml_file.yaml_edit import find_value
from webarticlecurator.portal_file.yaml_file.yaml_text import Keyword, YamlValue
from webarticlecurator.proposing.repair.known_articles import (
    MIN_F1,
    KnownPages,
    ReadingComparison,
    judge_all,
)
from webarticlecurator.proposing.repair.page_pieces import DROPPED, LEAD, TEXT, PagePieces
from webarticlecurator.proposing.repair.tried_layouts import try_layouts

MAX_STEPS = 6
MAX_MOVES = 50
"""Changes that are tried in a step."""
MAX_WRONG, MAX_GOOD = 3, 4
"""Pages that are not read the same and are looked at; changes that help there, and are tried on
all."""
MAX_NAMES, MAX_ROOTS = 3, 10
"""Names of an element that are tried, and of one with all of the text."""

MIN_SHARE = 0.97
"""Share of the known text that the element around it holds."""
MIN_NARROW_SHARE = 0.6
"""The same where a lead may stand outside."""
MIN_SURE = 12
"""Letters of a line that stands in the text of no other article by chance."""
CHUNK = 20
"""Letters of the pieces by which a longer line is recognised that has something added."""
MIN_CHUNKS = 0.7

Body = dict[str, YamlValue]
Summaries = Sequence[PagePieces | None]


@dataclass(frozen=True)
class _Tried:
    """Rules for the text, and what they read."""

    body: Body
    read: tuple[ReadingComparison, ...]

    @property
    def points(self) -> tuple[float, ...]:
        """How many pages are read the same, of how many a root reads them, and how well all are."""
        same = [each for each in self.read if each.f1 >= MIN_F1]
        f1 = sum(each.f1 for each in self.read)
        return (len(same), sum(each.is_ruled for each in same), round(f1, 2))


class BodyChoice:
    """Chooses the rules for the text."""

    def __init__(self, portal: Portal, text: str, known: KnownPages) -> None:
        self._portal, self._text, self._known = portal, text, known

    def choose(self, summaries: Sequence[Summaries], learned: Sequence[Body] = ()) -> Body:
        """Return the rules that read most of the pages the same, the simplest of equals.
        ``summaries``: for each page, those of its known text. ``learned`` rules are tried, too."""
        bodies = [{}, *learned, *_list_bodies(self._portal, self._text, summaries)]
        tried = sorted(self._try(bodies), key=lambda each: each.points, reverse=True)
        starts = first_values((str(each.body.get("guess")), each) for each in tried)
        # what is guessed beside the roots is in no rule: exact rules may become better than those
        # which read more at first
        improved: list[_Tried] = []
        for start in starts.values():
            improved.append(self._improve_in_steps(start, summaries))
            if improved[-1].points[0] == len(self._known):
                break
        return max(improved, key=lambda each: each.points).body

    def _improve_in_steps(self, best: _Tried, summaries: Sequence[Summaries]) -> _Tried:
        for _ in range(MAX_STEPS):
            if best.points[0] == len(self._known):
                break
            better = self._improve(best, summaries)
            if better is None:
                break
            best = better
        return best

    def _try(self, bodies: Sequence[Body], known: KnownPages = ()) -> list[_Tried]:
        """Return what rules read on pages, all by default; without those that no file may have."""
        layouts = [{"body": body} if body else {} for body in bodies]
        trials = try_layouts(self._portal, self._text, layouts) if layouts else []
        good = [(body, trial) for body, trial in zip(bodies, trials, strict=True) if trial]
        if not good:
            return []
        portals, pages = [trial for _, trial in good], known or self._known
        read = [judge_all(self._portal, portals, stored, each) for stored, each in pages]
        columns = zip(*read, strict=True)
        return [_Tried(body, own) for (body, _), own in zip(good, columns, strict=True)]

    def _improve(self, best: _Tried, summaries: Sequence[Summaries]) -> _Tried | None:
        """Return the best of all changes that read more; None if none does."""
        wrong = [n for n, each in enumerate(best.read) if each.f1 < MIN_F1]
        for n in wrong[:MAX_WRONG]:
            moves: list[Body] = []
            for move in _list_moves(best.body, summaries[n], best.read[n].added):
                if move not in moves and len(moves) < MAX_MOVES:
                    moves.append(move)
            # on this page first: what does not help here is read on no other
            here = [
                each
                for each in self._try(moves, [self._known[n]])
                if each.read[0].f1 > best.read[n].f1
            ]
            here.sort(key=lambda each: -each.read[0].f1)
            tried = self._try([each.body for each in here[:MAX_GOOD]])
            better = [each for each in tried if each.points > best.points]
            if better:
                return max(better, key=lambda each: each.points)
        return None


def _list_bodies(portal: Portal, text: str, summaries: Sequence[Summaries]) -> Iterator[Body]:
    """Yield the rules that are tried first, without repetitions."""
    old = find_value(text, ("article", "body", "drop"))
    inherited = list(old) if isinstance(old, list) else [old] if old else []
    tried: list[Body] = []
    for same_kind in zip(*summaries, strict=True):
        pages = [page for page in same_kind if page is not None]
        counts = Counter(
            name for page in pages for n in page.roots for name in page.pieces[n].names
        )
        for name, _ in counts.most_common(MAX_NAMES):
            for body in _write_bodies(portal, name, inherited):
                if body not in tried:
                    tried.append(body)
                    yield body
    yield {"root": Keyword("none"), "guess": Keyword("true")}


def _write_bodies(portal: Portal, root: str, inherited: Sequence[YamlValue]) -> Iterator[Body]:
    exact: Body = {"guess": Keyword("elsewhere")} if portal.article.body.guess else {}
    for some in ([], [*inherited]):
        yield {"root": [root], **exact, **({"drop": some} if some else {})}
    yield {"root": [root], "guess": Keyword("true")}


def _list_moves(body: Body, summaries: Summaries, added: frozenset[str]) -> Iterator[Body]:
    """Yield the rules with one change that a page suggests which they do not read the same: drops
    less, roots more and drops more in turn. ``added``: words that they read there, and that are
    not known."""
    known, dropped = body.get("root"), body.get("drop")
    roots = list(known) if isinstance(known, list) else []
    drops = list(dropped) if isinstance(dropped, list) else []
    rest = {key: value for key, value in body.items() if key != "drop"}
    less: list[Body] = []
    for number in range(len(drops)):
        kept = drops[:number] + drops[number + 1 :]
        less.append({**rest, "drop": kept} if kept else rest)
    pages = [page for page in summaries if page is not None]
    longer = zip_longest(*(_add_roots(page, roots) for page in pages))
    more_roots = [{**body, "root": each} for some in longer for each in some if each is not None]
    names = dict.fromkeys(name for page in pages for name in _list_added(page, roots, added))
    more_drops = [{**body, "drop": [*drops, name]} for name in names if name not in drops]
    return (
        move
        for moves in zip_longest(less, more_roots, more_drops)
        for move in moves
        if move is not None
    )


def _add_roots(page: PagePieces, roots: Sequence[YamlValue]) -> Iterator[list[YamlValue]]:
    """Yield lists of roots with one more: beside the first that finds anything, as for a lead, or
    before or behind all. A root that finds something hides those behind it."""
    number, found = _find_first(page, roots)
    for name in _list_outside(page, found) if found else ():
        yield [*roots[:number], f"{name}, {roots[number]}", *roots[number + 1 :]]
    guessed = dict.fromkeys(name for n in page.roots for name in page.pieces[n].names[:MAX_ROOTS])
    for name in guessed:
        if name not in roots:
            yield [name, *roots]
            yield [*roots, name]


def _find_first(page: PagePieces, roots: Sequence[YamlValue]) -> tuple[int, list[int]]:
    """Return the number of the first root that finds anything, and what it finds."""
    found = ((n, page.select(str(root).split(", "))) for n, root in enumerate(roots))
    return next((each for each in found if each[1]), (len(roots), []))


def _list_outside(page: PagePieces, roots: Sequence[int]) -> Iterator[str]:
    """Yield names of elements with known text that are in no root, as a lead may be."""
    above = {n for root in roots for n in page.around[root]}
    inside = {*roots}
    for n, piece in enumerate(page.pieces):
        if piece.parent in inside:
            inside.add(n)
        elif n not in above and n not in inside and piece.label in (TEXT, LEAD):
            inside.add(n)
            yield from piece.names[:MAX_NAMES]


def _list_added(
    page: PagePieces, roots: Sequence[YamlValue], added: frozenset[str]
) -> Iterator[str]:
    """Yield names of elements without known text: first of those with words that are ``added``,
    which may be the caption of a picture before the text, then of the others in what the first
    root finds that finds anything; on the whole page without one."""
    inside = {*_find_first(page, roots)[1]}
    words: dict[int, int] = {}
    for n, piece in enumerate(page.pieces):
        dropped = [each for each in [n, *page.ancestors(n)] if page.pieces[each].label == DROPPED]
        if dropped:
            start = piece.start.split()
            is_inside = not inside or not inside.isdisjoint(page.around[dropped[-1]])
            words.setdefault(dropped[-1], 0 if is_inside else -1)
            words[dropped[-1]] += len(start) if added.issuperset(start) else 0
    return (
        found
        for n in sorted(words, key=lambda each: -words[each])
        if words[n] >= 0
        for found in page.pieces[n].names[:MAX_NAMES]
    )
