"""Addresses and articles: what was listed where, and how each article stands. Articles are asked
for in the order of listing."""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterator, Sequence

from webarticlecurator.model.verdict import BUILD_FAILURES, GATED
from webarticlecurator.store.index import Index, Row
from webarticlecurator.store.rows import ArticleRow, Counts, Link, Listing, ListingResult, PageRow
from webarticlecurator.store.walks import WalkKey

_SLICE = 500
_COLUMNS = "id, canonical, requested, column_name, state, reason, evidence, tei, build"
_FAILED_IN_BUILD = ", ".join(f"'{reason}'" for reason in BUILD_FAILURES)
_BUILT = (
    "(state IN ('stored', 'tei', 'rejected') OR (state = 'failed' AND reason IN"
    f" ({_FAILED_IN_BUILD})))"
)
_REFUSED = f"state = 'failed' AND reason IN {GATED} AND build IS NOT ?1"
_OTHERWISE_STORED = "*[\x01-\x20\x7f\x85\u2028\u2029]*"
"""Addresses that may stand in fetches and captures in another form (record.target)."""


class Frontier:
    """Changes wait for the corpus's ``commit``."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def add_listing(
        self, key: WalkKey, page: str, links: Sequence[Link], canonical: Callable[[str], str]
    ) -> ListingResult:
        """What the archive page ``page`` of a begun walk lists, in its order. ``canonical`` gives
        the canonical address of a requested one; it is asked only for addresses never seen before.
        """
        row = self._index.one(
            "SELECT id, generation, completed FROM walks WHERE column_name = ? AND span = ? AND"
            " window = ?",
            (key.column, key.span, key.window),
        )
        if row is None:
            raise ValueError(f"the walk {key} was not begun")
        new_to_walk, unseen, known, new = 0, 0, bool(links), []
        for position, link in enumerate(links):
            address, article = self._address(link.url, canonical, key.column)
            new += [article] if article else []
            first, seen = self._listed_before(row[0], address)
            new_to_walk += seen < row[1]
            unseen += first == 0
            known = known and 0 < first <= row[2]
            self._list(row, address, page, (position, link))
        return ListingResult(new_to_walk, known, tuple(new), unseen)

    def add(self, url: str, canonical: str, column: str | None) -> bool:
        """An article that no archive page listed; False if one of this canonical address is there
        (``url`` is then its alias)."""
        return self._address(url, lambda _: canonical, column)[1] is not None

    def article(self, url: str) -> ArticleRow | None:
        """The article of a canonical or requested address or an alias."""
        row = self._index.one(
            f"SELECT {_COLUMNS} FROM articles WHERE canonical = ?1 OR id = (SELECT article FROM"
            " addresses WHERE url = ?1) ORDER BY canonical = ?1 DESC LIMIT 1",
            (url,),
        )
        return ArticleRow(*row) if row else None

    def articles(self, *states: str) -> Iterator[ArticleRow]:
        """Articles in any of the states (default: all), in the order of listing, in slices: states
        may be set meanwhile."""
        if not states:
            return self._slices("?1 IS NULL", None)
        return _merged([self._slices("state = ?1", state) for state in states])

    def pending_with_fetches(self) -> Iterator[ArticleRow]:
        """Pending articles whose requested address has a stored fetch or capture, in the order of
        listing, in slices."""
        stored = " OR ".join(
            f"EXISTS (SELECT 1 FROM {table} WHERE url = requested)"
            for table in ("fetches", "captures")
        )
        return self._slices(
            f"state = 'pending' AND (requested GLOB ?1 OR {stored})", _OTHERWISE_STORED
        )

    def stale(self, build: str) -> Iterator[ArticleRow]:
        """Articles with captures or a verdict whose ``build`` is not this one, and failed ones
        whose page the page checks refused, in the order of listing; no parts of a page."""
        alone = f"{_BUILT} AND instr(requested, '#') = 0"
        tests = ("< ?1", "> ?1", "IS NULL AND ?1 <> ''")
        return _merged(
            [self._slices(f"{alone} AND build {test}", build) for test in tests]
            + [self._slices(_REFUSED, build)]
        )

    def parts(self, url: str) -> tuple[ArticleRow, ...]:
        """The articles that were found on the page ``url``, which holds several: those requested as
        ``url#…``."""
        query = (
            # $ follows #
            f"SELECT {_COLUMNS} FROM articles WHERE requested > ?1 || '#' AND requested < ?1 || '$'"
            " ORDER BY id"
        )
        return tuple(ArticleRow(*row) for row in self._index.read(query, (url,)))

    def count_stale(self, build: str) -> int:
        """How many ``stale`` gives."""
        parts = (f"{_BUILT} AND build IS NOT ?1", _REFUSED)
        rows = [
            self._index.one(f"SELECT COUNT(*) FROM articles WHERE {part}", (build,))
            for part in parts
        ]
        return sum(int(row[0]) for row in rows if row)

    def rejected_for(self, reason: str) -> Iterator[ArticleRow]:
        """Articles rejected for a reason of verdict.REJECTIONS, in the order of listing."""
        return self._slices("state = 'rejected' AND reason = ?1", reason)

    def set_state(
        self, canonical: str, state: str, *, reason: str | None = None, evidence: str = ""
    ) -> None:
        """The article's new state. What was built of it stays known (tei, build), but ``stored`` is
        always still to be built."""
        self._index.write(
            "UPDATE articles SET state = ?1, reason = ?2, evidence = ?3, build = CASE ?1 WHEN"
            " 'stored' THEN NULL ELSE build END WHERE canonical = ?4",
            (state, reason, evidence, canonical),
        )

    def set_requested(self, canonical: str, url: str) -> None:
        """``url``, one of the article's addresses, is the one under which its pages are looked for
        from now on."""
        self._index.write("UPDATE articles SET requested = ? WHERE canonical = ?", (url, canonical))

    def set_build(self, canonical: str, tei: str | None, build: str | None) -> None:
        """Which TEI file (or none) was made of the article, and the digest of what it was made
        with."""
        self._index.write(
            "UPDATE articles SET tei = ?, build = ? WHERE canonical = ?", (tei, build, canonical)
        )

    def add_alias(self, canonical: str, url: str) -> None:
        """``url`` is another address of the article; one that belongs to an article already is left
        there."""
        self._index.write(
            "INSERT INTO addresses SELECT NULL, ?, id FROM articles WHERE canonical = ? ON CONFLICT"
            " (url) DO NOTHING",
            (url, canonical),
        )

    def aliases(self, canonical: str) -> tuple[str, ...]:
        """Every other address of the article, sorted."""
        query = (
            "SELECT url FROM addresses WHERE article = (SELECT id FROM articles WHERE canonical ="
            " ?1) AND url <> ?1 ORDER BY url"
        )
        return tuple(row[0] for row in self._index.read(query, (canonical,)))

    def rename(self, old: str, new: str) -> ArticleRow:
        """The canonical address ``old`` is now ``new`` (a redirect, a changed rule): ``old``
        becomes an alias. If there is an article ``new``, the two become one: the earlier listed
        keeps its place, column and requested address, the state is that of ``new`` unless it has no
        capture yet. Gives the article as it stands now."""
        mine, other = self._must(old), self._by_canonical(new)
        if other is None or old == new:
            self._index.write("UPDATE articles SET canonical = ? WHERE id = ?", (new, mine.id))
        else:
            self._merge(mine, other)
        self.add_alias(new, old)
        self.add_alias(new, new)
        return self._must(new)

    def set_pages(self, canonical: str, pages: Sequence[PageRow]) -> None:
        """The pages the article consists of, in order."""
        article = self._must(canonical).id
        self._index.write("DELETE FROM pages WHERE article = ?", (article,))
        for number, page in enumerate(pages):
            self._index.write(
                "INSERT INTO pages VALUES (?, ?, ?, ?)", (article, number, page.url, page.record_id)
            )

    def pages(self, canonical: str) -> tuple[PageRow, ...]:
        query = (
            "SELECT url, record_id FROM pages WHERE article = (SELECT id FROM articles WHERE"
            " canonical = ?) ORDER BY number"
        )
        return tuple(PageRow(*row) for row in self._index.read(query, (canonical,)))

    def page_owner(self, url: str, besides: str = "") -> ArticleRow | None:
        """The article of which ``url`` is a page, its own first page or a later one; not the
        article ``besides`` (canonical)."""
        row = self._index.one(
            "SELECT article FROM pages WHERE url = ? AND article NOT IN (SELECT id FROM articles"
            " WHERE canonical = ?) ORDER BY article LIMIT 1",
            (url, besides),
        )
        return (
            ArticleRow(*self._index.read(f"SELECT {_COLUMNS} FROM articles WHERE id = ?", row)[0])
            if row
            else None
        )

    def listings(self, url: str) -> tuple[Listing, ...]:
        """Where an address, canonical or as listed, was listed; with the canonical one, where any
        of its aliases was."""
        rows = self._index.read(
            "SELECT w.column_name, w.span, w.window, l.page, l.position, l.listed FROM addresses a"
            " JOIN listings l ON l.address = a.id JOIN walks w ON w.id = l.walk WHERE a.url = ?1"
            " OR a.article = (SELECT id FROM articles WHERE canonical = ?1) ORDER BY a.id, l.walk",
            (url,),
        )
        return tuple(
            Listing(WalkKey(*r[:3]), r[3], r[4], tuple(map(tuple, json.loads(r[5])))) for r in rows
        )

    def counts(self) -> Counts:
        rows = self._index.read(
            "SELECT state, COALESCE(reason, ''), COUNT(*) FROM articles GROUP BY 1, 2 ORDER BY 1, 2"
        )
        of = {
            state: sum(n for s, _, n in rows if s == state)
            for state in ("tei", "failed", "pending", "stored")
        }
        rejected = {reason: n for state, reason, n in rows if state == "rejected"}
        return Counts(
            sum(r[2] for r in rows), of["tei"], rejected, of["failed"], of["pending"], of["stored"]
        )

    def count_in_state(self, state: str, reason: str) -> int:
        """How many articles are in a state for a reason."""
        row = self._index.one(
            "SELECT COUNT(*) FROM articles WHERE state = ? AND reason = ?", (state, reason)
        )
        return int(row[0]) if row else 0

    def count_answered(self) -> int:
        """How many articles are neither pending nor failed."""
        row = self._index.one(
            "SELECT COUNT(*) FROM articles WHERE state IN ('stored', 'tei', 'rejected')"
        )
        return int(row[0]) if row else 0

    def _address(
        self, url: str, canonical: Callable[[str], str], column: str | None
    ) -> tuple[int, str | None]:
        """The id of an address, and the canonical address of the article that was made for it, if
        one was."""
        row = self._index.one("SELECT id FROM addresses WHERE url = ?", (url,))
        if row:
            return int(row[0]), None
        name = canonical(url)
        article = self.article(name)
        number = article.id if article else self._new_article(name, url, column)
        if article:  # its TEI names its other addresses
            self._index.write("UPDATE articles SET build = NULL WHERE id = ?", (number,))
        return self._index.write("INSERT INTO addresses VALUES (NULL, ?, ?)", (url, number)), (
            None if article else name
        )

    def _new_article(self, canonical: str, url: str, column: str | None) -> int:
        values = (canonical, url, column)
        return self._index.write(
            "INSERT INTO articles VALUES (NULL, ?, ?, ?, 'pending', NULL, '', NULL, NULL)", values
        )

    def _listed_before(self, walk: int, address: int) -> tuple[int, int]:
        row = self._index.one(
            "SELECT first, seen FROM listings WHERE walk = ? AND address = ?", (walk, address)
        )
        return (row[0], row[1]) if row else (0, 0)

    def _list(self, walk: Row, address: int, page: str, at: tuple[int, Link]) -> None:
        position, link = at
        listed = json.dumps(link.listed, ensure_ascii=False)
        self._index.write(
            "INSERT INTO listings VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (walk, address) DO"
            " UPDATE SET seen = excluded.seen",
            (walk[0], address, walk[1], walk[1], page, position, listed),
        )

    def _merge(self, mine: ArticleRow, other: ArticleRow) -> None:
        first, second = sorted((mine, other), key=lambda a: a.id)
        told = mine if other.state == "pending" else other
        untold = first if told is second else second
        self._index.write("DELETE FROM pages WHERE article = ?", (untold.id,))
        self._index.write("UPDATE pages SET article = ? WHERE article = ?", (first.id, second.id))
        self._index.write(
            "UPDATE addresses SET article = ? WHERE article = ?", (first.id, second.id)
        )
        self._index.write("DELETE FROM articles WHERE id = ?", (second.id,))
        self._index.write(
            "UPDATE articles SET canonical = ?, state = ?, reason = ?, evidence = ?, tei = ?, build"
            " = ? WHERE id = ?",
            (
                other.canonical,
                told.state,
                told.reason,
                told.evidence,
                told.tei,
                told.build,
                first.id,
            ),
        )

    def _by_canonical(self, canonical: str) -> ArticleRow | None:
        row = self._index.one(f"SELECT {_COLUMNS} FROM articles WHERE canonical = ?", (canonical,))
        return ArticleRow(*row) if row else None

    def _must(self, canonical: str) -> ArticleRow:
        found = self._by_canonical(canonical)
        if found is None:
            raise KeyError(canonical)
        return found

    def _slices(self, where: str, value: str | None) -> Iterator[ArticleRow]:
        last = 0
        query = (
            f"SELECT {_COLUMNS} FROM articles WHERE {where} AND id > ?2 ORDER BY id LIMIT {_SLICE}"
        )
        while rows := self._index.read(query, (value, last)):
            last = rows[-1][0]
            yield from (ArticleRow(*row) for row in rows)


def _merged(parts: list[Iterator[ArticleRow]]) -> Iterator[ArticleRow]:
    if len(parts) == 1:
        return parts[0]
    return heapq.merge(*parts, key=lambda article: article.id)
