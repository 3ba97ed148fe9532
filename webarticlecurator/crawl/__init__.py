"""Walk the archive of a portal and fetch its articles. Read ``crawl.py`` first."""

from __future__ import annotations
