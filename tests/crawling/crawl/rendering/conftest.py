"""A portal that needs a browser; its tests are skipped where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from leak_listener import BROWSER
from scripted_portal import ScriptedPortal, scripted_portal


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[ScriptedPortal]:
    """A portal that needs a browser."""
    pytest.importorskip("playwright", reason="no playwright: install portal-curator[browser]")
    if BROWSER is None:
        pytest.skip("no chromium on this machine: nothing is rendered")
    with scripted_portal(tmp_path) as portal:
        yield portal
