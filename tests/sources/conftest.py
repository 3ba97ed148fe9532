"""The helpers of tests/run/walks: a small portal on loopback."""

from __future__ import annotations

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "run" / "walks")]
