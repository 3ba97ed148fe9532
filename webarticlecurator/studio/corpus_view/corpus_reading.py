"""What the view of a corpus reads: the numbers, and the articles of a bar."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.charts.growth import choose_runs
from webarticlecurator.errors import UsageError
from webarticlecurator.model.corpus_dimensions import CAPTURED, SAME_TEXTS, VERDICTS, BarKey
from webarticlecurator.model.corpus_numbers import CorpusNumbers
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.analysis.corpus_articles import BarPage, count_captured, list_bar
from webarticlecurator.run.analysis.corpus_counting import count_corpus, open_counted_corpus
from webarticlecurator.service.page_reading import has_corpus

PAGE = 50
"""Articles that a list shows at once."""


def read_numbers(portal: Portal, folder: Path) -> CorpusNumbers | None:
    """Return the numbers of the corpus in ``folder``; None if there is none. Raises CorpusMismatch,
    StoreDamaged."""
    if not has_corpus(folder):
        return None
    with open_counted_corpus(portal, folder) as corpus:
        return count_corpus(corpus)


def read_bar(portal: Portal, folder: Path, bar: BarKey, after: int) -> BarPage:
    """Return a page of the articles of a bar, those behind the row ``after``. Raises as
    ``read_numbers``."""
    with open_counted_corpus(portal, folder) as corpus:
        return list_bar(corpus, bar, PAGE, after)


def count_bar(portal: Portal, folder: Path, numbers: CorpusNumbers, bar: BarKey) -> int:
    """Return the number of the articles of a bar. Raises UsageError if there is no such bar, and as
    ``read_numbers``."""
    number = require_bar(numbers, bar)
    if bar[0] != CAPTURED:
        return number
    with open_counted_corpus(portal, folder) as corpus:
        return count_captured(corpus, [bar])[bar]


def require_bar(numbers: CorpusNumbers, bar: BarKey) -> int:
    """Return the length of a bar in articles. Raises UsageError if there is no such bar."""
    key, name = bar
    if key == VERDICTS:
        found = {each.name: each.articles for each in numbers.verdicts}
    elif key == SAME_TEXTS:
        found = {str(number): many for number, many in enumerate(numbers.same_texts, 1)}
    elif key == CAPTURED:
        found = {each.bar[1]: each.counts.tei for each in choose_runs(numbers.runs)}
    else:
        found = {each.name: each.articles for each in numbers.counts.get(key, ())}
    if name not in found:
        raise UsageError(f"no such bar: {key} {name!r}", "Choose one of those that are drawn.")
    return found[name]
