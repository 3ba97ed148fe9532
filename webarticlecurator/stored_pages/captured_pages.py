"""The pages of a corpus or of WARC files, to try rules on; and which addresses of an index have a
page that commands read."""

from __future__ import annotations

import hashlib
import heapq
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import partial
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from webarticlecurator.archive import LocatedPage, match_address, normalize_address, today_in
from webarticlecurator.article.diagnostics import (
    FieldCandidate,
    MetadataRemark,
    list_part_candidates,
    remark_metadata,
)
from webarticlecurator.captures.article_pages import Source, find_first_page
from webarticlecurator.captures.article_reading import fragment_of, is_continuation
from webarticlecurator.captures.tasks import Task, build_task
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError, WarcUnreadable
from webarticlecurator.model.capture import GONE, TOO_LARGE, TRUNCATED, Body, Capture
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import ArticleRules
from webarticlecurator.model.verdict import BUILD_FAILURES, GATED, WITHOUT_PAGE
from webarticlecurator.states.replay import ListingPlace, has_no_page, list_foreign, locate_listing
from webarticlecurator.store import (
    ArticleRow,
    CorpusView,
    ForeignWarcs,
    WritableCorpus,
    open_corpus,
    open_warcs,
    view_corpus,
)
from webarticlecurator.store.index import NAME as INDEX_NAME
from webarticlecurator.stored_pages.page_store import (
    PageKind,
    StoredPage,
    StoredPages,
    complete_addresses,
    no_page_given,
    require_addresses,
    write_saved_pages,
)
from webarticlecurator.text.translation import as_message, make_message
from webarticlecurator.workers.capture_source import RankedSource, WithForeign
from webarticlecurator.workers.executor import Job, LostTask, Result, Runtime, Work, require_results
from webarticlecurator.workers.processes import choose_processes, open_executor
from webarticlecurator.workers.progress import progress_stage

if TYPE_CHECKING:
    from webarticlecurator.store import Captures
    from webarticlecurator.warc.warc_reader import Finding


class StoredSource(Protocol):
    """What has captures: a corpus, or WARC files of any origin."""

    @property
    def captures(self) -> Captures: ...

    def read(self, capture: Capture) -> Body: ...


MAX_COMPARED = 10_000
"""Addresses among which the nearest one to a missing address is searched."""


class CapturedPages:
    """The pages of ``source``, which ``where`` names in messages.

    Of the captures of an address, that counts which ``captures:`` of the portal file chooses.
    """

    damage: Sequence[Finding] = ()

    def __init__(self, portal: Portal, source: StoredSource, where: str) -> None:
        self._portal, self._source, self._where = portal, source, where

    def addresses(self) -> Iterator[str]:
        return (
            capture.url
            for capture in self._source.captures.all()
            if capture.status == 200 and not capture.truncated and not has_no_page(capture)
        )

    def find(self, url: str) -> StoredPage:
        """Return the page at ``url``, whose fragment it keeps; where that redirects, the page at
        the other end, with its address.

        Raises UsageError if the page is not there, WarcUnreadable if only its beginning is.
        """
        address = url.partition("#")[0]
        capture = self._find_capture(address) or self._find_normalized(address)
        if capture is None:
            raise self._not_stored(url)
        page = self.read(capture)
        is_redirected = normalize_address(capture.url) != normalize_address(address)
        return page if is_redirected else replace(page, url=url)

    def look_up(self, url: str) -> StoredPage | None:
        """Return the page at ``url``, however large the store is; None if it is not there as it is
        written or normalized. Raises WarcUnreadable."""
        for address in dict.fromkeys((url, normalize_address(url))):
            capture = self._find_capture(address)
            if capture is not None:
                return self.read(capture)
        return None

    def require(self, urls: Sequence[str]) -> None:
        """Raise UsageError for the first of ``urls`` that is not stored."""
        for url in urls:
            if self._find_capture(url.partition("#")[0]) is None:
                raise self._not_stored(url)

    def read(self, capture: Capture, located: LocatedPage | None = None) -> StoredPage:
        """Return the page of a capture. Raises WarcUnreadable if only its beginning is stored."""
        body = self._source.read(capture)
        if body.fault in (TRUNCATED, TOO_LARGE):
            raise WarcUnreadable(
                make_message(
                    "{file}: only the beginning of {url}: {words}",
                    file=capture.file,
                    url=capture.url,
                    words=as_message(body.words),
                ),
                "Fetch the page again.",
            )
        return to_stored_page(body, self._portal.timezone, located)

    def captures_of(self, url: str) -> Sequence[Capture]:
        """Return the complete captures of an address, in the order of time; of one that redirects,
        those at the other end."""
        captures = self._source.captures
        found = captures.complete_pages(url)
        best = captures.best([url]) if not found else None
        return found or (captures.complete_pages(best.url) if best is not None else ())

    def archive_captures(self) -> Iterator[Capture]:
        """Yield the complete captures of archive pages."""
        return (
            capture
            for capture in self._source.captures.all("archive")
            if capture.status == 200 and not capture.truncated
        )

    def _find_capture(self, url: str) -> Capture | None:
        """Return the capture of an address; without a complete answer with status 200, its last
        answer."""
        captures = self._source.captures
        best = captures.best([url], self._portal.captures)
        return best or next(iter(reversed(captures.by_url(url))), None)

    def _find_normalized(self, url: str) -> Capture | None:
        """Return the capture of an address that is written in another way in the store."""
        key, every = normalize_address(url), self._source.captures.all()
        written = (each.url for each in every if normalize_address(each.url) == key)
        return next(map(self._find_capture, written), None)

    def _not_stored(self, url: str) -> UsageError:
        every = dict.fromkeys(capture.url for capture in self._source.captures.all())
        others = list(every)[:MAX_COMPARED]
        near = get_close_matches(url, others, 1) or others[:1]
        nearest = make_message("It holds no pages.")
        if near:
            nearest = make_message("The nearest address in it is {url}", url=near[0])
        return UsageError(
            make_message("{url} is not in {where}", url=url, where=self._where), nearest
        )

    def _read_listed(self, capture: Capture, place: ListingPlace) -> StoredPage:
        """Return an archive page with its place, and its page value if it is known."""
        span = place.span
        match = match_address(span, capture.url, self._portal.language)
        origin = match or capture.origin
        page = origin.page if origin else None
        return self.read(capture, LocatedPage(span.column, span.number, place.key.window, page))


