"""The session of a subscriber: signed in by hand in a visible browser, and kept as
``curator login`` keeps it, in one file of the user's state folder that no other user may read, or
in the file that ``--session`` named.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from webarticlecurator.base.dataclasses import asdict, dataclass, field
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.folders import user_folder
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.input_files import open_handle, read_regular
from webarticlecurator.base.system.output_files import make_folder, replace_when_complete
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.fetch.chromium import require_browser

_MAX_BYTES = 5_000_000
_HTTP_ONLY = "#HttpOnly_"
_ELSEWHERE = "elsewhere"
"""Key of the file in the state folder that says where ``--session`` put the session."""
_CORPUS_PARTS = ("warc", "corpus.sqlite", "tei")


@dataclass(frozen=True)
class KeptCookie:
    """A cookie of a browser; the ``domain`` begins with a dot where subdomains get it, too.
    ``expires`` is in seconds since 1970, None for the end of the session."""

    name: str
    value: str = field(repr=False)
    domain: str
    path: str = "/"
    is_secure: bool = False
    expires: int | None = None
    is_http_only: bool = False

    def goes_to(self, hosts: Collection[str]) -> bool:
        """Return True if one of some hosts would get it."""
        is_wide = self.domain.startswith(".")
        return any(
            host == self.domain.lstrip(".") or (is_wide and host.endswith(self.domain))
            for name in hosts
            for host in (name, name.removeprefix("www."), f"www.{name}")
        )


@dataclass(frozen=True)
class KeptSession:
    """What signs in at a portal since the day ``kept``: cookies, and name and password of HTTP
    Basic. ``mine``: words of the user that no stored answer may hold."""

    kept: str
    cookies: tuple[KeptCookie, ...] = field(default=(), repr=False)
    basic: tuple[str, str] | None = field(default=None, repr=False)
    mine: tuple[str, ...] = field(default=(), repr=False)


def load_session(portal: Portal) -> KeptSession | None:
    """Return the session that is kept for a portal; None without one. Raises UsageError for a file
    that cannot be read."""
    path = find_session(portal)
    written = _read(path) if path is not None else None
    if written is None:
        return None
    try:
        cookies = tuple(KeptCookie(**each) for each in written["cookies"])
        texts = (text for each in cookies for text in (each.name, each.value, each.domain))
        if not all(isinstance(text, str) for text in texts):
            raise _damaged(path)
        name, password = written["basic"] or ("", "")
        basic = (str(name), str(password)) if name else None
        return KeptSession(str(written["kept"]), cookies, basic, tuple(map(str, written["mine"])))
    except (KeyError, TypeError, ValueError) as error:
        raise _damaged(path) from error


def find_session(portal: Portal) -> Path | None:
    """Return the file in which the session of a portal is, or would be, kept; None if the system
    names no place for it. Raises UsageError."""
    path = _usual_place(portal)
    written = _read(path) if path is not None else None
    moved = written.get(_ELSEWHERE) if written else None
    return Path(str(moved)) if moved else path


def keep_session(
    portal: Portal,
    session: KeptSession,
    elsewhere: Path | None = None,
    events: Callable[[str], None] = lambda _step: None,
) -> Path:
    """Write the session of a portal, completely or not at all, to ``elsewhere`` from now on if that
    is given; return where. Raises UsageError, DiskFull."""
    usual = _usual_place(portal)
    if usual is None:
        raise UsageError(
            "no folder for the session of a user (HOME is not set)",
            "Set XDG_STATE_HOME to a folder that only you can read.",
        )
    previous_path = _find_earlier(portal, usual)
    path = elsewhere.absolute() if elsewhere is not None else previous_path
    for place in {path, usual}:
        _check_place(place, portal)
    # the session first: a kill in between leaves the earlier one in use
    _write_private(path, asdict(session), events)
    if elsewhere is not None and path != usual:
        _write_private(usual, {_ELSEWHERE: str(path)}, events)
    if previous_path not in (path, usual):
        _remove(previous_path)
    return path


def renew_session(portal: Portal, used: KeptSession, renewed: KeptSession) -> bool:
    """Write a session that the portal has renewed in place of the one that a crawl has ``used``;
    return False if there is nothing new, or another one was kept since. Raises as
    ``keep_session``."""
    if renewed == used or load_session(portal) != used:
        return False
    keep_session(portal, renewed)
    return True


def forget_session(portal: Portal) -> bool:
    """Remove the session of a portal; return False if there was none. Raises UsageError."""
    usual = _usual_place(portal)
    if usual is None:
        return False
    path = _find_earlier(portal, usual)
    was_kept = path.exists() or usual.exists()
    for each in (path, usual):
        _remove(each)
    return was_kept


def read_cookie_file(path: Path) -> tuple[KeptCookie, ...]:
    """Return the cookies of a ``cookies.txt`` in Netscape's format. Raises UsageError, whose
    message holds nothing of the file."""
    expected = make_message(
        "expected a cookies.txt in Netscape's format: seven fields with tabs between them"
    )
    try:
        text = read_regular(path, _MAX_BYTES).decode("utf-8-sig", "replace")
    except OSError as error:
        raise UsageError(
            make_message(
                "{path}: {strerror} ({expected})",
                path=path,
                strerror=error.strerror,
                expected=expected,
            ),
            "Give its path.",
        ) from error
    cookies = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.removeprefix(_HTTP_ONLY)
        if not plain.strip() or plain.startswith("#"):
            continue
        parts = plain.split("\t")
        if len(parts) != 7 or not parts[4].strip("-").isascii():
            raise UsageError(
                make_message(
                    "{path}:{number}: not a cookie ({expected})",
                    path=path,
                    number=number,
                    expected=expected,
                ),
                "Export it again, with an add-on of the browser that writes this format.",
            )
        domain, is_wide, folder, secure, expires, name, value = parts
        domain = domain.lower().lstrip(".")
        seconds = int(expires) if expires.isdigit() and len(expires) < 16 else 0
        cookies.append(
            KeptCookie(
                name,
                value,
                f".{domain}" if is_wide.upper() == "TRUE" else domain,
                folder or "/",
                secure.upper() == "TRUE",
                seconds or None,
                plain != line,
            )
        )
    return tuple(cookies)


def cookies_of_browser(cookies: Iterable[Mapping[str, Any]]) -> tuple[KeptCookie, ...]:
    """Return the cookies of a browser, as Playwright lists them."""
    return tuple(
        KeptCookie(
            str(each["name"]),
            str(each["value"]),
            str(each["domain"]).lower(),
            str(each["path"]),
            bool(each["secure"]),
            int(each["expires"]) if each["expires"] > 0 else None,
            bool(each["httpOnly"]),
        )
        for each in cookies
    )


def _find_earlier(portal: Portal, usual: Path) -> Path:
    """Return where a session is kept now; a damaged file names no other place."""
    try:
        return find_session(portal) or usual
    except UsageError:
        return usual


def _remove(path: Path) -> None:
    """Remove a session, and what a killed run has left of one."""
    path.unlink(missing_ok=True)
    path.with_name(f"{path.name}.new").unlink(missing_ok=True)


def _usual_place(portal: Portal) -> Path | None:
    folder = user_folder("state")
    return None if folder is None else folder / "sessions" / f"{portal.id}.json"


def _check_place(path: Path, portal: Portal) -> None:
    """Raise UsageError for a place that ``curator package``, git, or who gets the portal file could
    take."""
    place, portal_folder = path.resolve(), portal.path.resolve().parent
    trouble: str = ""
    if place.parent == portal_folder:
        trouble = make_message("it is beside the portal file {path}", path=portal.path)
    for folder in place.parents:
        if (folder / ".git").exists():
            trouble = make_message("{folder} is a working tree of git", folder=folder)
        elif sum((folder / part).exists() for part in _CORPUS_PARTS) > 1:
            trouble = make_message("{folder} is the folder of a corpus", folder=folder)
    if trouble:
        raise UsageError(
            make_message(
                "the session cannot be kept in {path}: {trouble}, and would be passed on with it",
                path=path,
                trouble=trouble,
            ),
            "Give a file in a folder of your own with --session, such as one below your home.",
        )


def _write_private(path: Path, content: Mapping[str, Any], events: Callable[[str], None]) -> None:
    """Write JSON to a file that only the user may read from its first byte on."""
    if not path.parent.is_dir():
        make_folder(path.parent)
        path.parent.chmod(0o700)
    with replace_when_complete(path) as draft:
        draft.unlink(missing_ok=True)  # of a run that was killed
        handle = open_handle(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            events("session-open")
            json.dump(content, out, ensure_ascii=False, indent=1)
            out.flush()
            events("session-written")
            os.fsync(out.fileno())
        events("session-synced")
    events("session-replaced")


def _read(path: Path) -> dict[str, Any] | None:
    """Return what a file of ours holds; None if it is not there. Raises UsageError."""
    try:
        content = read_regular(path, _MAX_BYTES)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(
            make_message("{path}: {strerror}", path=path, strerror=error.strerror),
            "Correct this, or give --session.",
        ) from error
    try:
        written = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise _damaged(path) from error
    if not isinstance(written, dict):
        raise _damaged(path)
    return written


def _damaged(path: Path | None) -> UsageError:
    return UsageError(
        make_message("{path} is not a session that `curator login` kept", path=path),
        "Remove it with `curator login CONFIG --forget`, then sign in again.",
    )


_PAUSE_MS = 250
HEADLESS = "CURATOR_LOGIN_HEADLESS"
"""Environment variable of tests on computers without a display."""
_CURE = make_message(
    "Sign in with a browser elsewhere, export its cookies to a cookies.txt there, and give that:"
    " curator login CONFIG --cookies FILE"
)


class Pressed(Protocol):
    """What says whether the user has signed in."""

    def is_set(self) -> bool:
        """Return True once the user has signed in."""


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
            raise UsageError(
                make_message("{program} does not start: {reason}", program=program, reason=reason),
                _CURE,
            ) from error
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
                raise UsageError(
                    make_message("{home} does not open: {reason}", home=portal.home, reason=reason),
                    _CURE,
                ) from error
    return found
