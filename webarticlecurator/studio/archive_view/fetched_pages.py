"""Archive pages that are fetched to be looked at, and are not stored."""

from __future__ import annotations

import threading
from collections import OrderedDict

from webarticlecurator.archive import today_in
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.studio.context import StudioContext

MAX_PAGES = 16
MAX_BYTES = 50_000_000


class FetchedPages:
    """The pages that were fetched last, by portal and address. Thread-safe."""

    def __init__(self) -> None:
        self._pages: OrderedDict[tuple[str, str], StoredPage] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, portal_id: str, url: str) -> StoredPage | None:
        """Return a page that was fetched, or None if it never was, or is forgotten."""
        with self._lock:
            return self._pages.get((portal_id, url))

    async def fetch(self, context: StudioContext, portal: Portal, url: str) -> StoredPage:
        """Fetch a page as politely as a crawl, and keep it.

        Raises UsageError where robots.txt forbids it or the page is missing, RequestProblem,
        PortalRefused.
        """
        visit = await context.fetching.run(context.visits.visit, portal, url)
        if visit.is_forbidden:
            raise UsageError(f"{url}: {visit.trouble}", "A crawl does not ask for it, either.")
        if visit.trouble:
            raise UsageError(f"{url}: {visit.trouble}", "Look at it in a browser.")
        day = today_in(portal.timezone, context.clock.now())
        page = StoredPage(visit.answered, visit.content, visit.content_type, day)
        self._keep((portal.id, url), page)
        return page

    def _keep(self, key: tuple[str, str], page: StoredPage) -> None:
        with self._lock:
            self._pages.pop(key, None)
            self._pages[key] = page
            while len(self._pages) > 1 and (
                len(self._pages) > MAX_PAGES
                or sum(len(each.content) for each in self._pages.values()) > MAX_BYTES
            ):
                self._pages.popitem(last=False)
