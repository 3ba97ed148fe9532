"""A stored article, as exports read it."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.tei import Header, read_lines


@dataclass(frozen=True)
class StoredArticle:
    """One TEI file: ``path`` is below ``tei/``, with slashes; ``content`` its bytes.

    In an export of several corpora ``path`` begins with the id of the portal. ``portal`` is that
    id, and ``timezone`` the portal's zone (an IANA name).
    """

    path: str
    header: Header
    content: bytes
    portal: str = ""
    timezone: str = "UTC"

    def lines(self) -> list[str]:
        """Return the paragraphs of the text, as ``curator extract --format text`` prints them."""
        return read_lines(self.content)
