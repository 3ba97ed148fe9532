"""What the pages of a dated window list, beside what other windows of the span do."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.model.reasons import REASONS
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.index.index import IndexTables

_NO_ARTICLES = ", ".join(f"'{each.name}'" for each in REASONS if not each.counts_as_missing)
"""Reasons of what belongs to no date: advertisements, which lead out of the portal."""
_LISTED = f"""
SELECT l.page, d.url, EXISTS (
  SELECT 1 FROM listings m JOIN walks v ON v.id = m.walk
  WHERE m.address = l.address AND m.walk <> w.id AND m.seen = v.generation
  AND v.column_name = w.column_name AND v.span = w.span AND v.window <> '')
FROM walks w JOIN listings l ON l.walk = w.id AND l.seen = w.generation
JOIN addresses d ON d.id = l.address JOIN articles r ON r.id = d.article
WHERE w.column_name = ? AND w.span = ? AND w.window = ?
AND coalesce(r.reason, '') NOT IN ({_NO_ARTICLES}) ORDER BY l.page, l.position
"""
_OTHERS = """
SELECT DISTINCT v.window, m.page FROM addresses d JOIN listings m ON m.address = d.id
JOIN walks v ON v.id = m.walk AND m.seen = v.generation
WHERE d.url = ? AND v.column_name = ? AND v.span = ? AND v.window NOT IN ('', ?)
"""
_DATED = "window BETWEEN '0001' AND '9999-12-31'"


@dataclass(frozen=True)
class WindowPage:
    """A page of a window as it was read last: the addresses that it lists, and those of them that
    no other window of the span lists."""

    page: str
    links: tuple[str, ...]
    own: tuple[str, ...]


@dataclass(frozen=True)
class TitledPage:
    """A page of a list without dates, by the span that lists it, and the fetch that got it: its
    address, its page value and its title."""

    column: str
    span: int
    fetch: int
    url: str
    page: str
    title: str


class WindowPages(IndexTables):
    """The pages of the windows of a corpus."""

    def walked_in(self, run: int, outcome: str = "well") -> list[WalkKey]:
        """Return the dated windows of which a page was well in a crawl, or had another outcome, in
        their order."""
        rows = self._index.read(
            "SELECT DISTINCT f.column_name, f.span, f.window FROM answers a"
            " JOIN fetches f ON f.id = a.fetch WHERE a.run = ? AND a.level = 'archive'"
            f" AND a.outcome = ? AND f.column_name IS NOT NULL AND f.{_DATED}"
            " ORDER BY 1, 2, 3",
            (run, outcome),
        )
        return [WalkKey(*row) for row in rows]

    def titled_in(self, run: int) -> list[TitledPage]:
        """Return the pages with a title that a crawl has read of lists without dates, by span, in
        the order of the requests."""
        rows = self._index.read(
            "SELECT f.column_name, f.span, f.id, f.url, coalesce(f.page, ''), a.title"
            " FROM answers a JOIN fetches f ON f.id = a.fetch"
            " WHERE a.run = ? AND a.level = 'archive' AND a.outcome = 'well'"
            " AND a.title <> '' AND coalesce(f.window, '') = '' "
            " AND f.column_name IS NOT NULL ORDER BY 1, 2, f.id",
            (run,),
        )
        return [TitledPage(*row) for row in rows]

    def of(self, key: WalkKey) -> tuple[WindowPage, ...]:
        """Return the pages of a window that list anything."""
        rows = self._index.read(_LISTED, (key.column, key.span, key.window))
        pages = group_values((page, (url, is_elsewhere)) for page, url, is_elsewhere in rows)
        return tuple(
            WindowPage(
                page,
                tuple(url for url, _ in links),
                tuple(url for url, is_elsewhere in links if not is_elsewhere),
            )
            for page, links in pages.items()
        )

    def list_twins(self, key: WalkKey, page: WindowPage) -> list[tuple[str, str]]:
        """Return the pages of other windows of the span that list the same: window and address."""
        values = (page.links[0], key.column, key.span, key.window)
        return [
            (window, address)
            for window, address in list(self._index.read(_OTHERS, values))
            for each in self.of(WalkKey(key.column, key.span, window))
            if each.page == address and set(each.links) == set(page.links)
        ]
