"""A stored article, as exports read it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.text_signature import Duplicate
from webarticlecurator.corpus.export.detected_language import (
    NO_LANGUAGE,
    NOT_RECOGNISED,
    SURE,
    detect_language,
    is_conflict,
)
from webarticlecurator.tei.documents.plain_text import find_lines
from webarticlecurator.tei.documents.read import TEI, Header, parse_document

FindDuplicate: TypeAlias = Callable[[str], Duplicate | None]
IsUnlisted: TypeAlias = Callable[[str], bool]


@dataclass(frozen=True)
class StoredArticle:
    """One TEI file: ``path`` is below ``tei/``, with slashes; ``content`` its bytes.

    In an export of several corpora ``path`` begins with the id of the portal. ``portal`` is that
    id, and ``timezone`` the portal's zone (an IANA name). ``find_duplicate`` returns what the
    article with an id repeats, ``is_unlisted`` whether no rule lists the article with a path below
    ``tei/`` any more. ``portal_language``: that of the portal.
    """

    path: str
    header: Header
    content: bytes
    portal: str = ""
    timezone: str = "UTC"
    find_duplicate: FindDuplicate | None = None
    is_unlisted: IsUnlisted | None = None
    portal_language: str = ""

    def lines(self) -> list[str]:
        """Return the paragraphs of the text, as ``curator extract --format text`` prints them."""
        return find_lines(parse_article(self.content))

    def whole_text(self) -> str:
        """Return all text of the body, with captions, boxes and comments."""
        bodies = parse_article(self.content).iterfind(f".//{TEI}body")
        return "".join(str(text) for body in bodies for text in body.itertext())

    def find_language(self) -> str:
        """Return the language that is declared, but that of the text where it is surely another
        one, or where none is declared. Raises UsageError if py3langid is not installed."""
        declared = self.header.language
        detected = detect_language(self.lines(), SURE)
        is_wrong = declared in NO_LANGUAGE or is_conflict(declared, detected)
        return detected if detected not in NOT_RECOGNISED and is_wrong else declared


@lru_cache(maxsize=1)
def parse_article(content: bytes) -> etree._Element:
    """Return the root of a document, which several fields are read from."""
    return parse_document(content)
