"""Write a drawing as PNG, with matplotlib (the extra ``charts``)."""

from __future__ import annotations

import io

from webarticlecurator.charts.drawing import SIZE, Drawing
from webarticlecurator.charts.svg import BAR, TEXT
from webarticlecurator.errors import UsageError
from webarticlecurator.model.visible import escape_cell

_PIXELS = 96
"""Pixels of a drawing in an inch."""
_DOTS = 300
"""Dots of the picture in an inch, as journals ask for."""
_POINTS = 72
_ANCHORS = {"start": "left", "end": "right", "middle": "center"}


def check_png() -> None:
    """Raise UsageError if matplotlib is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise UsageError(
            f"PNG needs matplotlib: {error}",
            "Run: pip install 'webarticlecurator[charts]', or write SVG.",
        ) from error


def write_png(drawing: Drawing) -> bytes:
    """Return the drawing as a file. The module needs no display."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    size = (drawing.width / _PIXELS, drawing.height / _PIXELS)
    figure = Figure(figsize=size, dpi=_DOTS, facecolor="white")
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, drawing.width), ylim=(drawing.height, 0))
    axes.set_axis_off()
    for box in drawing.boxes:
        axes.add_patch(Rectangle((box.x, box.y), box.width, box.height, color=BAR, linewidth=0))
    for label in drawing.labels:
        axes.text(
            label.x,
            label.y,
            escape_cell(label.text),
            ha=_ANCHORS[label.anchor],
            va="baseline",
            fontsize=SIZE * _POINTS / _PIXELS,
            color=TEXT,
            parse_math=False,
        )
    out = io.BytesIO()
    # without the version of matplotlib: the same numbers are the same file
    figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()
