"""The portals of the service: their files are read again when they, or files they name, change."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from http import HTTPStatus
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.input_files import FileStamp, stamp_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.crawl.portal_files import FileChange, FileError, PortalFiles
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.service.request_problems import RequestProblem

MIN_AGE = 0.5
"""Seconds for which the files are taken to be as they were."""

Stamps = tuple[FileStamp, ...]


@dataclass(frozen=True)
class PortalEntry:
    """A portal file. Its ``portal``, or the ``error`` for which it cannot be used; ``id`` is that
    of its portal, or its name if it could never be read. ``stamps`` are times of change and sizes
    of the files that it names."""

    id: str
    file: Path
    portal: Portal | None = None
    error: FileError | None = None
    stamps: Stamps = ()


class PortalCatalog:
    """The portal files of the service by the id of their portal. Thread-safe.

    ``list_files`` returns the files that are there now, ``read_portal`` the portal of one, or
    raises CuratorError or OSError; ``now`` returns the time in seconds.
    """

    def __init__(
        self,
        list_files: Callable[[], Sequence[Path]],
        read_portal: Callable[[Path], Portal],
        now: Callable[[], float],
    ) -> None:
        self._files = PortalFiles(list_files, read_portal)
        self._now, self._lock = now, threading.Lock()
        self._entries: dict[Path, PortalEntry] = {}
        self._read_at: float | None = None

    def entries(self) -> list[PortalEntry]:
        """Return all portal files as they are now, by id; those that have changed are read again,
        unless that was done a moment ago."""
        with self._lock:
            now = self._now()
            if self._read_at is None or now - self._read_at >= MIN_AGE:
                for change in self._files.find_changes():
                    self._apply(change)
                for entry in list(self._entries.values()):
                    if entry.portal is not None and entry.stamps != _stamps_of(entry.portal):
                        self._apply(self._files.read_again(entry.file))
                self._read_at = now
            return sorted(self._entries.values(), key=lambda entry: (entry.id, entry.file))

    def find(self, portal_id: str) -> Portal:
        """Return a portal by its id.

        Raises as ``find_entry``, and what reading its file raised: ConfigError with every problem.
        """
        entry = self.find_entry(portal_id)
        if entry.portal is not None:
            return entry.portal
        assert entry.error is not None
        raise entry.error.with_traceback(None)  # that of every raise would be kept

    def find_entry(self, portal_id: str) -> PortalEntry:
        """Return the portal file that is listed under an id, which may have problems; of several
        one without. Raises RequestProblem if there is none."""
        entries = self.entries()
        found = [entry for entry in entries if entry.id == portal_id]
        if found:
            return min(found, key=lambda entry: entry.portal is None)
        known = [entry.id for entry in entries]
        nearest = nearest_word(portal_id, known)
        raise RequestProblem(
            HTTPStatus.NOT_FOUND,
            make_message("no such portal"),
            portal_id,
            expected=", ".join(known) or "none: the service has no portal file",
            cure=make_message("Did you mean {nearest}?", nearest=repr(nearest))
            if nearest
            else "GET /portals lists them.",
        )

    def read_again(self) -> None:
        """Look for changed files at the next call, however soon it comes."""
        with self._lock:
            self._read_at = None

    def _apply(self, change: FileChange) -> None:
        file, known = change.file, self._entries.get(change.file)
        if change.portal is not None:
            portal = change.portal
            self._entries[file] = PortalEntry(portal.id, file, portal, stamps=_stamps_of(portal))
        elif change.error is not None:
            self._entries[file] = PortalEntry(
                file.stem if known is None else known.id, file, error=change.error
            )
        else:
            self._entries.pop(file, None)


def _stamps_of(portal: Portal) -> Stamps:
    """Return the times of change and the sizes of the files that a portal file names."""
    names = [*(file.name for file in portal.files), *(file for file, _ in portal.hooks)]
    return tuple(stamp_file(portal.path.parent / name) for name in names)
