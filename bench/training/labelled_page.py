"""The text units of a page whose article is known, each labelled as text of the article or not.

They are the units that the classifier is asked about, of the page read without rules; what is known
is the text of the article, as people marked it. Nothing of it holds the page's tree, so that
labelled pages can be kept in a file.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from webarticlecurator.articles.facts.embedded_page import find_embedded_page
from webarticlecurator.articles.units.page_hints import collect_hints, find_title_position
from webarticlecurator.articles.units.page_tree import PageTree, build_page_tree
from webarticlecurator.articles.units.structure_features import collect_page_facts
from webarticlecurator.articles.units.text_units import (
    MIN_PAGE_TEXT,
    Unit,
    list_text_units,
)
from webarticlecurator.articles.units.unit_features import FEATURE_NAMES, list_features
from webarticlecurator.articles.without_rules.copied_units import find_copies
from webarticlecurator.pages.page.page import Page

_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|[^\W\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+"
)
_GRAM = 3
"""Words that are looked for together, so that frequent ones are not found anywhere."""
_MIN_SIBLINGS = 3
"""Siblings in the marked text, and behind its end, from which it ends too early."""
_MAX_GAP = 40_000
"""Product of the words between two places found, up to which single words are looked for there."""


class LabelledUnit(NamedTuple):
    """What is kept of a text unit."""

    size: int
    tag: str
    text: str
    folded_text: str
    is_running_text: bool


@dataclass
class LabelledPage:
    """The candidates of a page.

    ``rows``: the features of those at ``places``, which are no bare links; ``labels``: whether each
    unit is text of the article; ``words``: how many each has; ``gold``: the words of the article;
    ``figures``: which units are in a figure.
    """

    units: list[LabelledUnit]
    tree: PageTree
    places: Any
    rows: Any
    labels: Any
    words: Any
    gold: Counter[str]
    figures: frozenset[int]

    def weights(self) -> Any:
        """Return the weight of each unit, by the square root of its words; 1 for all together."""
        roots = np.sqrt(np.maximum(self.words, 1))
        return roots / roots.sum()

    def share_behind_end(self) -> float:
        """Return how much of the article may be missing in the marked text, which ends before it: the
        running text in siblings of one kind of which it has the first ones, in shares of its own."""
        siblings = defaultdict[tuple[int, int], list[int]](list)
        for n, node in enumerate(self.tree.nodes):
            if self.units[n].is_running_text and n not in self.figures:
                siblings[self.tree.parents[node], self.tree.kinds[node]].append(n)
        words = 0
        for members in siblings.values():
            marked = [n for n in members if self.labels[n]]
            behind = [n for n in members if marked and n > marked[-1]]
            # fewer are a signature, or the line of an editor
            if min(len(marked), len(behind)) >= _MIN_SIBLINGS:
                words += sum(int(self.words[n]) for n in behind)
        return words / (self.gold.total() or 1)

    def f1(self, chosen: Iterable[int]) -> float:
        """Return the F1 of the words of the chosen units; those of figures never count."""
        words = Counter(
            word
            for n in chosen
            if n not in self.figures
            for word in list_tokens(self.units[n].text)
        )
        both = sum((words & self.gold).values())
        return 2 * both / ((words.total() + self.gold.total()) or 1)


def label_page(page: Page, text: str) -> LabelledPage:
    """Return the candidates of a page, labelled by the ``text`` of its article."""
    units = list_candidates(page)
    if sum(unit.size for unit in units if unit.is_running_text) < MIN_PAGE_TEXT:
        # asks for embedded text without asking the classifier, which is yet to be trained
        page.derived("heuristics.article_text", lambda _: None)
        page = find_embedded_page(page) or page
        units = list_candidates(page)
    hints, tree = collect_hints(page), build_page_tree(page, units)
    title = find_title_position(units, hints)
    found = list_features(units, tree, collect_page_facts(page, hints), title)
    places = [n for n, row in enumerate(found) if row]
    rows = np.array([found[n] for n in places], np.int32).reshape(-1, len(FEATURE_NAMES))
    tokens = [list_tokens(unit.text) for unit in units]
    gold = list_tokens(text)
    figures = frozenset(n for n, unit in enumerate(units) if _is_in_figure(unit.around))
    labels = np.array(label_units(tokens, gold), bool)
    labels[list(figures)] = False
    kept = [LabelledUnit(u.size, u.tag, u.text, u.folded_text, u.is_running_text) for u in units]
    words = np.array([len(each) for each in tokens], np.int32)
    return LabelledPage(
        kept, tree, np.array(places, np.int32), rows, labels, words, Counter(gold), figures
    )


def list_candidates(page: Page) -> list[Unit]:
    """Return the units of the body, without copies of the article in one piece."""
    units = list_text_units(page)
    copies = find_copies(units)
    return [unit for n, unit in enumerate(units) if n not in copies]


def label_units(tokens: Sequence[Sequence[str]], gold: Sequence[str]) -> list[bool]:
    """Return for each unit whether most of its words are in the marked text, at the place where the
    longest common parts of both put them; units of one or two words need all."""
    words = [word for each in tokens for word in each]
    owners = [n for n, each in enumerate(tokens) for _ in each]
    hits, at, marked_at = Counter[int](), 0, 0
    for match in _match(_list_grams(words), _list_grams(gold)):
        end, marked_end = (match.a, match.b) if match.size else (len(words), len(gold))
        rest, marked_rest = words[at:end], gold[marked_at:marked_end]
        if len(rest) * len(marked_rest) < _MAX_GAP:
            for part in _match(rest, marked_rest):
                first = at + part.a
                hits.update(owners[n] for n in range(first, first + part.size))
        if match.size:
            at, marked_at = match.a + match.size + _GRAM - 1, match.b + match.size + _GRAM - 1
            hits.update(owners[n] for n in range(match.a, at))
    return [
        2 * hits[n] > len(each) and (len(each) > 2 or hits[n] == len(each))
        for n, each in enumerate(tokens)
    ]


def _list_grams(words: Sequence[str]) -> list[tuple[str, ...]]:
    return list(zip(*(words[n:] for n in range(_GRAM)), strict=False))


def _match(some: Sequence[Any], others: Sequence[Any]) -> list[difflib.Match]:
    return difflib.SequenceMatcher(None, some, others, autojunk=False).get_matching_blocks()


def list_tokens(text: str) -> list[str]:
    """Return the words of ``text`` in small letters; ideographs and kana one by one."""
    return _TOKEN.findall(text.lower())


def _is_in_figure(around: Iterable[Any]) -> bool:
    return any(element.tag == "figure" for element in around)
