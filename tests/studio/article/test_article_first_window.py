"""What a browser gets first of a view, before its scripts have asked for anything."""

from __future__ import annotations

import re
from urllib.parse import quote

import httpx
import pytest
from article_portal import address
from running_studio import Studio

pytest.importorskip("nicegui")

READING = "Reading the page…"
VIEWS = ("article", f"article?url={quote(address(1), safe='')}&pane=tei", "metadata")


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_not_empty_at_first(studio: Studio, view: str) -> None:
    with httpx.Client(base_url=studio.base, timeout=60) as client:
        client.get(studio.addresses()[-1])
        first = client.get(f"/portal/small/{view}").text
    elements = re.search(r"parseElements\(String.raw`(.*?)`", first, re.DOTALL)
    assert elements is not None and '"step-line"' in elements[1]
    assert any(each in elements[1] for each in ('"article-panes"', '"studio-stack"', READING))
