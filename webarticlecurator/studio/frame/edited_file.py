"""A file beside a portal file that is changed here, and perhaps in another program, too."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.output_files import (
    read_if_present,
    replace_file,
    require_unchanged,
)
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.studio.frame.file_history import note_state

MAX_FILE_STEPS = 20
"""Changes that can be undone."""
_CURE = "Nothing was written. The current rows are shown now: decide again."


class EditedFile:
    """A file whose changes are written at once and can be undone. ``content`` are its bytes as they
    were read or written last; None without a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._done: list[tuple[bytes, bytes]] = []
        self.content = read_if_present(path)

    @property
    def can_undo(self) -> bool:
        """True if the file is as the last change left it."""
        return bool(self._done) and self._done[-1][1] == self.content

    def read_again(self) -> None:
        """Take the bytes that the file has now. Raises OSError."""
        self.content = read_if_present(self.path)

    def require_unchanged(self) -> None:
        """Raise UsageError if the file is not as it was read last; then read it again."""
        known, self.content = self.content, read_if_present(self.path)
        require_unchanged(self.path, self.content, known, _CURE)

    def write(self, content: bytes, former: bytes) -> None:
        """Write the file. ``former`` is what ``undo`` puts back. Raises UsageError as
        ``require_unchanged``, or if it cannot be written; DiskFull."""
        self._replace(content)
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
        self._replace(former)
        self._done.pop()

    def _replace(self, content: bytes) -> None:
        replace_file(self.path, self.content, content, _CURE)
        note_state(self.path, self.content)
        self.content = content
