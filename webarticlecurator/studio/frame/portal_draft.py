"""The text of a portal file while it is edited, before it is saved."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.errors import ConfigProblem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.portal_file.config.load_context import AllowHooks
from webarticlecurator.portal_file.yaml_file.yaml_edit import (
    read_yaml_text,
    replace_yaml_file,
    set_value,
)
from webarticlecurator.portal_file.yaml_file.yaml_places import KeyPath
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue
from webarticlecurator.studio.frame.file_history import note_state

MAX_STEPS = 200
"""Edits that can be undone."""


class PortalDraft:
    """A portal file as all tabs of the browser see it; ``version`` grows with each change of its
    ``text``. ``saved_text`` is that of the file as it was read or saved last.

    ``allow_hooks`` as for ``load_portal``. Raises ConfigError and OSError if the file cannot be
    read.
    """

    def __init__(self, file: Path, allow_hooks: AllowHooks) -> None:
        self.file = file
        self.version = 0
        self._allow_hooks = allow_hooks
        self.text = self.saved_text = read_yaml_text(file)
        self._undone: list[str] = []
        self._done: list[str] = []

    @property
    def is_saved(self) -> bool:
        """True if the file holds this text, as far as it was changed here."""
        return self.text == self.saved_text

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def portal(self) -> Portal:
        """Return the portal that the text describes. Raises ConfigError with every problem."""
        return self.read_text(self.text)

    def read_text(self, text: str) -> Portal:
        """Return the portal that another text of the file describes. Raises as ``portal``."""
        return load_portal(self.file, allow_hooks=self._allow_hooks, content=text.encode("utf-8"))

    def problems(self) -> tuple[ConfigProblem, ...]:
        """Return what ``curator check`` says of the text."""
        return check(self.file, allow_hooks=self._allow_hooks, content=self.text.encode("utf-8"))

    def set(self, path: KeyPath, value: YamlValue) -> None:
        """Write a value. Raises UsageError if the text cannot be edited there."""
        self.replace(set_value(self.text, path, value))

    def replace(self, text: str) -> None:
        """Make ``text`` the text, as one edit that can be undone."""
        if text == self.text:
            return
        self._done = [*self._done, self.text][-MAX_STEPS:]
        self._undone = []
        self._become(text)

    def undo(self) -> None:
        """Take the last edit back, if there is one."""
        if self._done:
            self._undone.append(self.text)
            self._become(self._done.pop())

    def redo(self) -> None:
        """Make the edit again that was taken back last, if there is one."""
        if self._undone:
            self._done.append(self.text)
            self._become(self._undone.pop())

    def save(self) -> None:
        """Write the text to the file.

        Raises UsageError if the file was changed by somebody else meanwhile, or cannot be written;
        DiskFull.
        """
        cure = "Copy your text, choose `Read again`, and make your changes again."
        replace_yaml_file(self.file, self.saved_text, self.text, cure)
        note_state(self.file, self.saved_text.encode("utf-8"))
        self.saved_text = self.text

    def read_again(self) -> None:
        """Take the text that the file has now, as an edit that can be undone. Raises ConfigError
        and OSError."""
        self.saved_text = read_yaml_text(self.file)
        self.replace(self.saved_text)

    def follow_file(self) -> None:
        """Take the text that the file has now, if nothing here is unsaved. Raises as
        ``read_again``."""
        if self.is_saved and read_yaml_text(self.file) != self.saved_text:
            self.read_again()

    def _become(self, text: str) -> None:
        self.text = text
        self.version += 1
