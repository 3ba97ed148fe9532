"""Render pages, one at a time, with answers of our own fetcher alone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from webarticlecurator.errors import PageUnreadable
from webarticlecurator.fetch.browser_process import BrowserProcess, HangGuard
from webarticlecurator.fetch.connection_settings import ConnectionSettings
from webarticlecurator.model.hosts import PortalHosts, host_of, origin_of
from webarticlecurator.model.patterns import search_pattern
from webarticlecurator.model.portal import FetchPolicy
from webarticlecurator.model.rule import (
    Load,
    LoadedAnswer,
    LoadRequest,
    RenderingFailed,
    RenderSteps,
)
from webarticlecurator.text.times import Clock
from webarticlecurator.text.translation import make_message

# One page in the browser: open it, wait for it, scroll and click in it.


QUIET_SECONDS = 0.5
"""A page is at rest when it has requested nothing for so long."""
LONG_QUIET_SECONDS = 1.5
_PAUSE_MS = 50
_SCROLL = """() => {
  const page = document.scrollingElement || document.documentElement;
  window.scrollTo(0, 0);
  window.scrollTo(0, page.scrollHeight);
  for (const box of document.querySelectorAll("body *"))
    if (box.scrollHeight > box.clientHeight + 20
        && /auto|scroll/.test(getComputedStyle(box).overflowY))
      box.scrollTop = box.scrollHeight;
}"""
_LINKS = "() => [...new Set([...document.links].map(link => link.href))]"
_CLICK = "element => { if (element.disabled) return false; element.click(); return true; }"


class Tab:
    """A page in the browser; ``page`` is that of the driver, ``document`` what it is opened with.

    ``seconds`` is the time that the page may take for one step, without that of our answers. What
    an answer raises (an interruption, a full disk) is raised by the next step.
    """

    def __init__(
        self,
        page: Any,
        document: LoadedAnswer,
        answers: RequestAnswers,
        guard: HangGuard,
        clock: Clock,
        seconds: float,
    ) -> None:
        self._page, self._document, self._answers = page, document, answers
        self._guard, self._clock, self._seconds = guard, clock, seconds
        self._error: BaseException | None = None
        self._is_open = False
        self._last_request = self._step_began = time.monotonic()
        self._answering_seconds = 0.0

    def open(self) -> None:
        """Open the document, and wait until it is read. Raises RenderingFailed if it is not in
        time."""
        self._page.route("**/*", self._answer)
        self._page.goto(self._document.url, wait_until="commit", timeout=0)
        self._begin_step()
        # the driver would wait for ever where the page tries to lead elsewhere while it is read
        while self._page.evaluate("() => document.readyState") == "loading":
            self._pause()
            if self._step_seconds() > self._seconds:
                raise RenderingFailed(
                    make_message(
                        "it is not read after {seconds:.0f} seconds", seconds=self._seconds
                    )
                )

    def settle(self, quiet: float = QUIET_SECONDS, *, strict: bool = True) -> None:
        """Wait until the page has requested nothing for ``quiet`` seconds.

        Raises RenderingFailed after the time of a step; unless ``strict``, the page may go on
        after a part of it.
        """
        self._begin_step()
        while time.monotonic() - self._last_request < quiet:
            self._pause()
            if self._step_seconds() > self._seconds / (1 if strict else 6):
                if not strict:
                    return
                raise RenderingFailed(
                    make_message(
                        "it is not at rest after {seconds:.0f} seconds; name what to wait for in"
                        " fetch.wait_for",
                        seconds=self._seconds,
                    )
                )

    def wait_for(self, selector: str) -> None:
        """Wait for an element. Raises RenderingFailed if it does not come."""
        self._begin_step()
        while not self.has(selector):
            self._pause()
            if self._step_seconds() > self._seconds:
                refused = ", ".join([*self._answers.refused_hosts][:8])
                message = make_message(
                    "nothing that fetch.wait_for selects ({selector}) after {seconds:.0f} seconds",
                    selector=selector,
                    seconds=self._seconds,
                )
                if refused:
                    message = make_message(
                        "{problem}; not asked: {hosts} (fetch.browser_hosts)",
                        problem=message,
                        hosts=refused,
                    )
                raise RenderingFailed(message)

    def has(self, selector: str) -> bool:
        """Return True if the selector finds an element."""
        found = self._page.query_selector(f"css={selector}") is not None
        self._check()
        return found

    def click(self, selector: str) -> bool:
        """Click the first visible element; return False if there is none, or it is disabled."""
        button = self._page.locator(f"css={selector}").locator("visible=true")
        is_there = button.count() > 0
        # by script, since something else may lie above it
        has_clicked = is_there and bool(button.first.evaluate(_CLICK, timeout=0))
        self._last_request = time.monotonic()
        self._check()
        return has_clicked

    def scroll(self) -> None:
        """Scroll the page, and all that scrolls in it, to the end."""
        self._page.evaluate(_SCROLL)
        self._last_request = time.monotonic()
        self._check()

    def links(self) -> list[str]:
        """Return the different addresses that the page links, in its order."""
        addresses = [str(address) for address in self._page.evaluate(_LINKS)]
        self._check()
        return addresses

    def html(self) -> str:
        """Return the DOM of the page as HTML."""
        content = str(self._page.content())
        self._check()
        return content

    def _begin_step(self) -> None:
        self._step_began, self._answering_seconds = time.monotonic(), 0.0

    def _step_seconds(self) -> float:
        return time.monotonic() - self._step_began - self._answering_seconds

    def _pause(self) -> None:
        self._page.wait_for_timeout(_PAUSE_MS)
        self._check()

    def _check(self) -> None:
        """Raise what an answer has raised, or an interruption of this thread."""
        self._guard.restart()
        if self._error is not None:
            raise self._error
        self._clock.sleep(0)

    def _answer(self, route: Any) -> None:
        """Answer one request of the page."""
        from playwright.sync_api import Error

        began = time.monotonic()
        answer = None
        with self._guard.paused():
            try:
                answer = self._find_answer(route.request)
            except BaseException as error:  # raised by the next step, in the frame of the caller
                self._error = self._error or error
        if answer is not None:
            self._last_request = time.monotonic()
            self._answering_seconds += self._last_request - began
        try:
            if answer is None:
                # "aborted": the page stays where it is, if this would have led it elsewhere
                route.abort("aborted")
            else:
                # The headers for the page, which may read answers of other hosts, too
                headers = {
                    "Access-Control-Allow-Origin": origin_of(self._document.url),
                    "Access-Control-Allow-Credentials": "true",
                }
                if answer.content_type:
                    headers["Content-Type"] = answer.content_type
                route.fulfill(status=answer.status, headers=headers, body=answer.content)
        except Error:
            return  # the page was closed meanwhile

    def _find_answer(self, request: Any) -> LoadedAnswer | None:
        if self._error is not None:
            return None
        if request.is_navigation_request():
            is_first = not self._is_open and request.frame == self._page.main_frame
            self._is_open = True
            return self._document if is_first else None
        return self._answers.answer(request)


# What a page gets for its requests: the answer of our own fetcher, or none.

NEEDED_KINDS = frozenset({"script", "stylesheet", "xhr", "fetch"})
"""Kinds of requests (of Playwright) that may be answered: no pictures, fonts, films, frames,
pings, event streams."""
_SHARED_KINDS = frozenset({"script", "stylesheet"})
"""Kinds whose answers are used again for other pages of a crawl."""
_MAX_SHARED_BYTES = 50_000_000
MAX_REQUESTS = 300
"""Requests that one page may make without a longer list: one that polls would go on for ever."""
_OWN_HEADERS = re.compile(
    r"(host|connection|user-agent|cookie|accept-encoding|accept-language|content-.*|if-.*|range|origin|pragma"
    r"|cache-control|upgrade-insecure-requests|sec-.*|proxy-.*|te|purpose)\Z"
)
"""Headers that the fetcher sets itself, or that only browsers send."""


class RequestAnswers:
    """Answers the requests of pages; one per crawl.

    Requests are answered by ``load`` of the current page if they are needed, for an address of the
    portal or of one of ``fetch.browser_hosts``. Scripts and styles are requested once.
    """

    def __init__(self, hosts: PortalHosts, policy: FetchPolicy) -> None:
        self._hosts, self._more_hosts = hosts, frozenset(policy.browser_hosts)
        self._posted = policy.browser_post
        self._fixed_headers = frozenset(name.lower() for name, _ in policy.headers)
        self._shared: dict[str, LoadedAnswer | None] = {}
        self._shared_bytes = self._count = 0
        self._load: Load = lambda _request: None
        self.refused_hosts: dict[str, None] = {}

    def begin_page(self, load: Load) -> None:
        """Begin a page, whose requests are answered by ``load``."""
        self._load = load
        self._count = 0
        self.refused_hosts = {}

    def restart_count(self) -> None:
        """Allow as many requests again, since a list has become longer."""
        self._count = 0

    def answer(self, request: Any) -> LoadedAnswer | None:
        """Return the answer to a request, None for one that is refused.

        Raises RenderingFailed if the page cannot be rendered without its answer, and what ``load``
        raises.
        """
        url, kind = str(request.url), str(request.resource_type)
        if kind not in NEEDED_KINDS or not url.startswith("http") or not self._may_send(request):
            return None
        if not self.is_loadable(url):
            self.refused_hosts[host_of(url)] = None
            return None
        if kind in _SHARED_KINDS and url in self._shared:
            return self._shared[url]
        self._count += 1
        if self._count > MAX_REQUESTS:
            raise RenderingFailed(
                make_message(
                    "it makes more than {number} requests, the last for {url}",
                    number=MAX_REQUESTS,
                    url=url,
                )
            )
        # the headers by which scripts ask for another answer (Accept, X-Requested-With …), without
        # those that the portal file fixes
        headers = {
            name: value
            for name, value in request.headers.items()
            if not _OWN_HEADERS.match(name.lower())
            and name.lower() not in self._fixed_headers
            and re.fullmatch(r"[\x20-\x7e]{1,4000}", value)
        }
        body = None
        if request.method == "POST":
            body = bytes(request.post_data_buffer or b"")
            headers["Content-Type"] = str(request.headers.get("content-type", "text/plain"))
        answer = self._load(LoadRequest(url, headers, kind, body))
        if answer is not None and answer.trouble:
            raise RenderingFailed(answer.trouble)
        size = len(answer.content) if answer is not None else 0
        if kind in _SHARED_KINDS and self._shared_bytes + size <= _MAX_SHARED_BYTES:
            self._shared_bytes += size
            self._shared[url] = answer
        return answer

    def _may_send(self, request: Any) -> bool:
        """Return True for a request that only asks, and for one that ``fetch.browser_post``
        allows."""
        if request.method != "POST":
            return bool(request.method == "GET")
        url, name = str(request.url), "fetch.browser_post"
        try:
            return any(search_pattern(pattern, url, name) for pattern in self._posted)
        except PageUnreadable as error:
            raise RenderingFailed(error.message) from error

    def is_loadable(self, url: str) -> bool:
        """Return True if pages may load something from the host of an address."""
        return self._hosts.belongs(url) or host_of(url) in self._more_hosts


_HANG_SECONDS = 10
"""Seconds that one call of the page may take beyond the time of a step."""
_MAX_NAMED_HOSTS = 8
_CRASH_WORDS = ("crashed", "closed", "disconnected")
"""Words of the driver's messages about a browser or a page that is no longer there."""


