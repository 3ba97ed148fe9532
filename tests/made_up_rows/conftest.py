"""A copy of the package for one test."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_up_package import MadeUpPackage, copy_package


@pytest.fixture
def package(tmp_path: Path) -> MadeUpPackage:
    """A copy of the package, to which the test adds rows."""
    folder = tmp_path / "copy"
    folder.mkdir()
    return copy_package(folder)
