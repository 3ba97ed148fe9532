"""``curator report unsure``: the articles that were read without rules, the least sure first."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.corpus.corpora.reporting import Row
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.tei.documents.header import format_share

UNSURE: Row = ("confidence", "words", "url", "remarks", "tei")
_Key = tuple[int, int, str]


@dataclass(frozen=True)
class UnsureArticles:
    """``rows``: the head of the table and the least sure articles; ``without_rules`` and
    ``by_rules``: how many articles of the corpus were read so."""

    rows: tuple[Row, ...]
    without_rules: int
    by_rules: int

    def summary(self) -> str:
        """Return what the table leaves out."""
        return (
            f"articles read without rules: {self.without_rules}, of which"
            f" {len(self.rows) - 1} are listed; read by rules and not listed: {self.by_rules}"
        )


def list_unsure(articles: Iterable[StoredArticle], limit: int | None = None) -> UnsureArticles:
    """Return those of the articles that were read without rules, sorted by confidence, length and
    address; at most ``limit`` of them, all for None."""
    by_rules = without_rules = 0

    def read_rows() -> Iterator[tuple[_Key, Row]]:
        nonlocal by_rules, without_rules
        for article in articles:
            header = article.header
            if header.confidence is None:
                by_rules += 1
                continue
            without_rules += 1
            key = (header.confidence, header.words, header.url)
            remarks = " | ".join(f"{kind}: {message}" for kind, message in header.problems)
            confidence = format_share(header.confidence)
            yield key, (confidence, str(header.words), header.url, remarks, f"tei/{article.path}")

    rows: Iterable[tuple[_Key, Row]]
    rows = sorted(read_rows()) if limit is None else heapq.nsmallest(limit, read_rows())
    return UnsureArticles((UNSURE, *(row for _, row in rows)), without_rules, by_rules)
