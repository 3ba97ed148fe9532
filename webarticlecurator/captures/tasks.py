"""Build tasks: what a worker process is given, and what it returns.

Build tasks: the input of a worker process for one article.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit, urlunsplit

from webarticlecurator import article as extract
from webarticlecurator.archive import describe_landing_redirect
from webarticlecurator.captures.article_pages import (
    ArticlePage,
    ArticleStart,
    InspectionRequest,
    Source,
    inspect_page,
    is_transient,
)
from webarticlecurator.captures.tei_drafts import TeiDraft, write_draft
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.model.article import (
    TDMREP_PATH,
    Article,
    ArticleShape,
    Failed,
    Rejected,
    RightsStatement,
    TeiDocument,
)
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.hosts import origin_of, portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Look, Problem, is_asked_enough, judge_looks
from webarticlecurator.store import PageRow
from webarticlecurator.warc.record import target_address
from webarticlecurator.workers.capture_source import PageAnswer
from webarticlecurator.workers.shared_worker import BegunTask, begin_in_worker, evaluate_in_worker

if TYPE_CHECKING:
    from webarticlecurator.store import ArticleRow, CorpusView, WritableCorpus


@dataclass(frozen=True)
class Task:
    """One article to build: its canonical address, its first page, and its other addresses.

    ``shared`` are targets of its redirects to which other articles redirect, too: they belong to
    none of them. ``is_sample``: a pager that no rule follows is looked for.
    """

    canonical: str
    start: ArticleStart
    aliases: tuple[str, ...] = ()
    shared: frozenset[str] = frozenset()
    is_sample: bool = False


def build_task(
    portal: Portal, corpus: CorpusView, row: ArticleRow, *, is_sample: bool = False
) -> Task:
    """Return the build task of an article."""
    start, shared = find_start(portal, corpus, row)
    aliases = corpus.frontier.aliases(row.canonical)
    return Task(row.canonical, start, aliases, shared, is_sample)


def find_start(
    portal: Portal, corpus: CorpusView, row: ArticleRow
) -> tuple[ArticleStart, frozenset[str]]:
    """Return the first page of an article, and ``shared`` of its task."""
    targets = find_redirect_targets(portal, corpus, row.requested)
    others = frozenset(
        target.url
        for target in targets
        if target.listed
        and (owner := corpus.frontier.article(target.canonical)) is not None
        and owner.id != row.id
    )
    foreign = find_foreign_targets(portal, row.requested, targets)
    start = replace(article_start(corpus, row), others=others, foreign=foreign)
    return start, frozenset(find_shared_targets(portal, corpus, targets))


def article_start(corpus: CorpusView, row: ArticleRow) -> ArticleStart:
    """Return the first page of an article, with what the first archive page that lists it shows
    beside the link."""
    listings = corpus.listings.of(row.requested) or corpus.listings.of(row.canonical)
    return ArticleStart(row.requested, row.column, listings[0].listed if listings else ())


# What a build makes of one article, and the rows of its pages for the index.


@dataclass(frozen=True)
class BuildOutcome:
    """Result of a build: a document, a rejection or a failure, and the pages of the article in link
    order.

    ``draft`` is the document once it is written (``write_drafts``). ``parts`` are the articles of
    a split page: their listed addresses and outcomes. ``truncated`` are record ids of captures that
    are marked as complete in the index, but are not. ``shape`` is that of the article, or of one
    without a root. ``published_day`` is the day of publication in the portal's zone, of a split
    page the latest one of its parts. ``changed`` is the time of the capture with which its words or
    metadata changed last, None if they never did. ``rights`` are the statements about the use of
    the document. ``answers`` are what its first pages said. ``look_due``: see ``ArticleState``.
    """

    canonical: str
    pages: tuple[PageRow, ...] = ()
    document: TeiDocument | None = None
    rejected: Rejected | None = None
    problems: tuple[Problem, ...] = ()
    parts: tuple[tuple[str, BuildOutcome], ...] = ()
    failed: Failed | None = None
    truncated: tuple[str, ...] = ()
    shape: ArticleShape | None = None
    published_day: str | None = None
    changed: datetime | None = None
    rights: tuple[RightsStatement, ...] = ()
    draft: TeiDraft | None = None
    answers: tuple[PageAnswer, ...] = ()
    look_due: datetime | None = None


def write_drafts(folder: Path, outcome: BuildOutcome) -> BuildOutcome:
    """Write the documents of an outcome to drafts in ``folder``, and return it with these in their
    places. Raises DiskFull, StoreDamaged."""
    parts = tuple((requested, write_drafts(folder, part)) for requested, part in outcome.parts)
    draft = write_draft(folder, outcome.document) if outcome.document else None
    return replace(outcome, parts=parts, document=None, draft=draft)


def page_rows(
    source: Source, pages: Sequence[ArticlePage], confirm: timedelta
) -> tuple[PageRow, ...]:
    """Return the rows of the index for the pages of an article; a page that must be requested again
    has no record id. ``confirm`` is that of the portal file (``fetch``)."""
    return tuple(PageRow(page.url, _record_of(source, page, confirm)) for page in pages)


def _record_of(source: Source, page: ArticlePage, confirm: timedelta) -> str | None:
    if page.capture is None or is_missing(source, page, confirm):
        return None
    return page.capture.record_id


def is_missing(source: Source, page: ArticlePage, confirm: timedelta) -> bool:
    """Return True if a page must be requested again: it is not stored, or refused for a transient
    reason and not asked for often enough."""
    if page.capture is None:
        return True
    return is_transient(page) and not is_asked_enough(source.tries(page.url), confirm)


# What a site said about the use of an article when the article was captured (tdmrep.json).


def add_reservations(source: Source, article: Article) -> Article:
    """Return the article with what the tdmrep.json of its site says about its pages.

    It is the file as it was answered last before each page was captured. Captures alone decide, so
    that the same captures give the same TEI.
    """
    found = [each for capture in article.captures for each in _find_statements(source, capture)]
    if not found:
        return article
    return replace(article, rights=tuple(dict.fromkeys((*article.rights, *found))))


def _find_statements(source: Source, capture: Capture) -> tuple[RightsStatement, ...]:
    answer = source.answer_before(origin_of(capture.url) + TDMREP_PATH, capture.time)
    if answer is None or answer.status != 200:
        return ()
    return extract.match_reservations(_parse(source.read(answer).content), capture.url)


@lru_cache(maxsize=16)
def _parse(content: bytes) -> tuple[extract.ReservationRule, ...]:
    return extract.read_reservations(content)


# Inspect stored pages in a worker process, since a rule of the portal file may run for ever.


class SupervisedLook:
    """Inspects pages; the inspection of one of them may begin before the page is stored."""

    def __init__(self, portal: Portal) -> None:
        self._portal = portal
        self._begun: tuple[InspectionRequest, BegunTask] | None = None

    def begin(self, request: InspectionRequest) -> None:
        """Begin to inspect a page. If ``inspect`` is called with the same page next, its result is
        used, otherwise dropped."""
        task = begin_in_worker(self._portal, _inspect, request, request.body.capture.url)
        self._begun = (request, task) if task is not None else None

    def inspect(self, portal: Portal, request: InspectionRequest) -> tuple[ArticlePage, int | None]:
        """Return ``inspect_page`` without the parsed page. Raises PageUnreadable if a rule takes
        too long, RulesTooSlow if that happens for several pages in a row."""
        begun, self._begun = self._begun, None
        if begun is not None and _is_same_page(begun[0], request):
            inspection: tuple[ArticlePage, int | None] = begun[1].result()
            return inspection
        return evaluate_in_worker(portal, _inspect, request, request.body.capture.url)


def _is_same_page(begun: InspectionRequest, request: InspectionRequest) -> bool:
    """Return True if two requests are for the same record, and differ in its place at most."""
    is_same_record = begun.body.capture.record_id == request.body.capture.record_id
    return is_same_record and replace(begun, body=request.body) == request


def _inspect(
    portal: Portal, _source: object, request: InspectionRequest
) -> tuple[ArticlePage, int | None]:
    page, text = inspect_page(portal, request)
    return replace(page, parsed=None), text


# Find the redirect targets of listed addresses, and those that several addresses share: a page to
# which several articles redirect belongs to none of them.
#
# The results follow from the stored captures and the listings, not from their order.


MAX_ADDRESSES = 20
"""Longest chain of redirects that is followed from one address."""


@dataclass(frozen=True)
class RedirectTarget:
    """An address to which a requested one redirects.

    ``canonical`` is its canonical address; ``key`` is the same without a parameter that only has
    the address to return to. ``listed`` is True if an archive page lists it. ``last_listed`` is the
    canonical address of the last listed address on the way to it.
    """

    url: str
    canonical: str
    key: str
    listed: bool
    last_listed: str


def find_redirect_targets(
    portal: Portal, corpus: CorpusView, requested: str
) -> tuple[RedirectTarget, ...]:
    """Return the addresses to which ``requested`` redirects in the stored captures: listed ones,
    and others that were answered; not the home page and the archive."""
    if not corpus.captures.redirect_targets(requested):
        return ()  # as for most articles
    targets: list[RedirectTarget] = []
    waiting = [(requested, extract.canonical_address(requested, portal.address))]
    seen = {target_address(requested)}
    while waiting and len(seen) <= MAX_ADDRESSES:
        current, last_listed = waiting.pop(0)
        for url in corpus.captures.redirect_targets(current):
            if url in seen or describe_landing_redirect(portal, requested, url):
                continue
            seen.add(url)
            canonical = extract.canonical_address(url, portal.address)
            is_other = canonical != last_listed
            listed = is_other and is_listed(portal, corpus, url, canonical)
            if listed or (is_other and corpus.captures.is_answered(url)):
                # without parameters that have the address `requested` as value
                # (`/login?next=/article`)
                parts = urlsplit(url)
                kept = "&".join(
                    part
                    for part in parts.query.split("&")
                    if not _is_address_value(part.partition("=")[2], requested)
                )
                key = extract.canonical_address(
                    urlunsplit(parts._replace(query=kept)), portal.address
                )
                targets.append(RedirectTarget(url, canonical, key, listed, last_listed))
            waiting.append((url, canonical if listed else last_listed))
    return tuple(targets)


def is_listed(portal: Portal, corpus: CorpusView, url: str, canonical: str) -> bool:
    """Return True if an archive page lists ``url`` or another address with the canonical address
    ``canonical``."""
    if corpus.redirects.is_listed(url) or corpus.redirects.is_listed(canonical):
        return True
    row = corpus.frontier.article(canonical)
    return row is not None and any(
        extract.canonical_address(listed, portal.address) == canonical
        for listed in corpus.redirects.listed_addresses(row.canonical)
    )


def note_redirect_targets(
    portal: Portal, corpus: WritableCorpus, requested: str
) -> tuple[tuple[RedirectTarget, ...], frozenset[str]]:
    """Return ``find_redirect_targets``, and note them, so that other addresses which redirect to
    them are found; and the keys of those that were noted before. Needs ``corpus.commit``."""
    targets = find_redirect_targets(portal, corpus, requested)
    known = corpus.redirects.set_targets(requested, {target.key for target in targets})
    return targets, known


def find_unconfirmed_aliases(
    portal: Portal, corpus: CorpusView, requested: str, targets: Sequence[RedirectTarget]
) -> frozenset[str]:
    """Return the listed targets of an address that answered with a page of its own before, except
    those to which it redirected twice since, at least ``fetch.confirm`` apart."""
    listed = frozenset(target.url for target in targets if target.listed)
    looks = _look_at_redirects(corpus, requested, listed) if listed else None
    if looks is None:
        return frozenset()
    times = {url: [look.time for look in looks if look.answer == url] for url in listed}
    confirm = portal.fetch.confirm
    return frozenset(
        url for url, seen in times.items() if not seen or max(seen) - min(seen) < confirm
    )


def find_foreign_targets(
    portal: Portal, requested: str, targets: Sequence[RedirectTarget]
) -> frozenset[str]:
    """Return the targets that do not belong to the portal, and that no archive page lists."""
    if not targets:
        return frozenset()  # as for most articles
    hosts = portal_hosts(portal)
    return frozenset(
        target.url
        for target in targets
        if not target.listed and not hosts.belongs(target.url, requested)
    )


def find_alias_look(portal: Portal, corpus: CorpusView, row: ArticleRow) -> datetime | None:
    """Return the time from which an article that redirects to another one since it had a page of
    its own is to be asked for again; None if it does not, or need not be asked any more."""
    targets = find_redirect_targets(portal, corpus, row.requested)
    unconfirmed = find_unconfirmed_aliases(portal, corpus, row.requested, targets)
    looks = _look_at_redirects(corpus, row.requested, unconfirmed) if unconfirmed else None
    judgement = judge_looks(looks or (), portal.fetch.confirm)
    return judgement.due if judgement is not None else None


def _look_at_redirects(
    corpus: CorpusView, requested: str, listed: frozenset[str]
) -> list[Look] | None:
    """Return the answers since the last page of its own that redirect to one of ``listed``; None if
    there never was a page of its own."""
    looks: list[Look] = []
    for answer in corpus.captures.last_answers(requested, -1):
        if answer.status == 200 and answer.url not in listed:
            return looks
        if answer.status == 200:
            looks.append(Look(answer.order_time, answer.url, was_well=True))
    return None


def find_sharers(portal: Portal, corpus: CorpusView, target: RedirectTarget) -> Iterator[str]:
    """Yield the other listed addresses that redirect to a target which is not listed itself.
    Addresses that reach it through the same listed address are left out."""
    if target.listed:
        return
    for other in corpus.redirects.sources_of(target.key):
        if not is_listed(portal, corpus, other, extract.canonical_address(other, portal.address)):
            continue
        if any(
            each.key == target.key and not each.listed and each.last_listed != target.last_listed
            for each in find_redirect_targets(portal, corpus, other)
        ):
            yield other


def find_shared_targets(
    portal: Portal, corpus: CorpusView, targets: Sequence[RedirectTarget]
) -> dict[str, Iterator[str]]:
    """Return the targets to which other listed addresses redirect, too: address → those others."""
    shared: dict[str, Iterator[str]] = {}
    for target in targets:
        others = find_sharers(portal, corpus, target)
        first = next(others, None)
        if first is not None:
            shared[target.url] = chain([first], others)
    return shared


def has_foreign_name(
    portal: Portal, corpus: CorpusView, row: ArticleRow, url: str, *, even_listed: bool = False
) -> bool:
    """Return True if the article of the listed address ``url`` has the canonical address of another
    page that is not listed (with ``even_listed``: listed or not)."""
    if row.canonical == extract.canonical_address(url, portal.address):
        return False
    return even_listed or not is_listed(portal, corpus, row.canonical, row.canonical)


def _is_address_value(value: str, requested: str) -> bool:
    """Return True if the value of a parameter is the address ``requested`` or its path."""
    path = urlsplit(requested).path.rstrip("/")
    for text in (unquote(value), unquote(unquote(value))):
        with suppress(ValueError):
            if path and urlsplit(text).path.rstrip("/") == path:
                return True
    return False
