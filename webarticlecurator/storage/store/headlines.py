"""What lists say of articles, and what the pages say that were answered for them: which headline,
which title, which address."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.storage.store.index import IndexTables

_SLICE = 500


@dataclass(frozen=True)
class TitledAnswer:
    """The page that a fetch got for an ``article`` (its row in the index) at the ``url`` that was
    requested: the title of the page, the address that it declares, a hash of what it shows, and the
    headlines of the article in lists."""

    fetch: int
    url: str
    title: str
    declared: str
    text: int | None
    article: int
    headlines: tuple[str, ...]


class Headlines(IndexTables):
    """The table ``headlines``, with the answers for its articles."""

    def titled_answers(self, run: int) -> Iterator[TitledAnswer]:
        """Yield the good pages with a title that a crawl got for articles with a headline."""
        query = (
            "SELECT a.fetch, f.url, a.title, a.declared, a.text, o.article,"
            " (SELECT group_concat(h.text, char(10)) FROM addresses s JOIN headlines h"
            " ON h.address = s.id WHERE s.article = o.article)"
            " FROM answers a JOIN fetches f ON f.id = a.fetch JOIN addresses o ON o.url = f.url"
            " WHERE a.fetch > ?1 AND a.run = ?2 AND +a.level = 'article' AND +a.outcome = 'well'"
            f" AND a.title <> '' AND f.hops = 1 ORDER BY a.fetch LIMIT {_SLICE}"
        )
        for fetch, url, title, declared, text, article, known in self._index.sliced(
            query, 0, (run,)
        ):
            if known:
                headlines = tuple(known.split("\n"))
                yield TitledAnswer(fetch, url, title, declared, text, article, headlines)

    def of(self, article: int) -> tuple[str, ...]:
        """Return the headlines of an article in lists."""
        query = (
            "SELECT h.text FROM addresses s JOIN headlines h ON h.address = s.id"
            " WHERE s.article = ? ORDER BY h.text"
        )
        return tuple(self._index.column(query, (article,)))

    def with_words(self, words: int) -> set[int]:
        """Return up to two articles that lists name with the same words (their hash)."""
        query = (
            "SELECT DISTINCT s.article FROM headlines h JOIN addresses s ON s.id = h.address"
            " WHERE h.words = ? LIMIT 2"
        )
        return set(self._index.column(query, (words,)))
