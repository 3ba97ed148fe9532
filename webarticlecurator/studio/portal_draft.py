"""The text of a portal file while it is edited, before it is saved."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.config import check, load_portal
from webarticlecurator.config.load_context import AllowHooks
from webarticlecurator.config.yaml_edit import (
    KeyPath,
    YamlValue,
    add_value,
    read_yaml_text,
    remove_value,
    set_value,
)
from webarticlecurator.errors import ConfigProblem, UsageError
from webarticlecurator.export import write_file
from webarticlecurator.model.portal import Portal

MAX_STEPS = 200
"""Edits that can be undone."""


class PortalDraft:
    """A portal file as all tabs of the browser see it; ``version`` grows with each change of the
    text.

    ``allow_hooks`` as for ``load_portal``. Raises ConfigError and OSError if the file cannot be
    read.
    """

    def __init__(self, file: Path, allow_hooks: AllowHooks) -> None:
        self.file = file
        self.version = 0
        self._allow_hooks = allow_hooks
        self._text = self._saved = read_yaml_text(file)
        self._undone: list[str] = []
        self._done: list[str] = []

    @property
    def text(self) -> str:
        return self._text

    @property
    def saved_text(self) -> str:
        """The text of the file as it was read or saved last."""
        return self._saved

    @property
    def is_saved(self) -> bool:
        """True if the file holds this text, as far as it was changed here."""
        return self._text == self._saved

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def portal(self) -> Portal:
        """Return the portal that the text describes. Raises ConfigError with every problem."""
        return self.read_text(self._text)

    def read_text(self, text: str) -> Portal:
        """Return the portal that another text of the file describes. Raises as ``portal``."""
        content = text.encode("utf-8")
        return load_portal(self.file, allow_hooks=self._allow_hooks, content=content)

    def problems(self) -> tuple[ConfigProblem, ...]:
        """Return what ``curator check`` says of the text."""
        content = self._text.encode("utf-8")
        return check(self.file, allow_hooks=self._allow_hooks, content=content)

    def set(self, path: KeyPath, value: YamlValue) -> None:
        """Write a value. Raises UsageError if the text cannot be edited there."""
        self.replace(set_value(self._text, path, value))

    def add(self, path: KeyPath, value: YamlValue) -> None:
        """Add a value to a list. Raises UsageError as ``set``."""
        self.replace(add_value(self._text, path, value))

    def remove(self, path: KeyPath) -> None:
        """Remove a key. Raises UsageError as ``set``, and for a key that is not there."""
        self.replace(remove_value(self._text, path))

    def replace(self, text: str) -> None:
        """Make ``text`` the text, as one edit that can be undone."""
        if text == self._text:
            return
        self._done = [*self._done, self._text][-MAX_STEPS:]
        self._undone = []
        self._become(text)

    def undo(self) -> None:
        """Take the last edit back, if there is one."""
        if self._done:
            self._undone.append(self._text)
            self._become(self._done.pop())

    def redo(self) -> None:
        """Make the edit again that was taken back last, if there is one."""
        if self._undone:
            self._done.append(self._text)
            self._become(self._undone.pop())

    def save(self) -> None:
        """Write the text to the file.

        Raises UsageError if the file was changed by somebody else meanwhile, or cannot be written;
        DiskFull.
        """
        if read_yaml_text(self.file) != self._saved:
            raise UsageError(
                f"{self.file} was changed in another program since it was read here",
                "Copy your text, choose `read again`, and make your changes once more.",
            )
        write_file(self.file, [self._text.encode("utf-8")])
        self._saved = self._text

    def read_again(self) -> None:
        """Take the text that the file has now, as an edit that can be undone. Raises ConfigError
        and OSError."""
        self._saved = read_yaml_text(self.file)
        self.replace(self._saved)

    def follow_file(self) -> None:
        """Take the text that the file has now, if nothing here is unsaved. Raises as
        ``read_again``."""
        if self.is_saved and read_yaml_text(self.file) != self._saved:
            self.read_again()

    def _become(self, text: str) -> None:
        self._text = text
        self.version += 1
