"""Short forms by default, full counts with ``--long``; all that is random depends on ``--seed``."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def seed(pytestconfig: pytest.Config) -> int:
    return int(pytestconfig.getoption("seed"))


@pytest.fixture(scope="session")
def form(pytestconfig: pytest.Config) -> str:
    """Return ``short`` or ``long``: the key of counts that differ."""
    return "long" if pytestconfig.getoption("long") else "short"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A module says ``PARTS = {"argument": (short, long)}``: its tests run for each number."""
    parts = getattr(metafunc.module, "PARTS", {})
    for name, counts in parts.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, range(counts[metafunc.config.getoption("long")]))
