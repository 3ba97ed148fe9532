"""The values of features."""

from __future__ import annotations

# MISSING is far below all other values, so that one threshold of a tree tells it apart; FAR bounds
# distances and counts.
MISSING = -1_000_000
"""The value of a feature that the page does not have: a distance to a title where there is none."""
FAR = 1000
"""The largest distance in units."""


def per_mille(part: int, whole: int) -> int:
    """Return ``part`` in per mille of ``whole``, 0 of nothing."""
    return 1000 * part // whole if whole > 0 else 0
