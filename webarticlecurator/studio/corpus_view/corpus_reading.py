"""What the view of a corpus reads: the numbers, and the articles of a bar."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.charts.corpus_charts import choose_runs
from webarticlecurator.errors import UsageError
from webarticlecurator.model.corpus_numbers import (
    CAPTURED,
    SAME_TEXTS,
    VERDICTS,
    BarKey,
    CorpusNumbers,
)
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.analysis.corpus_articles import BarPage, count_captured, list_bar
from webarticlecurator.run.analysis.corpus_counting import (
    CountedCorpus,
    count_corpus,
    open_counted_corpus,
)
from webarticlecurator.service.page_reading import has_corpus

PAGE = 50
"""Articles that a list shows at once."""


@dataclass(frozen=True)
class BarList:
    """A page of the articles of a bar, and how many it has in all."""

    page: BarPage
    total: int


@dataclass(frozen=True)
class CorpusReading:
    """What one opening of a corpus gives the view; ``listed`` is None where no bar is listed."""

    numbers: CorpusNumbers
    listed: BarList | None = None


def read_corpus(
    portal: Portal, folder: Path, bar: BarKey | None = None, after: int = 0
) -> CorpusReading | None:
    """Return the numbers of the corpus in ``folder``, and a page of the articles of ``bar``, those
    behind the row ``after``; None without a corpus.

    Raises UsageError for an unknown bar, CorpusMismatch, StoreDamaged.
    """
    if not has_corpus(folder):
        return None
    with open_counted_corpus(portal, folder) as corpus:
        numbers = count_corpus(corpus)
        return CorpusReading(numbers, None if bar is None else _list(corpus, numbers, bar, after))


def _list(corpus: CountedCorpus, numbers: CorpusNumbers, bar: BarKey, after: int) -> BarList:
    total = _count_articles(numbers, bar)
    if bar[0] == CAPTURED:
        total = count_captured(corpus, [bar])[bar]
    return BarList(list_bar(corpus, bar, PAGE, after), total)


def _count_articles(numbers: CorpusNumbers, bar: BarKey) -> int:
    """Return the length of a bar in articles. Raises UsageError for an unknown bar."""
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
