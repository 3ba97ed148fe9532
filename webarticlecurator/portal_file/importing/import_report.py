"""The result of an import: texts of files, and a report of what became of each key and row."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.rule import Place

KINDS: dict[str, str] = {
    "carried": "carried over",
    "todo": "left for you to do",
    "left": "left out, and why",
    "unknown": "not understood",
}
"""Kind of a note → its heading, in the order of the report."""


@dataclass(frozen=True)
class Note:
    """One line of the report: ``kind`` is a key of KINDS, ``place`` is in the older file (line 0:
    the whole file)."""

    kind: str
    message: str
    place: Place = field(default=Place())

    def __str__(self) -> str:
        if not self.place.file:
            return self.message
        line = f":{self.place.line}" if self.place.line else ""
        return f"{self.place.file}{line}: {self.message}"


@dataclass(frozen=True)
class MadeFile:
    """A file to be written: its name, without a folder, and its text (UTF-8, LF)."""

    name: str
    text: str


@dataclass(frozen=True)
class Imported:
    """The files of an import, the one to start from first, and the notes of the report."""

    files: tuple[MadeFile, ...]
    notes: tuple[Note, ...]

    def of(self, kind: str) -> tuple[Note, ...]:
        """Return the notes of one kind, in the order in which they were made."""
        return tuple(note for note in self.notes if note.kind == kind)


@dataclass
class ImportReport:
    """The notes of an import that is under way."""

    notes: list[Note] = field(default_factory=list)

    def note(self, kind: str, message: str, place: Place | None = None) -> None:
        """Add a note, unless there is an equal one."""
        note = Note(kind, message, place or Place())
        if note not in self.notes:
            self.notes.append(note)
