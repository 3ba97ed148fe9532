"""What an import gives: texts of files, and an account of what became of each thing that was
read."""

from __future__ import annotations

from dataclasses import dataclass, field

from webarticlecurator.model.rule import Place

KINDS: dict[str, str] = {
    "carried": "carried over",
    "todo": "left for you to do",
    "left": "left out, and why",
    "unknown": "not understood",
}
"""Kind of a note → its heading, in the order of the report."""


@dataclass(frozen=True)
class Note:
    """One line of the account; ``kind`` is a key of KINDS, ``place`` where the thing stands in the
    older file (line 0: the whole file)."""

    kind: str
    message: str
    place: Place = field(default=Place())

    def __str__(self) -> str:
        where = (
            f"{self.place.file}:{self.place.line}: "
            if self.place.line
            else f"{self.place.file}: "
            if self.place.file
            else ""
        )
        return where + self.message


@dataclass(frozen=True)
class MadeFile:
    """A file to be written: its name (no folder) and its text (LF line ends, to be stored as
    UTF-8)."""

    name: str
    text: str


@dataclass(frozen=True)
class Imported:
    """The files of an import, the first of them the one to look at, and the account."""

    files: tuple[MadeFile, ...]
    notes: tuple[Note, ...]

    def of(self, kind: str) -> tuple[Note, ...]:
        """The notes of one kind, in the order of the older file."""
        return tuple(note for note in self.notes if note.kind == kind)


@dataclass
class ImportReport:
    """Grows while an import goes on."""

    notes: list[Note] = field(default_factory=list)

    def note(self, kind: str, message: str, place: Place | None = None) -> None:
        """Add a line; repeats are said once."""
        said = Note(kind, message, place or Place())
        if said not in self.notes:
            self.notes.append(said)
