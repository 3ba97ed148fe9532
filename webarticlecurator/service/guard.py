"""Who may ask, and how much at the same time: a layer around the application, before anything of a
request is looked at, and the processes that read pages.

A rule of a portal file may run for ever, and a page may take seconds. So pages are read in worker
processes, which are ended when their time is over; each is watched by a thread: so many at the same
time, so many waiting, the others refused. The event loop waits for none of them.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections.abc import Awaitable, Callable, Collection, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http import HTTPStatus
from math import ceil
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from webarticlecurator import errors
from webarticlecurator.archive import normalize_address
from webarticlecurator.article import find_exclusion
from webarticlecurator.crawl.page_visits import PageVisit
from webarticlecurator.errors import PageUnreadable, RulesTooSlow, UsageError
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.model.attribute_words import to_words
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.stored_words import PROBLEM_WORDS
from webarticlecurator.store import ArticleRow, view_corpus
from webarticlecurator.stored_pages.captured_pages import CorpusPages, has_corpus
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.tei import build_document
from webarticlecurator.text.translation import as_message, make_message
from webarticlecurator.trial.one_article import article_json, extract_articles, extract_stored
from webarticlecurator.trial.page_links import links_json, list_links
from webarticlecurator.workers.executor import import_what_articles_need
from webarticlecurator.workers.shared_worker import end_worker
from webarticlecurator.workers.worker import share_workers

# What errors become in an answer: problem details (RFC 9457) with value, expected form, cure.


MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5
"""Seconds after which a request that found no free place is worth another try."""

_STATUS_BY_ERROR: tuple[tuple[type[errors.CuratorError], HTTPStatus], ...] = (
    (errors.ConfigError, HTTPStatus.CONFLICT),
    (errors.CorpusMismatch, HTTPStatus.CONFLICT),
    (errors.CorpusLocked, HTTPStatus.SERVICE_UNAVAILABLE),
    (errors.RulesTooSlow, HTTPStatus.GATEWAY_TIMEOUT),
    (errors.PortalRefused, HTTPStatus.BAD_GATEWAY),
    (errors.StoreDamaged, HTTPStatus.INTERNAL_SERVER_ERROR),
    (errors.WarcUnreadable, HTTPStatus.INTERNAL_SERVER_ERROR),
    (errors.DiskFull, HTTPStatus.INTERNAL_SERVER_ERROR),
    (errors.UsageError, HTTPStatus.BAD_REQUEST),
    (errors.CuratorError, HTTPStatus.INTERNAL_SERVER_ERROR),
)


class RequestProblem(errors.CuratorError):
    """A request that is not answered: what is wrong with which value, what is expected there, and
    what to do. ``retry`` is the number of seconds after which another try may succeed."""

    def __init__(
        self,
        status: HTTPStatus,
        problem: str,
        value: str | None = None,
        *,
        expected: str | None = None,
        cure: str = "",
        retry: int | None = None,
    ) -> None:
        # in one line, as the commands print it
        text = as_message(problem)
        if value is not None:
            text = make_message("{problem}: {value!r}", problem=text, value=value)
        if expected:
            text = make_message("{problem} (expected {expected})", problem=text, expected=expected)
        super().__init__(text, cure)
        self.status, self.retry = status, retry
        self.problem, self.value, self.expected = problem, value, expected


def find_status(error: Exception) -> HTTPStatus:
    """Return the status of the answer to an error."""
    if isinstance(error, RequestProblem):
        return error.status
    if isinstance(error, errors.PageUnreadable):
        is_slow = error.reason == "rule-timeout"
        return HTTPStatus.GATEWAY_TIMEOUT if is_slow else HTTPStatus.INTERNAL_SERVER_ERROR
    return next(
        (status for kind, status in _STATUS_BY_ERROR if isinstance(error, kind)),
        HTTPStatus.INTERNAL_SERVER_ERROR,
    )


def problem_json(error: Exception) -> dict[str, Any]:
    """Return the body of the answer to an error; one that is no CuratorError is a mistake of the
    program, of which the answer tells nothing."""
    status = find_status(error)
    detail, problem, cure = _read_description(error)
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
        "problem": problem,
        "value": None,
        "expected": None,
        "cure": cure,
    }
    if isinstance(error, RequestProblem):
        body |= {"value": error.value, "expected": error.expected}
    if isinstance(error, errors.ConfigError):
        body["problems"] = [to_words(problem, PROBLEM_WORDS) for problem in error.problems]
    return body


def _read_description(error: Exception) -> tuple[str, str, str | None]:
    """Return the detail, the problem and the cure of an error."""
    if isinstance(error, RequestProblem):
        return error.message, error.problem, error.cure or None
    if isinstance(error, errors.ConfigError):
        cure = "Mend the portal file; it is read again by itself."
        return str(error), "the portal file has problems", cure
    if isinstance(error, errors.CuratorError):
        return error.message, error.message, error.cure or None
    if isinstance(error, OSError):
        problem = f"{error.filename or 'a file'}: {error.strerror or error}"
        return problem, problem, "See that the user who runs the service may read it."
    problem = "a mistake of the program; the terminal of the service shows more"
    return problem, problem, None


def problem_headers(error: Exception) -> dict[str, str]:
    """Return the headers that the answer to an error needs."""
    headers = {}
    if isinstance(error, RequestProblem):
        if error.retry is not None:
            headers["Retry-After"] = str(error.retry)
        if error.status == HTTPStatus.UNAUTHORIZED:
            headers["WWW-Authenticate"] = "Bearer"
    return headers


OPEN_PATHS = frozenset({"/health"})
"""Paths that need no token."""
_HEADERS = ((b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store"))
"""Headers of every answer."""


class Guard:
    """The application behind its checks: host, origin, rate, token; then every error becomes a
    problem. ``report`` is called with each mistake of the program."""

    def __init__(
        self,
        application: Application,
        hosts: Iterable[str],
        token: str | None,
        rate: RateLimit,
        report: Callable[[Exception], None],
    ) -> None:
        self._application, self._rate, self._report = application, rate, report
        self._hosts = frozenset(host.lower() for host in hosts)
        self._token = None if token is None else token.encode("utf-8")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._application(scope, receive, send)
            return
        has_begun = False

        async def send_on(message: MutableMapping[str, Any]) -> None:
            nonlocal has_begun
            has_begun = True
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        try:
            self._check(scope)
            await self._application(scope, receive, send_on)
        except RequestProblem as problem:
            await refuse(problem, scope, send_on)
        except Exception as error:
            self._report(error)
            if not has_begun:
                await refuse(error, scope, send_on)

    def _check(self, scope: Scope) -> None:
        """Raise RequestProblem for a request that may not be made."""
        headers = [(name.lower(), value) for name, value in scope["headers"]]
        refuse_foreign_origin(require_known_host(scope, self._hosts), dict(headers))
        client = scope.get("client")
        wait = self._rate.count(client[0] if client else "")
        if wait:
            raise RequestProblem(
                HTTPStatus.TOO_MANY_REQUESTS,
                "too many requests",
                cure="Wait as long as Retry-After says; `--rate` of the service sets the limit.",
                retry=ceil(wait),
            )
        if self._token is None or scope["path"] in OPEN_PATHS:
            return
        scheme, _, token = dict(headers).get(b"authorization", b"").partition(b" ")
        if scheme.lower() != b"bearer" or not secrets.compare_digest(token.strip(), self._token):
            raise RequestProblem(
                HTTPStatus.UNAUTHORIZED,
                "no token, or a wrong one",
                expected="Authorization: Bearer TOKEN",
                cure="Use the token that the service printed, or that of its --token-file.",
            )


# Checks of a request that hold for every program with a window or a service on this machine.
#
# A browser on this machine runs pages of strangers. They can send requests to loopback, with a name
# that they have made resolve to it (DNS rebinding), or from their own origin; so the Host header
# must be a known name, and a request from another origin is refused.

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
"""An ASGI application."""


def require_known_host(scope: Scope, hosts: Collection[str]) -> str:
    """Return the Host header of a request, with its port. Raises RequestProblem unless it is one of
    the names in ``hosts`` (lower case)."""
    values = [value for name, value in scope["headers"] if name.lower() == b"host"]
    host = values[0].decode("latin-1") if len(values) == 1 else ""
    if _name_of(host) not in hosts:
        raise RequestProblem(
            HTTPStatus.MISDIRECTED_REQUEST,
            "not a name of this service",
            host,
            expected=f"Host: {', '.join(sorted(hosts))}",
            cure="Use one of these names, or start the service with `--allow-host NAME`.",
        )
    return host


def refuse_foreign_origin(host: str, headers: dict[bytes, bytes]) -> None:
    """Raise RequestProblem for a request that a page of another origin makes in a browser."""
    origin = headers.get(b"origin")
    is_foreign = headers.get(b"sec-fetch-site") in (b"cross-site", b"same-site")
    if origin is not None:
        is_foreign = origin.decode("latin-1").partition("://")[2].lower() != host.lower()
    if is_foreign:
        raise RequestProblem(
            HTTPStatus.FORBIDDEN,
            "a request from a page of another origin",
            None if origin is None else origin.decode("latin-1"),
            expected=make_message("none, or that of {host}", host=host),
            cure="Ask from a program, or from a page of this service.",
        )


def _name_of(host: str) -> str:
    """Return the name of a Host header in lower case, without the port; empty for a wrong one."""
    try:
        parts = urlsplit(f"//{host}")
        is_plain = parts.netloc == host and "@" not in host and (parts.port or 1) > 0
        return (parts.hostname or "").rstrip(".") if is_plain else ""
    except ValueError:
        return ""


async def refuse(error: Exception, scope: Scope, send: Send) -> None:
    """Answer with a problem, or close a websocket."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    body = json.dumps(problem_json(error)).encode("ascii")
    headers = {
        "Content-Type": MEDIA_TYPE,
        "Content-Length": str(len(body)),
        **problem_headers(error),
    }
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send(
        {"type": "http.response.start", "status": find_status(error).value, "headers": encoded}
    )
    await send({"type": "http.response.body", "body": body})


