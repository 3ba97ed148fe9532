"""The frontier: which addresses were listed where, and the state of each article.

Articles are returned in the order of listing.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from webarticlecurator.model.link import Link
from webarticlecurator.model.verdict import BUILD_FAILURES, GATED
from webarticlecurator.store.counts import count_changes, read_counts
from webarticlecurator.store.index import Index, Row
from webarticlecurator.store.refresh_tables import move_refreshes
from webarticlecurator.store.rows import (
    ARTICLE_COLUMNS,
    ArticleRow,
    Counts,
    Listing,
    ListingResult,
    PageRow,
)
from webarticlecurator.store.walks import WalkKey

_SLICE = 500
_SELECT = f"SELECT {ARTICLE_COLUMNS} FROM articles"
_ANSWERED = ("stored", "tei", "rejected")
_HAS_OUTCOME = f"state IN {_ANSWERED}"
"""The condition of the partial index ``articles_build``."""
_FAILED = "state = 'failed' AND reason = ?1"
_WHOLE_PAGE = "instr(requested, '#') = 0"
"""Not an article that is a part of a page, which is built with its page."""
_HAS_FETCH = (
    "(requested GLOB ?1 OR EXISTS (SELECT 1 FROM fetches WHERE url = requested)"
    " OR EXISTS (SELECT 1 FROM captures WHERE url = requested))"
)
_ENCODED_IN_WARC = "*[\x01-\x20\x7f\x85\u2028\u2029]*"
"""A GLOB of addresses that WARC-Target-URI encodes (``record.target_address``)."""


class Frontier:
    """The addresses and articles found so far. Changes wait for the corpus's ``commit``."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def add_listing(
        self, key: WalkKey, page: str, links: Sequence[Link], canonical: Callable[[str], str]
    ) -> ListingResult:
        """Add the links of the archive page ``page`` of a walk, in their order.

        ``canonical`` returns the canonical address of a requested one; it is called only for
        addresses that are not in the index. Raises ValueError if the walk was not begun.
        """
        row = self._index.one(
            "SELECT id, generation, completed FROM walks WHERE column_name = ? AND span = ?"
            " AND window = ?",
            (key.column, key.span, key.window),
        )
        if row is None:
            raise ValueError(f"the walk {key} was not begun")
        walk, generation, completed = row
        new_to_walk, unseen, all_known, new_articles = 0, 0, bool(links), []
        for position, link in enumerate(links):
            address, new_article = self._add_address(link.url, canonical, key.column)
            if new_article:
                new_articles.append(new_article)

            first, latest = self._generations_listed(walk, address)
            new_to_walk += latest < generation
            unseen += first == 0
            all_known = all_known and 0 < first <= completed

            self._write_listing(row, address, page, (position, link))
        return ListingResult(new_to_walk, all_known, tuple(new_articles), unseen)

    def add(self, url: str, canonical: str, column: str | None) -> bool:
        """Add an article that no archive page listed.

        Returns False if there is already an article ``canonical``; ``url`` is then its alias.
        """
        return self._add_address(url, lambda _: canonical, column)[1] is not None

    def article(self, url: str) -> ArticleRow | None:
        """Return the article with a canonical address, requested address or alias; or None."""
        by_address = "id = (SELECT article FROM addresses WHERE url = ?)"
        for where in ("canonical = ?", by_address):  # one query with both takes six times as long
            if row := self._index.one(f"{_SELECT} WHERE {where}", (url,)):
                return ArticleRow(*row)
        return None

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
        number = min(rows, key=lambda row: places[row[0]])[1]
        return next(self.with_ids([number]), None)

    def with_ids(self, ids: Iterable[int]) -> Iterator[ArticleRow]:
        """Yield the articles with some row ids, in the order of listing."""
        chosen = sorted(set(ids))
        for start in range(0, len(chosen), _SLICE):
            part = chosen[start : start + _SLICE]
            places = ", ".join("?" * len(part))
            query = f"{_SELECT} WHERE id IN ({places}) ORDER BY id"
            yield from (ArticleRow(*row) for row in self._index.read(query, part))

    def last_id(self) -> int:
        """Return the largest row id of an article, 0 if there is none."""
        row = self._index.one("SELECT max(id) FROM articles")
        return int(row[0] or 0) if row else 0

    def articles(self, *states: str) -> Iterator[ArticleRow]:
        """Yield the articles in any of the states (default: all), in the order of listing.

        They are read in slices: states may be set meanwhile.
        """
        if not states:
            return self._slices("?1 IS NULL", None)
        return _in_order_of_listing([self._slices("state = ?1", state) for state in states])

    def sample(self, limit: int, *states: str) -> list[ArticleRow]:
        """Return at most ``limit`` articles in any of the states, spread over the order of listing,
        always the same. Pages are sampled: no article that is a part of one.

        It takes a look into an index for each, however many articles there are.
        """
        ends = self._index.one("SELECT min(id), max(id) FROM articles")
        if ends is None or ends[0] is None:
            return []
        first, last = ends
        query = f"{_SELECT} WHERE state = ? AND id >= ? AND {_WHOLE_PAGE} ORDER BY id LIMIT 1"
        found: dict[int, ArticleRow] = {}
        for number in range(limit):
            start = first + number * (last - first + 1) // limit
            rows = (self._index.one(query, (state, start)) for state in states)
            nearest = min((row for row in rows if row is not None), default=None)
            if nearest is not None:
                found[nearest[0]] = ArticleRow(*nearest)
        return [found[each] for each in sorted(found)]

    def articles_by_address(self) -> Iterator[ArticleRow]:
        """Yield all articles, sorted by the UTF-8 bytes of their canonical address.

        They are read in slices: states may be set meanwhile.
        """
        last = ""
        query = f"{_SELECT} WHERE canonical > ? ORDER BY canonical LIMIT {_SLICE}"
        while rows := self._index.read(query, (last,)):
            last = rows[-1][1]
            yield from (ArticleRow(*row) for row in rows)

    def pending_with_fetches(self) -> Iterator[ArticleRow]:
        """Yield pending articles whose requested address has a stored fetch or capture.

        They come in the order of listing, in slices.
        """
        last = 0
        numbers = (
            "SELECT article FROM articles_to_settle WHERE article > ? ORDER BY article"
            f" LIMIT {_SLICE}"
        )
        query = (
            f"{_SELECT} WHERE id IN (SELECT article FROM articles_to_settle WHERE article > ?2"
            f" AND article <= ?3) AND state = 'pending' AND {_HAS_FETCH} ORDER BY id"
        )
        while found := self._index.read(numbers, (last,)):
            rows = self._index.read(query, (_ENCODED_IN_WARC, last, found[-1][0]))
            last = found[-1][0]
            yield from (ArticleRow(*row) for row in rows)

    def forget_unfetched(self) -> None:
        """Leave articles without a fetch out of ``pending_with_fetches``, until they get one."""
        self._index.write(
            "DELETE FROM articles_to_settle WHERE article IN (SELECT id FROM articles WHERE"
            f" id IN (SELECT article FROM articles_to_settle) AND NOT {_HAS_FETCH})",
            (_ENCODED_IN_WARC,),
        )

    def stale(self, build: str) -> Iterator[ArticleRow]:
        """Yield the articles to build with the rules ``build``, in the order of listing.

        These are articles with captures or a verdict that have another ``build``, and failed ones
        that the page checks refused. Articles that are a part of a page are left out.
        """
        return _in_order_of_listing(
            [self._slices(where, value, also) for where, value, also in self._stale(build)]
        )

    def _stale(self, build: str) -> Iterator[tuple[str, str | None, tuple[object, ...]]]:
        """Yield conditions, each with its values, for the articles to build: an index leads to
        exactly the rows of each, in the order of listing."""
        for other in (None, *self._other_builds(build)):
            yield f"{_HAS_OUTCOME} AND build IS ?1 AND {_WHOLE_PAGE}", other, ()
        for reason in BUILD_FAILURES:
            yield f"{_FAILED} AND build IS NOT ?3 AND {_WHOLE_PAGE}", reason, (build,)
        for reason in GATED:
            yield f"{_FAILED} AND build IS NOT ?3", reason, (build,)

    def _other_builds(self, build: str) -> Iterator[str]:
        """Yield the digests other than ``build`` that articles were built with."""
        query = (
            "SELECT MIN(build) FROM articles INDEXED BY articles_build"
            f" WHERE {_HAS_OUTCOME} AND build > ?"
        )
        row = self._index.one(query, ("",))
        while row is not None and row[0] is not None:
            if row[0] != build:
                yield row[0]
            row = self._index.one(query, row)

    def parts(self, url: str) -> tuple[ArticleRow, ...]:
        """Return the articles that are parts of the page ``url``: those requested as ``url#…``."""
        query = (
            # '$' is the character after '#'
            f"{_SELECT} WHERE requested > ?1 || '#' AND requested < ?1 || '$' ORDER BY id"
        )
        return tuple(ArticleRow(*row) for row in self._index.read(query, (url,)))

    def count_stale(self, build: str) -> int:
        """Return the number of articles that ``stale`` yields."""
        rows = [
            self._index.one(
                f"SELECT COUNT(*) FROM articles WHERE {where} AND id > ?2", (value, 0, *also)
            )
            for where, value, also in self._stale(build)
        ]
        return sum(int(row[0]) for row in rows if row)

    def with_verdict(self, state: str, reason: str | None, after: int = 0) -> Iterator[ArticleRow]:
        """Yield the articles in a state for a reason (None: for none), as listed, those behind the
        row ``after``."""
        return self._slices("state = ?1 AND reason IS ?3", state, (reason,), after)

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
            (state, reason, evidence, canonical),
        )

    def set_requested(self, canonical: str, url: str) -> None:
        """Set which address of the article is used to look up its pages."""
        self._index.write("UPDATE articles SET requested = ? WHERE canonical = ?", (url, canonical))

    def set_build(self, canonical: str, tei: str | None, build: str | None) -> None:
        """Set the TEI file of the article (or None) and the digest of what it was made from."""
        self._index.write(
            "UPDATE articles SET tei = ?, build = ? WHERE canonical = ?", (tei, build, canonical)
        )

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
        return tuple(row[0] for row in self._index.read(query, (canonical,)))

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

    def set_pages(self, canonical: str, pages: Sequence[PageRow]) -> None:
        """Set the pages of an article, in order."""
        article = self._require(canonical).id
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
        """Return the article that has the page ``url``, first or later.

        The article with the canonical address ``besides`` is left out.
        """
        row = self._index.one(
            "SELECT article FROM pages WHERE url = ? AND article NOT IN (SELECT id FROM articles"
            " WHERE canonical = ?) ORDER BY article LIMIT 1",
            (url, besides),
        )
        return ArticleRow(*self._index.read(f"{_SELECT} WHERE id = ?", row)[0]) if row else None

    def find_article(self, url: str) -> ArticleRow | None:
        """Return the article with an address, or the one that has it as a page."""
        return self.article(url) or self.page_owner(url)

    def listings(self, url: str) -> tuple[Listing, ...]:
        """Return where an address was listed.

        For a canonical address, that is where any of its aliases was.
        """
        rows = self._index.read(
            "SELECT w.column_name, w.span, w.window, l.page, l.position, l.listed"
            " FROM addresses a JOIN listings l ON l.address = a.id JOIN walks w ON w.id = l.walk"
            " WHERE a.url = ?1 OR a.article = (SELECT id FROM articles WHERE canonical = ?1)"
            " ORDER BY a.id, l.walk",
            (url,),
        )
        return tuple(Listing(WalkKey(*r[:3]), r[3], r[4], _read_listed(r[5])) for r in rows)

    def counts(self) -> Counts:
        """Return the number of articles by state."""
        rows = read_counts(self._index, "article")
        by_state = {
            state: sum(n for s, _, n in rows if s == state)
            for state in ("tei", "failed", "pending", "stored")
        }
        rejected = {reason: n for state, reason, n in rows if state == "rejected"}
        return Counts(
            articles=sum(row[2] for row in rows),
            tei=by_state["tei"],
            rejected=rejected,
            failed=by_state["failed"],
            pending=by_state["pending"],
            stored=by_state["stored"],
        )

    def count_verdicts(self) -> list[tuple[str, str, int]]:
        """Return the states and reasons ("" for none) of articles, and how many have them."""
        rows = read_counts(self._index, "article")
        return [(str(state), str(reason), int(number)) for state, reason, number in rows]

    def count_in_state(self, state: str, reason: str) -> int:
        """Return the number of articles in a state for a reason."""
        rows = read_counts(self._index, "article")
        return sum(number for *names, number in rows if names == [state, reason])

    def count_answered(self) -> int:
        """Return the number of articles that are neither pending nor failed."""
        rows = read_counts(self._index, "article")
        return sum(number for state, _, number in rows if state in _ANSWERED)

    def count_changes(self) -> int:
        """Return how often anything of the articles or their pages has changed."""
        return count_changes(self._index, "articles")

    def _add_address(
        self, url: str, canonical: Callable[[str], str], column: str | None
    ) -> tuple[int, str | None]:
        """Return the id of an address and the article that was made for it.

        A missing address is added. The article is None if there was one for its canonical address.
        """
        row = self._index.one("SELECT id FROM addresses WHERE url = ?", (url,))
        if row:
            return int(row[0]), None
        name = canonical(url)
        article = self.article(name)
        article_id = article.id if article else self._new_article(name, url, column)
        if article:  # its TEI lists its aliases: it is to be built again
            self._index.write("UPDATE articles SET build = NULL WHERE id = ?", (article_id,))
        address = self._index.write("INSERT INTO addresses VALUES (NULL, ?, ?)", (url, article_id))
        return address, None if article else name

    def _new_article(self, canonical: str, url: str, column: str | None) -> int:
        values = (canonical, url, column)
        return self._index.write(
            "INSERT INTO articles VALUES (NULL, ?, ?, ?, 'pending', NULL, '', NULL, NULL)", values
        )

    def _generations_listed(self, walk: int, address: int) -> tuple[int, int]:
        row = self._index.one(
            "SELECT first, seen FROM listings WHERE walk = ? AND address = ?", (walk, address)
        )
        return (row[0], row[1]) if row else (0, 0)

    def _write_listing(self, walk: Row, address: int, page: str, at: tuple[int, Link]) -> None:
        position, link = at
        listed = json.dumps(link.listed, ensure_ascii=False)
        self._index.write(
            "INSERT INTO listings VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (walk, address)"
            " DO UPDATE SET seen = excluded.seen",
            (walk[0], address, walk[1], walk[1], page, position, listed),
        )

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
        state = (kept.state, kept.reason, kept.evidence, kept.tei, kept.build)
        self._index.write(
            "UPDATE articles SET canonical = ?, state = ?, reason = ?, evidence = ?, tei = ?,"
            " build = ? WHERE id = ?",
            (other.canonical, *state, first.id),
        )

    def _by_canonical(self, canonical: str) -> ArticleRow | None:
        row = self._index.one(f"{_SELECT} WHERE canonical = ?", (canonical,))
        return ArticleRow(*row) if row else None

    def _require(self, canonical: str) -> ArticleRow:
        article = self._by_canonical(canonical)
        if article is None:
            raise KeyError(canonical)
        return article

    def _slices(
        self, where: str, value: str | None, also: tuple[object, ...] = (), after: int = 0
    ) -> Iterator[ArticleRow]:
        last = after
        query = f"{_SELECT} WHERE {where} AND id > ?2 ORDER BY id LIMIT {_SLICE}"
        while rows := self._index.read(query, (value, last, *also)):
            last = rows[-1][0]
            yield from (ArticleRow(*row) for row in rows)


def _read_listed(stored: str) -> tuple[tuple[str, str], ...]:
    return tuple(map(tuple, json.loads(stored))) if stored != "[]" else ()


def _in_order_of_listing(queries: list[Iterator[ArticleRow]]) -> Iterator[ArticleRow]:
    if len(queries) == 1:
        return queries[0]
    return heapq.merge(*queries, key=lambda article: article.id)
