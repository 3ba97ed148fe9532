"""Bar charts: drawn as rectangles and texts, and written as SVG.

Draw bars: upright ones for what has an order, such as months, else one below the other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.text.characters import ILLEGAL, REPLACEMENT, escape_label

WIDTH = 720
_HEIGHT = 220
"""Height of the plot of upright bars."""
_TOP = 36
_ROW = 20
_NAMES = 230
"""Width of the names of bars that are one below the other."""
_NUMBERS = 80
_MARGIN = 8


@dataclass(frozen=True)
class Bar:
    """A bar. An upright one has its ``label`` below it, by default its name, where there is room;
    an empty one leaves room for others."""

    name: str
    value: int
    label: str | None = None

    @property
    def text_below(self) -> str:
        return self.name if self.label is None else self.label


def draw_rows(title: str, unit: str, bars: Sequence[Bar]) -> Drawing:
    """Draw bars one below the other, each with its name before and its number behind it."""
    longest = WIDTH - _NAMES - _NUMBERS - 2 * _MARGIN
    most = max((bar.value for bar in bars), default=0)
    boxes, labels = [], [_title(title, unit)]
    for number, bar in enumerate(bars):
        top = _TOP + number * _ROW
        width = longest * bar.value / most if most else 0
        base = top + _ROW / 2 + SIZE / 3
        name = shorten_text(bar.name, _NAMES - _MARGIN)
        boxes.append(Box(_NAMES, top + 2, width, _ROW - 4, _meaning(bar, unit)))
        labels += [
            Label(_NAMES - _MARGIN, base, name, "end"),
            Label(_NAMES + width + _MARGIN / 2, base, f"{bar.value:,}"),
        ]
    height = _TOP + len(bars) * _ROW + _MARGIN
    return Drawing(title, _summary(unit, bars), WIDTH, height, tuple(boxes), tuple(labels))


def draw_columns(title: str, unit: str, bars: Sequence[Bar]) -> Drawing:
    """Draw upright bars side by side, with a scale at the left."""
    most = max((bar.value for bar in bars), default=0)
    left = measure_text(f"{most:,}") + 2 * _MARGIN
    step = (WIDTH - left - _MARGIN) / max(len(bars), 1)
    bottom = _TOP + _HEIGHT
    boxes = [
        Box(
            left + number * step + step * 0.05,
            bottom - _HEIGHT * bar.value / most,
            step * 0.9,
            _HEIGHT * bar.value / most,
            _meaning(bar, unit),
        )
        for number, bar in enumerate(bars)
        if bar.value
    ]
    scale = [
        Label(left - _MARGIN, bottom - _HEIGHT * value / most + SIZE / 3, f"{value:,}", "end")
        for value in ({0, most // 2, most} if most else ())
    ]
    labelled = [(number, bar.text_below) for number, bar in enumerate(bars) if bar.text_below]
    names = [
        Label(left + (number + 0.5) * step, bottom + SIZE + 4, text, "middle")
        for number, text in _choose_labels(labelled, step)
    ]
    height = bottom + SIZE + 2 * _MARGIN
    labels = (_title(title, unit), *sorted(scale, key=lambda each: each.y), *names)
    return Drawing(title, _summary(unit, bars), WIDTH, height, tuple(boxes), labels)


def _choose_labels(labels: Sequence[tuple[int, str]], step: float) -> Sequence[tuple[int, str]]:
    """Return the labels that have room side by side, at equal distances; all come with the number
    of their bar, which is ``step`` pixels wide."""
    if len(labels) < 2:
        return labels
    width = max(measure_text(text) for _, text in labels) + _MARGIN
    distance = step * (labels[-1][0] - labels[0][0]) / (len(labels) - 1)
    return labels[:: max(int(-(-width // distance)), 1)]


def _title(title: str, unit: str) -> Label:
    return Label(0, SIZE + 2, f"{title}: {unit}")


def _meaning(bar: Bar, unit: str) -> str:
    return f"{bar.name}: {bar.value:,} {unit}"


def _summary(unit: str, bars: Sequence[Bar]) -> str:
    """Return what the chart shows in a sentence."""
    if not bars:
        return f"No {unit}."
    largest = max(bars, key=lambda bar: bar.value)
    return f"{len(bars)} bars; the largest is {largest.name} with {largest.value:,} {unit}."


# A chart as rectangles and texts, which are then written as SVG.

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
    there."""

    x: float
    y: float
    text: str
    anchor: str = "start"


@dataclass(frozen=True)
class Drawing:
    """A chart of a size in pixels; ``title`` stands above it, ``summary`` is read out for it."""

    title: str
    summary: str
    width: float
    height: float
    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]


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


# Write a drawing as SVG 1.1: a file of its own, or a part of an HTML page.

BAR, TEXT = "#2f6db5", "#1a1a1a"
"""Colours on white paper; a page has its own for the classes ``bar`` and ``label``."""


def write_svg(drawing: Drawing) -> str:
    """Return the drawing as an element without declaration, which is also a whole file."""
    width, height = _number(drawing.width), _number(drawing.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" font-family="sans-serif" font-size="{SIZE}">',
        f"<title>{_escape(drawing.title)}</title>",
        f"<desc>{_escape(drawing.summary)}</desc>",
    ]
    lines += [
        f'<rect class="bar" fill="{BAR}" x="{_number(box.x)}" y="{_number(box.y)}"'
        f' width="{_number(box.width)}" height="{_number(box.height)}">'
        f"<title>{_escape(box.meaning)}</title></rect>"
        for box in drawing.boxes
    ]
    lines += [
        f'<text class="label" fill="{TEXT}" x="{_number(label.x)}" y="{_number(label.y)}"'
        f' text-anchor="{label.anchor}">{_escape(label.text)}</text>'
        for label in drawing.labels
    ]
    return "\n".join((*lines, "</svg>\n"))


def _escape(text: str) -> str:
    return escape_label(ILLEGAL.sub(REPLACEMENT, text))


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
