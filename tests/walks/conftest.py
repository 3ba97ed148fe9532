"""The fixtures of tests/keys: a small portal on loopback."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "keys"))
