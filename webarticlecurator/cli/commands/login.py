"""``curator login``: keeps the session of a subscriber, who signs in at the portal in a browser."""

from __future__ import annotations

import argparse
import getpass
import sys
import threading
from argparse import ArgumentTypeError
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.argument_types import option, parse_utf8
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.portal_file import open_portal
from webarticlecurator.cli.shared_options import CONFIG
from webarticlecurator.crawling.fetch.kept_session import (
    KeptCookie,
    KeptSession,
    forget_session,
    keep_session,
    load_session,
    read_cookie_file,
    sign_in,
)
from webarticlecurator.crawling.fetch.subscriber import SHORTEST, Subscriber
from webarticlecurator.crawling.workers.system_clock import SystemClock


def _parse_mine(text: str) -> str:
    words = parse_utf8(text).strip()
    if len(words) < SHORTEST:
        raise ArgumentTypeError(
            f"too short to find in pages: {text!r} (expected {SHORTEST} characters or"
            " more, such as the whole name)"
        )
    return words


@command(
    "curator login portal.yaml",
    *CONFIG,
    option(
        "--cookies",
        metavar="FILE",
        type=Path,
        help="take the cookies of the portal's hosts from a cookies.txt, without a browser",
    ),
    option(
        "--basic",
        metavar="USER",
        type=parse_utf8,
        help="sign in with HTTP Basic; the command asks for the password",
    ),
    option(
        "--mine",
        metavar="WORDS",
        type=_parse_mine,
        action="append",
        default=[],
        help="your name, e-mail address or number as pages show it; no answer that contains"
        " it is stored; may be repeated",
    ),
    option(
        "--session",
        metavar="FILE",
        type=Path,
        help="keep the session in this file from now on",
    ),
    option("--forget", action="store_true", help="remove the session"),
    "--quiet",
)
def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    if args.forget:
        words = "is removed" if forget_session(portal) else "was not kept"
        print_message(f"the session of {portal.id} {words}", args.quiet)
        return DONE
    previous_session = _load_earlier(portal)
    session = KeptSession(
        f"{SystemClock().now():%Y-%m-%d}",
        mine=tuple(
            dict.fromkeys((*(previous_session.mine if previous_session else ()), *args.mine))
        ),
    )
    if args.cookies is not None:
        session = replace(session, cookies=_choose(portal, read_cookie_file(args.cookies), args))
    if args.basic is not None:
        session = replace(session, basic=(args.basic, _ask_password(args.basic)))
        if not Subscriber(session, portal_hosts(portal)).authorize(portal.home):
            raise UsageError(
                f"{portal.home}: a password is sent only over https (expected https://)",
                "Correct `home` in the portal file, if the portal answers at https.",
            )
    if args.cookies is None and args.basic is None:
        session = replace(session, cookies=_choose(portal, sign_in(portal, _wait_for_enter), args))
    path = keep_session(portal, session, args.session)
    print_message(f"the session is kept in {path}; `curator crawl` uses it", args.quiet)
    return DONE


def _ask_password(user: str) -> str:
    try:
        return getpass.getpass(f"password of {user}: ")
    except EOFError:
        raise UsageError(
            "no password was given", "Type the password when the command asks for it."
        ) from None


def _load_earlier(portal: Portal) -> KeptSession | None:
    """Return the session that is kept now; None if it cannot be read, since it is replaced."""
    try:
        return load_session(portal)
    except UsageError as error:
        print_message(f"{error.message}: it is replaced")
        return None


def _choose(
    portal: Portal, cookies: Sequence[KeptCookie], args: argparse.Namespace
) -> tuple[KeptCookie, ...]:
    """Return the cookies that hosts of the portal get, and print their numbers. Raises UsageError
    without any."""
    names = portal_hosts(portal).names
    chosen = tuple(each for each in cookies if each.goes_to(names))
    hosts = len({each.domain.lstrip(".") for each in chosen})
    left_out = len(cookies) - len(chosen)
    if not chosen:
        raise UsageError(
            f"no cookie of the portal's hosts ({', '.join(sorted(names))}), {left_out} of others",
            "Sign in at the portal first, then close the window or press Enter.",
        )
    print_message(
        f"{len(chosen)} cookie{'s' * (len(chosen) > 1)} of {hosts} host{'s' * (hosts > 1)};"
        f" {left_out} of other hosts {'is' if left_out == 1 else 'are'} left out",
        args.quiet,
    )
    return chosen


def _wait_for_enter() -> threading.Event:
    """Return what is set when the user presses Enter; never without a terminal."""
    pressed = threading.Event()
    print_message("sign in in the window, then close it or press Enter here")

    def wait() -> None:
        # without a terminal, the window is closed
        with suppress(OSError, ValueError, AttributeError):
            if sys.stdin.readline():
                pressed.set()

    threading.Thread(target=wait, daemon=True).start()
    return pressed
