"""Every view once, as the docs show it: the pictures are current, and axe finds nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from accessibility import count_main_buttons, find_faults, is_too_wide
from checkout import CHECKOUT
from layout_shifts import list_shifts, watch_shifts
from running_studio import Studio
from studio_pictures import (
    PICTURES,
    PICTURES_FOLDER,
    SIZE,
    WORDS,
    Picture,
    demo_studio,
    open_view,
    read_words,
)
from view_waiting import wait_for_view

STILL = [each for each in PICTURES if each.name not in ("proposals", "effect")]
"""Views in which nobody has clicked anything."""
NARROW = {"width": 390, "height": 800}


def name_picture(picture: Picture) -> str:
    return picture.name


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, demo_corpus: Path) -> Iterator[Studio]:
    with demo_studio(tmp_path_factory.mktemp("pictures"), demo_corpus) as running:
        yield running


@pytest.fixture
def view(tab: Any, studio: Studio) -> Any:
    """A tab of the size of the pictures, in which the studio can be opened."""
    tab.set_viewport_size(SIZE)
    studio.admit(tab)
    return tab


@pytest.mark.long
@pytest.mark.parametrize("picture", PICTURES, ids=name_picture)
def test_a_view_is_as_its_picture_and_usable_by_everybody(
    view: Any, studio: Studio, picture: Picture
):
    open_view(view, studio, picture)
    shown = json.loads(WORDS.read_text(encoding="utf-8"))[picture.name]
    assert read_words(view) == shown, "python tests/studio/studio_pictures.py takes it again"
    assert find_faults(view) == []
    assert count_main_buttons(view) <= 1
    picture.restore(view)


@pytest.mark.long
@pytest.mark.parametrize("picture", STILL, ids=name_picture)
def test_nothing_moves_while_a_view_loads(view: Any, studio: Studio, picture: Picture):
    watch_shifts(view)
    open_view(view, studio, picture)
    assert list_shifts(view) == []


@pytest.mark.long
@pytest.mark.parametrize("picture", PICTURES, ids=name_picture)
def test_a_view_is_usable_in_a_narrow_dark_window(view: Any, studio: Studio, picture: Picture):
    open_view(view, studio, picture)
    view.emulate_media(color_scheme="dark")
    view.set_viewport_size(NARROW)
    view.reload()
    wait_for_view(view)
    assert find_faults(view) == []
    assert not is_too_wide(view)
    view.set_viewport_size(SIZE)
    picture.restore(view)


def test_the_docs_show_the_pictures_that_there_are():
    named = set()
    for file in (CHECKOUT / "README.md", CHECKOUT / "docs" / "studio.md"):
        named |= set(re.findall(r"pictures/([a-z-]+)\.png", file.read_text(encoding="utf-8")))
    made = {picture.name for picture in PICTURES}
    assert named == made
    assert {file.stem for file in PICTURES_FOLDER.glob("*.png")} == made
