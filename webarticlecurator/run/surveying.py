"""Every stored article looked at by a function, for reports and for learning. Reads only; the network is never asked."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.extract.metadata_offers import Offer, offers
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.build import task_of
from webarticlecurator.run.chain import article_page
from webarticlecurator.run.setup import Effects
from webarticlecurator.run.sources import CorpusSource
from webarticlecurator.run.worker import Source, Task, is_continuation
from webarticlecurator.store import ArticleRow, CorpusView, view_corpus


@dataclass(frozen=True)
class Offered:
    """What the sources of metadata give on the first page of an article; ``url`` is its canonical address."""

    url: str
    offers: tuple[Offer, ...]


def survey(portal: Portal, folder: Path, limit: int | None = None, effects: Effects | None = None) -> Iterator[Offered]:
    """Every article of the corpus in ``folder`` whose page is stored, in the order of listing; with ``limit`` so many of them,
    spread over the whole and always the same. Raises CorpusMismatch, StoreDamaged."""
    effects = effects or Effects()
    with view_corpus(folder, portal.id) as corpus:
        source = CorpusSource(corpus)
        effects.progress.begin("read", limit, "articles")
        try:
            for row in _rows(portal, corpus, limit):
                found = _look(portal, source, task_of(corpus, row))
                effects.progress.step(row.canonical)
                if found is not None and found.offers:
                    yield found
        finally:
            effects.progress.end()


def _rows(portal: Portal, corpus: CorpusView, limit: int | None) -> Iterator[ArticleRow]:
    rows = (row for row in corpus.frontier.articles("stored", "tei") if _whole(portal, row))
    if limit is None:
        return rows
    return iter(sorted(heapq.nsmallest(limit, rows, key=_spread), key=lambda row: row.id))


def _whole(portal: Portal, row: ArticleRow) -> bool:
    """An address with a page of its own."""
    return "#" not in row.requested and not is_continuation(portal, row.requested)


def _spread(row: ArticleRow) -> bytes:
    return hashlib.sha256(row.canonical.encode("utf-8", "surrogatepass")).digest()


def _look(portal: Portal, source: Source, task: Task) -> Offered | None:
    capture = source.best(task.head.url, portal.captures)
    if capture is None:
        return None
    return Offered(task.canonical, offers(portal, article_page(portal, source.read(capture), task.head)))
