"""A crawled portal with free texts, and its deposit, once for each module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from deposit_material import CORPUS, FREE, RULES, package
from small_portal import SmallPortal, small_portal


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    with small_portal(tmp_path_factory.mktemp("deposit"), FREE) as site:
        assert site.crawl(RULES + CORPUS).ok
        yield site


@pytest.fixture(scope="module")
def deposit(site: SmallPortal, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("written") / "deposit"
    assert package(site, output, "--without-warcs") == 0
    return output
