"""The portal whose articles the tests of the article view show."""

from __future__ import annotations

from pathlib import Path

import pytest
from article_portal import write_portal


@pytest.fixture(scope="session", autouse=True)
def article_portal(studio_folder: Path) -> None:
    write_portal(studio_folder)
