"""The pages that are shown now, each below an address that cannot be guessed."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from webarticlecurator.model.capture import Body
from webarticlecurator.studio.frame.guard import PAGE_PATH
from webarticlecurator.trial.show_page import ShownPage

MAX_PAGES = 64
MAX_BYTES = 100_000_000
_CAPABILITY_BYTES = 24

FindBody = Callable[[str], Body | None]
"""Returns the stored answer to a request for an address, or None. Called in threads."""


@dataclass(frozen=True)
class ShelvedPage:
    """A page with what finds its pictures, style sheets and fonts."""

    page: ShownPage
    find_body: FindBody


class PageShelf:
    """Shown pages by capability: whoever knows the address may read the page. Thread-safe.

    The page that was not requested for the longest time is forgotten when there are more than
    ``max_pages``, or more than ``max_bytes`` of them.
    """

    def __init__(self, max_pages: int = MAX_PAGES, max_bytes: int = MAX_BYTES) -> None:
        self._max_pages, self._max_bytes = max_pages, max_bytes
        self._pages: OrderedDict[str, ShelvedPage] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def add(self, page: ShownPage, find_body: FindBody) -> str:
        """Keep a page, and return its path on the server."""
        capability = secrets.token_urlsafe(_CAPABILITY_BYTES)
        with self._lock:
            self._pages[capability] = ShelvedPage(page, find_body)
            self._bytes += page.size
            while len(self._pages) > 1 and (
                len(self._pages) > self._max_pages or self._bytes > self._max_bytes
            ):
                _, oldest = self._pages.popitem(last=False)
                self._bytes -= oldest.page.size
        return f"{PAGE_PATH}{capability}/"

    def find(self, capability: str) -> ShelvedPage | None:
        """Return a page, or None if it was never kept, or is forgotten."""
        with self._lock:
            found = self._pages.get(capability)
            if found is not None:
                self._pages.move_to_end(capability)
            return found
