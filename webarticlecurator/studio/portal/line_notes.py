"""What the editor shows of the problems of a portal file, and its line ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import ConfigProblem
from webarticlecurator.base.text.translation import translate

LINE_CLASS, NOTE_CLASS = "editor-problem-line", "editor-problem-note"


@dataclass(frozen=True)
class LineNote:
    """A problem at a line of the text, counted from 1; ``line`` is 0 where it is in another file,
    which the message then names."""

    line: int
    message: str

    @property
    def label(self) -> str:
        """The problem as an item of a list."""
        return (
            translate("Line {line}: {message}", line=self.line, message=self.message)
            if self.line
            else self.message
        )


def make_line_notes(problems: Iterable[ConfigProblem], file: Path, lines: int) -> list[LineNote]:
    """Return the problems of a portal file with ``lines`` lines, in the order of their lines; those
    of tables and other files come last."""
    notes = [
        LineNote(problem.line, problem.message)
        if Path(problem.file).name == file.name and 1 <= problem.line <= lines
        else LineNote(0, str(problem))
        for problem in problems
    ]
    return sorted(notes, key=lambda note: (note.line == 0, note.line))


def make_decorations(notes: Sequence[LineNote], text: str) -> list[dict[str, Any]]:
    """Return the decorations of CodeMirror that write each problem under its line of ``text``."""
    ends = [end - 1 for end in accumulate(len(line) + 1 for line in text.split("\n"))]
    return [
        decoration
        for note in notes
        if note.line
        for decoration in (
            {"kind": "line", "line": note.line, "class": LINE_CLASS},
            {
                "kind": "widget",
                "position": ends[note.line - 1],
                "text": note.message,
                "class": NOTE_CLASS,
            },
        )
    ]


def count_lines(text: str) -> int:
    """Return the number of lines that the editor shows."""
    return text.count("\n") + 1


def to_editor_text(text: str) -> str:
    """Return a text with the line ends that the editor counts in."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def from_editor_text(shown: str, before: str) -> str:
    """Return the text of the editor with the line ends of the text that it has edited."""
    return shown.replace("\n", "\r\n") if "\r\n" in before else shown