class PageRenderer:
    """Renders pages in one browser; one per crawl, close it at the end. ``answers`` answers the
    requests of the pages."""

    def __init__(
        self, settings: ConnectionSettings, user_agent: str, language: str, timezone: str
    ) -> None:
        policy = settings.effective_policy()
        self._process = BrowserProcess(user_agent, language, timezone)
        self.answers = RequestAnswers(settings.hosts, policy)
        self._cookies, self._hosts = policy.cookies, settings.hosts
        self._subscriber = settings.subscriber
        self._seconds, self._max_bytes = policy.timeout, policy.max_bytes
        self._notify: Callable[[str], None] | None = settings.notify

    def render(
        self, document: LoadedAnswer, steps: RenderSteps, load: Load, clock: Clock
    ) -> tuple[str, str]:
        """Return the DOM of the page as HTML, as the browser shows it after ``steps``, and the
        browser with its version.

        Its requests are answered by ``load``. After a crash of the browser, it is rendered again,
        once. Raises RenderingFailed, and what ``load`` raises.
        """
        try:
            return self._render(document, steps, load, clock)
        except _BrowserCrashed:
            try:
                return self._render(document, steps, load, clock)
            except _BrowserCrashed as error:
                raise RenderingFailed(
                    make_message("the browser crashed twice: {error}", error=error)
                ) from error

    def close(self) -> None:
        """End the browser."""
        self._process.close()

    def _render(
        self, document: LoadedAnswer, steps: RenderSteps, load: Load, clock: Clock
    ) -> tuple[str, str]:
        self.answers.begin_page(load)
        # those of the portal file as scripts of the page see them
        known = self._cookies if self._hosts.is_trusted(document.url) else ()
        host = host_of(document.url)
        cookies = [
            {"name": name, "value": value, "domain": host, "path": "/"} for name, value in known
        ]
        if self._subscriber is not None and self._hosts.is_trusted(document.url):
            cookies += self._subscriber.list_for_browser()
        from playwright.sync_api import Error

        with HangGuard(self._process, self._seconds + _HANG_SECONDS) as guard:
            try:
                with self._process.open_page(cookies) as page:
                    tab = Tab(page, document, self.answers, guard, clock, self._seconds)
                    html = self._take_steps(tab, steps)
            except Error as error:
                if guard.has_killed:
                    raise RenderingFailed(
                        make_message(
                            "its scripts do not answer for {seconds:.0f} seconds",
                            seconds=self._seconds + _HANG_SECONDS,
                        )
                    ) from error
                message = str(error).strip().splitlines()[0]
                if any(word in message for word in _CRASH_WORDS):
                    raise _BrowserCrashed(message) from error
                # such as a selector of another dialect of CSS
                raise RenderingFailed(
                    make_message("the browser refuses a step: {message}", message=message)
                ) from error
        # Name the other hosts that the first page of a crawl would ask for scripts or data
        refused = [*self.answers.refused_hosts]
        if refused and self._notify is not None:
            more = len(refused) - _MAX_NAMED_HOSTS
            names: str = ", ".join(refused[:_MAX_NAMED_HOSTS])
            if more > 0:
                names = make_message("{names} and {number} more", names=names, number=more)
            self._notify(
                make_message(
                    "{url}: its scripts and data of other hosts are not requested: {names}; name"
                    " those that the page needs in fetch.browser_hosts",
                    url=document.url,
                    names=names,
                )
            )
        self._notify = None
        if len(html) > self._max_bytes:
            raise RenderingFailed(
                make_message(
                    "it has {number} characters (expected at most fetch.max_bytes, {most})",
                    number=len(html),
                    most=self._max_bytes,
                )
            )
        return html, self._process.software

    def _take_steps(self, tab: Tab, steps: RenderSteps) -> str:
        tab.open()
        is_strict = not steps.wait_for
        if steps.wait_for and not steps.consent:
            tab.wait_for(steps.wait_for)
        tab.settle(strict=is_strict)
        if steps.consent and tab.click(steps.consent):
            tab.settle(strict=is_strict)
        if steps.wait_for:
            tab.wait_for(steps.wait_for)
            tab.settle(strict=False)
        if steps.is_list:
            reach_list_end(tab, steps, self.answers)
        return tab.html()


