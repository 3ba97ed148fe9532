"""``curator serve`` and ``curator studio``: answer other programs over HTTP, and a browser."""

from __future__ import annotations

import argparse
import re
import secrets
from functools import partial
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.hosts import is_loopback
from webarticlecurator.base.system.input_files import read_regular
from webarticlecurator.base.system.installation import require_extra
from webarticlecurator.cli.argument_types import option, parse_count, parse_utf8
from webarticlecurator.cli.exit_codes import DONE, USAGE, describe_error
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import describe_exception, print_message, write_lines
from webarticlecurator.cli.portal_file import list_portal_files, list_present_files, make_reader
from webarticlecurator.cli.shared_options import CORPORA, server_options
from webarticlecurator.service.service_settings import (
    LOOPBACK_NAMES,
    MEGABYTE,
    NO_CONTACT,
    SERVICE_LIBRARIES,
    ServiceSettings,
)

# ``curator serve``: answers requests of other programs over HTTP.


DEFAULT_PORT = 8765
MAX_TOKEN = 4096
MIN_TOKEN = 16
"""Characters of a token that cannot be guessed."""
TOKEN_BYTES = 32
_PUBLIC_ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,4}|:[1-5]\d{4})?(/[^\s?#]*)?")
"""Records are called by its host for ever, so it has none of the forms that are no name."""


@command(
    "curator serve my-portals/ --corpus corpora",
    option(
        "configs",
        nargs="*",
        default=["."],
        metavar="CONFIG",
        help="portal files, names of shipped ones, or folders of them (default: this folder)",
    ),
    "--allow-hooks",
    CORPORA,
    *server_options(DEFAULT_PORT),
    option(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address to listen on (default: 127.0.0.1); any address other than loopback"
        " needs a token",
    ),
    option(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name that requests may use, besides the address",
    ),
    option(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="file with the token that requests must carry (default: none on loopback,"
        " otherwise a new one, which is printed)",
    ),
    option(
        "--harvest",
        action="store_true",
        help="also answer catalogues: OAI-PMH 2.0 under /oai, CLARIN FCS under /fcs",
    ),
    option(
        "--public-address",
        type=parse_utf8,
        metavar="URL",
        help="--harvest: the address at which catalogues ask, by whose host the records are called"
        " for ever (needed if others can reach the service)",
    ),
    option(
        "--contact",
        type=parse_utf8,
        metavar="E-MAIL",
        help="--harvest: the e-mail address of who is responsible (needed likewise)",
    ),
    option(
        "--include-reserved",
        action="store_true",
        help="/articles: send whole texts even if the portal has reserved them (default: the"
        " first 40 words)",
    ),
    option(
        "--max-bytes",
        type=parse_count,
        default=10 * MEGABYTE,
        metavar="N",
        help="maximum size of a request in bytes (default: 10000000)",
    ),
)
def run(args: argparse.Namespace) -> int:
    files = list_portal_files(args.configs)
    read_portal = make_reader(files if args.allow_hooks else ())
    token = _choose_token(args)
    _check_harvest_settings(args)
    settings = ServiceSettings(
        corpora=args.corpus,
        hosts=frozenset({*LOOPBACK_NAMES, args.host.lower(), *map(str.lower, args.allow_host)}),
        token=token,
        max_bytes=args.max_bytes,
        jobs=args.jobs,
        harvests=args.harvest,
        public_address=(args.public_address or "").rstrip("/"),
        contact=args.contact or NO_CONTACT,
        includes_reserved=args.include_reserved,
    )
    # imported here because an extra is needed from here on
    from webarticlecurator.crawling.workers.system_clock import SystemClock
    from webarticlecurator.service.portals import PortalCatalog

    clock = SystemClock()
    catalog = PortalCatalog(lambda: list_present_files(args.configs), read_portal, clock.monotonic)
    entries = catalog.entries()
    for entry in entries:
        if entry.error is not None:
            print_message(f"curator serve: {describe_error(entry.error)}")
    if all(entry.portal is None for entry in entries):
        return USAGE
    require_extra("studio", SERVICE_LIBRARIES, "`curator serve`")
    from webarticlecurator.service.server import open_socket, run_service

    listener = open_socket(args.host, args.port)
    host = f"[{args.host}]" if ":" in args.host else args.host
    write_lines([f"http://{host}:{listener.getsockname()[1]}"])
    usable = sum(entry.portal is not None for entry in entries)
    portals = "1 portal" if usable == 1 else f"{usable} portals"
    print_message(
        f"{portals}; corpora in {args.corpus}; /docs describes it; press Ctrl-C to end it"
    )
    if token is not None and args.token_file is None:
        print_message(f"requests must carry the header  Authorization: Bearer {token}")
    run_service(settings, catalog, clock, listener, partial(print_mistake, "serve"))
    return DONE


def _choose_token(args: argparse.Namespace) -> str | None:
    """Return the token of ``--token-file``; else None on loopback, and elsewhere a new one. Raises
    UsageError for a file without a token."""
    if args.token_file is None:
        return None if is_loopback(args.host) else secrets.token_urlsafe(TOKEN_BYTES)
    token: str = read_regular(args.token_file, MAX_TOKEN).decode("utf-8", "replace").strip()
    if len(token) < MIN_TOKEN or not token.isascii() or len(token.split()) != 1:
        raise UsageError(
            f"{args.token_file}: not a token (expected one word of {MIN_TOKEN} or more characters)",
            'Make one: python -c "import secrets; print(secrets.token_urlsafe(32))"',
        )
    return token


def _check_harvest_settings(args: argparse.Namespace) -> None:
    """Raise UsageError for a wrong public address or contact, and where others could harvest a
    service without them."""
    address, contact = args.public_address, args.contact
    if address and not _PUBLIC_ADDRESS.fullmatch(address):
        raise UsageError(
            f"--public-address: not an address: {address!r} (expected https://corpus.example.org,"
            " with a host name in ASCII and perhaps a port and a path)"
        )
    if contact and not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", contact):
        raise UsageError(f"--contact: not an e-mail address: {contact!r} (expected me@example.org)")
    if args.harvest and not is_loopback(args.host) and not (address and contact):
        raise UsageError(
            "--harvest: no public address or no contact, but others can reach the service",
            "Give both, with --public-address and --contact.",
        )


def print_mistake(verb: str, error: Exception) -> None:
    print_message(f"curator {verb}: an error in the program:\n{describe_exception(error)}")
