"""The picture of docs/design.md is that of the imports; its twelve steps are functions that one crawl
of a portal on loopback enters in order; its twelve hand-overs are frozen dataclasses."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from docs_material import CHECKOUT, read, sections
from import_picture import COMMAND, PICTURE, draw_picture, make_layout
from package_wings import choose_arrows, find_floors, read_imports
from small_portal import article, listing, small_portal

PAGE = CHECKOUT / "docs" / "design.md"
STEPS = re.findall(r"(?m)^\d+\. `([\w/]+\.py)` · `([\w.]+)`:", read(PAGE))
"""File and function of each step."""
HAND_OVER = re.compile(
    r"(?m)^\| (\d+) \| `(\w+)` in `([\w/]+\.py)` \| `[\w/]+/` \| `[\w/]+/` \| \S.* \|$"
)
"""The number of a hand-over, its value and the file that has it."""
FROZEN = re.compile(r"(?m)^@dataclass\(.*frozen=True.*\)\nclass (\w+)")
PAGES = {
    "/list": listing("/a", "/b"),
    "/a": article("The bridge was opened in the morning."),
    "/b": article("The mill was closed in the evening."),
}
RULES = """
archive: {url: BASE/list, links: h2}
article: {body: {root: article}}
fetch: {delay: 0}
"""


GRAPH = {
    "front": frozenset({"middle", "base"}),
    "middle": frozenset({"base"}),
    "beside": frozenset({"base"}),
    "base": frozenset[str](),
}


def test_the_picture_is_that_of_the_imports():
    is_fresh = PICTURE.is_file() and read(PICTURE) == draw_picture(read_imports())
    assert is_fresh, f"the imports have changed; run: {COMMAND}"


def test_a_wing_stands_above_what_it_imports():
    assert find_floors(GRAPH) == {"base": 0, "beside": 1, "middle": 1, "front": 2}
    assert choose_arrows(GRAPH) == [("front", "middle"), ("middle", "base"), ("beside", "base")]


def test_wings_that_import_each_other_are_named():
    with pytest.raises(ValueError, match=r"import each other: \['base', 'middle'\]"):
        find_floors(GRAPH | {"base": frozenset({"middle"})})


@pytest.mark.parametrize("read_graph", [lambda: GRAPH, read_imports], ids=["made up", "ours"])
def test_no_box_covers_another(read_graph):
    for floor in make_layout(read_graph()).floors:
        for left, right in pairwise(floor):
            assert left.x + left.width / 2 < right.x - right.width / 2


def test_the_values_that_travel_are_frozen_dataclasses():
    table = sections(read(PAGE))["The values that travel: twelve hand-overs"]
    rows = HAND_OVER.findall(table)
    assert [int(number) for number, *_ in rows] == [*range(1, 13)]
    for _, name, file in rows:
        frozen = FROZEN.findall(read(CHECKOUT / "webarticlecurator" / file))
        assert name in frozen, f"{file} has no frozen dataclass {name}"


def code_of(file: str, function: str) -> CodeType:
    """Return the code of a function of the package."""
    found: Any = import_module("webarticlecurator." + file.removesuffix(".py").replace("/", "."))
    for name in function.split("."):
        found = getattr(found, name)
    return found.__code__


def test_a_crawl_takes_the_twelve_steps_in_order(tmp_path: Path):
    assert len(STEPS) == 12
    steps = {code_of(*step): step for step in STEPS}
    entered: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        step = steps.get(frame.f_code) if event == "call" else None
        if step is not None and step not in entered:
            entered.append(step)

    with small_portal(tmp_path, PAGES) as portal:
        portal.executor = "serial"  # the build in this process, where it can be seen
        before = sys.getprofile()
        sys.setprofile(note)
        try:
            summary = portal.crawl(RULES)
        finally:
            sys.setprofile(before)
    assert summary.tei == 2
    assert entered == STEPS
