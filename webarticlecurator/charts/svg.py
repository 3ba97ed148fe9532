"""Write a drawing as SVG 1.1: a file of its own, or a part of an HTML page."""

from __future__ import annotations

from webarticlecurator.charts.drawing import SIZE, Drawing
from webarticlecurator.model.html_text import escape_label
from webarticlecurator.model.xml_text import ILLEGAL, REPLACEMENT

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
    for box in drawing.boxes:
        lines.append(
            f'<rect class="bar" fill="{BAR}" x="{_number(box.x)}" y="{_number(box.y)}"'
            f' width="{_number(box.width)}" height="{_number(box.height)}">'
            f"<title>{_escape(box.meaning)}</title></rect>"
        )
    for label in drawing.labels:
        lines.append(
            f'<text class="label" fill="{TEXT}" x="{_number(label.x)}" y="{_number(label.y)}"'
            f' text-anchor="{label.anchor}">{_escape(label.text)}</text>'
        )
    return "\n".join((*lines, "</svg>\n"))


def _escape(text: str) -> str:
    return escape_label(ILLEGAL.sub(REPLACEMENT, text))


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
