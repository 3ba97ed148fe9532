"""What the view of a corpus reads: the numbers, and the articles of a bar."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.corpus_dimensions import CAPTURED, SAME_TEXTS, VERDICTS, BarKey
from webarticlecurator.base.model.corpus_numbers import CorpusNumbers
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.charts.growth_chart import choose_runs
from webarticlecurator.corpus.corpora.corpus_articles import BarPage, count_captured, list_bar
from webarticlecurator.corpus.corpora.corpus_counting import count_corpus, open_counted_corpus
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus

PAGE = 50
"""Articles that a list shows at once."""


BarList = tuple[BarPage, int]
"""A page of the articles of a bar, and how many it has in all."""


def read_corpus(
    portal: Portal, folder: Path, bar: BarKey | None = None, after: int = 0
) -> tuple[CorpusNumbers, BarList | None] | None:
    """Return the numbers of the corpus in ``folder``, and a page of the articles of ``bar``, those
    behind the row ``after``, if one is given; None without a corpus.

    Raises UsageError for an unknown bar, CorpusMismatch, StoreDamaged.
    """
    if not has_corpus(folder):
        return None
    with open_counted_corpus(portal, folder) as corpus:
        numbers = count_corpus(corpus)
        if bar is None:
            return numbers, None
        total = _count_articles(numbers, bar)
        if bar[0] == CAPTURED:
            total = count_captured(corpus, [bar])[bar]
        return numbers, (list_bar(corpus, bar, PAGE, after), total)


def _count_articles(numbers: CorpusNumbers, bar: BarKey) -> int:
    """Return the length of a bar in articles. Raises UsageError for an unknown bar."""
    key, name = bar
    lists = {
        VERDICTS: [(each.name, each.articles) for each in numbers.verdicts],
        SAME_TEXTS: [(str(number), many) for number, many in enumerate(numbers.same_texts, 1)],
        CAPTURED: [(each.bar[1], each.counts.tei) for each in choose_runs(numbers.runs)],
    }
    found = dict(
        lists.get(key, [(each.name, each.articles) for each in numbers.counts.get(key, ())])
    )
    if name not in found:
        raise UsageError(
            make_message("no such bar: {key} {name!r}", key=key, name=name),
            "Choose one of the bars in the chart.",
        )
    return found[name]
