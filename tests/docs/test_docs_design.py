"""The picture of docs/design.md has the floors in the order of the imports; and its twelve
hand-overs: one crawl of a portal on loopback enters the functions that the page names, in order."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from docs_material import CHECKOUT, read
from small_portal import article, listing, small_portal
from test_import_graph import LEVEL

PAGE = CHECKOUT / "docs" / "design.md"
STEPS = re.findall(r"(?m)^\d+\. `([\w/]+\.py)` · `([\w.]+)`:", read(PAGE))
"""File and function of each hand-over."""
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


def test_the_picture_has_the_floors_from_above_to_below():
    picture = read(PAGE).partition("```text\n")[2].partition("```")[0]
    drawn = [word for line in picture.splitlines() for word in line[25:].split() if word in LEVEL]
    assert sorted(drawn) == sorted(LEVEL)
    levels = [LEVEL[word] for word in drawn]
    assert levels == sorted(levels, reverse=True)


def code_of(file: str, function: str) -> CodeType:
    """Return the code of a function of the package."""
    found: Any = import_module("webarticlecurator." + file.removesuffix(".py").replace("/", "."))
    for name in function.split("."):
        found = getattr(found, name)
    return found.__code__


def test_a_crawl_walks_the_twelve_hand_overs_in_order(tmp_path: Path):
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
