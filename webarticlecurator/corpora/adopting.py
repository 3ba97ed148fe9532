"""Pages from elsewhere: ``curator warc adopt`` copies captures of other WARC files into a corpus,
``curator warc fetch`` asks for the addresses of a list.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from webarticlecurator.archive import PagePlace
from webarticlecurator.article import (
    canonical_address,
    find_style_assets,
    list_page_assets,
)
from webarticlecurator.build.recovery import catch_up, update_pending_articles
from webarticlecurator.config.files import open_handle
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import PageUnreadable, PortalRefused, UsageError
from webarticlecurator.fetch import ConnectionSettings, Visitor
from webarticlecurator.model.capture import (
    GONE,
    TRUNCATED,
    Body,
    Capture,
    Exchange,
    Origin,
    SavedPage,
)
from webarticlecurator.model.hosts import ANY_HOSTS, origin_of, portal_hosts
from webarticlecurator.model.portal import FetchPolicy, Portal
from webarticlecurator.page import read_page
from webarticlecurator.states.replay import (
    FOUND,
    UNCLASSIFIED,
    has_no_page,
    locate_listing,
    matches_article,
)
from webarticlecurator.states.walking import (
    has_later_pages,
    read_next_page,
    read_page_links,
    to_stored_answer,
)
from webarticlecurator.store import (
    OTHER_HOST,
    Adopted,
    Captures,
    ForeignWarcs,
    RecordBuilder,
    WritableCorpus,
    adopt_captures,
    is_parsable_url,
    open_corpus,
    open_warcs,
)
from webarticlecurator.store.disk import convert_os_errors
from webarticlecurator.stored_pages.page_store import write_saved_pages
from webarticlecurator.text.translation import make_message
from webarticlecurator.warc.record import Record, encode_record
from webarticlecurator.warc.warc_reader import (
    Finding,
    check_files,
    read_all_records,
    unreadable_warc,
)
from webarticlecurator.workers.executor import Runtime
from webarticlecurator.workers.progress import progress_stage


def adopt_saved_pages(
    portal: Portal, folder: Path, pages: Sequence[SavedPage], runtime: Runtime
) -> Adopted:
    """Copy saved pages into the corpus in ``folder``, as records that say where they come from.

    Each is an article, unless it is an archive page by its address. The same page with the same
    date is copied once. Raises UsageError for a page without a date or an address, and what
    ``adopt_warcs`` raises.
    """
    for page in pages:
        if not page.saved:
            raise UsageError(
                make_message(
                    "{path}: no date (expected the day on which it was saved)", path=page.path
                ),
                "Give it with --date 2019-05-03, or in a column date of the table.",
            )
    with tempfile.TemporaryDirectory(prefix="curator-") as name:
        warc = Path(name) / "saved.warc.gz"
        urls = write_saved_pages(pages, warc, portal.timezone, runtime)
        return adopt_warcs(portal, folder, [warc], runtime, chosen=urls)


def adopt_warcs(
    portal: Portal,
    folder: Path,
    files: Sequence[Path],
    runtime: Runtime | None = None,
    *,
    chosen: Collection[str] = (),
    sources: Mapping[str, str] | None = None,
    origins: Mapping[str, Origin] | None = None,
) -> Adopted:
    """Copy the responses of ``files`` that are pages of the portal into the corpus in ``folder``.

    These are pages that the corpus knows or lists, archive pages that fit the portal's address
    templates, and articles that fit ``article.match``, that an archive page lists or that are
    ``chosen``. All others of the portal's hosts are refused with a reason. The next build builds
    the new articles. ``sources``: address → where the capture of an article was copied from;
    ``origins``: address → origin, of captures that are known to be something else.

    Raises UsageError (no such file), CorpusLocked, CorpusMismatch, WarcUnreadable, DiskFull.
    """
    runtime = runtime or Runtime()
    check_files(files)
    # as durable as what is crawled: a commit and two syncs for each record took a third of the time
    options = replace(runtime.store_options(), durable_after=portal.fetch.durable.total_seconds())
    with open_corpus(folder, portal.id, options) as corpus:
        catch_up(portal, corpus, runtime.progress)
        with open_warcs(files) as foreign:
            classifier = Classifier(portal, corpus, foreign, chosen)
            classifier.run()
            decide = partial(_decide, classifier, sources or {}, origins or {})
            corpus.begin_steps()
            adopted = adopt_captures(corpus, files, decide)
            corpus.end_steps()
        catch_up(portal, corpus, runtime.progress)
        update_pending_articles(portal, corpus, inspect=True)
        corpus.commit()
        return adopted


def _decide(
    classifier: Classifier,
    sources: Mapping[str, str],
    origins: Mapping[str, Origin],
    capture: Capture,
) -> Origin | str:
    """Return the origin of a capture with its source, or why it is refused."""
    origin = classifier.decide(capture)
    source = sources.get(capture.url)
    if isinstance(origin, Origin) and capture.url in origins:
        return origins[capture.url]
    if isinstance(origin, Origin) and origin.level == "article" and source is not None:
        return replace(origin, via=source)
    return origin


# Classify captures of other WARC files before they are adopted: archive pages, articles, others.
#
# A capture is classified by the addresses that the corpus knows, then by ``article.match``, then by
# the address templates of the archive. Classified pages lead to further ones: redirect targets,
# links and next pages of archive pages, next pages of articles.

Assigned = tuple[Capture, Origin]
_CRAWLER_FILES = ("/robots.txt", "/favicon.ico")
"""Paths that crawlers fetch, but that are not pages."""


class Classifier:
    """Assigns an origin to each capture of ``foreign``, as if it had been crawled. The corpus is
    read, not changed.

    ``chosen`` are addresses that the user names: their pages are articles, unless they are
    something else by the rules of the portal file.
    """

    def __init__(
        self,
        portal: Portal,
        corpus: WritableCorpus,
        foreign: ForeignWarcs,
        chosen: Collection[str] = (),
    ) -> None:
        self._portal, self._corpus, self._foreign = portal, corpus, foreign
        self._chosen, self._hosts = frozenset(chosen), portal_hosts(portal)
        self._linked: set[str] = set()  # canonical addresses of what the archive pages link

    def run(self) -> None:
        """Classify all captures; ``decide`` returns the result of each."""
        self._foreign.forget_origins()
        for find in (self._by_address, self._by_canonical_address):
            for capture in self._foreign.captures.all():
                origin = find(capture) if capture.origin is None else None
                if origin is not None:
                    self._assign(capture, origin)

    def decide(self, capture: Capture) -> Origin | str:
        """Return the origin of a capture, or a message that says why it is refused.

        OTHER_HOST is returned for a page that does not belong to the portal; "" for captures that
        are never wanted, such as images, errors and robots.txt.
        """
        known = self._foreign.captures.by_id(capture.record_id)
        if known is not None and known.origin is not None:
            return known.origin
        if not is_parsable_url(capture.url):
            return f"unclassified: no address: {capture.url[:200]!r}"
        if capture.status != 200 or has_no_page(capture):
            return ""
        if urlsplit(capture.url).path in _CRAWLER_FILES:
            return ""
        if not self._hosts.belongs(capture.url):
            return OTHER_HOST
        if capture.url in self._chosen:
            return Origin("article")
        return f"unclassified: {capture.url}: {UNCLASSIFIED}"

    def _by_address(self, capture: Capture) -> Origin | None:
        known = self._known_origin(capture.url)
        if known is not None:
            return known
        if matches_article(self._portal, capture.url):
            return Origin("article")
        place = locate_listing(self._portal, None, capture.url)
        if place is None:
            return None
        return Origin("archive", place.span.column, place.span.number, place.key.window or None)

    def _by_canonical_address(self, capture: Capture) -> Origin | None:
        """Return the origin of an article that is known under another address with the same
        canonical address (http and https). ``via`` is empty, since no page lists this address."""
        canonical = canonical_address(capture.url, self._portal.address)
        row = self._corpus.frontier.article(canonical)
        if row is None and canonical not in self._linked:
            return None
        return Origin("article", row.column if row else None)

    def _known_origin(self, url: str) -> Origin | None:
        """Return the origin of an article, or of a later page of one, that the corpus knows."""
        row = self._corpus.frontier.article(url)
        if row is not None:
            listings = self._corpus.listings.of(row.canonical)
            page = next((listing.page for listing in listings if listing.walk != FOUND), None)
            return Origin("article", row.column, via=page)
        owner = self._corpus.frontier.page_owner(url)
        return Origin("continuation", owner.column, via=owner.requested) if owner else None

    def _assign(self, capture: Capture, origin: Origin) -> None:
        """Set the origin of a capture and of all pages that it leads to."""
        waiting = [(capture, origin)]
        while waiting:
            capture, origin = waiting.pop()
            if self._foreign.assign(capture, origin):
                # recovery or the build reports a page that cannot be read
                with suppress(PageUnreadable):
                    waiting += self._following(capture, origin)

    def _following(self, capture: Capture, origin: Origin) -> Iterator[Assigned]:
        if capture.location:
            yield from self._captures(
                capture.location.partition("#")[0], replace(origin, via=capture.url)
            )
        elif origin.level != "archive" and not has_later_pages(self._portal):
            return  # it leads nowhere, so it need not be read
        elif capture.status == 200 and not capture.truncated and not has_no_page(capture):
            body = self._foreign.read(capture)
            follow = self._from_archive_page if origin.level == "archive" else self._from_article
            yield from follow(body, origin) if body.fault != TRUNCATED else ()

    def _from_archive_page(self, body: Body, origin: Origin) -> Iterator[Assigned]:
        url = body.capture.url
        place = locate_listing(self._portal, origin, url)
        if place is None:
            return
        answer = to_stored_answer(self._portal, body, origin.column)
        where = PagePlace(window=place.key.window)
        page_links = read_page_links(self._portal, place.span, answer, where)
        for page in page_links.named:
            yield from self._captures(page.url, replace(origin, window=page.url, via=url))
        for link in page_links.links:
            self._linked.add(page_links.canonicals[link.url])
            yield from self._captures(link.url, Origin("article", origin.column, via=url))
        if page_links.next_page:
            yield from self._captures(page_links.next_page, replace(origin, via=url))

    def _from_article(self, body: Body, origin: Origin) -> Iterator[Assigned]:
        next_page = read_next_page(
            self._portal, to_stored_answer(self._portal, body, origin.column)
        )
        if next_page:
            is_later_page = origin.level == "continuation" and origin.via
            first_page = origin.via if is_later_page else body.capture.url
            next_origin = Origin("continuation", origin.column, via=first_page)
            yield from self._captures(next_page, next_origin)

    def _captures(self, url: str, origin: Origin) -> Iterator[Assigned]:
        return ((capture, origin) for capture in self._foreign.captures.by_url(url))


# ``curator warc fetch``: request the addresses of a list politely, and store the answers in a WARC
# file. The file itself says what is done: a second run asks only for what has no answer in it yet.


@dataclass(frozen=True)
class FetchedList:
    """The result: the numbers of addresses requested now and answered before; (origin, message) of
    the sites that were not asked any more; bytes cut off the file of an interrupted run."""

    requested: int
    answered_before: int
    refused: tuple[tuple[str, str], ...]
    cut_bytes: int


def fetch_list(
    urls: Sequence[str],
    path: Path,
    policy: FetchPolicy,
    runtime: Runtime,
    *,
    allows_private: bool,
    proxy: str | None,
    ca_file: str | None,
) -> FetchedList:
    """Fetch what has no answer in the file at ``path`` yet, and append it.

    ``policy`` has pace, tries and robots. ``allows_private`` is True if addresses of this machine
    and of private networks may be requested. ``proxy`` and ``ca_file`` (PEM) are as for a crawl.
    A site that refuses too often is left out from then on; the others go on. Raises UsageError,
    WarcUnreadable, DiskFull.
    """
    store = runtime.store_options()
    builder = RecordBuilder(store.new_id, store.now)
    settings = ConnectionSettings(
        policy,
        ANY_HOSTS,
        proxy,
        ca_file,
        notify=runtime.progress.show_message,
        allows_private=allows_private,
    )
    with closing(WarcOutput(path, builder, store.software)) as output:
        with open_warcs([path]) as stored:
            due = [u for u in urls if find_outcome(stored.captures, u).outcome not in ANSWERED]

        def append(exchange: Exchange, origin: Origin) -> None:
            output.append(builder.fetch(exchange, origin))

        requested, refused = 0, dict[str, str]()
        with (
            Visitor(settings, runtime.clock, append) as visitor,
            progress_stage(runtime.progress, "fetch", len(due), "addresses"),
        ):
            for url in due:
                if origin_of(url) not in refused:
                    try:
                        visitor.fetch(url)
                        requested += 1
                    except PortalRefused as error:
                        refused[origin_of(url)] = error.message
                runtime.progress.step(url)
        return FetchedList(
            requested, len(urls) - len(due), tuple(refused.items()), output.cut_bytes
        )


MAX_ROUNDS = 3
"""Style sheets that name others, one after the other."""


def fetch_with_assets(
    urls: Sequence[str], path: Path, fetch: Callable[[Sequence[str]], FetchedList]
) -> FetchedList:
    """Fetch addresses into the file at ``path``, and the style sheets, fonts and pictures that the
    answers name. ``fetch`` is ``fetch_list`` with its other arguments. Raises as ``fetch_list`` and
    ``list_named_files``."""
    result = fetch(urls)
    known, fresh = {*urls}, [*urls]
    for _ in range(MAX_ROUNDS):
        # those of this round alone: what was read before has named its files
        fresh = [url for url in list_named_files(path, fresh) if url not in known]
        if not fresh:
            break
        known.update(fresh)
        more = fetch(fresh)
        requested = result.requested + more.requested
        result = replace(result, requested=requested, refused=(*result.refused, *more.refused))
    return result


def list_named_files(path: Path, urls: Sequence[str]) -> tuple[str, ...]:
    """Return the addresses of the style sheets, fonts and pictures that the answers for some
    addresses name, pages and style sheets, each once. Raises WarcUnreadable, PageUnreadable."""
    named: dict[str, None] = {}
    with open_warcs([path]) as stored:
        for url in urls:
            capture = find_outcome(stored.captures, url).capture
            kind = (capture.content_type or "").lower() if capture is not None else ""
            if capture is None or capture.status != 200:
                continue
            if "css" in kind:
                body = stored.read(capture)
                found = find_style_assets(body.content.decode("utf-8", "replace"), capture.url)
            elif "html" in kind:
                body = stored.read(capture)
                found = list_page_assets(read_page(capture.url, body.content, kind))
            else:
                continue
            named.update(dict.fromkeys(found))
    return tuple(named)


# What became of addresses, as WARC files say it: there, redirected, gone, failed.

PAGE, REDIRECTED, GONE_WORD, ERROR = "page", "redirected", "gone", "error"
TRUNCATED_WORD, FAILED, NOT_THERE = "truncated", "failed", "missing"

OUTCOMES = {
    PAGE: "the answer is there, with status 200",
    REDIRECTED: "it redirects to `final`; without a status, that is not in the files",
    GONE_WORD: "the answer, or that of the address it redirects to, is 404 or 410",
    ERROR: "the answer is another status",
    TRUNCATED_WORD: "the answer broke off",
    FAILED: "it was requested, and no answer came; `detail` says why",
    NOT_THERE: "it is not in the files",
}
"""Outcome → its meaning. A closed list."""

ANSWERED = frozenset({PAGE, REDIRECTED, GONE_WORD})
MAX_REDIRECTS = 10


@dataclass(frozen=True)
class AddressOutcome:
    """The outcome of an address by its last capture; ``final`` is where it leads, ``capture`` the
    last one on the way, ``detail`` the message of a failure."""

    url: str
    outcome: str
    final: str = ""
    capture: Capture | None = None
    detail: str = ""


def find_outcome(captures: Captures, url: str) -> AddressOutcome:
    """Return what became of one address, by its last capture that is whole."""
    capture = _last_capture(captures, url)
    if capture is None:
        fetch = captures.last_fetch(url)
        if fetch is None or fetch.failure is None:
            return AddressOutcome(url, NOT_THERE)
        return AddressOutcome(url, FAILED, detail=f"{fetch.failure.kind}: {fetch.failure.message}")
    seen = {url, capture.url}
    while capture.location and len(seen) <= MAX_REDIRECTS:
        target = capture.location.partition("#")[0]
        following = _last_capture(captures, target) if target not in seen else None
        if following is None:
            return AddressOutcome(url, REDIRECTED, target, capture, "not in the files")
        seen.add(target)
        capture = following
    return AddressOutcome(url, _judge(capture, url), capture.url, capture)


def _judge(capture: Capture, url: str) -> str:
    if capture.status in GONE:
        return GONE_WORD
    if capture.truncated:
        return TRUNCATED_WORD
    if capture.status != 200:
        return ERROR
    return PAGE if capture.url == url else REDIRECTED


def _last_capture(captures: Captures, url: str) -> Capture | None:
    found = captures.by_url(url)
    whole = [capture for capture in found if not capture.truncated and not capture.is_error]
    return next(reversed(whole or found), None)


# A single WARC file that grows, outside a corpus (``warc fetch``).


class WarcOutput:
    """A WARC file (.warc.gz) that records are appended to.

    An existing file is continued. If its last record is not whole, as after a kill, it is cut off;
    ``cut_bytes`` says how much that was. Raises UsageError for another ending, WarcUnreadable for a
    file that is damaged elsewhere, DiskFull.
    """

    def __init__(self, path: Path, builder: RecordBuilder, software: str) -> None:
        if not path.name.endswith(".warc.gz"):
            raise UsageError(
                make_message("not the name of a compressed WARC file: {path}", path=path),
                "Give one that ends in .warc.gz.",
            )
        self._path = path
        self.cut_bytes = 0
        with convert_os_errors(path.parent):
            end = find_end(path) if path.exists() else 0
            self._handle = open_handle(path, os.O_RDWR | os.O_CREAT)
            self.cut_bytes = os.fstat(self._handle).st_size - end
            os.ftruncate(self._handle, end)
            os.lseek(self._handle, end, os.SEEK_SET)
        if not end:
            self.append([builder.warcinfo(path.name, "", software)])

    def append(self, records: Sequence[Record]) -> None:
        """Append records and make them durable. Raises DiskFull."""
        content = memoryview(b"".join(encode_record(record) for record in records))
        with convert_os_errors(self._path.parent):
            while content:
                content = content[os.write(self._handle, content) :]
            os.fsync(self._handle)

    def close(self) -> None:
        """Close the file."""
        os.close(self._handle)


def find_end(path: Path) -> int:
    """Return the offset behind the last whole record of a WARC file.

    Raises WarcUnreadable if something in front of it cannot be read, or nothing can.
    """
    damage: list[Finding] = []
    end = 0
    for _, located in read_all_records([path], damage.append):
        if damage:
            raise unreadable_warc(path, damage[0].offset, damage[0].message)
        end = located.offset + located.length
    return end
