"""A visible browser in which a user signs in at a portal, and the cookies that it has then."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, Protocol

from webarticlecurator.errors import UsageError
from webarticlecurator.fetch.browser_process import require_browser
from webarticlecurator.fetch.kept_session import KeptCookie, cookies_of_browser
from webarticlecurator.model.portal import Portal

_PAUSE_MS = 250
HEADLESS = "CURATOR_LOGIN_HEADLESS"
"""Environment variable of tests on computers without a display."""
_CURE = (
    "Sign in with a browser elsewhere, export its cookies to a cookies.txt there, and give that:"
    " curator login CONFIG --cookies FILE"
)


class Pressed(Protocol):
    """What says whether the user has signed in."""

    def is_set(self) -> bool: ...


def sign_in(
    portal: Portal,
    begin: Callable[[], Pressed],
    act: Callable[[Any], None] = lambda _page: None,
) -> tuple[KeptCookie, ...]:
    """Open the home page of a portal in a window, wait until the user closes it, or until what
    ``begin`` returns is set, and return all cookies of the browser.

    ``act`` is called again and again with the page, as long as that is open. Raises UsageError
    without Playwright, a browser or a display.
    """
    program = require_browser("curator login")
    is_headless = bool(os.environ.get(HEADLESS))
    has_display = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    if sys.platform not in ("win32", "darwin") and not has_display and not is_headless:
        raise UsageError("no display for a window of the browser (DISPLAY is not set)", _CURE)
    from playwright.sync_api import Error, sync_playwright

    policy, found = portal.fetch, tuple[KeptCookie, ...]()
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as driver:
        try:
            browser = driver.chromium.launch(
                executable_path=program,
                headless=is_headless,
                chromium_sandbox=not is_root,
                proxy={"server": policy.proxy} if policy.proxy else None,
            )
        except Error as error:
            reason = str(error).strip().splitlines()[0]
            raise UsageError(f"{program} does not start: {reason}", _CURE) from error
        try:
            context = browser.new_context(
                user_agent=policy.user_agent or None,
                ignore_https_errors=not policy.verify_tls,
                no_viewport=not is_headless,
            )
            page = context.new_page()
            pressed = begin()
            page.goto(portal.home, wait_until="commit", timeout=0)
            while not pressed.is_set() and context.pages:
                # those that there were before the window was closed
                found = cookies_of_browser(context.cookies())
                context.pages[0].wait_for_timeout(_PAUSE_MS)
                act(page)
            found = cookies_of_browser(context.cookies())
            browser.close()
        except Error as error:
            if not found:
                reason = str(error).strip().splitlines()[0]
                raise UsageError(f"{portal.home} does not open: {reason}", _CURE) from error
    return found
