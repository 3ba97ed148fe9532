from __future__ import annotations

from pathlib import Path

import pytest
from expectations_material import PAGES, PORTAL, write, write_warc


@pytest.fixture
def echo(tmp_path: Path) -> Path:
    """The portal file; its pages are in ``pages.warc.gz`` beside it."""
    write_warc(tmp_path / "pages.warc.gz", PAGES)
    return write(tmp_path / "echo.yaml", PORTAL)
