"""``curator report completeness --own``: the portal's own sitemaps in place of a web archive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.archive.cdx import CdxLine, CdxQuery
from webarticlecurator.archive.page_address import address_key
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.fetch import ConnectionSettings, Visitor
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.states.own_sitemaps import MAX_FILES, OwnComparison, read_own_sitemaps
from webarticlecurator.store import CorpusView
from webarticlecurator.store.derived_file import CdxFile
from webarticlecurator.warc.message import read_response
from webarticlecurator.workers.executor import Runtime

_SERVER, _SCOPE = "robots.txt", "own sitemaps"
"""The name of the sitemaps in the derived file, beside those of web archives."""


@dataclass(frozen=True)
class OwnCoverage:
    """What the sitemaps of a portal are: the ``files`` with articles, of at most MAX_FILES that
    were read (``is_cut``: there are more); ``lacking``: address and column of the articles of the
    corpus that none of them has."""

    files: tuple[str, ...]
    is_cut: bool
    lacking: tuple[tuple[str, str], ...]

    def lines(self) -> Iterator[str]:
        """Yield what a person should know beside the numbers."""
        if not self.files:
            yield "no sitemap of the portal lists an article of the corpus"
            return
        read = f"; the portal has more than the {MAX_FILES} files that were read" * self.is_cut
        yield f"sitemaps with articles: {', '.join(self.files)}{read}"
        if self.lacking:
            count, first = len(self.lacking), self.lacking[0][0]
            yield f"not-in-sitemap: {count} articles of the corpus are in none, the first {first}"


def open_own_file(folder: Path) -> CdxFile:
    """Open the derived file for the addresses of the sitemaps. Raises StoreDamaged, DiskFull."""
    return CdxFile(folder, _SERVER, _SCOPE)


def read_own(
    portal: Portal,
    corpus: CorpusView,
    file: CdxFile,
    proxy: str | None,
    ca_file: str | None,
    runtime: Runtime,
) -> OwnCoverage:
    """Request the sitemaps, and put the addresses in them that look like articles into ``file``.
    Raises PortalRefused."""
    settings = ConnectionSettings(portal.fetch, portal_hosts(portal), proxy, ca_file)
    with Visitor(settings, runtime.clock) as visitor:

        def read(url: str) -> bytes | None:
            runtime.progress.show_message(f"looking at {url}")
            final = visitor.fetch(url).final
            is_there = final is not None and final.status == 200
            return read_response(url, final.response).body() if final and is_there else None

        own = read_own_sitemaps(portal, visitor.robots_text(portal.home), read)
    articles = OwnComparison(portal, corpus).choose_articles(own)
    now = f"{runtime.clock.now():%Y%m%d%H%M%S}"
    file.begin([CdxQuery(portal.home, "host", "", "")])
    found = file.next_query()
    assert found is not None
    lines = (CdxLine(address_key(url), now, url, "text/html", "200") for url in articles.urls)
    file.add_answer(found[0], lines, ())
    file.commit()
    listed = {address_key(url) for url in articles.urls}
    rows = corpus.frontier.articles("tei", "stored") if articles.files else ()
    lacking = (
        (row.canonical, row.column or "")
        for row in rows
        if listed.isdisjoint((address_key(row.canonical), address_key(row.requested)))
    )
    return OwnCoverage(articles.files, own.is_cut, tuple(lacking))
