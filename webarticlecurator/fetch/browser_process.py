"""The browser of a crawl: started when it is first needed, and again after a crash."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from webarticlecurator.errors import UsageError
from webarticlecurator.installation import require_extra
from webarticlecurator.text.translation import as_message, make_message

_CHECK_SECONDS = 0.5
_WITHOUT_LEAKS = """
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"])
  try { delete window[name]; } catch (error) { /* it stays, and reaches nothing */ }
"""
"""Run before the scripts of a page: interfaces whose requests are not seen by the driver."""


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
            context.add_init_script(_WITHOUT_LEAKS)
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
            if _NO_SANDBOX in str(error):
                raise UsageError(
                    make_message(
                        "{path} does not start: the system does not allow its sandbox", path=path
                    ),
                    "Allow user namespaces to it, as docs/browser.md describes (The sandbox).",
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


# Find Chromium and start it so that it requests nothing by itself.

VARIABLE = "CURATOR_CHROMIUM"
"""Environment variable with the path of the browser."""
_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge",
    "msedge",
)
_OTHER_PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
_FOLDERS_OF_PLAYWRIGHT = (
    "~/.cache/ms-playwright",
    "~/Library/Caches/ms-playwright",
    "~/AppData/Local/ms-playwright",
)
_IN_FOLDER = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
)
_HEAP_MEGABYTES = 1024
_NOWHERE = "http://127.0.0.1:9"
"""The proxy of whatever is not answered by us: nothing listens on the discard port."""
_NO_SANDBOX = "sandboxing failed"
"""What the driver says of a browser that has ended because it can have no sandbox."""
ARGUMENTS = (
    # nothing leaves: no name is resolved, all connections go to a proxy that does not exist
    "--host-resolver-rules=MAP * ~NOTFOUND",
    f"--proxy-server={_NOWHERE}",
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    # requests of the browser itself
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-extensions",
    "--disable-breakpad",
    "--no-pings",
    # pictures are neither loaded nor reported to the page as missing
    "--blink-settings=imagesEnabled=false",
    "--mute-audio",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    f"--js-flags=--max-old-space-size={_HEAP_MEGABYTES}",
)


_RENDERING = make_message("fetch.browser, which renders pages,")


def require_browser(purpose: str = _RENDERING) -> str:
    """Return the path of the browser for a ``purpose``. Raises UsageError without one, or without
    Playwright."""
    require_extra("browser", ("playwright",), purpose)
    given = os.environ.get(VARIABLE, "")
    if given:
        found = shutil.which(given)
        if found is None:
            raise UsageError(
                make_message("{variable}: no program {given}", variable=VARIABLE, given=given),
                "Give the path of Chromium or Chrome, or unset the variable.",
            )
        return found
    found = next(_find_installed(), None)
    if found is None:
        raise UsageError(
            make_message(
                "{purpose} needs a browser, but no Chromium or Chrome is installed",
                purpose=as_message(purpose),
            ),
            make_message(
                "Install one: {executable} -m playwright install chromium (on Debian: apt-get"
                " install chromium); or name its path in the environment variable {variable}.",
                executable=sys.executable,
                variable=VARIABLE,
            ),
        )
    return found


def _find_installed() -> Iterator[str]:
    """Yield the browsers on the PATH, at the usual places, and of Playwright."""
    yield from filter(None, map(shutil.which, (*_NAMES, *_OTHER_PLACES)))
    folders = (os.environ.get("PLAYWRIGHT_BROWSERS_PATH", ""), *_FOLDERS_OF_PLAYWRIGHT)
    for folder in (Path(name).expanduser() for name in folders if name):
        for pattern in _IN_FOLDER:
            yield from filter(None, map(shutil.which, sorted(folder.glob(pattern), reverse=True)))
