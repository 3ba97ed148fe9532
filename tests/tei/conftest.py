"""The TEI Consortium's own schema, loaded once: it takes some five seconds."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree


@pytest.fixture(scope="session")
def tei_all(shared: Path) -> etree.RelaxNG:
    return etree.RelaxNG(etree.parse(str(shared / "tei" / "tei_all.rng")))
