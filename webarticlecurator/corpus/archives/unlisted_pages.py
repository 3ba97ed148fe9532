"""Find on which stored archive page an address is linked that no link rule lists.

All stored archive pages are read for the first address that is looked for, and what was read is
kept in the derived file: the next run reads only what is new, until link or address rules change.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import tee

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule_digests import digest_address_rules
from webarticlecurator.corpus.archives.unlisted_addresses import (
    ArchivePageTask,
    find_unlisted_addresses,
)
from webarticlecurator.crawling.archive.page_address import address_key
from webarticlecurator.crawling.states.replay import list_archive_pages
from webarticlecurator.crawling.workers.executor import Job, LostTask
from webarticlecurator.crawling.workers.executor_kinds import choose_processes, open_executor
from webarticlecurator.crawling.workers.progress import progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.frontier.cdx_file import CdxFile
from webarticlecurator.storage.frontier.unlisted_links import PageVersion, UnlistedLink
from webarticlecurator.storage.store.view import CorpusView

_VERSION = 1
"""Increased when pages must be read again."""
_BATCH = 100
"""Pages between two commits."""


class UnlistedPages:
    """The archive pages of a corpus and what they link without listing it."""

    def __init__(self, portal: Portal, corpus: CorpusView, file: CdxFile, runtime: Runtime) -> None:
        self._portal, self._corpus, self._file = portal, corpus, file
        self._runtime = runtime
        self._is_read = False

    def has_new_rules(self) -> bool:
        """Return True if the link rules have changed since the corpus knows what they list."""
        return self._corpus.run_log.get_meta("links") not in (None, self._portal.link_digest)

    def find(self, canonical: str) -> UnlistedLink | None:
        """Return where an address is linked and not listed, in whatever spelling (``www.``, http,
        a slash at its end); None if it is not.

        Raises StoreDamaged, DiskFull, and RulesTooSlow if the rules of several pages in a row take
        too long.
        """
        if not self._is_read:
            self._read_pages()
            self._is_read = True
        return self._file.unlisted.find(address_key(canonical))

    def _read_pages(self) -> None:
        portal, progress = self._portal, self._runtime.progress
        rules = f"{_VERSION} {portal.link_digest} {digest_address_rules(portal.address)}"
        self._file.unlisted.begin(rules)
        processes, tasks = choose_processes(self._list_tasks(), None)
        tasks, current = tee(tasks)
        job = Job(portal, self._corpus.folder, self._runtime.cluster, progress.show_message)
        with (
            open_executor(self._runtime.executor, job, processes) as executor,
            progress_stage(progress, "archive pages", None, "pages"),
        ):
            for number, found in enumerate(executor.results(find_unlisted_addresses, tasks), 1):
                task = next(current)
                if isinstance(found, LostTask):
                    progress.show_message(f"{task.capture.url}: {found.evidence}")
                    continue
                links = ((address_key(url), reason) for url, reason in found)
                self._file.unlisted.add_page(_to_version(task), links)
                progress.step(task.capture.url)
                if number % _BATCH == 0:
                    self._file.commit()
        self._file.commit()

    def _list_tasks(self) -> Iterator[ArchivePageTask]:
        """Yield the stored archive pages that were not read yet, each version once."""
        for capture, place in list_archive_pages(self._portal, self._corpus.captures):
            task = ArchivePageTask(capture, place.key.column, place.key.span, place.key.window)
            if not self._file.unlisted.has_page(_to_version(task)):
                yield task


def _to_version(task: ArchivePageTask) -> PageVersion:
    return task.capture.url, task.column, task.span, task.capture.body_digest
