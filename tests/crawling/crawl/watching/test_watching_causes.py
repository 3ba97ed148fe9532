"""The likely cause of a drop: what the portal answered in the crawl that saw it."""

from __future__ import annotations

import pytest
from benches import import_bench

CASES = (
    ("wall", "403 everywhere", "pages"),
    ("wall", "403 for articles", "days"),
    ("redesign", "of lists", "one list"),
    ("list moved", "404", "days"),
    ("feed dead", "a page", "feed"),
    ("closed", "404 everywhere", "one list"),
    ("closed", "another host", "sitemap"),
    ("control", "nothing new", "days"),
)


@pytest.mark.parametrize(("cause", "way", "archive"), CASES)
def test_a_planted_cause_is_named(cause: str, way: str, archive: str) -> None:
    bench = import_bench("causes")
    _, plant = bench.CAUSES[cause][way]
    assert bench.run_cause(archive, plant, 1) == bench.NAMES[cause]
