"""One page in the browser: open it, wait for it, scroll in it and click."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from webarticlecurator.base.portal.hosts import origin_of
from webarticlecurator.base.portal.render_steps import LoadedAnswer, RenderingFailed
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.fetch.browser_process import HangGuard
from webarticlecurator.crawling.fetch.request_answers import RequestAnswers

QUIET_SECONDS = 0.5
"""A page is at rest when it has requested nothing for so long."""
LONG_QUIET_SECONDS = 1.5
_PAUSE_MS = 50
_SCROLL = Path(__file__).with_name("browser_tab.js").read_text(encoding="utf-8")
_LINKS = "() => [...new Set([...document.links].map(link => link.href))]"
_HTML = """
() => {
  const roots = [], whole = document.documentElement;
  const collect = inside => {
    for (const element of inside.querySelectorAll("*"))
      if (element.shadowRoot) { roots.push(element.shadowRoot); collect(element.shadowRoot); }
  };
  collect(document);
  if (!roots.length || !whole.getHTML) return "";
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
  const [start, end] = whole.cloneNode(false).outerHTML.split(/(?=<\\/html>$)/);
  return type + start + whole.getHTML({ shadowRoots: roots }) + end;
}
"""
"""Returns the DOM with its shadow roots, as HTML declares them; "" where there are none."""
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
                        "it could not be read within {seconds:.0f} seconds", seconds=self._seconds
                    )
                )

    def wait_until_quiet(self, quiet: float = QUIET_SECONDS, *, strict: bool = True) -> None:
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
                        "it was still loading after {seconds:.0f} seconds; name in"
                        " fetch.wait_for what to wait for",
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
                    "fetch.wait_for ({selector}) selected nothing within {seconds:.0f} seconds",
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
        """Return the DOM of the page as HTML, its shadow roots as ``<template shadowrootmode>``."""
        content = str(self._page.evaluate(_HTML) or self._page.content())
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
