"""The programs of bench/, which some tests score with."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

from checkout import CHECKOUT


def import_bench(name: str) -> ModuleType:
    """Import a program of ``bench/`` by its folder and name: ``text.unseen``."""
    if str(CHECKOUT) not in sys.path:
        sys.path.append(str(CHECKOUT))
    return importlib.import_module(f"bench.{name}")
