"""The fields of an article from the words of its corpus, so that a search reads no TEI.

``search.sqlite`` keeps their values as JSON; what follows from the text, from other fields or
from another file is read when it is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.corpus.corpora.partial_header import PUBLISHED, make_partial_header
from webarticlecurator.corpus.export.article_fields import (
    ARTICLE_FIELDS,
    ARTICLE_FIELDS_BY_NAME,
    MOMENT_FIELDS,
    Cell,
    derive_moment,
)
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.storage.texts.search_file import MatchedArticle, SearchFile

_NOT_KEPT = frozenset({"text", "characters", "path", "portal", "year", "month", "day"})
_MOMENTS = frozenset(field.name for field in MOMENT_FIELDS)
KEPT_WORDS = tuple(field.name for field in ARTICLE_FIELDS if field.name not in _NOT_KEPT)


@dataclass(frozen=True)
class SearchedFields:
    """Reads the fields of an article by name, as ``make_field_reader`` does from its TEI.
    ``selection`` has what is known of its portal."""

    file: SearchFile
    matched: MatchedArticle
    selection: Selection

    def __call__(self, name: str) -> tuple[Cell, ...]:
        if name in KEPT_WORDS:
            return tuple(self._kept.get(name, ()))
        if name in _MOMENTS:
            return derive_moment(name, self, self.selection.timezone)
        return ARTICLE_FIELDS_BY_NAME[name].read(self._article)

    @cached_property
    def _kept(self) -> dict[str, list[Cell]]:
        return dict(json.loads(self.matched.fields))

    @cached_property
    def _article(self) -> StoredArticle:
        """The article with what the other fields are read from: its id, its date and its text."""
        header = make_partial_header(
            self.matched.article.article, next(map(str, self._kept.get(PUBLISHED, ())), "")
        )
        return _SearchedText(
            self.matched.path,
            header,
            b"",
            self.selection.portal,
            self.selection.timezone,
            self.selection.find_duplicate,
            self.selection.is_unlisted,
            self.selection.portal_language,
            lambda: self.file.read_text(self.matched.number)[1],
        )


@dataclass(frozen=True)
class _SearchedText(StoredArticle):
    """A stored article whose text is read by ``read_text``."""

    read_text: Callable[[], str] = str

    def lines(self) -> list[str]:
        text = self.read_text()
        return text.split("\n") if text else []
