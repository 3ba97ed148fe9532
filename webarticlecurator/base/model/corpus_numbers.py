"""A corpus in numbers: facts of articles, dimensions, runs, terms, months without articles.

A corpus in numbers: how many articles and words it has, by what is known of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model.corpus_run import Run
from webarticlecurator.base.model.doubts import Doubt
from webarticlecurator.base.text.text_signature import DuplicateCounts
from webarticlecurator.base.text.word_borders import WORDS


@dataclass(frozen=True)
class ArticleCount:
    """The ``articles`` of a bar, and the ``words`` of those counted in ``unit``, as most of them
    are. ``name`` is empty for articles of which it is not known."""

    name: str
    articles: int
    words: int
    unit: str = WORDS


def merge_units(counts: Iterable[ArticleCount]) -> list[ArticleCount]:
    """Return one bar of those of a name that differ in their unit: never the sum of their words."""
    bars: dict[str, dict[str, tuple[int, int]]] = {}
    for each in counts:
        units = bars.setdefault(each.name, {})
        articles, words = units.get(each.unit, (0, 0))
        units[each.unit] = articles + each.articles, words + each.words
    merged = []
    for name, units in bars.items():
        unit = max(sorted(units, reverse=True), key=lambda each: units[each][0])
        articles = sum(articles for articles, _ in units.values())
        merged.append(ArticleCount(name, articles, units[unit][1], unit))
    return merged


@dataclass(frozen=True)
class VerdictCount:
    """How many listed addresses have a state, for a ``reason``; it is empty where there is none."""

    state: str
    reason: str
    articles: int

    @property
    def name(self) -> str:
        """The state with its reason."""
        return f"{self.state}: {self.reason}" if self.reason else self.state


@dataclass(frozen=True, order=True)
class Gap:
    """Months (YYYY-MM) from ``first`` to ``last`` without an article, though there are some before
    and after; in one ``column``, or in the whole corpus if it is empty."""

    column: str
    first: str
    last: str
    months: int


@dataclass(frozen=True)
class SilentSpan:
    """A span of the archive whose pages list nothing at all: where it is, and what is wrong."""

    place: str
    message: str


@dataclass(frozen=True)
class CorpusDescription:
    """What a corpus is called, and how it is cited; what proves that its lists are whole, or why
    nothing does; when it is crawled next, "" if that is not planned; and sentences that say how
    good and how complete it is, if people have judged it."""

    title: str = ""
    citation: str = ""
    proofs: tuple[str, ...] = ()
    next_run: str = ""
    judged: tuple[str, ...] = ()


@dataclass(frozen=True)
class CorpusNumbers:
    """The numbers of the articles in TEI of a corpus.

    ``counts``: key of a dimension (``corpus_numbers.py``) → its bars, none of them empty; that
    of ``DETECTED`` is missing if ``report language`` was never run.
    ``verdicts``: all listed addresses by what became of them. ``same_texts``: the numbers of
    articles that have the same text, for each text that several have. ``unread``: articles in TEI
    that are not counted, since their files cannot be read. ``runs``: all runs of the log, oldest
    first. ``doubts``: what is wrong or missing. ``duplicates``: those of the last ``report
    duplicates``, None if it was never run. ``words`` are what ``unit``
    says, in which most articles are counted; ``other_words``: unit → what the others have.
    """

    portal: str
    articles: int
    words: int
    counts: Mapping[str, tuple[ArticleCount, ...]]
    verdicts: tuple[VerdictCount, ...]
    gaps: tuple[Gap, ...]
    silent_spans: tuple[SilentSpan, ...]
    same_texts: tuple[int, ...]
    unread: int = 0
    runs: tuple[Run, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    duplicates: DuplicateCounts | None = None
    description: CorpusDescription = CorpusDescription()
    unit: str = WORDS
    other_words: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class ListedArticle:
    """An article that a bar leads to. ``path``: that of its TEI file, relative to the folder of the
    corpus; empty for an address without TEI, whose ``title`` is the evidence of its verdict."""

    id: str
    date: str
    title: str
    url: str
    path: str
