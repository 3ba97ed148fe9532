"""Write a drawing as SVG 1.1: a file of its own, or a part of an HTML page."""

from __future__ import annotations

from webarticlecurator.base.text.characters import ILLEGAL, REPLACEMENT
from webarticlecurator.base.text.html_text import escape_label
from webarticlecurator.corpus.charts.drawing import SIZE, Drawing, Label

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
        f' text-anchor="{label.anchor}"{_write_rotation(label)}>{_escape(label.text)}</text>'
        for label in drawing.labels
    ]
    return "\n".join((*lines, "</svg>\n"))


def _write_rotation(label: Label) -> str:
    """Return the attribute that turns a label, "" for one that lies."""
    if not label.is_turned:
        return ""
    return f' transform="rotate(-90 {_number(label.x)} {_number(label.y)})"'


def _escape(text: str) -> str:
    return escape_label(ILLEGAL.sub(REPLACEMENT, text))


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
