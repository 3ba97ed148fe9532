"""Where the checkout is, and the real pages beside it, for tests in any folder."""

from __future__ import annotations

import os
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("CURATOR_SHARED", CHECKOUT.parent / "shared"))
"""The folder with the real archived pages, which may be missing."""
