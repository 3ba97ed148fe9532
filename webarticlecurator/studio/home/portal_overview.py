"""What the first view shows of a portal: a few numbers that the index of its corpus keeps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import ConfigError, CuratorError
from webarticlecurator.base.model.corpus_numbers import ArticleCount
from webarticlecurator.base.model.corpus_run import Run
from webarticlecurator.base.model.doubts import Doubt
from webarticlecurator.base.system.input_files import stamp_file
from webarticlecurator.base.text.translation import describe_problems
from webarticlecurator.corpus.corpora.corpus_counting import count_bars
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.crawling.states.corpus_doubts import read_doubts
from webarticlecurator.service.portals import PortalEntry, Stamps
from webarticlecurator.storage.index.index import index_files
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.studio.frame.shown_errors import describe_error_in_window
from webarticlecurator.studio.home.corpus_page import MONTHS
from webarticlecurator.studio.portal.mended_doubts import choose_doubt
from webarticlecurator.studio.portal.unmet_state import CorpusState, read_corpus_state

MIN_AGE = 2.0
"""Seconds since the last change of an index after which its overview is kept: another change at
once may have the same time."""


@dataclass(frozen=True)
class PortalOverview:
    """A portal file, and its corpus if there is one.

    ``problems``: those of the file, or the error for which it, or its corpus, cannot be read.
    ``listed`` articles are in the archive, ``in_tei`` of them in the corpus. ``doubt``: what is to
    be mended first, None if nothing is. ``months``: articles by month of publication.
    """

    id: str
    title: str = ""
    problems: tuple[str, ...] = ()
    listed: int = 0
    in_tei: int = 0
    state: CorpusState = CorpusState()
    doubt: Doubt | None = None
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
            counts = corpus.article_counts.by_state()
            return PortalOverview(
                portal.id,
                portal.title,
                listed=counts.articles,
                in_tei=counts.tei,
                state=read_corpus_state(portal, folder),
                doubt=choose_doubt(read_doubts(portal, corpus)),
                last_run=corpus.run_log.last_run("crawl"),
                months=count_bars(MONTHS, corpus.article_facts.counts(MONTHS.fact.what)),
            )
    except (CuratorError, OSError) as error:
        return PortalOverview(portal.id, portal.title, _describe(error))


def _describe(error: Exception | None) -> tuple[str, ...]:
    """Return an error as lines: a portal file has a line for each of its problems."""
    if isinstance(error, ConfigError):
        return tuple(describe_problems(error)[:-1])
    return (describe_error_in_window(error),) if error is not None else ()


class PortalOverviews:
    """The overviews of the portals of a folder. Each is kept until its index changes: a hundred of
    them take half a second. Thread-safe; ``now`` returns the time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        # with the portal file and the times of change of the index that it was read from
        self._kept: dict[Path, tuple[PortalEntry, Stamps, PortalOverview]] = {}

    def read(
        self, entries: Sequence[PortalEntry], folders: Sequence[Path]
    ) -> tuple[PortalOverview, ...]:
        """Return the overviews of some portals, whose corpora are in ``folders``, as they are
        now."""
        kept = {}
        now = self._now().timestamp()
        overviews = []
        for entry, folder in zip(entries, folders, strict=True):
            stamps = tuple(stamp_file(folder / name) for name in index_files())
            known = self._kept.get(entry.file)
            is_same = known is not None and known[0] is entry and known[1] == stamps
            overview = known[2] if known and is_same else read_overview(entry, folder)
            overviews.append(overview)
            newest = max((stamp[0] for stamp in stamps if stamp), default=0) / 1e9
            if now - newest > MIN_AGE and not (overview.problems or overview.state.is_running):
                kept[entry.file] = (entry, stamps, overview)
        self._kept = kept
        return tuple(overviews)
