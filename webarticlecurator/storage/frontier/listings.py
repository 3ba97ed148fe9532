"""What archive pages list, name and link, and where listed addresses are redirected to.

Which archive pages listed which addresses.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from webarticlecurator.base.model.claimed_place import MAX_TITLE
from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.storage.frontier.frontier import Frontier
from webarticlecurator.storage.frontier.index_values import Listing, ListingResult
from webarticlecurator.storage.frontier.unlisted_articles import UNLISTED, UnlistedArticles
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.index.index import Index

_REDIRECTED = (
    "SELECT r.requested FROM addresses a JOIN articles r ON r.id = a.article WHERE a.id = ?"
    " AND r.requested <> a.url AND r.requested IN (SELECT requested FROM redirects)"
)


class Listings:
    """The links of archive pages. Changes wait for the corpus's ``commit``."""

    def __init__(self, index: Index, frontier: Frontier) -> None:
        self._index, self._frontier = index, frontier
        self._unlisted = UnlistedArticles(index)

    def add(
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
        has_unlisted = key != UNLISTED and not self._unlisted.is_empty()
        new_to_walk, new_articles, unseen, moved = 0, [], list[bool](), list[bool]()
        first_new, known_from = len(links), 0
        # on which pages links were listed that come after new ones, and that come between them
        repeated, enclosed = set[str](), set[str]()
        places, redirected = list[tuple[str, int]](), list[str]()
        for position, link in enumerate(links):
            address, new_article = self._frontier.add_address(link.url, canonical, key.column)
            if new_article:
                new_articles.append(new_article)

            if has_unlisted and not new_article:
                self._unlisted.relist(address, key.column)
            first, latest, listed_on, place = self._index.one(
                "SELECT first, seen, page, position FROM listings WHERE walk = ? AND address = ?",
                (walk, address),
            ) or (0, 0, "", 0)
            if first == generation and listed_on != page:
                places.append((listed_on, place))
            if latest < generation:
                enclosed |= repeated
                first_new = min(first_new, position)
            elif new_to_walk > 0:
                repeated.add(listed_on)
            new_to_walk += latest < generation
            unseen.append(first == 0)
            if first == 0 and not new_article:
                redirected += self._index.column(_REDIRECTED, (address,))
            known_from = known_from if 0 < first <= completed else position + 1

            listed = json.dumps(link.listed, ensure_ascii=False) if link.listed else "[]"
            self._index.write(
                "INSERT INTO listings VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (walk, address)"
                " DO UPDATE SET seen = excluded.seen",
                (walk, address, generation, generation, page, position, listed),
            )
            words = self._add_headline(address, link)
            is_later = first == 0 and generation > 1
            moved.append(
                is_later and words is not None and self._is_listed_with(walk, words, address)
            )
        has_new_end = any(unseen[end] and not moved[end] for end in (0, -1) if unseen)
        return ListingResult(
            new_to_walk,
            bool(links) and not known_from,
            tuple(new_articles),
            sum(unseen),
            is_grown_inside=any(unseen) and not has_new_end,
            is_shuffled=len(enclosed) > 1,
            first_new=first_new,
            known_from=known_from,
            places=tuple(places),
            redirected=tuple(redirected),
        )

    def has_lost(self, key: WalkKey) -> bool:
        """Return True if a walk, which is not saved yet, has not listed what it listed in the last
        generation that reached the end, and nothing new: what moves on to make room for the new is
        not lost."""
        return self._index.has(
            "SELECT 1 FROM walks w JOIN listings l ON l.walk = w.id AND l.seen = w.completed"
            " WHERE w.column_name = ? AND w.span = ? AND w.window = ?"
            " AND w.completed BETWEEN 1 AND w.generation - 1 AND NOT EXISTS"
            " (SELECT 1 FROM listings n WHERE n.walk = w.id AND n.first = w.generation) LIMIT 1",
            (key.column, key.span, key.window),
        )

    def _is_listed_with(self, walk: int, words: int, address: int) -> bool:
        """Return True if a walk has listed another address with a headline of the same words."""
        return self._index.has(
            "SELECT 1 FROM headlines h JOIN listings l ON l.address = h.address AND l.walk = ?"
            " WHERE h.words = ? AND h.address <> ?",
            (walk, words, address),
        )

    def _add_headline(self, address: int, link: Link) -> int | None:
        """Add the headline of a link to those of its address; return the hash of its words, None if
        it has too few."""
        # the words of every script take a fortieth of the time of `status`, which adds nothing
        from webarticlecurator.base.text.headline_words import MIN_WORDS, hash_words, headline_words

        text = link.headline or dict(link.listed).get("title", "")
        words = headline_words(text)
        if len(words) < MIN_WORDS:
            return None
        hashed = hash_words(words)
        self._index.write(
            "INSERT OR IGNORE INTO headlines VALUES (?, ?, ?)", (address, hashed, text[:MAX_TITLE])
        )
        return hashed

    def of(self, url: str) -> tuple[Listing, ...]:
        """Return where an address was listed: on archive pages first, then elsewhere.

        For a canonical address, that is where any of its aliases was.
        """
        rows = self._index.read(
            "SELECT w.column_name, w.span, w.window, l.page, l.position, l.listed"
            " FROM addresses a JOIN listings l ON l.address = a.id JOIN walks w ON w.id = l.walk"
            " WHERE a.url = ?1 OR a.article = (SELECT id FROM articles WHERE canonical = ?1)"
            " ORDER BY a.id, w.column_name = '', l.walk",
            (url,),
        )
        return tuple(Listing(WalkKey(*r[:3]), r[3], r[4], _read_listed(r[5])) for r in rows)


def _read_listed(stored: str) -> tuple[tuple[str, str], ...]:
    return tuple(map(tuple, json.loads(stored))) if stored != "[]" else ()
