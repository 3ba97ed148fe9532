"""A stored article, as exports read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from webarticlecurator.model.text_signature import Duplicate
from webarticlecurator.tei import Header, read_lines

FindDuplicate: TypeAlias = Callable[[str], Duplicate | None]
IsUnlisted: TypeAlias = Callable[[str], bool]


@dataclass(frozen=True)
class StoredArticle:
    """One TEI file: ``path`` is below ``tei/``, with slashes; ``content`` its bytes.

    In an export of several corpora ``path`` begins with the id of the portal. ``portal`` is that
    id, and ``timezone`` the portal's zone (an IANA name). ``find_duplicate`` returns what the
    article with an id repeats, ``is_unlisted`` whether no rule lists the article with a path below
    ``tei/`` any more.
    """

    path: str
    header: Header
    content: bytes
    portal: str = ""
    timezone: str = "UTC"
    find_duplicate: FindDuplicate | None = None
    is_unlisted: IsUnlisted | None = None

    def lines(self) -> list[str]:
        """Return the paragraphs of the text, as ``curator extract --format text`` prints them."""
        return read_lines(self.content)
