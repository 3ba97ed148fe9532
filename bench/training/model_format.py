"""The bytes of a model file: JSON with one key on each line, so that versions can be compared; and
the module that has the trees of the one for text units as functions.

usage: python -m bench.training.model_format    writes that module anew
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from webarticlecurator.articles.units.classify_units import TREES, write_trees
from webarticlecurator.base.folders import data_folder

MODULE = Path(__file__).resolve().parents[2] / "webarticlecurator/articles/units/unit_trees.py"
_HEAD = '''\
"""The trees of ``trained/unit-classifier.json``: written by ``python -m bench.training.model_format``,
so that no process has to compile them."""

from __future__ import annotations
'''


def format_model(stored: Mapping[str, Any]) -> bytes:
    """Return the bytes of a model file; the same values give the same bytes."""
    lines = ",\n".join(
        f'"{key}": {json.dumps(value, separators=(",", ":"))}' for key, value in stored.items()
    )
    return ("{\n" + lines + "\n}\n").encode()


def write_module(stored: Mapping[str, Any]) -> str:
    """Return the module of the trees of a model of text units."""
    return "\n\n".join([_HEAD, *(write_trees(name, stored[name]) for name in TREES)])


if __name__ == "__main__":
    model = (data_folder("trained") / "unit-classifier.json").read_text(encoding="utf-8")
    MODULE.write_text(write_module(json.loads(model)), encoding="utf-8", newline="\n")
