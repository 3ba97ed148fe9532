"""Compare the addresses that a web archive, or the portal's own sitemaps
(``report completeness --own``), know with a corpus: what is there, what is missing and the likely
reason.

Every address gets one reason. First the corpus is asked what it knows of the address or of another
form of it; then the rules of the portal file are; then the stored archive pages, which may link
what the rules do not list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.archive import locate_page
from webarticlecurator.archive.cdx import CdxLine, CdxQuery
from webarticlecurator.archive.page_address import address_key
from webarticlecurator.article import canonical_address, find_exclusion
from webarticlecurator.corpora.unlisted_addresses import AddressForms, find_year
from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.errors import PageUnreadable, UsageError
from webarticlecurator.fetch import ConnectionSettings, Visitor
from webarticlecurator.model.capture import LEVELS_OF_ARTICLE
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.log_lines import name_portal
from webarticlecurator.model.patterns import search_pattern
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import REASONS
from webarticlecurator.states.own_sitemaps import (
    MAX_FILES,
    OwnComparison,
    find_link_filter,
    list_variants,
    read_own_sitemaps,
)
from webarticlecurator.store import ArticleRow, CorpusView
from webarticlecurator.store.derived_file import CdxFile
from webarticlecurator.warc.message import read_response
from webarticlecurator.workers.executor import Runtime

if TYPE_CHECKING:
    from webarticlecurator.corpora.unlisted_addresses import UnlistedPages


_PAGES = ("html", "xml", "json", "unk", "text/plain", "warc/revisit")
"""Parts of the types of what can be a page of text; the type of a revisit is not that of its
page."""
_FILE_ENDINGS = (".css", ".js", ".ico", ".xml", ".rss", ".txt", ".woff", ".woff2", ".json")
_SITE_FILES = ("robots", "permissions", "sitemap")


@dataclass(frozen=True)
class CoveredAddress:
    """An address that the archive knows, its first capture, and its reason.

    ``detail`` says more: which rule, status, error or other address. ``year`` is that of the
    address or of its first capture. ``column`` is that of the article, or of most articles with an
    address of this form, or ``""``.
    """

    line: CdxLine
    canonical: str
    reason: CoverageReason
    detail: str
    year: str
    column: str


def compare_addresses(
    portal: Portal, corpus: CorpusView, file: CdxFile, unlisted: UnlistedPages
) -> Iterator[CoveredAddress]:
    """Yield every address that was read, in the order of the archive's index.

    ``unlisted`` are the stored archive pages, which are read if an address may be missing. Of
    several forms of an address, the first one counts; the others are variants of it.
    """
    forms = AddressForms()
    for row in corpus.frontier.articles("tei", "stored"):
        forms.add(row.canonical, row.column or "")
    comparison = _Comparison(portal, corpus, file, forms, unlisted)
    file.forget_counted()
    for line in file.captures():
        yield comparison.compare(line)


class _Comparison:
    def __init__(
        self,
        portal: Portal,
        corpus: CorpusView,
        file: CdxFile,
        forms: AddressForms,
        unlisted: UnlistedPages,
    ) -> None:
        self._portal, self._corpus, self._file, self._forms = portal, corpus, file, forms
        self._unlisted = unlisted
        self._hosts = portal_hosts(portal)

    def compare(self, line: CdxLine) -> CoveredAddress:
        url = line.url
        try:
            canonical = canonical_address(url, self._portal.address)
            row = self._find_article(url, canonical)
            if row is not None:
                return self._compare_known(line, row)
            name, detail = self._judge_unlisted(line, canonical)
        except PageUnreadable as error:
            canonical, name, detail = url, "never-listed", error.message
        is_counted = COVERAGE_REASONS[name].group in (MISSING, POSSIBLE)
        if is_counted and not self._file.count_once(canonical):
            name, detail = "variant", canonical
        return self._to_result(line, canonical, name, detail, self._forms.column_of(canonical))

    def _compare_known(self, line: CdxLine, row: ArticleRow) -> CoveredAddress:
        if not self._file.count_once(row.canonical):
            name, detail = "variant", row.canonical
        elif row.state in ("tei", "stored"):
            name, detail = "in-corpus", row.tei or row.state
        elif row.state == "rejected":
            name, detail = f"{REJECTED}{row.reason}", row.evidence
        elif row.state == "failed":
            name, detail = "failed", ": ".join(filter(None, (row.reason, row.evidence)))
        else:
            name, detail = "pending", ""
        return self._to_result(line, row.canonical, name, detail, row.column or "")

    def _to_result(
        self, line: CdxLine, canonical: str, name: str, detail: str, column: str
    ) -> CoveredAddress:
        year = find_year(line.url, line.time)
        return CoveredAddress(line, canonical, COVERAGE_REASONS[name], detail, year, column)

    def _find_article(self, url: str, canonical: str) -> ArticleRow | None:
        """Return the article with an address, or with another form of it."""
        found = self._corpus.frontier.article(canonical) or self._corpus.frontier.article(url)
        if found is not None or not self._hosts.belongs(url):
            return found
        if self._corpus.captures.fetches(url):
            return None
        variants = [*list_variants(canonical)]
        return self._corpus.frontier.first_known(variants) if variants else None

    def _judge_unlisted(self, line: CdxLine, canonical: str) -> tuple[str, str]:
        """Return the reason and the detail of an address that is no article of the corpus."""
        url = line.url
        if not self._hosts.belongs(url):
            return "other-host", ""
        stored = self._judge_stored(url)
        if stored is not None:
            return stored
        mime = line.mime.lower()
        is_page = not mime or mime == "-" or any(part in mime for part in _PAGES)
        if not is_page or url.partition("?")[0].lower().endswith(_FILE_ENDINGS):
            return "file", line.mime
        excluded = find_exclusion(self._portal, (url,))
        if excluded is not None:
            return "on-exclude-list", excluded
        return self._judge_by_rules(url, canonical)

    def _judge_stored(self, url: str) -> tuple[str, str] | None:
        """Return the reason of an address that the corpus stores as something else."""
        owner = self._corpus.frontier.page_owner(url)
        if owner is not None:
            return "article-page", owner.canonical
        for capture in reversed(self._corpus.captures.by_url(url)):
            level = capture.origin.level if capture.origin else ""
            if level in _SITE_FILES:
                return "file", level
            if level == "archive":
                return "archive-page", ""
            if capture.location:
                return "redirected", capture.location
            if level in LEVELS_OF_ARTICLE:
                return "article-page", (capture.origin.via or "") if capture.origin else ""
        return None

    def _judge_by_rules(self, url: str, canonical: str) -> tuple[str, str]:
        portal = self._portal
        is_match = portal.match is not None and search_pattern(portal.match, url, portal.match_rule)
        if not is_match:
            if self._is_archive_page(url):
                return "archive-page", ""
            if portal.continuation and search_pattern(
                portal.continuation, url, portal.continuation_rule
            ):
                return "article-page", "article.continuation"
            if portal.match is not None:
                return "no-match", portal.match
            if len(self._forms) and not self._forms.has_form_in_other_section(canonical):
                return "other-form", ""
        left_out = find_link_filter(portal, url, self._forms.column_of(canonical))
        if left_out:
            return "left-out", left_out
        link = self._unlisted.find(canonical)
        where = f"on {link.page} (column {link.column})" if link is not None else ""
        if link is not None and link.filter:
            return "left-out", f"{link.filter}, {where}"
        if not (is_match or not len(self._forms) or self._forms.has_form_of(canonical)):
            return "other-section", where
        return ("never-listed" if link is None else "not-selected"), where

    def _is_archive_page(self, url: str) -> bool:
        """Return True for the home page, and for an address that fits an archive address with a
        date or a number."""
        spans = (span for column in self._portal.columns for span in column.spans)
        first_pages = (span.pagination.first_url for span in spans)
        pages = (self._portal.home, *(page.text for page in first_pages if page))
        if url.rstrip("/") in (page.rstrip("/") for page in pages):
            return True
        with suppress(UsageError):
            located = locate_page(self._portal, url)
            if located is None:
                return False
            page = located.page or ""
            return bool(located.window_first) or not page or page.isdigit()
        return True


# What an address that a web archive knows can be to the corpus: a closed list.

KNOWN, MISSING, POSSIBLE, OTHER = "known", "missing", "possible", "other"
"""The corpus has the article; it has not; it may be an article, which the corpus has not; the
address is not that of an article of its own."""


@dataclass(frozen=True)
class CoverageReason:
    """A reason with its group: KNOWN, MISSING, POSSIBLE or OTHER, and its meaning for the user."""

    name: str
    group: str
    meaning: str


_OWN_REASONS = (
    CoverageReason("in-corpus", KNOWN, "the article is in the corpus"),
    CoverageReason("pending", MISSING, "it is listed, the next crawl asks for it"),
    CoverageReason("failed", MISSING, "it is listed, but could not be fetched or built"),
    CoverageReason("left-out", MISSING, "a filter of the link rules leaves such addresses out"),
    CoverageReason(
        "not-selected", MISSING, "a stored archive page links it, but no link rule selects it"
    ),
    CoverageReason("never-listed", MISSING, "no stored archive page links it"),
    CoverageReason(
        "other-section",
        POSSIBLE,
        "no link rule selects it; it looks like an article, but the corpus has none under the first"
        " part of its path",
    ),
    CoverageReason("variant", OTHER, "another form of an address that is counted already"),
    CoverageReason("redirected", OTHER, "the portal redirected it when the corpus was crawled"),
    CoverageReason("archive-page", OTHER, "it is an archive page, or the home page"),
    CoverageReason("article-page", OTHER, "it is a later page, or a part, of an article"),
    CoverageReason("file", OTHER, "it is no page: an image, a style sheet, a feed, a PDF …"),
    CoverageReason("no-match", OTHER, "`article.match` says that it is not an article"),
    CoverageReason("other-form", OTHER, "no article of the corpus has an address of this form"),
    CoverageReason("other-host", OTHER, "its host is not one of the portal"),
    CoverageReason("on-exclude-list", OTHER, "it is on the portal's exclude list"),
)

REJECTED = "rejected-"
"""Before the reason of a rejection."""

COVERAGE_REASONS = {
    reason.name: reason
    for reason in (
        *_OWN_REASONS,
        *(
            CoverageReason(
                f"{REJECTED}{each.name}",
                MISSING if each.counts_as_missing else OTHER,
                each.meaning,
            )
            for each in REASONS
        ),
    )
}
"""Name → reason, in the order of the account."""

DEFAULT_REASONS = ("never-listed", "failed", "rejected-gone", "rejected-soft-404")
"""Reasons of addresses that ``warc adopt --cdx`` copies: what is listed and not requested
yet comes from the portal, and so does what a better link rule would select; what a filter leaves
out was left out by its user."""


# Count what of the addresses in a web archive a corpus has, by year, column and reason.

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
