"""Render pages, one at a time, with answers of our own fetcher alone."""

from __future__ import annotations

from collections.abc import Callable

from webarticlecurator.fetch.browser.browser_process import BrowserProcess, HangGuard
from webarticlecurator.fetch.browser.tab import LONG_QUIET_SECONDS, RequestAnswers, Tab
from webarticlecurator.fetch.connection_settings import ConnectionSettings
from webarticlecurator.model.article_rules import (
    Load,
    LoadedAnswer,
    RenderedPage,
    RenderingFailed,
    RenderSteps,
)
from webarticlecurator.model.hosts import host_of
from webarticlecurator.text.times import Clock

_HANG_SECONDS = 10
"""Seconds that one call of the page may take beyond the time of a step."""
_MAX_NAMED_HOSTS = 8
_CRASH_WORDS = ("crashed", "closed", "disconnected")
"""Words of the driver's messages about a browser or a page that is no longer there."""


class PageRenderer:
    """Renders pages in one browser; one per crawl, close it at the end."""

    def __init__(
        self, settings: ConnectionSettings, user_agent: str, language: str, timezone: str
    ) -> None:
        policy = settings.effective_policy()
        self._process = BrowserProcess(user_agent, language, timezone)
        self._answers = RequestAnswers(settings.hosts, policy)
        self._cookies, self._hosts = policy.cookies, settings.hosts
        self._seconds, self._max_bytes = policy.timeout, policy.max_bytes
        self._notify: Callable[[str], None] | None = settings.notify

    def render(
        self, document: LoadedAnswer, steps: RenderSteps, load: Load, clock: Clock
    ) -> RenderedPage:
        """Return the page as the browser shows it after ``steps``.

        Its requests are answered by ``load``. After a crash of the browser, it is rendered again,
        once. Raises RenderingFailed, and what ``load`` raises.
        """
        try:
            return self._render(document, steps, load, clock)
        except _BrowserCrashed:
            try:
                return self._render(document, steps, load, clock)
            except _BrowserCrashed as error:
                raise RenderingFailed(f"the browser crashed twice: {error}") from error

    def is_loadable(self, url: str) -> bool:
        """Return True if pages may load something from the host of an address."""
        return self._answers.is_loadable(url)

    def close(self) -> None:
        """End the browser."""
        self._process.close()

    def _render(
        self, document: LoadedAnswer, steps: RenderSteps, load: Load, clock: Clock
    ) -> RenderedPage:
        self._answers.begin_page(load)
        from playwright.sync_api import Error

        with HangGuard(self._process, self._seconds + _HANG_SECONDS) as guard:
            try:
                with self._process.open_page(self._cookies_for(document.url)) as page:
                    tab = Tab(page, document, self._answers, guard, clock, self._seconds)
                    html = self._take_steps(tab, steps)
            except Error as error:
                if guard.has_killed:
                    raise RenderingFailed(
                        f"its scripts do not answer for {self._seconds + _HANG_SECONDS:.0f} seconds"
                    ) from error
                message = str(error).strip().splitlines()[0]
                if any(word in message for word in _CRASH_WORDS):
                    raise _BrowserCrashed(message) from error
                # such as a selector of another dialect of CSS
                raise RenderingFailed(f"the browser refuses a step: {message}") from error
        self._name_refused_hosts(document.url)
        if len(html) > self._max_bytes:
            raise RenderingFailed(
                f"it has {len(html)} characters (expected at most fetch.max_bytes,"
                f" {self._max_bytes})"
            )
        return RenderedPage(html, self._process.software)

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
            reach_list_end(tab, steps, self._answers)
        return tab.html()

    def _cookies_for(self, url: str) -> list[dict[str, str]]:
        """Return the cookies of the portal file as scripts of the page see them."""
        if not self._hosts.is_trusted(url):
            return []
        return [
            {"name": name, "value": value, "domain": host_of(url), "path": "/"}
            for name, value in self._cookies
        ]

    def _name_refused_hosts(self, url: str) -> None:
        """Name the other hosts that the first page of a crawl would ask for scripts or data."""
        refused = [*self._answers.refused_hosts]
        if refused and self._notify is not None:
            more = len(refused) - _MAX_NAMED_HOSTS
            names = ", ".join(refused[:_MAX_NAMED_HOSTS]) + (
                f" and {more} more" if more > 0 else ""
            )
            self._notify(
                f"{url}: its scripts and data of other hosts are not requested: {names}; name those"
                " that the page needs in fetch.browser_hosts"
            )
        self._notify = None


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
            _check_is_end(tab, steps, number + 1)
            return
        links |= new
        known_rounds = known_rounds + 1 if _are_known(steps, new) else 0
    if steps.max_rounds is None:
        raise RenderingFailed(
            f"the list still grows after {MAX_ROUNDS} rounds; limit it by until or max of"
            " pagination"
        )


def _take_round(tab: Tab, steps: RenderSteps, links: set[str]) -> set[str]:
    """Ask for more once; return the links that were not among ``links``."""
    has_asked = _ask_for_more(tab, steps)
    tab.settle(strict=not steps.wait_for)
    new = {*tab.links()} - links
    if new or not has_asked:
        return new
    tab.settle(LONG_QUIET_SECONDS, strict=not steps.wait_for)
    return {*tab.links()} - links


def _are_known(steps: RenderSteps, links: set[str]) -> bool:
    return steps.is_known is not None and all(map(steps.is_known, links))


def _is_at_end(tab: Tab, steps: RenderSteps, links: int) -> bool:
    if isinstance(steps.until, int):
        return links >= steps.until
    return bool(steps.until) and tab.has(steps.until)


def _ask_for_more(tab: Tab, steps: RenderSteps) -> bool:
    """Scroll, click, or both; return False if there is no button to click."""
    if steps.scroll:
        tab.scroll()
    return tab.click(steps.click) if steps.click else True


def _check_is_end(tab: Tab, steps: RenderSteps, rounds: int) -> None:
    """Raise RenderingFailed if the list has stopped before the end that the portal file names."""
    if isinstance(steps.until, str) and steps.until and not tab.has(steps.until):
        raise RenderingFailed(
            f"the list has stopped to grow after {rounds} rounds, and nothing that"
            f" pagination.until selects ({steps.until}) is there"
        )
