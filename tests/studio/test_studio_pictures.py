"""Every view once, as the docs show it: the pictures are current, and axe finds nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from accessibility import find_faults, is_too_wide
from checkout import CHECKOUT
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

NARROW = {"width": 390, "height": 800}


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with demo_studio(tmp_path_factory.mktemp("pictures")) as running:
        yield running


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_view_is_as_its_picture_and_usable_by_everybody(
    tab: Any, studio: Studio, picture: Picture
):
    tab.goto(studio.addresses()[-1])
    open_view(tab, studio, picture)
    shown = json.loads(WORDS.read_text(encoding="utf-8"))[picture.name]
    assert read_words(tab) == shown, "python tests/studio/studio_pictures.py takes it again"
    assert find_faults(tab) == []
    tab.emulate_media(color_scheme="dark")
    tab.set_viewport_size(NARROW)
    tab.reload(wait_until="networkidle")
    assert find_faults(tab) == []
    assert not is_too_wide(tab)
    tab.set_viewport_size(SIZE)
    picture.restore(tab)


def test_the_docs_show_the_pictures_that_there_are():
    named = set()
    for file in (CHECKOUT / "README.md", CHECKOUT / "docs" / "studio.md"):
        named |= set(re.findall(r"pictures/([a-z-]+)\.png", file.read_text(encoding="utf-8")))
    made = {picture.name for picture in PICTURES}
    assert named == made
    assert {file.stem for file in PICTURES_FOLDER.glob("*.png")} == made
