"""``curator crawl`` of several portals at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.crawl.crawl_threads import (
    CrawlListener,
    CrawlOutcome,
    CrawlThreads,
    PortalCrawl,
)
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime


class CrawlDisplay(CrawlListener, Protocol):
    """Shows several crawls at once.

    After ``progress_of`` for each portal, ``begin`` is called before the first crawl, and ``close``
    after the last.
    """

    def begin(self) -> None:
        """Open the display."""

    def close(self) -> None:
        """Close the display."""


def check_folders(crawls: Sequence[PortalCrawl]) -> None:
    """Raise UsageError if two of several crawls would write to the same corpus."""
    files: dict[Path, Path] = {}
    for each in crawls:
        other = files.setdefault(each.folder.resolve(), each.portal.path)
        if other is not each.portal.path:
            raise UsageError(
                make_message(
                    "{other} and {path} have the same corpus, {folder}",
                    other=other,
                    path=each.portal.path,
                    folder=each.folder,
                ),
                "Give each portal file a `portal` name of its own, or crawl one after the other.",
            )


def crawl_portals(
    crawls: Sequence[PortalCrawl],
    options: CrawlOptions,
    runtime: Runtime,
    display: CrawlDisplay,
) -> tuple[CrawlOutcome, ...]:
    """Crawl several portals at the same time, as ``CrawlThreads`` says; return how each crawl
    ended, in their order.

    Raises UsageError if two of them have the same corpus.
    """
    if not crawls:
        return ()
    check_folders(crawls)
    with CrawlThreads(len(crawls), options, runtime, display) as threads:
        started = [threads.add(each) for each in crawls]
        display.begin()
        try:
            for thread in started:
                thread.start()
            threads.wait()
        finally:
            display.close()
    return tuple(thread.outcome for thread in started)
