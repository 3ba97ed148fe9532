"""``curator studio``: a window in the browser over portal files, pages and corpora."""

from __future__ import annotations

import argparse
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any

from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.options import (
    add_corpora_option,
    add_hooks_option,
    add_network_options,
    add_server_options,
)
from webarticlecurator.cli.output import DONE, describe_exception, print_message, write_lines
from webarticlecurator.cli.portal_file import (
    allowed_digests,
    list_portal_files,
    list_present_files,
    make_reader,
    portal_path,
)
from webarticlecurator.errors import UsageError
from webarticlecurator.model.plug_in import require_extra
from webarticlecurator.studio.frame.context import STUDIO_LIBRARIES, StudioSettings

DEFAULT_PORT = 8766


def register(commands: Any) -> None:
    parser = add_command(commands, "studio", "curator studio my-portals/")
    parser.add_argument(
        "config",
        nargs="?",
        default=".",
        metavar="CONFIG",
        help="a portal file, or a folder of them (default: this folder)",
    )
    add_hooks_option(parser)
    add_corpora_option(parser)
    add_server_options(parser, DEFAULT_PORT)
    parser.add_argument(
        "--no-browser", action="store_true", help="only print the address, open no browser"
    )
    add_network_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    folder = Path(args.config)
    if not folder.is_dir():
        folder = portal_path(args.config).parent
    require_extra("studio", STUDIO_LIBRARIES, "`curator studio`")
    files = []
    with suppress(UsageError):  # a folder without portal files: the first one is made here
        files = list_portal_files([args.config])
    settings = StudioSettings(
        folder=folder,
        corpora=args.corpus,
        jobs=args.jobs,
        proxy=args.proxy,
        ca_file=args.ca,
    )
    # imported here because an extra is needed from here on
    from webarticlecurator.service.portals import PortalCatalog
    from webarticlecurator.service.server import open_socket
    from webarticlecurator.studio.frame.context import PortalDrafts
    from webarticlecurator.studio.server import run_studio
    from webarticlecurator.workers.progress import SystemClock

    clock = SystemClock()
    read_portal = make_reader(files if args.allow_hooks else ())
    configs = [str(folder)]
    catalog = PortalCatalog(lambda: list_present_files(configs), read_portal, clock.monotonic)
    drafts = PortalDrafts(lambda: args.allow_hooks or allowed_digests())
    listener = open_socket("127.0.0.1", args.port)
    base = f"http://127.0.0.1:{listener.getsockname()[1]}"
    was_opened = args.no_browser

    def print_token(token: str) -> None:
        nonlocal was_opened
        address = f"{base}/?token={token}"
        write_lines([address])
        if not was_opened:
            was_opened = True
            webbrowser.open(address)

    print_message(f"portal files in {folder}, corpora in {args.corpus}; Ctrl-C ends the studio")
    print_message("each of these addresses opens it once, in one browser:")
    run_studio(settings, catalog, drafts, clock, listener, print_token, _print_mistake)
    return DONE


def _print_mistake(error: Exception) -> None:
    print_message(f"curator studio: a mistake of the program:\n{describe_exception(error)}")
