"""The application of ``curator studio``: its views, and the guard before them."""

from __future__ import annotations

RECONNECT_SECONDS = 30.0
"""How long a tab that lost its connection finds its view again as it was."""
