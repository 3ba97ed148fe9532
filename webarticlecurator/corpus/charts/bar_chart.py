"""Bar charts: drawn as rectangles and texts, and written as SVG.

Draw bars: upright ones for what has an order, such as months, else one below the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.translation import format_number, translate
from webarticlecurator.corpus.charts.drawing import (
    SIZE,
    Box,
    ChartLine,
    Drawing,
    Label,
    measure_text,
    shorten_text,
)

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
            Label(_NAMES + width + _MARGIN / 2, base, format_number(bar.value)),
        ]
    bottom = _TOP + len(bars) * _ROW
    labels += [
        Label(_NAMES - _MARGIN, bottom + SIZE + 4, title, "end"),
        Label(_NAMES, bottom + SIZE + 4, unit),
    ]
    lines = (ChartLine(_NAMES, _TOP, _NAMES, bottom),)
    height = bottom + _AXIS + _MARGIN
    return Drawing(title, _summary(unit, bars), WIDTH, height, tuple(boxes), tuple(labels), lines)


def draw_columns(title: str, unit: str, bars: Sequence[Bar], axis: str = "") -> Drawing:
    """Draw upright bars side by side, with a scale at the left, and marks where a label stands.
    ``axis`` is what the labels are, by default the title."""
    scale = _choose_scale(max((bar.value for bar in bars), default=0))
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
    return Drawing(title, _summary(unit, bars), WIDTH, height, tuple(boxes), labels, tuple(lines))


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
