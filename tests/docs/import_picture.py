"""Draw docs/pictures/imports.svg: the wings of the package on their floors, and their imports.

    python tests/docs/import_picture.py

An arrow is drawn where no way of other arrows leads to the same wing. Colours are legible on light
and on dark pages.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import fsum
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from checkout import CHECKOUT
from package_wings import Graph, choose_arrows, find_floors, read_imports
from test_import_graph import PACKAGE

PICTURE = CHECKOUT / "docs" / "pictures" / "imports.svg"
COMMAND = "python tests/docs/import_picture.py"

SIZE, SMALL = 14, 11
"""Heights of letters in pixels."""
LETTER = 0.58
"""Width of a letter, in parts of its height."""
GAP, LANE, BETWEEN, MARGIN = 26, 18, 46, 16
"""Between boxes; the width of an arrow that passes a floor; between floors; around all."""
ROUNDS = 24
BOX, EDGE, TEXT, ARROW = "#d6e6f2", "#5b87a6", "#1a1a1a", "#7a7f85"
"""The text is dark on its own light box; arrows can be seen on white and on black."""


@dataclass
class Spot:
    """A box on a floor, or the place where an arrow passes it (``title`` is empty then)."""

    title: str
    lines: tuple[str, ...]
    floor: int
    x: float = 0

    @property
    def width(self) -> float:
        if not self.title:
            return LANE
        texts = [len(self.title) * SIZE, *(len(line) * SMALL for line in self.lines)]
        return max(texts) * LETTER + 20

    @property
    def height(self) -> float:
        return SIZE + 16 + len(self.lines) * (SMALL + 3)


def list_inner_folders(wing: str, in_line: int = 3) -> tuple[str, ...]:
    """Return the names of a wing's inner folders, some in a line."""
    inner = sorted(path.parent.name for path in (PACKAGE / wing).glob("*/__init__.py"))
    return tuple(" · ".join(inner[n : n + in_line]) for n in range(0, len(inner), in_line))


@dataclass
class Layout:
    """The floors from the lowest up, with their spots from left to right, and each arrow as the
    spots that it goes through."""

    floors: list[list[Spot]]
    arrows: list[list[Spot]]