@dataclass(frozen=True)
class ClassifiedWarcs:
    """The pages of WARC files: ``corpus`` lists the articles, ``foreign`` has the captures.

    ``archive_pages`` are the archive pages with their places, in the order of the files.
    """

    corpus: WritableCorpus
    foreign: ForeignWarcs
    archive_pages: tuple[tuple[Capture, ListingPlace], ...]


class WarcPages(CapturedPages):
    """The pages of open WARC files of any origin, which are classified to list those of a kind."""

    def __init__(
        self, portal: Portal, foreign: ForeignWarcs, files: Sequence[Path], runtime: Runtime
    ) -> None:
        super().__init__(portal, foreign, ", ".join(map(str, files)))
        self._foreign, self._runtime = foreign, runtime
        self.damage = tuple(foreign.damage)

    @contextmanager
    def classify(self, urls: Sequence[str] = ()) -> Iterator[ClassifiedWarcs]:
        """Classify the pages by the portal file, as for a build, in a temporary corpus.

        With ``urls``, only the pages at these addresses count, and those that they redirect to;
        fragments make no difference. Raises UsageError for a missing address, WarcUnreadable.
        """
        urls = [url.partition("#")[0] for url in urls]
        self.require(urls)
        portal, foreign, runtime = self._portal, self._foreign, self._runtime
        chosen = {other for url in urls for other in (url, *foreign.captures.redirect_targets(url))}
        archive_pages: list[tuple[Capture, ListingPlace]] = []
        with (
            tempfile.TemporaryDirectory(prefix="curator-") as name,
            open_corpus(Path(name) / portal.id, portal.id, runtime.store_options()) as corpus,
        ):
            list_foreign(
                portal,
                corpus,
                foreign,
                runtime.progress,
                chosen if urls else None,
                lambda capture, place: archive_pages.append((capture, place)),
            )
            yield ClassifiedWarcs(corpus, foreign, tuple(archive_pages))

    def list_pages(self, kind: PageKind) -> Iterator[StoredPage]:
        """Yield the archive pages, or the first pages of the articles."""
        with self.classify() as pages:
            if kind == "archive":
                yield from (self._read_listed(*listed) for listed in pages.archive_pages)
            else:
                rows = select_articles(self._portal, pages.corpus, include_split=True)
                yield from (self.find(row.requested) for row in rows)


