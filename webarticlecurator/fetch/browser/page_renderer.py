"""Render pages, one at a time, with answers of our own fetcher alone."""

from __future__ import annotations

from collections.abc import Callable

from webarticlecurator.fetch.browser.browser_process import BrowserProcess, HangGuard
from webarticlecurator.fetch.browser.list_end import reach_list_end
from webarticlecurator.fetch.browser.request_answers import RequestAnswers
from webarticlecurator.fetch.browser.tab import Tab
from webarticlecurator.fetch.connection_settings import ConnectionSettings
from webarticlecurator.model.clock import Clock
from webarticlecurator.model.hosts import host_of
from webarticlecurator.model.render_steps import (
    Load,
    LoadedAnswer,
    RenderedPage,
    RenderingFailed,
    RenderSteps,
)

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
