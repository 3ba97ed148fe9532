"""The walk of articles that no archive page lists, only a WARC file."""

from __future__ import annotations

from webarticlecurator.crawling.archive.windows import OF_WARCS
from webarticlecurator.storage.frontier.walks import WalkKey

FOUND = WalkKey("", 0, OF_WARCS)
"""Its key."""
