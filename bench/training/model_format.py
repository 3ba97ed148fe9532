"""The bytes of a model file: JSON with one key on each line, so that versions can be compared."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def format_model(stored: Mapping[str, Any]) -> bytes:
    """Return the bytes of a model file; the same values give the same bytes."""
    lines = ",\n".join(
        f'"{key}": {json.dumps(value, separators=(",", ":"))}' for key, value in stored.items()
    )
    return ("{\n" + lines + "\n}\n").encode()
