"""The frontier: the addresses that were found, and the state of each article.

Articles are returned in the order of listing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.stored_messages import encode_message
from webarticlecurator.storage.frontier.build_queue import (
    SELECT_ARTICLES,
    WHOLE_PAGE,
    merge_articles,
    slice_articles,
)
from webarticlecurator.storage.frontier.index_values import ArticleRow, PageRow, to_article_row
from webarticlecurator.storage.frontier.refresh_tables import move_refreshes
from webarticlecurator.storage.index.index import MAX_MESSAGE, SLICE, IndexTables


class Frontier(IndexTables):
    """The addresses and articles found so far. Changes wait for the corpus's ``commit``."""

    def add(self, url: str, canonical: str, column: str | None) -> bool:
        """Add an article that no archive page listed.

        Returns False if there is already an article ``canonical``; ``url`` is then its alias.
        """
        return self.add_address(url, lambda _: canonical, column)[1] is not None

    def add_address(
        self, url: str, canonical: Callable[[str], str], column: str | None
    ) -> tuple[int, str | None]:
        """Add an address, unless the index has it; return its id and the canonical address of the
        article that was made for it, None if none was."""
        row = self._index.one("SELECT id FROM addresses WHERE url = ?", (url,))
        if row:
            return int(row[0]), None
        name = canonical(url)
        article = self._by_canonical(name) if name == url else self.article(name)
        article_id = article.id if article else self._new_article(name, url, column)
        if article:  # its TEI lists its aliases: it is to be built again
            self._index.write("UPDATE articles SET build = NULL WHERE id = ?", (article_id,))
        address = self._index.write("INSERT INTO addresses VALUES (NULL, ?, ?)", (url, article_id))
        return address, None if article else name

    def article(self, url: str) -> ArticleRow | None:
        """Return the article with a canonical address, requested address or alias; or None."""
        by_address = "id = (SELECT article FROM addresses WHERE url = ?)"
        for where in ("canonical = ?", by_address):  # one query with both takes six times as long
            if row := self._index.one(f"{SELECT_ARTICLES} WHERE {where}", (url,)):
                return to_article_row(row)
        return None

    def reload(self, article: ArticleRow) -> ArticleRow:
        """Return an article as it is now, also under another canonical address."""
        return self.article(article.canonical) or self.article(article.requested) or article

    def first_known(self, urls: Sequence[str]) -> ArticleRow | None:
        """Return the article of the first of some addresses that has one; see ``article``."""
        marks = ",".join("?" * len(urls))
        rows = self._index.read(
            f"SELECT canonical, id FROM articles WHERE canonical IN ({marks})"
            f" UNION SELECT url, article FROM addresses WHERE url IN ({marks})",
            (*urls, *urls),
        )
        if not rows:
            return None
        places = {url: place for place, url in enumerate(urls)}
        return next(self.with_ids([min(rows, key=lambda row: places[row[0]])[1]]), None)

    def with_ids(self, ids: Iterable[int]) -> Iterator[ArticleRow]:
        """Yield the articles with some row ids, in the order of listing."""
        rows = self._index.among(f"{SELECT_ARTICLES} WHERE id IN", sorted(set(ids)), "ORDER BY id")
        return map(to_article_row, rows)

    def with_reasons(self, urls: Iterable[str], reasons: Sequence[str]) -> Iterator[ArticleRow]:
        """Yield the articles with some addresses (``article``) that have their state for one of
        some reasons."""
        named = ", ".join(f"'{reason}'" for reason in reasons)
        left = iter(urls)
        while some := [*islice(left, SLICE)]:
            marks = ", ".join(f"?{number}" for number in range(1, len(some) + 1))
            rows = self._index.read(
                f"{SELECT_ARTICLES} WHERE +reason IN ({named}) AND id IN (SELECT id FROM articles"
                f" WHERE canonical IN ({marks}) UNION SELECT article FROM addresses"
                f" WHERE url IN ({marks})) ORDER BY id",
                some,
            )
            yield from map(to_article_row, rows)

    def with_tei(self, paths: Iterable[str]) -> Iterator[ArticleRow]:
        """Yield the articles with some TEI files, by path below tei/, in no order."""
        rows = self._index.among(f"{SELECT_ARTICLES} WHERE tei IN", sorted(set(paths)))
        return map(to_article_row, rows)

    def last_id(self) -> int:
        """Return the largest row id of an article, 0 if there is none."""
        return self._index.number("SELECT max(id) FROM articles")

    def articles(self, *states: str) -> Iterator[ArticleRow]:
        """Yield the articles in any of the states (default: all), in the order of listing.

        They are read in slices: states may be set meanwhile.
        """
        return (
            merge_articles([slice_articles(self._index, "state = ?2", state) for state in states])
            if states
            else slice_articles(self._index, "?2 IS NULL", None)
        )

    def sample(self, limit: int, *states: str) -> list[ArticleRow]:
        """Return at most ``limit`` articles in any of the states, spread over the order of listing,
        always the same. Pages are sampled: no article that is a part of one.

        It takes a look into an index for each, however many articles there are.
        """
        # each of its own: SQLite reads all rows for both at once
        smallest, largest = (f"(SELECT {end}(id) FROM articles)" for end in ("min", "max"))
        ends = self._index.one(f"SELECT {smallest}, {largest}")
        if ends is None or ends[0] is None:
            return []
        first, last = ends
        query = (
            f"{SELECT_ARTICLES} WHERE state = ? AND id >= ? AND {WHOLE_PAGE} ORDER BY id LIMIT 1"
        )
        found: dict[int, ArticleRow] = {}
        for number in range(limit):
            start = first + number * (last - first + 1) // limit
            rows = (self._index.one(query, (state, start)) for state in states)
            nearest = min((row for row in rows if row is not None), default=None)
            if nearest is not None:
                found[nearest[0]] = to_article_row(nearest)
        return [found[each] for each in sorted(found)]

    def latest(self, limit: int) -> list[ArticleRow]:
        """Return at most ``limit`` of the articles that are stored and not built, the last listed
        ones first."""
        query = (
            f"{SELECT_ARTICLES} WHERE state = 'stored' AND {WHOLE_PAGE} ORDER BY id DESC LIMIT ?"
        )
        return [*map(to_article_row, self._index.read(query, (limit,)))]

    def articles_by_address(self) -> Iterator[ArticleRow]:
        """Yield all articles, sorted by the UTF-8 bytes of their canonical address.

        They are read in slices: states may be set meanwhile.
        """
        query = f"{SELECT_ARTICLES} WHERE canonical > ? ORDER BY canonical"
        return map(to_article_row, self._index.sliced(query, "", key=1))

    def parts(self, url: str) -> tuple[ArticleRow, ...]:
        """Return the articles that are parts of the page ``url``: those requested as ``url#…``."""
        query = (
            # '$' is the character after '#'
            f"{SELECT_ARTICLES} WHERE requested > ?1 || '#' AND requested < ?1 || '$' ORDER BY id"
        )
        return tuple(map(to_article_row, self._index.read(query, (url,))))

    def with_verdict(self, state: str, reason: str | None, after: int = 0) -> Iterator[ArticleRow]:
        """Yield the articles in a state for a reason (None: for none), as listed, those behind the
        row ``after``."""
        return slice_articles(self._index, "state = ?2 AND reason IS ?3", state, (reason,), after)

    def set_state(
        self, canonical: str, state: str, *, reason: str | None = None, evidence: str = ""
    ) -> None:
        """Set the state of an article.

        The columns ``tei`` and ``build`` stay, but an article in state ``stored`` is always to be
        built again.
        """
        self._index.write(
            "UPDATE articles SET state = ?1, reason = ?2, evidence = ?3,"
            " build = CASE ?1 WHEN 'stored' THEN NULL ELSE build END WHERE canonical = ?4",
            (state, reason, encode_message(shorten(evidence, MAX_MESSAGE)), canonical),
        )

    def set_requested(self, canonical: str, url: str) -> None:
        """Set which address of the article is used to look up its pages."""
        self._index.write("UPDATE articles SET requested = ? WHERE canonical = ?", (url, canonical))

    def set_build(self, canonical: str, tei: str | None, build: str | None) -> None:
        """Set the TEI file of the article (or None) and the digest of what it was made from."""
        self._index.write(
            "UPDATE articles SET tei = ?, build = ? WHERE canonical = ?", (tei, build, canonical)
        )

    def keep_tei(self) -> None:
        """Let the articles that wait for a build have the TEI that an earlier one made."""
        self._index.write(
            "UPDATE articles SET state = 'tei' WHERE state = 'stored' AND tei IS NOT NULL"
        )

    def find_tei(self, files: Iterable[tuple[str, str]], name: Callable[[str], str]) -> None:
        """Give the articles without TEI, and without a verdict, the files that bear their names.

        ``files`` are the names and the paths below tei/, ``name`` returns the name of a canonical
        address.
        """
        self._index.write("CREATE TEMP TABLE found (name TEXT PRIMARY KEY, path TEXT)")
        for file in files:
            self._index.write("INSERT OR IGNORE INTO found VALUES (?, ?)", file)
        for row in self.articles("pending", "stored", "failed"):
            path = self._index.value(
                "SELECT path FROM found WHERE name = ? AND NOT EXISTS"
                " (SELECT 1 FROM articles WHERE tei = path)",
                (name(row.canonical),),
            )
            if row.tei is None and path is not None:
                self.set_build(row.canonical, path, None)
        self._index.write("DROP TABLE found")

    def add_alias(self, canonical: str, url: str) -> None:
        """Add another address of the article, unless it already belongs to an article."""
        self._index.write(
            "INSERT INTO addresses SELECT NULL, ?, id FROM articles WHERE canonical = ?"
            " ON CONFLICT (url) DO NOTHING",
            (url, canonical),
        )

    def aliases(self, canonical: str) -> tuple[str, ...]:
        """Return all other addresses of the article, sorted."""
        query = (
            "SELECT url FROM addresses WHERE article = (SELECT id FROM articles"
            " WHERE canonical = ?1) AND url <> ?1 ORDER BY url"
        )
        return tuple(self._index.column(query, (canonical,)))

    def number_at(self, address: str) -> int | None:
        """Return the id of the article with an address, canonical or another."""
        number: int | None = self._index.value(
            "SELECT article FROM addresses WHERE url = ?1"
            " UNION ALL SELECT id FROM articles WHERE canonical = ?1 LIMIT 1",
            (address,),
        )
        return number

    def list_origins(self) -> list[str]:
        """Return the addresses of all articles and their pages as far as their hosts."""
        origin = "substr({0}, 1, 8 + instr(substr({0}, 9) || '/', '/'))"
        tables = (("url", "addresses"), ("canonical", "articles"), ("url", "pages"))
        parts = (f"SELECT {origin.format(name)} FROM {table}" for name, table in tables)
        return self._index.column(" UNION ".join(parts))

    def addresses_of(self, article: int) -> list[str]:
        """Return the addresses of the article with an id."""
        return self._index.column("SELECT url FROM addresses WHERE article = ?", (article,))

    def rename(self, old: str, new: str) -> ArticleRow:
        """Change the canonical address ``old`` to ``new`` (a redirect, a changed rule).

        ``old`` becomes an alias. If there is an article ``new``, the two are merged: the one listed
        first keeps its place, column and requested address; the state is that of ``new`` unless it
        has no capture yet. Returns the resulting article.
        """
        article, other = self._require(old), self._by_canonical(new)
        if other is None or old == new:
            self._index.write("UPDATE articles SET canonical = ? WHERE id = ?", (new, article.id))
        else:
            self._merge(article, other)
        self.add_alias(new, old)
        self.add_alias(new, new)
        return self._require(new)

    def set_pages(self, article: int, pages: Sequence[PageRow]) -> None:
        """Set the pages of an article, in order."""
        self._index.write("DELETE FROM pages WHERE article = ?", (article,))
        for number, page in enumerate(pages):
            self._index.write(
                "INSERT INTO pages VALUES (?, ?, ?, ?)", (article, number, page.url, page.record_id)
            )

    def pages(self, canonical: str) -> tuple[PageRow, ...]:
        """Return the pages of an article, in order."""
        query = (
            "SELECT url, record_id FROM pages WHERE article = (SELECT id FROM articles"
            " WHERE canonical = ?) ORDER BY number"
        )
        return tuple(PageRow(*row) for row in self._index.read(query, (canonical,)))

    def page_owner(self, url: str, besides: str = "") -> ArticleRow | None:
        """Return the first of ``page_owners``."""
        return next(iter(self.page_owners(url, besides, 1)), None)

    def page_owners(self, url: str, besides: str = "", limit: int = -1) -> list[ArticleRow]:
        """Return the articles that have the page ``url``, first or later, in the order of listing.

        The article with the canonical address ``besides`` is left out.
        """
        query = (
            f"{SELECT_ARTICLES} WHERE id IN (SELECT article FROM pages WHERE url = ?)"
            " AND canonical <> ? ORDER BY id LIMIT ?"
        )
        return [*map(to_article_row, self._index.read(query, (url, besides, limit)))]

    def find_article(self, url: str) -> ArticleRow | None:
        """Return the article with an address, or the one that has it as a page; if there is none,
        that of the address without its fragment, which only articles of split pages have."""
        found = self.article(url) or self.page_owner(url)
        if found is None and "#" in url:
            return self.find_article(url.partition("#")[0])
        return found

    def _merge(self, article: ArticleRow, other: ArticleRow) -> None:
        """Merge two articles under the canonical address of ``other``."""
        first, second = sorted((article, other), key=lambda a: a.id)
        kept = article if other.state == "pending" else other
        dropped = first if kept is second else second
        self._index.write("DELETE FROM pages WHERE article = ?", (dropped.id,))
        self._index.write("UPDATE pages SET article = ? WHERE article = ?", (first.id, second.id))
        self._index.write(
            "UPDATE addresses SET article = ? WHERE article = ?", (first.id, second.id)
        )
        move_refreshes(self._index, second.id, first.id)
        self._index.write("DELETE FROM articles WHERE id = ?", (second.id,))
        state = (kept.state, kept.reason, encode_message(kept.evidence), kept.tei, kept.build)
        self._index.write(
            "UPDATE articles SET canonical = ?, state = ?, reason = ?, evidence = ?, tei = ?,"
            " build = ? WHERE id = ?",
            (other.canonical, *state, first.id),
        )

    def _by_canonical(self, canonical: str) -> ArticleRow | None:
        return self._index.first(
            to_article_row, f"{SELECT_ARTICLES} WHERE canonical = ?", (canonical,)
        )

    def _require(self, canonical: str) -> ArticleRow:
        article = self._by_canonical(canonical)
        if article is None:
            raise KeyError(canonical)
        return article
