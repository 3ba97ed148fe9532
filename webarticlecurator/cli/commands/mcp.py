"""``curator mcp``: lets assistants find, read, cite, and try rules (Model Context Protocol)."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.base.system.installation import require_extra
from webarticlecurator.cli.argument_types import option, parse_port
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_message, write_lines
from webarticlecurator.cli.portal_file import list_portal_files, make_reader
from webarticlecurator.cli.shared_options import CONFIGS, CORPORA
from webarticlecurator.service.service_settings import LOOPBACK_NAMES, SERVICE_LIBRARIES


@command(
    "curator mcp echo.yaml --corpus corpora",
    *CONFIGS,
    CORPORA,
    option(
        "--port",
        type=parse_port,
        metavar="N",
        help="answer over HTTP on this machine, under /mcp (0: a free port, which is printed;"
        " default: over standard input and output)",
    ),
    option(
        "--allow-writing-portal-files",
        type=Path,
        metavar="DIR",
        help="let assistants write new portal files into this folder (default: nothing)",
    ),
)
def run(args: argparse.Namespace) -> int:
    read_portal = make_reader(list_portal_files(args.configs) if args.allow_hooks else ())
    portals = [read_portal(file) for file in list_portal_files(args.configs)]
    needed = ("mcp",) if args.port is None else ("mcp", *SERVICE_LIBRARIES)
    require_extra("mcp", needed, "`curator mcp`")
    from webarticlecurator.service.assistant_server import make_server
    from webarticlecurator.service.assistant_tools import AssistantTools
    from webarticlecurator.service.harvesting import list_harvested

    by_id = {portal.id: portal for portal in portals}

    def list_corpora() -> Any:
        return list_harvested(by_id, lambda name: args.corpus / name)

    server = make_server(AssistantTools(list_corpora, args.allow_writing_portal_files))
    if args.port is None:
        print_message(
            "this command answers an assistant over standard input and output; press"
            " Ctrl-C to end it"
        )
        server.run("stdio")
        return DONE
    _serve(server, args.port)
    return DONE


def _serve(server: Any, port: int) -> None:
    from webarticlecurator.cli.commands.serve import print_mistake
    from webarticlecurator.service.guard import Guard
    from webarticlecurator.service.server import open_socket, serve_application

    listener = open_socket("127.0.0.1", port)
    write_lines([f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"])
    guarded = Guard(
        server.streamable_http_app(),
        hosts=LOOPBACK_NAMES,
        token=None,
        report=lambda error: print_mistake("mcp", error),
    )
    serve_application(listener, guarded)