class CorpusPages(CapturedPages):
    """The pages of an open corpus."""

    def list_pages(self, kind: PageKind) -> Iterator[StoredPage]:
        """Yield the archive pages, each in its latest capture. Raises UsageError for articles,
        which are to be named."""
        if kind == "article":
            raise no_page_given(None)
        seen, captures = set[str](), self._source.captures
        # the latest usable capture of each page, in the order of the first requests
        for capture in captures.all("archive"):
            if capture.url in seen or capture.status != 200 or capture.truncated:
                continue
            seen.add(capture.url)
            latest = captures.best([capture.url])
            if latest is None or latest.url != capture.url:
                latest = capture
            place = locate_listing(self._portal, latest.origin, latest.url)
            if place is not None:
                yield self._read_listed(latest, place)


def to_stored_page(body: Body, zone: str, located: LocatedPage | None = None) -> StoredPage:
    """Return the page of a body that was read, in a time zone (IANA)."""
    capture = body.capture
    status = capture.status if capture.status in GONE else 200
    day = today_in(zone, capture.time)
    return StoredPage(capture.url, body.content, body.content_type, day, status, located)


def has_corpus(folder: Path) -> bool:
    """Return True if there is the index of a corpus in a folder."""
    return (folder / INDEX_NAME).is_file()


# Which articles and addresses of the index have a stored page that commands read.

OTHERS_PAGES = frozenset({"continuation", "duplicate"})
"""Reasons of addresses whose page belongs to another article, with which it is read."""
_NOT_ALONE = frozenset({"split", "excluded"})


def select_articles(
    portal: Portal, corpus: CorpusView, *, include_split: bool = False
) -> Iterator[ArticleRow]:
    """Yield the articles that have a page of their own, in the order of listing.

    ``include_split`` adds pages that hold several articles.
    """
    states = ("stored", "tei", "rejected") if include_split else ("stored", "tei")
    return (
        row
        for row in corpus.frontier.articles(*states)
        if row.reason in (None, "", "split") and has_own_page(portal, row)
    )


def has_own_page(portal: Portal, row: ArticleRow) -> bool:
    """Return False for an article of a split page, and for a later page of an article."""
    return "#" not in row.requested and not is_continuation(portal, row.requested)


def is_unbuilt(row: ArticleRow) -> bool:
    """Return True for an article that is stored and not built yet."""
    return row.state == "stored"


def may_become_article(row: ArticleRow) -> bool:
    """Return True for an article without TEI, or an address that may become one by other rules,
    whose page is stored. Not for a page of several articles, which are addresses of their own."""
    reason = row.reason or ""
    return row.state != "tei" and may_change(row.state, reason) and reason not in _NOT_ALONE


def may_change(state: str, reason: str) -> bool:
    """Return True for an article with a stored page that rules are applied to."""
    if state in ("stored", "tei"):
        return True
    if state == "failed":
        return reason in BUILD_FAILURES or reason in GATED
    return state == "rejected" and reason not in WITHOUT_PAGE and reason not in OTHERS_PAGES


# Stored articles read one by one, for reports, inventories and learning. Nothing is written, and
# the network is not used.


@dataclass(frozen=True)
class ArticleCandidates:
    """The metadata candidates on the first page of an article.

    ``url`` is its canonical address, with a fragment if it is one of several on a page.
    ``remarks`` are doubts about those in force, on a page that is one article.
    """

    url: str
    candidates: tuple[FieldCandidate, ...]
    remarks: tuple[MetadataRemark, ...] = ()


def survey_articles(
    portal: Portal,
    pages: StoredPages,
    select: Callable[[CorpusView], Iterator[ArticleRow]],
    work: Work[Result],
    runtime: Runtime | None = None,
    stage: str = "read",
) -> Iterator[Result]:
    """Yield what ``work`` returns for each article that ``select`` and ``pages`` select, in order.

    Arguments and errors as for ``survey_each``; raises PageUnreadable for the first page that
    cannot be read, since a count must not leave one out.
    """
    yield from require_results(survey_each(portal, pages, select, work, runtime, stage))