def make_layout(graph: Graph) -> Layout:
    floor_of = find_floors(graph)
    spots = {wing: Spot(wing, list_inner_folders(wing), floor_of[wing]) for wing in graph}
    floors: list[list[Spot]] = [[] for _ in range(max(floor_of.values()) + 1)]
    for spot in spots.values():
        floors[spot.floor].append(spot)
    arrows = []
    for wing, other in choose_arrows(graph):
        passed = [Spot("", (), n) for n in range(floor_of[wing] - 1, floor_of[other], -1)]
        for spot in passed:
            floors[spot.floor].append(spot)
        arrows.append([spots[wing], *passed, spots[other]])
    layout = Layout(floors, arrows)
    for number in range(ROUNDS):
        _move(layout, is_ordered=number >= ROUNDS // 2, is_upwards=bool(number % 2))
    left = min(spot.x - spot.width / 2 for floor in floors for spot in floor)
    for floor in floors:
        for spot in floor:
            spot.x += MARGIN - left
    return layout


def _move(layout: Layout, *, is_ordered: bool, is_upwards: bool) -> None:
    """Move each spot towards those that it is joined with; ``is_ordered``: without passing its
    neighbours on the floor."""
    joined: dict[int, list[Spot]] = {}
    for arrow in layout.arrows:
        for upper, lower in pairwise(arrow):
            joined.setdefault(id(upper), []).append(lower)
            joined.setdefault(id(lower), []).append(upper)
    for floor in layout.floors if is_upwards else reversed(layout.floors):
        wanted = {
            id(spot): fsum(each.x for each in near) / len(near) if near else spot.x
            for spot in floor
            for near in [joined.get(id(spot), [])]
        }
        if not is_ordered:
            floor.sort(key=lambda spot: wanted[id(spot)])
        _place(floor, [wanted[id(spot)] for spot in floor])


def _place(floor: Sequence[Spot], wanted: Sequence[float]) -> None:
    """Give the spots of a floor the places nearest to those that are wanted (least squares) at
    which there are gaps between them."""
    offsets, offset = [], 0.0
    for before, spot in zip([None, *floor], floor, strict=False):
        if before is not None:
            gap = GAP if before.title or spot.title else LANE / 2
            offset += before.width / 2 + gap + spot.width / 2
        offsets.append(offset)
    groups: list[tuple[float, int]] = []  # mean of places without gaps, and number of spots
    for place, offset in zip(wanted, offsets, strict=True):
        mean, count = place - offset, 1
        while groups and groups[-1][0] > mean:
            other, others = groups.pop()
            mean, count = (mean * count + other * others) / (count + others), count + others
        groups.append((mean, count))
    means = [mean for mean, count in groups for _ in range(count)]
    for spot, mean, offset in zip(floor, means, offsets, strict=True):
        spot.x = mean + offset


def draw_picture(graph: Graph) -> str:
    """Return the picture of a graph as SVG."""
    layout = make_layout(graph)
    heights = [max((s.height for s in floor if s.title), default=0) for floor in layout.floors]
    middles, top = [0.0] * len(heights), float(MARGIN)
    for number in reversed(range(len(heights))):
        middles[number] = top + heights[number] / 2
        top += heights[number] + BETWEEN
    width = max(s.x + s.width / 2 for floor in layout.floors for s in floor) + MARGIN
    height = top - BETWEEN + MARGIN
    size = f'viewBox="0 0 {_number(width)} {_number(height)}" width="{_number(width)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} height="{_number(height)}" role="img"'
        ' font-family="sans-serif" text-anchor="middle">',
        "<title>What imports what in the package</title>",
        f"<desc>{escape(describe(graph))}</desc>",
        '<marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
        f' orient="auto"><path fill="{ARROW}" d="M0 0L8 4L0 8z"/></marker>',
        *(_draw_arrow(arrow, middles, heights) for arrow in layout.arrows),
        *(
            line
            for floor in reversed(layout.floors)
            for spot in floor
            if spot.title
            for line in _draw_box(spot, middles[spot.floor])
        ),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def describe(graph: Graph) -> str:
    """Return the floors in words, from the highest."""
    floor_of = find_floors(graph)
    floors = range(max(floor_of.values()), -1, -1)
    names = (", ".join(wing for wing in graph if floor_of[wing] == n) for n in floors)
    return f"Floors from above: {'; '.join(names)}."


def _draw_arrow(arrow: Sequence[Spot], middles: Sequence[float], heights: Sequence[float]) -> str:
    """Return a curve from the bottom of a box to the top of another one; it passes floors between
    them upright."""
    first, last = arrow[0], arrow[-1]
    points = [(first.x, middles[first.floor] + first.height / 2)]
    for spot in arrow[1:-1]:
        half = heights[spot.floor] / 2
        points += [(spot.x, middles[spot.floor] - half), (spot.x, middles[spot.floor] + half)]
    points.append((last.x, middles[last.floor] - last.height / 2))
    path = f"M{_point(*points[0])}{''.join(_curve(points))}"
    return (
        f'<path fill="none" stroke="{ARROW}" stroke-width="1.4" marker-end="url(#end)" d="{path}"/>'
    )


def _curve(points: Sequence[tuple[float, float]]) -> Iterator[str]:
    for (x, y), (to_x, to_y) in pairwise(points):
        if x == to_x:
            yield f"L{_point(to_x, to_y)}"
        else:
            half = (y + to_y) / 2
            yield f"C{_point(x, half)} {_point(to_x, half)} {_point(to_x, to_y)}"


def _draw_box(spot: Spot, middle: float) -> Iterable[str]:
    left, top = spot.x - spot.width / 2, middle - spot.height / 2
    base = top + 8 + SIZE - 2
    yield (
        f'<rect x="{_number(left)}" y="{_number(top)}" width="{_number(spot.width)}"'
        f' height="{_number(spot.height)}" rx="4" fill="{BOX}" stroke="{EDGE}"/>'
    )
    yield _draw_text(spot.x, base, SIZE, spot.title, ' font-weight="bold"')
    for number, line in enumerate(spot.lines, 1):
        yield _draw_text(spot.x, base + number * (SMALL + 3), SMALL, line)


def _draw_text(x: float, y: float, size: int, text: str, more: str = "") -> str:
    place = f'x="{_number(x)}" y="{_number(y)}" font-size="{size}"'
    return f'<text {place} fill="{TEXT}"{more}>{escape(text)}</text>'


def _point(x: float, y: float) -> str:
    return f"{_number(x)} {_number(y)}"


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


if __name__ == "__main__":
    PICTURE.write_text(draw_picture(read_imports()), encoding="utf-8", newline="\n")
