"""What the tests of catalogues share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from harvested_portal import serve_harvested
from running_service import Service


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, str, str]]:
    """The service, the address of the portal, and the id of an article that was withdrawn."""
    with serve_harvested(tmp_path_factory.mktemp("harvested")) as found:
        yield found
