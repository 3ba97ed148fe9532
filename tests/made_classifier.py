"""A classifier of text units with one tree, whose effect can be foreseen."""

from __future__ import annotations

import json
from typing import Any

from webarticlecurator.base.portal.trained_models import UNIT_CLASSIFIER, read_trained_model


def stored_classifier() -> dict[str, Any]:
    """The classifier of the package, to be changed."""
    stored: dict[str, Any] = json.loads(read_trained_model(UNIT_CLASSIFIER))
    return stored


def classifier_of_long_units(size: int) -> bytes:
    """A model file by which units of more than ``size`` letters are text, and no others."""
    by_size = {"start": 0, "trees": [[0, size, -4000, 4000]]}
    stored = {**stored_classifier(), "first": by_size, "second": by_size}
    assert stored["features"][0] == "size"
    return json.dumps(stored).encode()
