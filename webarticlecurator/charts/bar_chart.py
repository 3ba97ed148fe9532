"""Draw bars: upright ones for what has an order, such as months, else one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webarticlecurator.charts.drawing import SIZE, Box, Drawing, Label, measure_text, shorten_text

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
        labels.append(Label(_NAMES - _MARGIN, base, name, "end"))
        labels.append(Label(_NAMES + width + _MARGIN / 2, base, f"{bar.value:,}"))
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
