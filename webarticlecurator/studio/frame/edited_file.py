"""A file beside a portal file that is changed here, and perhaps in another program, too."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.input_files import MAX_TABLE, read_regular
from webarticlecurator.base.system.output_files import write_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.studio.frame.file_history import note_state

MAX_FILE_STEPS = 20
"""Changes that can be undone."""


class EditedFile:
    """A file whose changes are written at once and can be undone. ``content`` are its bytes as they
    were read or written last; None without a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._done: list[tuple[bytes, bytes]] = []
        self.content = self._read()

    @property
    def can_undo(self) -> bool:
        """True if the file is as the last change left it."""
        return bool(self._done) and self._done[-1][1] == self.content

    def read_again(self) -> None:
        """Take the bytes that the file has now. Raises OSError."""
        self.content = self._read()

    def require_unchanged(self) -> None:
        """Raise UsageError if the file is not as it was read last; then read it again."""
        known, self.content = self.content, self._read()
        if self.content != known:
            raise UsageError(
                make_message(
                    "another program has changed {path} since it was shown here", path=self.path
                ),
                "Nothing was written. The current rows are shown now: decide again.",
            )

    def write(self, content: bytes, former: bytes) -> None:
        """Write the file. ``former`` is what ``undo`` puts back. Raises UsageError as
        ``require_unchanged``, or if it cannot be written; DiskFull."""
        self.require_unchanged()
        write_file(self.path, [content])
        note_state(self.path, self.content)
        self.content = content
        self._done = [*self._done, (former, content)][-MAX_FILE_STEPS:]

    def undo(self) -> None:
        """Write the file as it was before the last change. Raises as ``write``."""
        self.require_unchanged()
        if not self.can_undo:
            raise UsageError(
                make_message(
                    "cannot undo: {path} was edited after the last change", path=self.path
                ),
                "Change the rows instead.",
            )
        former, _ = self._done[-1]
        write_file(self.path, [former])
        note_state(self.path, self.content)
        self._done.pop()
        self.content = former

    def _read(self) -> bytes | None:
        try:
            return read_regular(self.path, MAX_TABLE)
        except FileNotFoundError:
            return None
