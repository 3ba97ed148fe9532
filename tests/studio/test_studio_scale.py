"""Space and type of the studio are of one scale, which studio.css names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checkout import CHECKOUT

FILES = sorted(
    file
    for file in (CHECKOUT / "webarticlecurator" / "studio").rglob("*.css")
    if file.name not in ("reading_view.css", "shown_page.css")  # on shown pages, not in the window
)
SPACE = {".125rem", ".25rem", ".5rem", ".75rem", "1rem", "1.5rem", "2rem"}
TYPE = {".9em", "1rem"}
"""Besides the sizes with a name: letters of one width beside others, and the text itself."""
LARGEST_SPACE = 2.0
"""What is larger, in rem, is a place in the window."""
ALLOWED = ("font-size: 2rem",)
"""The size of a switch, not of letters."""
DECLARATION = re.compile(
    r"(?<![\w-])(?P<name>(?:margin|padding)(?:-\w+)?|(?:row-|column-)?gap|font(?:-size)?)\s*:\s*"
    r"(?P<value>[^;}]+)"
)
SIZE = re.compile(r"(?<![\w.])(?:\d+\.?\d*|\.\d+)(?:r?em|px|pt|%)")


def list_strange_sizes(style: str) -> Iterator[str]:
    """Yield the declarations of a style sheet with a size that is not of the scale."""
    for found in DECLARATION.finditer(style):
        is_type = found["name"].startswith("font")
        for size in SIZE.findall(found["value"]):
            is_place = not is_type and size.endswith("rem") and float(size[:-3]) > LARGEST_SPACE
            if size not in (TYPE if is_type else SPACE) and not is_place:
                yield found[0].strip()


def test_sizes_that_are_not_of_the_scale_are_found() -> None:
    assert [
        *list_strange_sizes("a { gap: .35rem .5rem; font: .85rem/1.4 serif; margin: -1px }")
    ] == [
        "gap: .35rem .5rem",
        "font: .85rem/1.4 serif",
        "margin: -1px",
    ]


def test_space_and_type_are_of_one_scale() -> None:
    assert FILES
    strange = [
        f"{file.name}: {declaration}"
        for file in FILES
        for declaration in list_strange_sizes(file.read_text(encoding="utf-8"))
        if declaration not in ALLOWED
    ]
    assert strange == []
