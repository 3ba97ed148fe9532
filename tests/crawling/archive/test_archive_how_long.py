"""The estimated duration of a walk, in words."""

from __future__ import annotations

import pytest

from webarticlecurator.crawling.archive.plan import estimate_duration


@pytest.mark.parametrize(
    ("requests", "delay", "words"),
    [
        (0, 1.0, "0 seconds at a delay of 1 s"),
        (84, 1.0, "84 seconds at a delay of 1 s"),
        (120, 1.0, "2.0 minutes at a delay of 1 s"),
        (3736, 2.5, "2.6 hours at a delay of 2.5 s"),
        (172_800, 1.0, "2.0 days at a delay of 1 s"),
        (1_000_000, 0.0, "0 seconds at a delay of 0 s"),
    ],
)
def test_estimated_duration(requests: int, delay: float, words: str) -> None:
    assert estimate_duration(requests, delay) == words
