"""Where ``curator new`` takes pages from: the portal, or files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from webarticlecurator.run.crawling.visiting import PageVisit


class Visits(Protocol):
    """Pages by their addresses: those of a portal, or of files.

    ``can_visit`` says whether there may be a page, and ``stored_among`` which of the articles that
    a list names can be visited.
    """

    def get(self, url: str) -> PageVisit: ...

    def robots_text(self, url: str) -> str: ...

    def can_visit(self, url: str) -> bool: ...

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]: ...
