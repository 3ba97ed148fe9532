"""The stored pages of a portal: those of its corpus, and those of WARC files that are listed in
``<portal>.warcs.txt`` beside its portal file, one path a line.
"""

from __future__ import annotations

import heapq
import shutil
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.grouping import Item, choose_spread
from webarticlecurator.base.model.capture import Body
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.input_files import MAX_YAML, read_regular
from webarticlecurator.base.system.output_files import write_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.captured_pages import (
    CapturedPages,
    CorpusPages,
    WarcPages,
    has_corpus,
)
from webarticlecurator.corpus.stored_pages.page_store import KeptPage, StoredPage, keep_pages
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.warc.warc_reader import check_files
from webarticlecurator.studio.frame.address_shape import (
    choose_alike,
    choose_usual,
    is_archive_page,
)
from webarticlecurator.studio.frame.page_files import find_stored_body

MAX_OPEN = 4
"""Portals whose WARC files stay indexed."""
LISTED_FIRST = 2000
"""Stored addresses among which a page of the list is looked for."""
MAX_COMPARED = 20_000
"""Addresses in WARC files among which those of similar pages are found."""


class PageSources:
    """The stored pages of all portals; ``corpus_folder`` returns the folder of a portal's corpus.

    WARC files are indexed when they are first read, and stay so. Thread-safe, and slow: not to be
    called in the event loop.
    """

    def __init__(self, corpus_folder: Callable[[str], Path]) -> None:
        self._corpus_folder = corpus_folder
        self._opened: dict[tuple[tuple[Path, int], ...], WarcPages] = {}
        # an index in SQLite is used by the thread that made it
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="curator-warcs")

    def keep(self, portal_file: Path, pages: Iterable[KeptPage], now: datetime) -> None:
        """Keep pages in ``<portal>.fetched.warc.gz`` beside the portal file, as one of its WARC
        files. Raises OSError, UsageError."""
        self._change_kept(portal_file, lambda kept: keep_pages(kept, pages, now))

    def keep_records(self, portal_file: Path, warc: Path) -> None:
        """Keep the records of a WARC file, as ``keep``."""

        def append(kept: Path) -> None:
            with warc.open("rb") as source, kept.open("ab") as target:
                shutil.copyfileobj(source, target)

        self._change_kept(portal_file, append)

    def _change_kept(self, portal_file: Path, change: Callable[[Path], None]) -> None:
        kept = kept_path(portal_file)

        def write() -> None:  # in the thread that reads the files
            change(kept)
            listed = [*read_warc_list(portal_file)]
            if kept.name not in listed:
                write_warcs(portal_file, [*map(Path, listed), Path(kept.name)])

        self._thread.submit(write).result()

    def read(self, portal: Portal, url: str, *, fetched_first: bool = False) -> StoredPage:
        """Return the stored page of an address: of the corpus, or else of the WARC files, unless
        those come first.

        Raises UsageError if there is none, WarcUnreadable, CorpusMismatch, StoreDamaged.
        """
        missing: UsageError | None = None
        where = make_message("the stored pages of {portal}", portal=portal.id)
        places = (self._with_corpus, self._with_warcs)
        for each in places[::-1] if fetched_first else places:
            try:
                found = each(portal, lambda store: store.of(portal, where).find(url))
            except UsageError as error:
                missing = missing or error
                continue
            if found is not None:
                return found
        raise missing or UsageError(
            make_message("no page of {portal} is stored yet", portal=portal.id),
            "Fetch a page by its address here, or start a crawl.",
        )

    def find_body(self, portal: Portal, url: str) -> Body | None:
        """Return the stored answer for a picture, a style sheet or another file of a page, or None.
        Raises StoreDamaged, WarcUnreadable, CorpusMismatch."""
        return self.use(portal, lambda store: find_stored_body(store, url))

    def has_any(self, portal: Portal, urls: Sequence[str]) -> bool:
        """Return True if a complete answer for one of these files is stored. Raises as ``use``."""
        return self.use(portal, lambda store: store.captures.best(urls)) is not None

    def _list_in_both(
        self, portal: Portal, limit: int, list_in: Callable[[CapturedPages], list[str]]
    ) -> list[str]:
        lists = [self._with_corpus(portal, list_in), self._with_warcs(portal, list_in)]
        return list(dict.fromkeys(heapq.merge(*(found for found in lists if found))))[:limit]

    def list_addresses(self, portal: Portal, contains: str = "", limit: int = 100) -> list[str]:
        """Return at most ``limit`` addresses of stored pages, in the order of their characters,
        that have ``contains`` in them. Raises as ``read``."""
        return self._list_in_both(
            portal, limit, lambda store: store.captures.page_addresses(contains, limit)
        )

    def list_beginning(self, portal: Portal, prefix: str, limit: int) -> list[str]:
        """Return at most ``limit`` addresses of stored pages that begin with a text, in the order
        of their characters. Raises as ``read``."""
        return self._list_in_both(
            portal, limit, lambda store: store.captures.addresses_beginning(prefix, limit)
        )

    def list_archive_pages(self, portal: Portal, contains: str = "", limit: int = 100) -> list[str]:
        """Return addresses as ``list_addresses``, of the archive pages of the corpus: none without
        a corpus."""
        return (
            self._with_corpus(
                portal, lambda store: store.captures.archive_addresses(contains, limit)
            )
            or []
        )

    def list_in_warcs(self, files: Sequence[Path], limit: int = 100) -> list[str]:
        """Return addresses as ``list_addresses``, of the pages of some WARC files. Raises
        WarcUnreadable, UsageError."""
        return self._thread.submit(
            lambda: self._open(files).captures.page_addresses("", limit)
        ).result()

    def use(self, portal: Portal, function: Callable[[CapturedPages], Item | None]) -> Item | None:
        """Return what ``function`` makes of the pages of the corpus, or of the WARC files if that
        is None. Raises what it raises, and WarcUnreadable, CorpusMismatch, StoreDamaged."""
        found = self._with_corpus(portal, function)
        return found if found is not None else self._with_warcs(portal, function)

    def sample_addresses(self, portal: Portal, like: str, limit: int) -> list[str]:
        """Return at most ``limit`` addresses of stored articles, spread over the corpus; without a
        corpus, those of pages in the WARC files whose addresses have the shape of ``like``. Raises
        as ``read``."""

        def sample(store: CapturedPages) -> list[str] | None:
            if isinstance(store, CorpusPages):
                rows = store.corpus.frontier.sample(limit, "tei", "stored")
                return [row.requested for row in rows] or None
            every = store.captures.page_addresses("", MAX_COMPARED)
            return choose_spread(choose_alike(every, like or choose_usual(portal, every)), limit)

        return self.use(portal, sample) or []

    def list_latest(self, portal: Portal, limit: int) -> list[str]:
        """Return at most ``limit`` addresses of articles that wait to be built, the last listed
        ones first. Raises CorpusMismatch, StoreDamaged."""
        rows = self._with_corpus(portal, lambda store: store.corpus.frontier.latest(limit))
        return [row.requested for row in rows or ()]

    def list_stored_lists(self, portal: Portal, limit: int) -> list[str]:
        """Return addresses of stored pages of the list: of the corpus, or else of the WARC files.
        Raises as ``read``."""
        return self.list_archive_pages(portal, limit=limit) or [
            url
            for url in self.list_addresses(portal, limit=LISTED_FIRST)
            if is_archive_page(portal, url)
        ]

    def find_list_of(self, portal: Portal, url: str) -> str:
        """Return the stored page of the list that names an article, else any of them, "" without
        one. Raises as ``read``."""
        listings = self._with_corpus(portal, lambda store: store.corpus.listings.of(url)) or ()
        pages = [each.page for each in listings if each.walk.column]
        return next(iter((*pages, *self.list_stored_lists(portal, 1))), "")

    def close(self) -> None:
        """Forget the WARC files."""
        for warcs in self._opened.values():
            self._thread.submit(warcs.close).result()
        self._opened.clear()
        self._thread.shutdown()

    def _with_corpus(self, portal: Portal, function: Callable[[CorpusPages], Item]) -> Item | None:
        folder = self._corpus_folder(portal.id)
        if not has_corpus(folder):
            return None
        with CorpusPages(portal, folder) as store:
            return function(store)

    def _with_warcs(self, portal: Portal, function: Callable[[CapturedPages], Item]) -> Item | None:
        files = list_warcs(portal.path)
        if not files:
            return None
        return self._thread.submit(lambda: function(self._open(files).of(portal))).result()

    def _open(self, files: Sequence[Path]) -> WarcPages:
        check_files(files)
        key = tuple((file, file.stat().st_mtime_ns) for file in files)
        if key not in self._opened:
            self._opened[key] = WarcPages(Portal("", ""), files, Runtime())
            while len(self._opened) > MAX_OPEN:
                self._opened.pop(next(iter(self._opened))).close()
        return self._opened[key]


def list_warcs(portal_file: Path) -> list[Path]:
    """Return the WARC files that are listed beside a portal file. Raises OSError."""
    return [portal_file.parent / line for line in read_warc_list(portal_file)]


def kept_path(portal_file: Path) -> Path:
    """Return the path of the WARC file with the pages that were fetched in the studio."""
    return portal_file.with_name(f"{portal_file.stem}.fetched.warc.gz")


def read_warc_list(portal_file: Path) -> list[str]:
    """Return the WARC files as they are listed. Raises OSError."""
    path = _warc_list(portal_file)
    if not path.exists():
        return []
    lines = read_regular(path, MAX_YAML).decode("utf-8", "surrogateescape").splitlines()
    return [line.strip() for line in lines if line.strip()]


def write_warcs(portal_file: Path, warcs: Sequence[Path]) -> None:
    """List WARC files beside a portal file. Raises UsageError, DiskFull."""
    lines = "".join(f"{file}\n" for file in warcs)
    write_file(_warc_list(portal_file), [lines.encode("utf-8", "surrogateescape")])


def _warc_list(portal_file: Path) -> Path:
    return portal_file.with_name(f"{portal_file.stem}.warcs.txt")
