"""Bar charts: drawn as rectangles and texts, and written as SVG.

Draw bars: upright ones for what has an order, such as months, else one below the other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.text.characters import ILLEGAL, REPLACEMENT, escape_label
from webarticlecurator.text.translation import format_number, translate

WIDTH = 720
_HEIGHT = 220
"""Height of the plot of upright bars."""
_TOP = 36
_AXIS = 20
"""Room for the title of an axis."""
_TICK = 4
_STEPS = (1, 2, 5, 10)
"""Of a scale, times a power of ten."""
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


def draw_rows(title: str, unit: str, bars: Sequence[Bar], axis: str = "") -> Drawing:
    """Draw bars one below the other, each with its name before and its number behind it. ``axis``
    is what the names are, by default the title."""
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
            Label(_NAMES + width + _MARGIN / 2, base, format_number(bar.value)),
        ]
    bottom = _TOP + len(bars) * _ROW
    labels += [
        Label(_NAMES - _MARGIN, bottom + SIZE + 4, axis or title, "end"),
        Label(_NAMES, bottom + SIZE + 4, unit),
    ]
    lines = (ChartLine(_NAMES, _TOP, _NAMES, bottom),)
    height = bottom + _AXIS + _MARGIN
    return Drawing(title, _summary(unit, bars), WIDTH, height, tuple(boxes), tuple(labels), lines)


def draw_columns(title: str, unit: str, bars: Sequence[Bar], axis: str = "") -> Drawing:
    """Draw upright bars side by side, with a scale at the left, and marks where a label stands.
    ``axis`` is what the labels are, by default the title."""
    most = max((bar.value for bar in bars), default=0)
    scale = _choose_scale(most)
    top = scale[-1] or 1
    left = _AXIS + measure_text(format_number(scale[-1])) + 2 * _MARGIN
    step = (WIDTH - left - _MARGIN) / max(len(bars), 1)
    bottom = _TOP + _HEIGHT
    boxes = [
        Box(
            left + number * step + step * 0.05,
            bottom - _HEIGHT * bar.value / top,
            step * 0.9,
            _HEIGHT * bar.value / top,
            _meaning(bar, unit),
        )
        for number, bar in enumerate(bars)
        if bar.value
    ]
    heights = [(value, bottom - _HEIGHT * value / top) for value in scale]
    numbers = [
        Label(left - _MARGIN, place + SIZE / 3, format_number(value), "end")
        for value, place in heights
    ]
    labelled = [(number, bar.text_below) for number, bar in enumerate(bars) if bar.text_below]
    below = bottom + SIZE + _TICK
    names = [
        (left + (number + 0.5) * step, text) for number, text in _choose_labels(labelled, step)
    ]
    lines = [
        *(ChartLine(left - _TICK, place, WIDTH - _MARGIN, place) for _, place in heights),
        *(ChartLine(place, bottom, place, bottom + _TICK) for place, _ in names),
    ]
    labels = (
        _title(title, unit),
        *reversed(numbers),
        *(Label(place, below, text, "middle") for place, text in names),
        Label((left + WIDTH) / 2, below + _AXIS, axis or title, "middle"),
        Label(SIZE, _TOP + _HEIGHT / 2, unit, "middle", is_turned=True),
    )
    height = below + _AXIS + _MARGIN
    summary = _summary(unit, bars)
    return Drawing(title, summary, WIDTH, height, tuple(boxes), labels, tuple(lines))


def _choose_scale(most: int) -> list[int]:
    """Return the numbers of a scale from 0 to at least ``most``: about five, all round."""
    power = 1
    while True:
        for times in _STEPS:
            step = times * power
            if step * 5 >= most:
                return [*range(0, most + step, step)] if most else [0]
        power *= 10


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
    return f"{bar.name}: {format_number(bar.value)} {unit}"


def _summary(unit: str, bars: Sequence[Bar]) -> str:
    """Return what the chart shows in a sentence."""
    if not bars:
        return translate("No {unit}.", unit=unit)
    largest = max(bars, key=lambda bar: bar.value)
    return translate(
        "{number} bars; the largest is {name} with {value:,} {unit}.",
        number=len(bars),
        name=largest.name,
        value=largest.value,
        unit=unit,
    )


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


# Write a drawing as SVG 1.1: a file of its own, or a part of an HTML page.

BAR, TEXT, LINE = "#0072b2", "#1a1a1a", "#8a8a8a"
"""Colours on white paper, that of bars from the palette of Okabe and Ito, which everybody tells
apart; a page has its own for the classes ``bar``, ``label`` and ``line``."""


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
        f'<path class="line" stroke="{LINE}" stroke-width="0.5" d="M{_number(line.x)}'
        f' {_number(line.y)}L{_number(line.to_x)} {_number(line.to_y)}"/>'
        for line in drawing.lines
    ]
    lines += [
        f'<rect class="bar" fill="{BAR}" x="{_number(box.x)}" y="{_number(box.y)}"'
        f' width="{_number(box.width)}" height="{_number(box.height)}">'
        f"<title>{_escape(box.meaning)}</title></rect>"
        for box in drawing.boxes
    ]
    lines += [
        f'<text class="label" fill="{TEXT}" x="{_number(label.x)}" y="{_number(label.y)}"'
        f' text-anchor="{label.anchor}"{_turn(label)}>{_escape(label.text)}</text>'
        for label in drawing.labels
    ]
    return "\n".join((*lines, "</svg>\n"))


def _turn(label: Label) -> str:
    """Return the attribute that turns a label, "" for one that lies."""
    if not label.is_turned:
        return ""
    return f' transform="rotate(-90 {_number(label.x)} {_number(label.y)})"'


def _escape(text: str) -> str:
    return escape_label(ILLEGAL.sub(REPLACEMENT, text))


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