def survey_each(
    portal: Portal,
    pages: StoredPages,
    select: Callable[[CorpusView], Iterator[ArticleRow]],
    work: Work[Result],
    runtime: Runtime | None = None,
    stage: str = "read",
) -> Iterator[Result | LostTask]:
    """Yield what ``work`` returns for each article that ``select`` and ``pages`` select, in order,
    or a ``LostTask`` for one that cannot be read.

    The number of processes does not change the results. ``stage`` is the word for the progress.
    Raises CorpusMismatch, StoreDamaged, UsageError (no such file), WarcUnreadable, and RulesTooSlow
    if several articles in a row take too long.
    """
    runtime = runtime or Runtime()
    with _open_pages(portal, pages, runtime) as (corpus, captures):
        rows = (row for row in select(corpus) if _is_chosen(row, pages))
        every = (build_task(portal, corpus, row) for row in limit_articles(rows, pages.limit))
        processes, tasks = choose_processes(every, pages.jobs)
        names, tasks = tee(tasks)
        job = Job(portal, captures, runtime.cluster, runtime.progress.show_message)
        with (
            open_executor(runtime.executor, job, processes) as executor,
            progress_stage(runtime.progress, stage, pages.limit, "articles"),
        ):
            for result in executor.results(work, tasks):
                runtime.progress.step(next(names).canonical)
                yield result


def _is_chosen(row: ArticleRow, pages: StoredPages) -> bool:
    """Return True for an article at one of the given addresses, whose fragments make no
    difference; in files they chose already."""
    if pages.has_files:
        return True
    if pages.selected is not None and row.requested not in pages.selected:
        return False
    urls = [url.partition("#")[0] for url in pages.urls]
    return not urls or row.requested in urls or row.canonical in urls


@contextmanager
def _open_pages(
    portal: Portal, pages: StoredPages, runtime: Runtime
) -> Iterator[tuple[CorpusView, Path | RankedSource]]:
    """Open the corpus that lists the pages; yield it, and the captures for the executor.

    The pages of WARC files are classified as for a build, in a temporary corpus. Pages that are
    named, and saved pages, are articles unless they are archive pages.
    """
    if not pages.has_files:
        folder = pages.require_folder()
        with view_corpus(folder, portal.id) as view:
            yield view, folder
        return
    with tempfile.TemporaryDirectory(prefix="curator-") as name:
        warcs, urls = pages.warcs, pages.urls
        if pages.saved:
            warcs = (Path(name) / "saved.warc.gz",)
            saved = complete_addresses(pages.saved, urls)
            read_urls = write_saved_pages(saved, warcs[0], portal.timezone, runtime)
            require_addresses(urls, read_urls)
            urls = urls or read_urls
        with (
            open_warcs(warcs) as foreign,
            WarcPages(portal, foreign, warcs, runtime).classify(urls) as classified,
        ):
            yield classified.corpus, WithForeign(classified.corpus, foreign)


def read_candidates(
    portal: Portal,
    pages: StoredPages,
    runtime: Runtime | None = None,
    extra_rules: ArticleRules | None = None,
) -> Iterator[ArticleCandidates]:
    """Yield the metadata candidates of every stored article, in the order of listing.

    Articles of ``article.split`` come one by one. ``extra_rules`` have sources that are read, too,
    though they are not in force. Raises what ``survey_articles`` raises.
    """
    select = partial(select_articles, portal, include_split=True)
    work = partial(_list_candidates, extra_rules)
    for articles in survey_articles(portal, pages, select, work, runtime):
        yield from articles


def limit_articles(rows: Iterator[ArticleRow], limit: int | None) -> Iterator[ArticleRow]:
    """Return at most ``limit`` of the articles (None: all), spread over them and always the same,
    in the order of listing."""
    if limit is None:
        return rows
    sample = heapq.nsmallest(limit, rows, key=lambda row: sampling_key(row.canonical))
    return iter(sorted(sample, key=lambda row: row.id))


def sampling_key(url: str) -> bytes:
    """Return a sort key that spreads addresses evenly, whatever they have in common."""
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).digest()


def _list_candidates(
    extra_rules: ArticleRules | None, portal: Portal, source: Source, task: Task
) -> tuple[ArticleCandidates, ...]:
    page = find_first_page(portal, source, task.start, task.shared)
    found = list_part_candidates(portal, page, extra_rules) if page is not None else ()
    if page is None or len(found) != 1 or found[0][0]:
        return tuple(
            ArticleCandidates(
                f"{task.canonical}#{fragment_of(name)}" if name else task.canonical, offers
            )
            for name, offers in found
            if offers
        )
    ((_, offers),) = found
    titles, authors = (_values_in_force(offers, name) for name in ("title", "authors"))
    remarks = remark_metadata(portal, page, titles, authors)
    return (ArticleCandidates(task.canonical, offers, remarks),)


def _values_in_force(candidates: Iterable[FieldCandidate], name: str) -> list[tuple[str, str]]:
    """Return source and values of the first candidate of a field that counts."""
    in_force = next((c for c in candidates if c.field == name and c.counts), None)
    return [(in_force.source, value) for value in in_force.values] if in_force else []
