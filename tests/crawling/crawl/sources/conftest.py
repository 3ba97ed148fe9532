"""The helpers of tests/crawling/crawl/walks."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "walks"))
