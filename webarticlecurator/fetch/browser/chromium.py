"""Find Chromium and start it so that it requests nothing by itself."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from webarticlecurator.errors import UsageError

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


def require_browser() -> str:
    """Return the path of the browser. Raises UsageError without one, or without
    Playwright."""
    if find_spec("playwright") is None:
        raise UsageError(
            "pages are to be rendered in a browser (fetch.browser), but Playwright is not"
            " installed",
            'Install it: pip install "webarticlecurator[browser]"',
        )
    given = os.environ.get(VARIABLE, "")
    if given:
        found = shutil.which(given)
        if found is None:
            raise UsageError(
                f"{VARIABLE}: no program {given}",
                "Give the path of Chromium or Chrome, or unset the variable.",
            )
        return found
    found = next(_find_installed(), None)
    if found is None:
        raise UsageError(
            "pages are to be rendered in a browser (fetch.browser), but no Chromium or Chrome is"
            " installed",
            f"Install one: {sys.executable} -m playwright install chromium (on Debian: apt-get"
            f" install chromium); or name its path in the environment variable {VARIABLE}.",
        )
    return found


def _find_installed() -> Iterator[str]:
    """Yield the browsers on the PATH, at the usual places, and of Playwright."""
    yield from filter(None, map(shutil.which, (*_NAMES, *_OTHER_PLACES)))
    folders = (os.environ.get("PLAYWRIGHT_BROWSERS_PATH", ""), *_FOLDERS_OF_PLAYWRIGHT)
    for folder in (Path(name).expanduser() for name in folders if name):
        for pattern in _IN_FOLDER:
            yield from filter(None, map(shutil.which, sorted(folder.glob(pattern), reverse=True)))


def launch_browser(driver: Any, path: str) -> Any:
    """Start the browser at ``path``. Its sandbox is off only where it cannot work: for root."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return driver.chromium.launch(
        executable_path=path,
        args=[*ARGUMENTS],
        chromium_sandbox=not is_root,
        # the command ends the browser itself, after it has stored what there is
        handle_sigint=False,
        handle_sigterm=False,
        handle_sighup=False,
    )


def describe_start_failure(path: str, message: str) -> UsageError:
    """Return the error for a browser that does not start; ``message`` is that of the driver."""
    if _NO_SANDBOX in message:
        return UsageError(
            f"{path} does not start: the system does not allow its sandbox",
            "Allow user namespaces to it, as docs/browser.md describes (The sandbox).",
        )
    return UsageError(
        f"{path} does not start: {message.strip().splitlines()[0]}",
        "Start it by hand to see what is missing.",
    )
