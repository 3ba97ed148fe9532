"""The pages that are shown now, each below an address that cannot be guessed."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic

from webarticlecurator.base.grouping import Item, Key
from webarticlecurator.base.model.capture import Body
from webarticlecurator.proposing.trial.show_page import ShownPage

PAGE_PATH = "/page/"
"""Where archived pages are served."""
MAX_PAGES = 64
MAX_BYTES = 100_000_000
_CAPABILITY_BYTES = 24

FindBody = Callable[[str], Body | None]
"""Returns the stored answer to a request for an address, or None. Called in threads."""


ShelvedPage = tuple[ShownPage, FindBody]
"""A page with what finds its pictures, style sheets and fonts."""


class LastUsed(Generic[Key, Item]):
    """What was used last, by key. Thread-safe.

    What was not asked for the longest time is forgotten when there are more than ``max_items``, or
    more than ``max_bytes`` of them by ``size``.
    """

    def __init__(self, max_items: int, max_bytes: int, size: Callable[[Item], int]) -> None:
        self._max_items, self._max_bytes, self._size = max_items, max_bytes, size
        self._items: OrderedDict[Key, Item] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, key: Key, item: Item) -> None:
        """Keep an item, in place of another one with its key."""
        with self._lock:
            self._items[key] = item
            self._items.move_to_end(key)
            total = sum(map(self._size, self._items.values()))
            while len(self._items) > 1 and (
                len(self._items) > self._max_items or total > self._max_bytes
            ):
                _, oldest = self._items.popitem(last=False)
                total -= self._size(oldest)

    def find(self, key: Key) -> Item | None:
        """Return an item, or None if it was never kept, or is forgotten."""
        with self._lock:
            found = self._items.get(key)
            if found is not None:
                self._items.move_to_end(key)
            return found


class PageShelf(LastUsed[str, ShelvedPage]):
    """Shown pages by capability: whoever knows the address may read the page."""

    def __init__(self, max_pages: int = MAX_PAGES, max_bytes: int = MAX_BYTES) -> None:
        super().__init__(max_pages, max_bytes, lambda shelved: shelved[0].size)

    def add(self, page: ShownPage, find_body: FindBody) -> str:
        """Keep a page, and return its path on the server."""
        capability = secrets.token_urlsafe(_CAPABILITY_BYTES)
        self.keep(capability, (page, find_body))
        return f"{PAGE_PATH}{capability}/"
