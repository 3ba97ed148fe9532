"""The portal of a module, crawled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from skipped_pauses import skip_pauses
from small_portal import SmallPortal, crawled_portal


@pytest.fixture
def site(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[SmallPortal]:
    """The portal of the ``PAGES`` of the module, crawled by its ``RULES``; nobody pauses."""
    skip_pauses(monkeypatch)
    with crawled_portal(tmp_path, request.module.PAGES, request.module.RULES) as portal:
        yield portal
