"""Render pages, one at a time, with answers of our own fetcher alone."""

from __future__ import annotations

from collections.abc import Callable

from webarticlecurator.base.portal.hosts import host_of
from webarticlecurator.base.portal.render_steps import (
    Load,
    LoadedAnswer,
    RenderingFailed,
    RenderSteps,
)
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.fetch.browser_process import BrowserProcess, HangGuard
from webarticlecurator.crawling.fetch.browser_tab import Tab
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.list_end import reach_list_end
from webarticlecurator.crawling.fetch.request_answers import RequestAnswers

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
                    html = self._take_steps(
                        Tab(page, document, self.answers, guard, clock, self._seconds), steps
                    )
            except Error as error:
                if guard.has_killed:
                    raise RenderingFailed(
                        make_message(
                            "its scripts have not answered for {seconds:.0f} seconds",
                            seconds=self._seconds + _HANG_SECONDS,
                        )
                    ) from error
                message = str(error).strip().splitlines()[0]
                if any(word in message for word in _CRASH_WORDS):
                    raise _BrowserCrashed(message) from error
                # such as a selector of another dialect of CSS
                raise RenderingFailed(
                    make_message("the browser refused a step: {message}", message=message)
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
        tab.wait_until_quiet(strict=is_strict)
        if steps.consent and tab.click(steps.consent):
            tab.wait_until_quiet(strict=is_strict)
        if steps.wait_for:
            tab.wait_for(steps.wait_for)
            tab.wait_until_quiet(strict=False)
        if steps.is_list:
            reach_list_end(tab, steps, self.answers)
        return tab.html()


class _BrowserCrashed(Exception):
    """The browser has ended, or its page has crashed."""
