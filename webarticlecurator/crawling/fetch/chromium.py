"""Find Chromium and start it so that it requests nothing by itself."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.installation import require_extra
from webarticlecurator.base.text.translation import as_message, make_message

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
NO_SANDBOX = "sandboxing failed"
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
                make_message(
                    "{variable}: no such program: {given}", variable=VARIABLE, given=given
                ),
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
