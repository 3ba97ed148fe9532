"""WARC files of any origin, classified by a portal file as for a build: archive pages, articles."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.model.capture import Capture
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.foreign_listing import list_foreign
from webarticlecurator.run.preview.stored_page import require_stored
from webarticlecurator.run.replay import ListingPlace
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import ForeignWarcs, WritableCorpus, open_corpus, open_warcs


@dataclass(frozen=True)
class ClassifiedWarcs:
    """The pages of WARC files: ``corpus`` lists the articles, ``foreign`` has the captures.

    ``archive_pages`` are the archive pages with their places, in the order of the files.
    """

    corpus: WritableCorpus
    foreign: ForeignWarcs
    archive_pages: tuple[tuple[Capture, ListingPlace], ...]


@contextmanager
def classify_warcs(
    portal: Portal, warcs: Sequence[Path], runtime: Runtime, urls: Sequence[str] = ()
) -> Iterator[ClassifiedWarcs]:
    """Open the files and classify their pages in a temporary corpus.

    With ``urls``, only the pages at these addresses count, and those that they redirect to;
    fragments make no difference. Raises UsageError for a missing file or address, WarcUnreadable.
    """
    urls = [url.partition("#")[0] for url in urls]
    archive_pages: list[tuple[Capture, ListingPlace]] = []
    with (
        tempfile.TemporaryDirectory(prefix="curator-") as name,
        open_warcs(warcs) as foreign,
        open_corpus(Path(name) / portal.id, portal.id, runtime.store_options()) as corpus,
    ):
        require_stored(foreign, urls, ", ".join(map(str, warcs)))
        chosen = {other for url in urls for other in (url, *foreign.captures.redirect_targets(url))}
        list_foreign(
            portal,
            corpus,
            foreign,
            runtime.progress,
            chosen if urls else None,
            lambda capture, place: archive_pages.append((capture, place)),
        )
        yield ClassifiedWarcs(corpus, foreign, tuple(archive_pages))
