"""Installed packages that are made without an installer, and the sites of tests/crawling/crawl/sources."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from installed_packages import Packages, forget_plug_ins

TESTS = Path(__file__).resolve().parent.parent
CRAWLS = TESTS / "crawling" / "crawl"
sys.path[:0] = [str(CRAWLS / "walks"), str(CRAWLS / "sources")]


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Packages]:
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    made = Packages(folder)
    yield made
    for name in made.names:
        sys.modules.pop(name, None)
    forget_plug_ins()
