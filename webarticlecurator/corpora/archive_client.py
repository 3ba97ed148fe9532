"""Web archives: their CDX servers, what they are asked, and the captures that they serve.

Read the addresses of a portal from a CDX server into the derived file of its corpus.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from webarticlecurator.archive.cdx import (
    CdxAnswer,
    CdxLine,
    CdxQuery,
    describe_odd_rows,
    list_pattern_queries,
    list_portal_queries,
    parse_cdx,
)
from webarticlecurator.corpora.coverage import DEFAULT_REASONS
from webarticlecurator.dataclasses import dataclass, field, replace
from webarticlecurator.errors import PortalRefused, UsageError
from webarticlecurator.fetch import ConnectionSettings, Visitor
from webarticlecurator.fetch.answer_kinds import PERMANENT_FAILURES, REFUSALS, TRANSIENT_STATUSES
from webarticlecurator.model.capture import GONE, RAW_CAPTURE
from webarticlecurator.model.hosts import PortalHosts, portal_hosts
from webarticlecurator.model.portal import FetchPolicy, Portal
from webarticlecurator.store.derived_file import CdxFile, ReadingState
from webarticlecurator.text.times import Clock
from webarticlecurator.warc.coding import decode_body
from webarticlecurator.warc.message import Response, read_response
from webarticlecurator.workers.executor import Runtime
from webarticlecurator.workers.progress import progress_stage


def open_cdx_file(folder: Path, options: ArchiveOptions) -> CdxFile:
    """Open the derived file for a server and the addresses that are asked for. Raises
    StoreDamaged, DiskFull."""
    return CdxFile(folder, options.server, "\n".join(sorted(set(options.patterns))))


def read_archive(
    portal: Portal, file: CdxFile, options: ArchiveOptions, runtime: Runtime
) -> ReadingState:
    """Read on where the last run ended; a server that was read to its end is not asked.

    What was read is kept after every answer. Raises PortalRefused if the archive does not answer,
    UsageError if the address is not that of a CDX API.
    """
    if file.is_new or options.again:
        now = runtime.clock.now()
        queries: Sequence[CdxQuery] = (
            list_pattern_queries(options.patterns, now)
            if options.patterns
            else list_portal_queries(portal_hosts(portal), now)
        )
        if options.lines is not None:
            queries = [CdxQuery(q.url, q.match, q.first, q.last, options.lines) for q in queries]
        file.begin(queries)
    before, odd_rows = file.state().lines, Counter[str]()
    if file.next_query() is None:
        return file.state()
    with (
        ArchiveClient(
            portal, options.server, runtime.clock, options.proxy, options.ca_file
        ) as client,
        progress_stage(runtime.progress, "archive", None, "answers"),
    ):
        while (found := file.next_query()) is not None:
            state = file.state()
            if state.lines - before >= options.most:
                break
            number, query = found
            # what one of many answers has is odd; a first one without a capture is something else
            answer = read_cdx_answer(
                client.get(query.to_address(options.server)), is_known=state.lines > 0
            )
            more = query.following(answer.count, answer.resume_key)
            odd_rows.update(answer.odd_rows)
            file.add_answer(number, answer.lines, more)
            file.commit()
            runtime.progress.step(f"{state.lines + len(answer.lines)} captures, {query.url}")
    return replace(file.state(), odd_rows=dict(odd_rows))


def read_cdx_answer(answer: ArchiveAnswer, *, is_known: bool = False) -> CdxAnswer:
    """Return the captures in an answer of a CDX server. Raises UsageError if it is none.

    ``is_known``: the server has given captures before, so an answer of odd rows alone is one.
    """
    # the archive says that it has nothing
    if answer.status in GONE and answer.response.body().lstrip()[:1] == b"{":
        return CdxAnswer(())  # pywb and Common Crawl: no captures
    if answer.status != 200:
        raise UsageError(
            f"{answer.url}: the archive answers {answer.status}: {describe_page(answer)}",
            f"Give the address of its CDX API, such as {EXAMPLE}.",
        )
    try:
        found = parse_cdx(answer.response.body())
        if found.is_unreadable and not is_known:
            raise ValueError(f"no row of a CDX server: {describe_odd_rows(found.odd_rows)}")
    except ValueError as error:
        raise UsageError(
            f"{answer.url}: {error}", f"Give the address of its CDX API, such as {EXAMPLE}."
        ) from None
    return found


# Requests to a web archive: its CDX API, and the captures that it serves.
#
# They are paced and repeated as those to a portal, with Retry-After and the breaker. The robots.txt
# of the archive is not asked: it is for crawlers that follow links, and this asks an interface for
# programs for what its user named (docs/wayback.md).

TIMEOUT = 120.0
"""Seconds to wait for an archive, which may have to search a large index."""
SHOWN = 100
"""Characters of an error page that a message shows."""
CURE = "Give the address of a web archive's CDX API."
_LASTING = PERMANENT_FAILURES | {"dns"}
LATER = "Run the same command again later: it goes on with what was not read yet."


@dataclass(frozen=True)
class ArchiveAnswer:
    """The answer of an archive; ``url`` is the final address, after redirects."""

    url: str
    response: Response

    @property
    def status(self) -> int:
        return self.response.status


class WrongRedirect(UsageError):
    """The archive redirects to what cannot be requested (``file:``, no address, a loop)."""


class ArchiveClient(Visitor):
    """Requests addresses of one web archive.

    Pace and number of tries are those of the portal; its cookies and headers are not sent. Like the
    hosts of a portal, the host of ``server`` may be at a private address.
    """

    def __init__(
        self,
        portal: Portal,
        server: str,
        clock: Clock,
        proxy: str | None = None,
        ca_file: str | None = None,
    ) -> None:
        fetch = portal.fetch
        policy = FetchPolicy(
            delay=fetch.delay,
            retries=fetch.retries,
            timeout=max(fetch.timeout, TIMEOUT),
            robots="ignore",
            user_agent=fetch.user_agent,
            proxy=proxy or fetch.proxy,
            breaker=fetch.breaker,
        )
        settings = ConnectionSettings(policy, PortalHosts.of([server]), ca_file=ca_file)
        super().__init__(settings, clock)

    def get(self, url: str) -> ArchiveAnswer:
        """Return the answer for an address, whatever its status, unless the archive refuses.

        Raises PortalRefused if the archive refuses, cannot be reached or breaks off, at every try;
        UsageError for an address that cannot be requested, WrongRedirect if that is the target of a
        redirect.
        """
        exchange = self.fetch(url, "web archive")
        final, failure = exchange.final, exchange.failure
        if failure is not None and exchange.hops and failure.kind in _LASTING:
            raise WrongRedirect(f"the archive redirects to another place: {failure.message}", CURE)
        if failure is not None and failure.kind in ("bad-address", "private-address", "dns"):
            raise UsageError(failure.message, CURE)
        if final is None:
            message = failure.message if failure is not None else "no answer"
            raise PortalRefused(f"the archive does not answer: {message}", LATER)
        answer = ArchiveAnswer(final.url, read_response(final.url, final.response))
        if final.truncated:
            raise PortalRefused(f"the answer of the archive broke off: {url}", LATER)
        if final.status in REFUSALS | TRANSIENT_STATUSES:
            raise PortalRefused(
                f"the archive answers {final.status}: {describe_page(answer)}", LATER
            )
        return answer


def describe_page(answer: ArchiveAnswer) -> str:
    """Return the beginning of a page in words, for a message."""
    text = " ".join(answer.response.body()[:4000].decode("utf-8", "replace").split())
    return text[:SHOWN] or "an empty page"


# Which web archive is asked for what.

MOST = 100_000
"""Captures that a run reads, unless the user says otherwise."""
EXAMPLE = "https://web.archive.org/cdx/search/cdx"


@dataclass(frozen=True)
class ArchiveOptions:
    """Which web archive is asked, and how.

    ``server`` is the address of its CDX API. ``patterns`` limit the addresses (all of the portal's
    hosts without one). ``most`` is the maximum of captures that this run reads. ``again`` forgets
    what earlier runs read. ``lines`` is the number of captures that one request asks for.
    """

    server: str
    patterns: tuple[str, ...] = ()
    most: int = MOST
    again: bool = False
    proxy: str | None = field(default=None, repr=False)
    ca_file: str | None = None
    lines: int | None = None


@dataclass(frozen=True)
class AdoptionOptions:
    """What is copied from the archive.

    ``reasons`` are those of the addresses to copy. ``replay`` is the beginning of the addresses of
    captures (None: found by that of the CDX API). ``limit`` is the maximum of captures that are
    fetched. ``any_digest``: see ``fetch_capture``.
    """

    archive: ArchiveOptions
    reasons: tuple[str, ...] = DEFAULT_REASONS
    replay: str | None = None
    limit: int | None = None
    any_digest: bool = False


# Fetch a capture from a web archive as the portal sent it, and compare it with the index.

_ORIGINAL_CODING = "x-archive-orig-transfer-encoding"
_WAYBACK, _PYWB = "/cdx/search/cdx", "/cdx"


@dataclass(frozen=True)
class RawCapture:
    """A capture of a web archive: its row in the index, the address it was fetched from, its body
    without codings, and its type.

    ``refusal`` says why it cannot be copied, or is empty. ``is_unchecked``: its digest is not that
    of the index, which may be that of the chunks in which the portal sent it.
    """

    line: CdxLine
    source: str
    content: bytes = b""
    content_type: str = ""
    refusal: str = ""
    is_unchecked: bool = False


def find_replay_address(server: str) -> str:
    """Return the beginning of the addresses of captures, for the address of a CDX API.

    Raises UsageError for a form that is not known.
    """
    parts = urlsplit(server)
    path = parts.path.rstrip("/")
    if path.endswith(_WAYBACK):
        replay = f"{path.removesuffix(_WAYBACK)}/web/"
    elif path.endswith(_PYWB):
        replay = f"{path.removesuffix(_PYWB)}/"
    else:
        raise UsageError(
            f"{server}: where this archive shows its captures is not known",
            "Name it with --replay, such as https://web.archive.org/web/.",
        )
    return urlunsplit((parts.scheme, parts.netloc, replay, "", ""))


def fetch_capture(
    client: ArchiveClient, replay: str, line: CdxLine, *, any_digest: bool = False
) -> RawCapture:
    """Fetch the capture of a row of the index.

    Its digest must be that of the index, unless the portal sent it in chunks, whose lengths are a
    part of many digests and are not replayed. With ``any_digest``, it need not be. Raises
    PortalRefused.
    """
    source = f"{replay}{line.time}{RAW_CAPTURE}{line.url}"
    try:
        answer = client.get(source)
    except WrongRedirect as error:  # of this capture alone: the others may be good
        return RawCapture(line, source, refusal=error.message)
    if answer.status != 200:
        return RawCapture(line, source, refusal=f"the archive answers {answer.status}")
    if answer.url != source:
        return RawCapture(line, source, refusal=f"the archive redirects to {answer.url}")
    response = answer.response
    decoded = response.decoded()
    if decoded.fault:
        return RawCapture(line, source, refusal=f"its body cannot be read: {decoded.words}")
    content_type = response.get("content-type") or line.mime or "text/html"
    capture = RawCapture(line, source, decoded.content, content_type)
    if not line.digest or line.digest in _digests_of(answer, decoded.content):
        return capture
    if any_digest or "chunked" in response.joined_header(_ORIGINAL_CODING).lower():
        return replace(capture, is_unchecked=True)
    return RawCapture(line, source, refusal=f"its digest is not that of the index: {line.digest}")


def _digests_of(answer: ArchiveAnswer, content: bytes) -> set[str]:
    """Return the digests that an index may have: of the body with and without its
    Content-Encoding."""
    response = answer.response
    encoded = decode_body(response.raw, response.joined_header("transfer-encoding"), "").content
    return {
        base64.b32encode(hashlib.sha1(each).digest()).decode("ascii") for each in (content, encoded)
    }
