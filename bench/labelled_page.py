"""The text units of a page whose article is known, each labelled as text of the article or not.

They are the units that the classifier is asked about, of the page read without rules; what is known
is the text of the article, as people marked it.
"""

from __future__ import annotations

import difflib
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from webarticlecurator.guess.article_text import MIN_PAGE_TEXT, choose_by_votes, read_page_text
from webarticlecurator.guess.boilerplate import check_choice
from webarticlecurator.guess.classify_units import select_candidates
from webarticlecurator.guess.judge_choice import list_taken_units
from webarticlecurator.guess.page_tree import PageTree, build_page_tree
from webarticlecurator.guess.sources import find_embedded_page
from webarticlecurator.guess.text_units import PageHints, Unit, collect_hints, find_title_position
from webarticlecurator.guess.unit_features import list_features
from webarticlecurator.page import Page

_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|[^\W\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+"
)


@dataclass
class LabelledPage:
    """The candidates of a page.

    ``rows``: their features, [] for a bare link; ``tokens``: their words; ``labels``: 1 for text of
    the article, else 0; ``gold``: the words of the article; ``voted``: the candidates (indices)
    that the heuristics take; ``figures``: those in a figure.
    """

    units: list[Unit]
    tree: PageTree
    rows: list[list[int]]
    tokens: list[list[str]]
    labels: list[int]
    gold: Counter[str]
    voted: list[int]
    hints: PageHints
    figures: frozenset[int]

    def weights(self) -> list[float]:
        """Return the weight of each unit, by the square root of its words; 1 for all together."""
        roots = [math.sqrt(len(words) or 1) for words in self.tokens]
        return [root / sum(roots) for root in roots]

    def f1(self, chosen: Iterable[int]) -> float:
        """Return the F1 of the words of the chosen units; those of figures never count."""
        words = Counter(word for n in chosen if n not in self.figures for word in self.tokens[n])
        both = sum((words & self.gold).values())
        return 2 * both / ((words.total() + self.gold.total()) or 1)


def label_page(page: Page, text: str) -> LabelledPage:
    """Return the candidates of a page, labelled by the ``text`` of its article."""
    hints = collect_hints(page)
    found, _ = read_page_text(page, hints)
    if found is None or found.sizes.get(found.body, 0) < MIN_PAGE_TEXT:
        # asks for embedded text without asking the classifier, which is yet to be trained
        page.derived("heuristics.article_text", lambda _: None)
        page = find_embedded_page(page) or page
        hints = collect_hints(page)
        found, _ = read_page_text(page, hints)
    units = found.units if found else []
    places = select_candidates(units, build_page_tree(units), find_title_position(units, hints))
    choice = check_choice(choose_by_votes(found, hints), found, hints) if found else None
    taken = set(list_taken_units(choice, units)) if choice else set()
    voted = [k for k, n in enumerate(places) if n in taken]
    units = [units[n] for n in places]
    tree = build_page_tree(units)
    tokens = [list_tokens(unit.text) for unit in units]
    gold = list_tokens(text)
    figures = frozenset(n for n, unit in enumerate(units) if _is_in_figure(unit))
    labels = [0 if n in figures else label for n, label in enumerate(label_units(tokens, gold))]
    rows = list_features(units, tree, hints)
    return LabelledPage(units, tree, rows, tokens, labels, Counter(gold), voted, hints, figures)


def label_units(tokens: Sequence[Sequence[str]], gold: Sequence[str]) -> list[int]:
    """Return 1 for the units with most of their words in the marked text, else 0; units of one or
    two words need all."""
    owners = [n for n, words in enumerate(tokens) for _ in words]
    matcher = difflib.SequenceMatcher(
        None, [word for words in tokens for word in words], gold, autojunk=False
    )
    hits = Counter(
        owners[place]
        for match in matcher.get_matching_blocks()
        for place in range(match.a, match.a + match.size)
    )
    return [
        int(2 * hits[n] > len(words) and (len(words) > 2 or hits[n] == len(words)))
        for n, words in enumerate(tokens)
    ]


def list_tokens(text: str) -> list[str]:
    """Return the words of ``text`` in small letters; ideographs and kana one by one."""
    return _TOKEN.findall(text.lower())


def _is_in_figure(unit: Unit) -> bool:
    return any(element.tag == "figure" for element in unit.around)
