"""``curator studio``: a window in the browser over portal files, pages and corpora."""

from __future__ import annotations

import argparse
import webbrowser
from functools import partial
from pathlib import Path

from webarticlecurator.base.system.installation import require_extra
from webarticlecurator.cli.allowed_hooks import allowed_digests
from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.commands.serve import print_mistake
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_message, write_lines
from webarticlecurator.cli.portal_file import list_files_of_folder, make_reader
from webarticlecurator.cli.portal_path import portal_path
from webarticlecurator.cli.shared_options import CORPORA, NETWORK, server_options
from webarticlecurator.studio.frame.studio_settings import STUDIO_LIBRARIES, StudioSettings

STUDIO_PORT = 8766


@command(
    "curator studio my-portals/",
    option(
        "config",
        nargs="?",
        default=".",
        metavar="CONFIG",
        help="a portal file, or a folder of them (default: this folder)",
    ),
    "--allow-hooks",
    CORPORA,
    *server_options(STUDIO_PORT),
    option(
        "--no-browser",
        action="store_true",
        help="print the address only, without opening a browser",
    ),
    *NETWORK,
)
def run(args: argparse.Namespace) -> int:
    folder = Path(args.config)
    named: list[Path] = []
    if not folder.is_dir():
        named = [portal_path(args.config)]
        folder = named[0].parent
    require_extra("studio", STUDIO_LIBRARIES, "`curator studio`")
    files = named or list_files_of_folder(folder)
    settings = StudioSettings(
        folder=folder,
        corpora=args.corpus,
        jobs=args.jobs,
        proxy=args.proxy,
        ca_file=args.ca,
        language=args.language or "",
    )
    # imported here because an extra is needed from here on
    from webarticlecurator.crawling.workers.system_clock import SystemClock
    from webarticlecurator.service.portals import PortalCatalog
    from webarticlecurator.service.server import open_socket
    from webarticlecurator.studio.application import run_studio
    from webarticlecurator.studio.frame.portal_drafts import PortalDrafts

    clock = SystemClock()
    read_portal = make_reader(files if args.allow_hooks else ())
    catalog = PortalCatalog(lambda: list_files_of_folder(folder), read_portal, clock.monotonic)
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

    print_message(
        f"portal files in {folder}, corpora in {args.corpus}; press Ctrl-C to end the studio"
    )
    print_message("each of these addresses opens the studio once, in one browser:")
    run_studio(
        settings, catalog, drafts, clock, listener, print_token, partial(print_mistake, "studio")
    )
    return DONE
