from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from export_material import write


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus folder with an empty TEI folder."""
    (tmp_path / "corpus" / "tei").mkdir(parents=True)
    return tmp_path / "corpus"


@pytest.fixture
def put(corpus: Path) -> Callable[..., Path]:
    """``write`` into that folder."""
    return partial(write, corpus)
