"""What the first view shows of a portal: a few numbers that the index of its corpus keeps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from webarticlecurator.errors import ConfigError, CuratorError
from webarticlecurator.model.corpus_numbers import DIMENSIONS_BY_KEY, ArticleCount, Run
from webarticlecurator.model.verdict import SERIOUS
from webarticlecurator.run.analysis.corpus_counting import count_bars
from webarticlecurator.service.page_reading import has_corpus
from webarticlecurator.service.portal_catalog import PortalEntry, Stamps
from webarticlecurator.store import CorpusView, view_corpus
from webarticlecurator.store.index import index_files

MIN_AGE = 2.0
"""Seconds since the last change of an index after which its overview is kept: another change at
once may have the same time."""
_MONTHS = DIMENSIONS_BY_KEY["months"]


@dataclass(frozen=True)
class PortalOverview:
    """A portal file, and its corpus if there is one.

    ``problems``: those of the file, or the error for which it, or its corpus, cannot be read.
    ``listed`` articles are in the archive, ``in_tei`` of them in the corpus. ``serious`` problems
    are left by the last crawl. ``months``: articles by month of publication.
    """

    id: str
    title: str = ""
    problems: tuple[str, ...] = ()
    listed: int = 0
    in_tei: int = 0
    serious: int = 0
    last_run: Run | None = None
    months: tuple[ArticleCount, ...] = ()


def read_overview(entry: PortalEntry, folder: Path) -> PortalOverview:
    """Return the overview of a portal whose corpus is in ``folder``, which need not exist."""
    if entry.portal is None:
        return PortalOverview(entry.id, problems=_describe(entry.error))
    portal = entry.portal
    if not has_corpus(folder):
        return PortalOverview(portal.id, portal.title)
    try:
        with view_corpus(folder, portal.id) as corpus:
            return _read_corpus(portal.id, portal.title, corpus)
    except (CuratorError, OSError) as error:
        return PortalOverview(portal.id, portal.title, _describe(error))


def _read_corpus(portal_id: str, title: str, corpus: CorpusView) -> PortalOverview:
    counts = corpus.article_counts.by_state()
    problems = corpus.run_log.count_problems()
    return PortalOverview(
        portal_id,
        title,
        listed=counts.articles,
        in_tei=counts.tei,
        serious=sum(number for kind, number in problems.items() if kind in SERIOUS),
        last_run=corpus.run_log.last_run("crawl"),
        months=count_bars(_MONTHS, corpus.article_facts.counts(_MONTHS.fact.what)),
    )


def _describe(error: Exception | None) -> tuple[str, ...]:
    """Return an error as lines: a portal file has a line for each of its problems."""
    if isinstance(error, ConfigError):
        return tuple(str(problem) for problem in error.problems)
    return (str(error),) if error is not None else ()


@dataclass(frozen=True)
class _KeptOverview:
    """An overview, with the portal file and the times of change of the index it was read from."""

    entry: PortalEntry
    stamps: Stamps
    overview: PortalOverview


class PortalOverviews:
    """The overviews of the portals of a folder. Each is kept until its index changes: a hundred of
    them take half a second. Thread-safe; ``now`` returns the time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._kept: dict[Path, _KeptOverview] = {}

    def read(
        self, entries: Sequence[PortalEntry], folders: Sequence[Path]
    ) -> tuple[PortalOverview, ...]:
        """Return the overviews of some portals, whose corpora are in ``folders``, as they are
        now."""
        kept, now = {}, self._now().timestamp()
        overviews = []
        for entry, folder in zip(entries, folders, strict=True):
            found = self._read(entry, folder)
            overviews.append(found.overview)
            newest = max((stamp[0] for stamp in found.stamps if stamp), default=0) / 1e9
            if now - newest > MIN_AGE and not found.overview.problems:
                kept[entry.file] = found
        self._kept = kept
        return tuple(overviews)

    def _read(self, entry: PortalEntry, folder: Path) -> _KeptOverview:
        stamps = tuple(_stamp(folder / name) for name in index_files())
        known = self._kept.get(entry.file)
        if known is not None and known.entry is entry and known.stamps == stamps:
            return known
        return _KeptOverview(entry, stamps, read_overview(entry, folder))


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
