"""Rules for the text in a new design: what is induced from the known words, judged by reading.

What reads most of the pages the same is improved in steps: a drop less where words are missing, a
drop or a root more where words are added or no text is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from webarticlecurator.config.proposed_file import to_line_yaml
from webarticlecurator.config.yaml_edit import Keyword, YamlValue, find_value
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.portal import Portal
from webarticlecurator.propose.induce_rules import InducedRules, induce_rules
from webarticlecurator.propose.learning import list_rule_lines
from webarticlecurator.propose.page_summary import DROPPED, LEAD, TEXT, PageModel, PageSummary
from webarticlecurator.repair.known_articles import MIN_F1, ReadingComparison
from webarticlecurator.repair.layout_trials import Body, KnownPages, judge_all, try_layouts

MAX_STEPS = 6
MAX_MOVES = 50
"""Changes that are tried in a step."""
MAX_WRONG, MAX_GOOD = 3, 4
"""Pages that are not read the same and are looked at; changes that help there, and are tried on
all."""
MAX_NAMES, MAX_ROOTS = 3, 10
"""Names of an element that are tried, and of one with all of the text."""

Summaries = Sequence[PageSummary | None]


@dataclass(frozen=True)
class _Tried:
    """Rules for the text, and what they read."""

    body: Body
    read: tuple[ReadingComparison, ...]

    @property
    def points(self) -> tuple[float, ...]:
        """How many pages are read the same, and how well all are."""
        f1 = sum(each.f1 for each in self.read)
        return (sum(each.f1 >= MIN_F1 for each in self.read), round(f1, 2))


class BodyChoice:
    """Chooses the rules for the text."""

    def __init__(self, portal: Portal, text: str, known: KnownPages) -> None:
        self._portal, self._text, self._known = portal, text, known

    def choose(self, summaries: Sequence[Summaries]) -> Body:
        """Return the rules that read most of the pages the same, the simplest of equals.
        ``summaries``: for each page, those of its known text."""
        bodies = [{}, *_list_bodies(self._portal, self._text, summaries)]
        tried = self._try(bodies)
        best = max(tried, key=lambda each: each.points)
        for _ in range(MAX_STEPS):
            if best.points[0] == len(self._known):
                break
            better = self._improve(best, summaries)
            if better is None:
                break
            best = better
        return best.body

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
            for move in _list_moves(best.body, summaries[n]):
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
        induced = induce_rules([each for each in same_kind if each is not None], min_pages=1)
        for body in _write_bodies(portal, induced, inherited):
            if body not in tried:
                tried.append(body)
                yield body
    yield {"root": Keyword("none"), "guess": Keyword("true")}


def _write_bodies(
    portal: Portal, induced: InducedRules, inherited: Sequence[YamlValue]
) -> Iterator[Body]:
    rules = list_rule_lines(induced)
    if not rules.roots:
        return
    roots = [root.rule for root in rules.roots]
    drops: list[YamlValue] = [*map(to_line_yaml, rules.drops)]
    exact: Body = {"guess": Keyword("elsewhere")} if portal.article.body.guess else {}
    both = [*drops, *(each for each in inherited if each not in drops)]
    for some in (drops, both):
        yield {"root": roots, **exact, **({"drop": some} if some else {})}
    yield {"root": roots, "guess": Keyword("true"), **({"drop": drops} if drops else {})}


def _list_moves(body: Body, summaries: Summaries) -> Iterator[Body]:
    """Yield the rules with one change that a page suggests which they do not read the same: drops
    less, roots more and drops more in turn."""
    known, dropped = body.get("root"), body.get("drop")
    roots = list(known) if isinstance(known, list) else []
    drops = list(dropped) if isinstance(dropped, list) else []
    rest = {key: value for key, value in body.items() if key != "drop"}
    less: list[Body] = []
    for number in range(len(drops)):
        kept = drops[:number] + drops[number + 1 :]
        less.append({**rest, "drop": kept} if kept else rest)
    pages = [PageModel(summary, frozenset()) for summary in summaries if summary is not None]
    more_roots = [{**body, "root": each} for page in pages for each in _add_roots(page, roots)]
    more_drops: list[Body] = []
    for page in pages:
        for piece in page.pieces:
            is_outer = piece.label == DROPPED and page.pieces[piece.parent].label != DROPPED
            names = [name for name in piece.names[:MAX_NAMES] if is_outer and name not in drops]
            more_drops += ({**body, "drop": [*drops, name]} for name in names)
    for moves in zip_longest(less, more_roots, more_drops):
        yield from (move for move in moves if move is not None)


def _add_roots(page: PageModel, roots: Sequence[YamlValue]) -> Iterator[list[YamlValue]]:
    """Yield lists of roots with one more. A root that finds something hides those behind it."""
    texts = [root for root in roots if isinstance(root, str)]
    for name in _list_outside(page, texts):
        yield [f"{name}, {root}" for root in texts]
    guessed = dict.fromkeys(
        name for n in page.guessed_roots for name in page.pieces[n].names[:MAX_ROOTS]
    )
    for name in guessed:
        if name not in roots:
            yield [name, *roots]
            yield [*roots, name]


def _list_outside(page: PageModel, roots: Sequence[str]) -> Iterator[str]:
    """Yield names of elements with known text that are in no root, as a lead may be."""
    found = page.select(name for root in roots for name in root.split(", "))
    above = {n for root in found for n in page.ancestors(root)}
    inside = {*found}
    for n, piece in enumerate(page.pieces):
        if piece.parent in inside:
            inside.add(n)
        elif n not in above and n not in inside and piece.label in (TEXT, LEAD) and found:
            inside.add(n)
            yield from piece.names[:MAX_NAMES]
