"""Follow portal files that are added, changed and removed while a command runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError, UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.input_files import stamp_file
from webarticlecurator.base.text.translation import make_message

FileError = CuratorError | OSError


@dataclass(frozen=True)
class FileChange:
    """A portal file that has changed: it has a ``portal``, or is left out for an ``error``; with
    neither, it was removed."""

    file: Path
    portal: Portal | None = None
    error: FileError | None = None


@dataclass(frozen=True)
class _KnownFile:
    """A file as it was read: its time of change and size, and its portal or its problems."""

    stamp: tuple[int, int]
    portal: Portal | None
    problems: str


class PortalFiles:
    """The portal files that a command follows.

    ``list_files`` returns those that are there now; ``read_portal`` returns the portal of one, or
    raises CuratorError or OSError.
    """

    def __init__(
        self, list_files: Callable[[], Sequence[Path]], read_portal: Callable[[Path], Portal]
    ) -> None:
        self._list_files, self._read_portal = list_files, read_portal
        self._known: dict[Path, _KnownFile] = {}

    def find_changes(self) -> list[FileChange]:
        """Return what has changed since the last call; the first call returns all files.

        A file with problems is read again at each call, since they may be in a file that it names;
        it is returned again when its problems are other ones. The later one of two files of the
        same portal is left out.
        """
        present = {file: stamp for file in self._list_files() if (stamp := stamp_file(file))}
        removed = [FileChange(file) for file in self._known if file not in present]
        for each in removed:
            del self._known[each.file]
        return removed + [
            change
            for file, stamp in present.items()
            if not self._is_unchanged(file, stamp)
            if (change := self._read(file, stamp)) is not None
        ]

    def read_again(self, file: Path) -> FileChange:
        """Return a file that had no problems as it and the files that it names are now."""
        stamp = stamp_file(file)
        read = None if stamp is None else self._read(file, stamp)
        if read is None:
            self._known.pop(file, None)
        return read or FileChange(file)

    def _is_unchanged(self, file: Path, stamp: tuple[int, int]) -> bool:
        known = self._known.get(file)
        return known is not None and known.stamp == stamp and not known.problems

    def _read(self, file: Path, stamp: tuple[int, int]) -> FileChange | None:
        """Read a file; return None if its problems are known already."""
        known = self._known.get(file)
        try:
            portal = self._read_portal(file)
            for other, each in self._known.items():
                if other != file and each.portal is not None and each.portal.id == portal.id:
                    raise UsageError(
                        make_message(
                            "{file} and {other} have the same corpus, that of {id}",
                            file=file,
                            other=other,
                            id=portal.id,
                        ),
                        "Give each portal file a `portal` name of its own.",
                    )
        except (CuratorError, OSError) as error:
            self._known[file] = _KnownFile(stamp, None, str(error))
            is_known = known is not None and known.problems == str(error)
            return None if is_known else FileChange(file, error=error)
        self._known[file] = _KnownFile(stamp, portal, "")
        return FileChange(file, portal)
