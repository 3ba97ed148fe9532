"""The browser of a crawl: started when it is first needed, and again after a crash."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.fetch.chromium import ARGUMENTS, NO_SANDBOX, require_browser

_CHECK_SECONDS = 0.5
_PREPARE = """
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"])
  try { delete window[name]; } catch (error) { /* it stays, and reaches nothing */ }
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) {
  return attach.call(this, { ...options, mode: "open" });
};
"""
"""Run before the scripts of a page: takes the interfaces whose requests are not seen by the driver,
and lets the text be read that a script puts into a closed shadow root."""


class BrowserProcess:
    """Opens one page after the other in one browser. Only one thread may use it."""

    def __init__(self, user_agent: str, language: str, timezone: str) -> None:
        self._options = {"user_agent": user_agent, "timezone_id": timezone or "UTC"}
        if language not in ("", "und"):
            self._options["locale"] = language
        self._driver: Any = None
        self._browser: Any = None
        self.software = ""
        self.pid = 0

    @contextmanager
    def open_page(self, cookies: list[dict[str, Any]]) -> Iterator[Any]:
        """Open an empty page, without anything of the pages before it, and close it at the end."""
        self._start()
        context = self._browser.new_context(
            **self._options,
            viewport={"width": 1280, "height": 1600},
            service_workers="block",
            accept_downloads=False,
        )
        try:
            if cookies:
                context.add_cookies(cookies)
            context.add_init_script(_PREPARE)
            context.route_web_socket("**/*", lambda socket: socket.close())
            page = context.new_page()
            context.on("page", lambda other: other.close() if other is not page else None)
            yield page
        finally:
            with suppress(Exception):
                context.close()

    def _start(self) -> None:
        """Start the browser unless it runs. Raises UsageError if it does not start."""
        if self._browser is not None and self._browser.is_connected():
            return
        self.pid, path = 0, require_browser()
        from playwright.sync_api import Error, sync_playwright

        if self._driver is None:
            self._driver = sync_playwright().start()
        try:
            # its sandbox is off only where it cannot work: for root
            is_root = hasattr(os, "geteuid") and os.geteuid() == 0
            self._browser = self._driver.chromium.launch(
                executable_path=path,
                args=[*ARGUMENTS],
                chromium_sandbox=not is_root,
                # the command ends the browser itself, after it has stored what there is
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
        except Error as error:
            if NO_SANDBOX in str(error):
                raise UsageError(
                    make_message(
                        "{path} does not start: the system does not allow its sandbox", path=path
                    ),
                    "Allow it to use user namespaces (docs/browser.md, The sandbox).",
                ) from error
            raise UsageError(
                make_message(
                    "{path} does not start: {reason}",
                    path=path,
                    reason=str(error).strip().splitlines()[0],
                ),
                "Start it by hand to see what is missing.",
            ) from error
        self.software = f"Chromium {self._browser.version}"
        session = self._browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        self.pid = next((int(each["id"]) for each in processes if each["type"] == "browser"), 0)

    def kill(self) -> None:
        """End the browser at once; any thread may call it."""
        if self.pid:
            with suppress(OSError):
                os.kill(self.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def close(self) -> None:
        """End the browser and its driver."""
        if self._driver is None:
            return
        try:
            self._browser.close()
        except Exception:
            self.kill()
        self.pid = 0  # from now on, it may be that of another process
        with suppress(Exception):
            self._driver.stop()
        self._driver = self._browser = None


class HangGuard:
    """Ends a browser whose page lets a call wait for too long, such as one with an endless loop.

    ``restart`` sets the time back to zero; while ``paused``, the page waits for us. To be used in a
    ``with`` statement.
    """

    def __init__(self, process: BrowserProcess, seconds: float) -> None:
        self._process, self._seconds = process, seconds
        self._last, self._pauses = time.monotonic(), 0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.has_killed = False

    def __enter__(self) -> HangGuard:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join(_CHECK_SECONDS * 2)

    def restart(self) -> None:
        """Note that the page answers."""
        self._last = time.monotonic()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Do not count the time in which the page waits for an answer from us."""
        self._pauses += 1
        try:
            yield
        finally:
            self._pauses -= 1
            self.restart()

    def _watch(self) -> None:
        while not self._done.wait(_CHECK_SECONDS):
            if not self._pauses and time.monotonic() - self._last > self._seconds:
                self.has_killed = True
                self._process.kill()
                return
