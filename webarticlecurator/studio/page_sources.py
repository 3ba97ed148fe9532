"""The stored pages of a portal: those of its corpus, and those of WARC files that are listed in
``<portal>.warcs.txt`` beside its portal file, one path a line."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from webarticlecurator.config.files import MAX_YAML, read_regular
from webarticlecurator.errors import UsageError
from webarticlecurator.export import write_file
from webarticlecurator.model.capture import Body
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.stored_page import (
    StoredPage,
    StoredSource,
    find_stored_page,
)
from webarticlecurator.service.page_reading import has_corpus
from webarticlecurator.store import CorpusView, view_corpus
from webarticlecurator.store.foreign import ForeignWarcs, open_warcs
from webarticlecurator.store.warc_reader import check_files
from webarticlecurator.studio.address_shape import choose_alike, spread
from webarticlecurator.studio.shown_page.page_files import find_stored_body

MAX_OPEN = 4
"""Portals whose WARC files stay indexed."""
MAX_COMPARED = 20_000
"""Addresses in WARC files among which those of similar pages are found."""
_Found = TypeVar("_Found")


class PageSources:
    """The stored pages of all portals; ``corpus_folder`` returns the folder of a portal's corpus.

    WARC files are indexed when they are first read, and stay so. Thread-safe, and slow: not to be
    called in the event loop.
    """

    def __init__(self, corpus_folder: Callable[[str], Path]) -> None:
        self._corpus_folder = corpus_folder
        self._opened: dict[tuple[tuple[Path, int], ...], ForeignWarcs] = {}
        # an index in SQLite is used by the thread that made it
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="curator-warcs")

    def read(self, portal: Portal, url: str) -> StoredPage:
        """Return the stored page of an address, of the corpus first.

        Raises UsageError if there is none, WarcUnreadable, CorpusMismatch, StoreDamaged.
        """
        missing: UsageError | None = None
        for each in (self._with_corpus, self._with_warcs):
            try:
                found = each(portal, lambda source: _read(portal, source, url))
            except UsageError as error:
                missing = missing or error
                continue
            if found is not None:
                return found
        raise missing or UsageError(
            f"no page of {portal.id} is stored yet",
            "Crawl some, or name a WARC file that has them.",
        )

    def find_body(self, portal: Portal, url: str) -> Body | None:
        """Return the stored answer for a picture, a style sheet or another file of a page, or None.
        Raises StoreDamaged, WarcUnreadable, CorpusMismatch."""
        for each in (self._with_corpus, self._with_warcs):
            found = each(portal, lambda source: find_stored_body(source, url))
            if found is not None:
                return found
        return None

    def list_addresses(
        self, portal: Portal, contains: str = "", after: str = "", limit: int = 100
    ) -> list[str]:
        """Return at most ``limit`` addresses of stored pages behind ``after``, in the order of
        their characters, that have ``contains`` in them. Raises as ``read``."""

        def list_in(source: StoredSource) -> list[str]:
            return source.captures.page_addresses(contains, after, limit)

        lists = [self._with_corpus(portal, list_in), self._with_warcs(portal, list_in)]
        merged = heapq.merge(*(found for found in lists if found))
        return list(dict.fromkeys(merged))[:limit]

    def list_beginning(self, portal: Portal, beginning: str, limit: int) -> list[str]:
        """Return at most ``limit`` addresses of stored pages that begin with a text, in the order
        of their characters. Raises as ``read``."""

        def list_in(source: StoredSource) -> list[str]:
            return source.captures.addresses_beginning(beginning, limit)

        lists = [self._with_corpus(portal, list_in), self._with_warcs(portal, list_in)]
        merged = heapq.merge(*(found for found in lists if found))
        return list(dict.fromkeys(merged))[:limit]

    def list_archive_pages(
        self, portal: Portal, contains: str = "", after: str = "", limit: int = 100
    ) -> list[str]:
        """Return addresses as ``list_addresses``, of the archive pages of the corpus: none without
        a corpus."""

        def list_in(source: StoredSource) -> list[str]:
            return source.captures.archive_addresses(contains, after, limit)

        return self._with_corpus(portal, list_in) or []

    def list_in_warcs(
        self, files: Sequence[Path], contains: str = "", after: str = "", limit: int = 100
    ) -> list[str]:
        """Return addresses as ``list_addresses``, of the pages of some WARC files. Raises
        WarcUnreadable, UsageError."""

        def list_in(source: StoredSource) -> list[str]:
            return source.captures.page_addresses(contains, after, limit)

        return self._thread.submit(lambda: list_in(self._open(files))).result()

    def use(
        self, portal: Portal, function: Callable[[StoredSource], _Found | None]
    ) -> _Found | None:
        """Return what ``function`` makes of the pages of the corpus, or of the WARC files if that
        is None. Raises what it raises, and WarcUnreadable, CorpusMismatch, StoreDamaged."""
        found = self._with_corpus(portal, function)
        return found if found is not None else self._with_warcs(portal, function)

    def sample_addresses(self, portal: Portal, like: str, limit: int) -> list[str]:
        """Return at most ``limit`` addresses of stored articles, spread over the corpus; without a
        corpus, those of pages in the WARC files whose addresses have the shape of ``like``. Raises
        as ``read``."""
        articles = self._with_corpus(portal, lambda source: _sample_articles(source, limit))
        if articles:
            return articles

        def list_alike(source: StoredSource) -> list[str]:
            every = source.captures.page_addresses("", "", MAX_COMPARED)
            return spread(choose_alike(every, like), limit)

        return self._with_warcs(portal, list_alike) or []

    def close(self) -> None:
        """Forget the WARC files."""
        self._thread.submit(self._close_opened).result()
        self._thread.shutdown()

    def _with_corpus(
        self, portal: Portal, function: Callable[[CorpusView], _Found]
    ) -> _Found | None:
        folder = self._corpus_folder(portal.id)
        if not has_corpus(folder):
            return None
        with view_corpus(folder, portal.id) as corpus:
            return function(corpus)

    def _with_warcs(
        self, portal: Portal, function: Callable[[StoredSource], _Found]
    ) -> _Found | None:
        files = list_warcs(portal.path)
        if not files:
            return None
        return self._thread.submit(lambda: function(self._open(files))).result()

    def _open(self, files: Sequence[Path]) -> ForeignWarcs:
        check_files(files)
        key = tuple((file, file.stat().st_mtime_ns) for file in files)
        if key not in self._opened:
            self._opened[key] = open_warcs(files)
            while len(self._opened) > MAX_OPEN:
                self._opened.pop(next(iter(self._opened))).close()
        return self._opened[key]

    def _close_opened(self) -> None:
        for warcs in self._opened.values():
            warcs.close()
        self._opened.clear()


def list_warcs(portal_file: Path) -> list[Path]:
    """Return the WARC files that are listed beside a portal file. Raises OSError."""
    path = _warc_list(portal_file)
    if not path.exists():
        return []
    lines = read_regular(path, MAX_YAML).decode("utf-8", "surrogateescape").splitlines()
    return [path.parent / line.strip() for line in lines if line.strip()]


def write_warcs(portal_file: Path, warcs: Sequence[Path]) -> None:
    """List WARC files beside a portal file. Raises UsageError, DiskFull."""
    lines = "".join(f"{file}\n" for file in warcs)
    write_file(_warc_list(portal_file), [lines.encode("utf-8", "surrogateescape")])


def _warc_list(portal_file: Path) -> Path:
    return portal_file.with_name(f"{portal_file.stem}.warcs.txt")


def _sample_articles(corpus: CorpusView, limit: int) -> list[str]:
    return [row.requested for row in corpus.frontier.sample(limit, "tei", "stored")]


def _read(portal: Portal, source: StoredSource, url: str) -> StoredPage:
    return find_stored_page(source, url, f"the stored pages of {portal.id}", zone=portal.timezone)
