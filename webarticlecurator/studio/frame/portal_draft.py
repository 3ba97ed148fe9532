"""Files that are edited in the studio: the portal file, those beside it, where rules stand in them.

The text of a portal file while it is edited, before it is saved.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path

from webarticlecurator.config import check, load_portal
from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.config.load_context import AllowHooks
from webarticlecurator.config.yaml_edit import (
    KeyPath,
    YamlValue,
    find_value,
    read_yaml_text,
    set_value,
)
from webarticlecurator.errors import ConfigProblem, UsageError
from webarticlecurator.export import write_file
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import ArticleRules
from webarticlecurator.studio.frame.file_history import note_state
from webarticlecurator.text.translation import make_message, translate, translate_count

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
        if read_yaml_text(self.file) != self.saved_text:
            raise UsageError(
                make_message(
                    "{file} was changed in another program since it was read here", file=self.file
                ),
                "Copy your text, choose `read again`, and make your changes once more.",
            )
        write_file(self.file, [self.text.encode("utf-8")])
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


# A file beside a portal file that is changed here, and perhaps in another program, too.

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
                    "{path} was changed in another program since it was shown here", path=self.path
                ),
                "Nothing was written. It is shown as it is now: decide again.",
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
                    "nothing to undo: {path} is not as the last change left it", path=self.path
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


# Where a rule of articles stands in the text of a portal file: in ``article``, or in a layout.


def list_rule_paths(text: str, key: KeyPath) -> dict[str, tuple[str, ...]]:
    """Return the paths of a key by the name of its layout: that of the article ("") first, whether
    it has the key or not, then those of the layouts that have it. Raises UsageError if the text is
    not YAML."""
    paths = {"": ("article", *key)}
    for word in ("layouts", "versions"):
        layouts = find_value(text, ("article", word))
        for number, layout in enumerate(layouts if isinstance(layouts, list) else ()):
            path = ("article", word, str(number), *key)
            name = layout.get("name") if isinstance(layout, Mapping) else None
            if name and find_value(text, path) is not None:
                paths.setdefault(str(name), path)
    return paths


def find_rule_path(text: str, layout: str, key: KeyPath) -> tuple[str, ...]:
    """Return the path of a key for the pages of a layout: that of the layout if it has the key,
    else that of the article, which layouts inherit. Raises as ``list_rule_paths``."""
    paths = list_rule_paths(text, key)
    return paths.get(layout, paths[""])


def find_layout_rules(portal: Portal, layout: str) -> ArticleRules:
    """Return the rules of a layout; those of the article for "", and for a name without a
    layout."""
    return next((each.rules for each in portal.layouts if each.name == layout), portal.article)


# What was edited in the text of a portal file.


def list_edits(saved: str, draft: str) -> list[str]:
    """Return the lines that differ, each after ``+`` or ``-``, with a line around them after a
    space and ``…`` between distant ones."""
    lines = unified_diff(saved.splitlines(), draft.splitlines(), lineterm="", n=1)
    edits = ["…" if line.startswith("@@") else line for line in [*lines][2:]]
    return edits[1:] if edits[:1] == ["…"] else edits


def describe_edits(edits: list[str]) -> str:
    """Return how many lines were added and removed."""
    added, removed = (sum(line.startswith(sign) for line in edits) for sign in "+-")
    words = (
        translate_count("{number} line added", "{number} lines added", added),
        translate_count("{number} line removed", "{number} lines removed", removed),
    )
    if added and removed:
        return translate("{first} and {second}", first=words[0], second=words[1])
    if not added and not removed:
        return translate("only line ends or white space edited")
    return words[0] if added else words[1]
