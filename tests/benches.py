"""The programs of bench/, which some tests score with."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

from checkout import CHECKOUT

BENCH = str(CHECKOUT / "bench")


def import_bench(name: str) -> ModuleType:
    """Import ``bench/<name>.py``; the programs import each other, as when they are run."""
    if BENCH not in sys.path:
        sys.path.append(BENCH)
    return importlib.import_module(name)
