"""A list of lines that can be pointed at, as an element of NiceGUI."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from nicegui import ui

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.studio.frame.page_frame import pass_number

MAX_CHARACTERS = 500_000
"""Characters that are shown, since messages to the browser have a limit."""
MAX_LINE = 5000
_HOVER_SECONDS = 0.05
OnLine = Callable[[int], Any]


@dataclass(frozen=True)
class ListLine:
    """A line: what it is, its text, and what is to be said of it. ``style`` is a class, ``indent``
    is in em."""

    label: str
    text: str
    note: str = ""
    style: str = ""
    indent: float = 0


class LineList(ui.element, component="line_list.js"):
    """Lines with a name for who cannot see them. ``on_hover`` is called with the number of the line
    that the pointer or the keyboard is at, or NO_NODE; ``on_choose`` with that of a line that is
    clicked, or chosen with Enter."""

    def __init__(self, *, name: str, on_hover: OnLine, on_choose: OnLine | None = None) -> None:
        super().__init__()
        self._count = 0
        self._props.update(name=name, lines=[])
        self.on("hover", pass_number(on_hover, lambda: self._count), throttle=_HOVER_SECONDS)
        self.on("choose", pass_number(on_choose or on_hover, lambda: self._count))

    def set_lines(self, lines: Iterable[ListLine]) -> int:
        """Show lines in place of those that are shown; return how many are left out, since there
        are too many."""
        chosen, size = [], 0
        every = list(lines)
        for line in every:
            text = line.text if len(line.text) <= MAX_LINE else f"{line.text[:MAX_LINE]}…"
            size += len(text) + 40
            if size > MAX_CHARACTERS:
                break
            chosen.append([line.label, text, line.note, line.style, line.indent])
        self._count = len(chosen)
        self._props["lines"] = chosen
        self.update()
        return len(every) - len(chosen)

    def light(self, numbers: Sequence[int]) -> None:
        """Highlight lines, and bring the first one into view."""
        self.run_method("light", [each for each in numbers if each < self._count], True)