# A limit on the requests of each client.

MAX_CLIENTS = 10_000
"""Clients that are remembered. When there are more, those who have asked least are forgotten."""


class RateLimit:
    """Allows each client so many requests in a minute; what it did not use in the last minute, it
    may ask at once. ``now`` returns the time in seconds."""

    def __init__(self, per_minute: int, now: Callable[[], float]) -> None:
        self._full, self._now = float(per_minute), now
        # what each client might still ask, and when that was
        self._buckets: dict[str, tuple[float, float]] = {}

    def count(self, client: str) -> float:
        """Count a request of a client; return the seconds to wait if it is one too many, else 0."""
        now = self._now()
        if client not in self._buckets and len(self._buckets) >= MAX_CLIENTS:
            # forget the half of them that may ask most
            by_left = sorted(self._buckets, key=lambda each: self._left(each, now))
            for each in by_left[MAX_CLIENTS // 2 :]:
                del self._buckets[each]
        left = self._left(client, now)
        self._buckets[client] = (left - 1 if left >= 1 else left, now)
        return 0.0 if left >= 1 else (1 - left) * 60 / self._full

    def _left(self, client: str, now: float) -> float:
        left, seen = self._buckets.get(client, (self._full, now))
        return min(self._full, left + (now - seen) * self._full / 60)


# The processes that read pages.

MAX_WAITING = 48
"""Pages that wait for a free process; each is in memory."""


class LimitedThreads:
    """Threads that do blocking work for the event loop: ``running`` calls at the same time and
    ``waiting`` more, the others are refused. ``what`` names in messages what there is too much
    of."""

    def __init__(self, running: int, waiting: int, what: str, cure: str = "") -> None:
        self._threads = ThreadPoolExecutor(running, thread_name_prefix="curator-serve")
        self._places = threading.Semaphore(running + waiting)
        self._what, self._cure = what, cure

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a call in one of the threads. Raises RequestProblem if no place is
        free, and what the function raises."""
        if not self._places.acquire(blocking=False):
            raise RequestProblem(
                HTTPStatus.SERVICE_UNAVAILABLE,
                make_message("too many {what} at the same time", what=as_message(self._what)),
                cure=self._cure or "Ask again after Retry-After.",
                retry=RETRY_SECONDS,
            )
        future = self._threads.submit(function, *arguments)
        future.add_done_callback(lambda _: self._places.release())
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Begin nothing more; what runs is not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class PagePool:
    """Worker processes that read ``jobs`` pages at the same time, and ``surveys`` more, each for
    one thread that reads all pages of a corpus. To be used in a ``with`` statement, begun before
    there are other threads."""

    def __init__(self, jobs: int, surveys: int = 0) -> None:
        self._jobs, self._surveys = jobs, surveys
        self._threads = LimitedThreads(
            jobs, MAX_WAITING, "pages", "More processes: --jobs of the service."
        )
        self._workers = ExitStack()

    def __enter__(self) -> PagePool:
        import_what_articles_need()  # once, where processes are forked
        # a survey of WARC files takes a process for single pages: one more for each
        processes = self._jobs + self._surveys, self._surveys
        self._workers.enter_context(share_workers(*processes))
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._threads.close()
        self._workers.close()

    async def read(
        self, portal: Portal, url: str, function: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Call ``function`` with the portal and the arguments in a worker and return the result.

        ``url`` names the page in messages. Raises RequestProblem if there is no free place,
        PageUnreadable if it takes too long, and what the function raises.
        """
        return await self._threads.run(_read_in_worker, portal, url, function, *arguments)


def _read_in_worker(portal: Portal, url: str, function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return run_supervised(portal, url, function, *arguments)
    except (PageUnreadable, RulesTooSlow):
        # a worker of a command gives later pages less time; those of a service have other senders
        end_worker()
        raise


# What the service does with one page; the functions that read it run in workers.

_ANSWERED = ("stored", "tei", "rejected")
"""States of an article of which a page is stored, or which was rejected without one."""


ArticleAnswer = Any
"""What ``extract`` says of a page: its JSON; or the bytes of its TEI where that was asked for and
the page is not rejected."""


def read_article(portal: Portal, page: StoredPage, as_tei: bool) -> ArticleAnswer:
    """Extract the article of a page, or the articles that ``article.split`` cuts it into.

    Raises UsageError for the TEI of several articles.
    """
    parts = extract_articles(portal, page)
    if len(parts) > 1 and as_tei:
        addresses = ", ".join(part.url for part in parts)
        raise UsageError(
            f"the page holds {len(parts)} articles (article.split), and a TEI document holds one",
            f"Give the address of one of them: {addresses}.",
        )
    if len(parts) > 1:
        return [article_json(part) for part in parts]
    return _to_answer(portal, parts[0], as_tei)


def read_stored(portal: Portal, folder: Path, row: ArticleRow, as_tei: bool) -> ArticleAnswer:
    """Extract an article of the corpus with all its pages, by the rules as they are now; one that
    was rejected without a page has the verdict of the crawl. Raises as ``extract_stored``."""
    try:
        found = extract_stored(portal, folder, row.canonical)
    except UsageError:
        if row.state != "rejected" or row.reason is None:
            raise
        found = Rejected(row.canonical, row.reason, row.evidence)
    return _to_answer(portal, found, as_tei)


def read_links(portal: Portal, page: StoredPage, column: str | None) -> dict[str, Any]:
    """Return what the link rules find on an archive page. Raises UsageError as ``list_links``."""
    return links_json(list_links(portal, page, column))


def reject_address(portal: Portal, url: str) -> Rejected | None:
    """Return why an address is not asked for; None if it may be."""
    excluded = find_exclusion(portal, (url,))
    return None if excluded is None else Rejected(url, "excluded", excluded)


def reject_visit(portal: Portal, visit: PageVisit) -> Rejected | None:
    """Return the verdict of a crawl on a fetched page that is not read; None for one to read."""
    if visit.is_forbidden:
        return Rejected(visit.url, "robots", visit.trouble)
    if visit.status in GONE:
        return Rejected(visit.url, "gone", visit.trouble)
    if not portal_hosts(portal).belongs(visit.answered, visit.url):
        return Rejected(visit.url, "off-portal", f"it leads to {visit.answered}")
    return None


def find_stored_row(portal: Portal, folder: Path, url: str) -> ArticleRow | None:
    """Return the article of an address of which the corpus has a page or a verdict; or None."""
    if not has_corpus(folder):
        return None
    with view_corpus(folder, portal.id) as corpus:
        for address in dict.fromkeys((url, normalize_address(url))):
            row = corpus.frontier.find_article(address)
            if row is None:
                continue
            # of one that could not be read in time, the page is there
            page = row.requested.partition("#")[0]
            is_read = row.state == "failed" and corpus.captures.best([page]) is not None
            if is_read or row.state in _ANSWERED:
                return row
    return None


def find_stored_list(portal: Portal, folder: Path, url: str) -> StoredPage | None:
    """Return an archive page of the corpus; None if it has none with this address."""
    if not has_corpus(folder):
        return None
    with view_corpus(folder, portal.id) as corpus:
        return CorpusPages(portal, corpus, str(folder)).look_up(url)


def _to_answer(portal: Portal, found: Article | Rejected, as_tei: bool) -> ArticleAnswer:
    if as_tei and isinstance(found, Article):
        return build_document(found, portal).content
    return article_json(found)
