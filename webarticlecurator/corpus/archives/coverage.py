"""Compare the addresses that a web archive, or the portal's own sitemaps
(``report completeness --own``), know with a corpus: what is there, what is missing and the likely
reason.

Every address gets one reason. First the corpus is asked what it knows of the address or of another
form of it; then the rules of the portal file are; then the stored archive pages, which may link
what the rules do not list.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import PageUnreadable, UsageError
from webarticlecurator.base.model.capture import LEVELS_OF_ARTICLE, MADE_UP, RAW_CAPTURE
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.patterns import search_pattern
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.archives.address_forms import AddressForms, find_year
from webarticlecurator.corpus.archives.coverage_reasons import (
    ARCHIVE_LISTED,
    COVERAGE_REASONS,
    MISSING,
    POSSIBLE,
    REJECTED,
    CoverageReason,
)
from webarticlecurator.crawling.archive.page_location import locate_page
from webarticlecurator.crawling.states.link_filters import find_link_filter
from webarticlecurator.crawling.states.own_sitemaps import list_variants
from webarticlecurator.storage.frontier.cdx_file import CdxFile
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.view import CorpusView
from webarticlecurator.storage.warc.cdx_answers import CdxLine

if TYPE_CHECKING:
    from webarticlecurator.corpus.archives.unlisted_pages import UnlistedPages

_PAGES = ("html", "xml", "json", "unk", "text/plain", "warc/revisit")
"""Parts of the types of what can be a page of text; the type of a revisit is not that of its
page."""
_FILE_ENDINGS = (".css", ".js", ".ico", ".xml", ".rss", ".txt", ".woff", ".woff2", ".json")
_SITE_FILES = ("robots", "permissions", MADE_UP, "sitemap")


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
    for row in corpus.frontier.articles("tei", "stored", "pending"):
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
                return self._compare_known(line, row, canonical)
            name, detail = self._judge_unlisted(line, canonical)
        except PageUnreadable as error:
            canonical, name, detail = url, "never-listed", error.message
        is_counted = COVERAGE_REASONS[name].group in (MISSING, POSSIBLE)
        if is_counted and not self._file.count_once(canonical):
            name, detail = "variant", canonical
        return self._to_result(line, canonical, name, detail, self._forms.column_of(canonical))

    def _compare_known(self, line: CdxLine, row: ArticleRow, canonical: str) -> CoveredAddress:
        differs = urlsplit(canonical).query != urlsplit(row.canonical).query
        # with another query it may be another page of an article that nobody has seen
        is_other = row.state == "pending" and canonical != row.canonical and differs
        if is_other or not self._file.count_once(row.canonical):
            name, detail = "variant", row.canonical
        elif row.state in ("tei", "stored"):
            name, detail = "in-corpus", row.tei or row.state
        elif row.state == "rejected":
            name, detail = f"{REJECTED}{row.reason}", row.evidence
        elif row.state == "failed":
            name, detail = "failed", ": ".join(filter(None, (row.reason, row.evidence)))
        else:
            pages = [each.page for each in self._corpus.listings.of(row.canonical)]
            archived = [page for page in pages if RAW_CAPTURE in page]
            is_archived = bool(archived) and len(archived) == len(pages)
            name, detail = (ARCHIVE_LISTED, archived[0]) if is_archived else ("pending", "")
        return self._to_result(line, row.canonical, name, detail, row.column or "")

    def _to_result(
        self, line: CdxLine, canonical: str, name: str, detail: str, column: str
    ) -> CoveredAddress:
        return CoveredAddress(
            line, canonical, COVERAGE_REASONS[name], detail, find_year(line.url, line.time), column
        )

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
        from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion

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
        first_pages = (span.pagination.first_url for span in self._portal.spans.values())
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
