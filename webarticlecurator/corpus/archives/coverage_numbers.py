"""Count what of the addresses in a web archive a corpus has, by year, column and reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.log_lines import name_portal
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.archives.coverage import CoveredAddress
from webarticlecurator.corpus.archives.coverage_reasons import (
    COVERAGE_REASONS,
    KNOWN,
    MISSING,
    POSSIBLE,
)
from webarticlecurator.crawling.archive.page_address import address_key
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.visitor import Visitor
from webarticlecurator.crawling.states.own_sitemaps import (
    MAX_FILES,
    OwnComparison,
    read_own_sitemaps,
)
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.frontier.cdx_file import CdxFile
from webarticlecurator.storage.store.view import CorpusView
from webarticlecurator.storage.warc.cdx import CdxQuery
from webarticlecurator.storage.warc.cdx_answers import CdxLine
from webarticlecurator.storage.warc.message import read_response

NO_COLUMN = "?"
"""In place of the column of addresses whose form is unknown."""


@dataclass
class GroupCount:
    """Articles that the archive knows: those that the corpus has, and those that it has not."""

    known: int = 0
    missing: int = 0

    @property
    def share(self) -> float | None:
        """The share that the corpus has; None without any article."""
        total = self.known + self.missing
        return self.known / total if total else None


@dataclass
class CoverageNumbers:
    """The result of a comparison with ``what``. ``by_reason`` counts all addresses, also those that
    are not articles."""

    what: str = "the archive"
    addresses: int = 0
    total: GroupCount = field(default_factory=GroupCount)
    by_year: dict[str, GroupCount] = field(default_factory=dict)
    by_column: dict[str, GroupCount] = field(default_factory=dict)
    by_reason: Counter[str] = field(default_factory=Counter)

    def add(self, address: CoveredAddress) -> None:
        """Count an address."""
        self.addresses += 1
        self.by_reason[address.reason.name] += 1
        if address.reason.group not in (KNOWN, MISSING):
            return
        year = self.by_year.setdefault(address.year, GroupCount())
        column = self.by_column.setdefault(address.column or NO_COLUMN, GroupCount())
        for count in (self.total, year, column):
            if address.reason.group == KNOWN:
                count.known += 1
            else:
                count.missing += 1

    def lines(self) -> list[str]:
        """Return the numbers as lines for a person."""
        reasons = [(name, self.by_reason[name]) for name in COVERAGE_REASONS]
        possible = sum(n for name, n in reasons if COVERAGE_REASONS[name].group == POSSIBLE)
        return [
            f"{self.addresses} addresses in {self.what};"
            f" of the articles among them {_describe_count(self.total)}"
            + (f"; {possible} more may be articles" if possible else ""),
            *(
                f"year {name}: {_describe_count(each)}"
                for name, each in sorted(self.by_year.items())
            ),
            *(
                f"column {name}: {_describe_count(each)}"
                for name, each in sorted(self.by_column.items())
            ),
            *(
                f"{name}: {count} ({COVERAGE_REASONS[name].group}:"
                f" {COVERAGE_REASONS[name].meaning})"
                for name, count in reasons
                if count
            ),
        ]


def _describe_count(count: GroupCount) -> str:
    share = count.share
    if share is None:
        return "none is known"
    return f"{count.known} of {count.known + count.missing} are in the corpus ({share:.1%})"


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
    with Visitor(settings, runtime.clock) as visitor, name_portal(portal.id):

        def read(url: str) -> bytes | None:
            runtime.progress.show_message(f"looking at {url}")
            final = visitor.fetch(url, "sitemap").final
            is_there = final is not None and final.status == 200
            return read_response(url, final.response).body() if final and is_there else None

        own = read_own_sitemaps(portal, visitor.robots_text(portal.home), read)
    articles = OwnComparison(portal, corpus).choose_articles(own, all_kinds=True)
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
