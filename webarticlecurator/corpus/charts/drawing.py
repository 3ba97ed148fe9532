"""A chart as rectangles and texts, which are then written as SVG."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from webarticlecurator.base.dataclasses import dataclass

SIZE = 12
"""Height of a letter in pixels, of 1/96 inch."""
_NARROW, _WIDE = 0.56, 1.0
"""Widths of a usual letter and of an East Asian one, in parts of its height."""


@dataclass(frozen=True)
class Box:
    """A bar, from its upper left corner; ``meaning`` is read out for it."""

    x: float
    y: float
    width: float
    height: float
    meaning: str


@dataclass(frozen=True)
class Label:
    """A text whose base line begins at a point (``anchor``: start), ends there, or has its middle
    there; ``is_turned``: it is read from below."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    is_turned: bool = False


class ChartLine(NamedTuple):
    """A line of an axis or a scale, from one point to another."""

    x: float
    y: float
    to_x: float
    to_y: float


@dataclass(frozen=True)
class Drawing:
    """A chart of a size in pixels; ``title`` stands above it, ``summary`` is read out for it."""

    title: str
    summary: str
    width: float
    height: float
    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]
    lines: tuple[ChartLine, ...] = ()


def measure_text(text: str) -> float:
    """Return about how many pixels a text is wide."""
    return sum(
        SIZE * (_WIDE if unicodedata.east_asian_width(char) in "WF" else _NARROW) for char in text
    )


def shorten_text(text: str, width: float) -> str:
    """Return a text in one line that is at most about ``width`` pixels wide."""
    line = " ".join(text.split())
    if measure_text(line) <= width:
        return line
    while line and measure_text(f"{line}…") > width:
        line = line[:-1]
    return f"{line}…"
