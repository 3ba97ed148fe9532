"""Where ``curator new`` takes pages from: the portal, or files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from webarticlecurator.model.capture import Exchange
from webarticlecurator.run.crawling.visiting import PageVisit
from webarticlecurator.run.setup import Runtime


class Visits(Protocol):
    """Pages by their addresses: those of a portal, or of files.

    ``can_visit`` says whether there may be a page, and ``stored_among`` which of the articles that
    a list names can be visited. ``render`` returns a page as a browser shows it after it was
    scrolled, or a button clicked (a CSS selector), once; None where there is no browser or no
    portal. It calls its second argument with what the page loads.
    """

    def get(self, url: str) -> PageVisit: ...

    def render(
        self, url: str, see_loaded: Callable[[Exchange, str], None], click: str = "", /
    ) -> PageVisit | None: ...

    def robots_text(self, url: str) -> str: ...

    def can_visit(self, url: str) -> bool: ...

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]: ...


def visit_page(url: str, visits: Visits, runtime: Runtime) -> PageVisit | None:
    """Visit the page at ``url``, which is shown as progress; return None if there may be no page,
    or none was answered."""
    if not visits.can_visit(url):
        return None
    runtime.progress.show_message(f"looking at {url}")
    visit = visits.get(url)
    return None if visit.trouble else visit