class _BrowserCrashed(Exception):
    """The browser has ended, or its page has crashed."""


# Scroll or click in a list until it ends.

MAX_ROUNDS = 10_000
"""Limit of a list whose portal file names no ``max``."""
KNOWN_ROUNDS = 2
"""Rounds with known links only after which a rerun ends, as a walk after so many pages."""


def reach_list_end(tab: Tab, steps: RenderSteps, answers: RequestAnswers) -> None:
    """Make the list of a page longer until it ends.

    It ends where ``steps`` end it, where the button is gone or disabled, or where a round brings no
    new link. Raises RenderingFailed if the element of its end is not there then, or after
    MAX_ROUNDS.
    """
    links, known_rounds = set(tab.links()), 0
    for number in range(steps.max_rounds or MAX_ROUNDS):
        if known_rounds == KNOWN_ROUNDS or _is_at_end(tab, steps, len(links)):
            return
        answers.restart_count()
        new = _take_round(tab, steps, links)
        if not new:
            # the list may have stopped before the end that the portal file names
            if isinstance(steps.until, str) and steps.until and not tab.has(steps.until):
                raise RenderingFailed(
                    make_message(
                        "the list has stopped to grow after {number} rounds, and nothing that"
                        " pagination.until selects ({until}) is there",
                        number=number + 1,
                        until=steps.until,
                    )
                )
            return
        links |= new
        are_known = steps.is_known is not None and all(map(steps.is_known, new))
        known_rounds = known_rounds + 1 if are_known else 0
    if steps.max_rounds is None:
        raise RenderingFailed(
            make_message(
                "the list still grows after {number} rounds; limit it by until or max of"
                " pagination",
                number=MAX_ROUNDS,
            )
        )


def _take_round(tab: Tab, steps: RenderSteps, links: set[str]) -> set[str]:
    """Ask for more once; return the links that were not among ``links``."""
    if steps.scroll:
        tab.scroll()
    has_asked = tab.click(steps.click) if steps.click else True
    tab.settle(strict=not steps.wait_for)
    new = {*tab.links()} - links
    if new or not has_asked:
        return new
    tab.settle(LONG_QUIET_SECONDS, strict=not steps.wait_for)
    return {*tab.links()} - links


def _is_at_end(tab: Tab, steps: RenderSteps, links: int) -> bool:
    if isinstance(steps.until, int):
        return links >= steps.until
    return bool(steps.until) and tab.has(steps.until)
