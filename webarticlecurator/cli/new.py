"""``curator new``: writes a commented portal file to start from.

It is filled in with what a page of the portal suggests.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.cli.argument_types import STANDARD_OUTPUT
from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import add_network_options
from webarticlecurator.cli.output import print_message, write_data
from webarticlecurator.cli.portal_file import create_file
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.config import load_portal, propose_portal_id, proposed_yaml, starting_yaml
from webarticlecurator.errors import PortalRefused, UsageError
from webarticlecurator.model.hosts import hide_userinfo, without_userinfo
from webarticlecurator.model.proposal import Proposal
from webarticlecurator.run.preview.portal_proposal import propose_portal
from webarticlecurator.run.setup import Runtime


def register(commands: Any) -> None:
    parser = add_command(commands, "new", "curator new https://www.example.org/archive/")
    parser.add_argument(
        "name",
        metavar="NAME|URL",
        help=(
            "the address of a page that lists articles (best an archive page), or just a name for"
            " the portal"
        ),
    )
    parser.add_argument(
        "--output",
        metavar="FILE",
        type=Path,
        help="file to write (default: NAME.yaml here; -: standard output)",
    )
    parser.add_argument(
        "--offline",
        action="store_true",
        help="send no request to the portal: write the plain starting file",
    )
    add_network_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if without_userinfo(args.name) != args.name:
        raise UsageError(
            f"an address with a user name or password: {hide_userinfo(args.name)}",
            "Leave out the part before the @: the portal file is stored in the corpus.",
        )
    path: Path = args.output or Path(f"{propose_portal_id(args.name)}.yaml")
    if path == STANDARD_OUTPUT:
        proposal = _propose(args)
        write_data(proposed_yaml(proposal) if proposal else starting_yaml(args.name))
        return DONE
    if path.exists():
        # Refused before any request is sent.
        raise UsageError(
            f"{path} already exists", "Give another name with --output, or move it away."
        )
    proposal = _propose(args)
    create_file(path, proposed_yaml(proposal) if proposal else starting_yaml(args.name))
    load_portal(path)

    lines = _proposal_lines(proposal) if proposal else ["no page was read: plain starting file"]
    for line in lines:
        print_message(line)
    live = " --live" if proposal else ""
    print_message(f"wrote {path}. Edit it, then: curator check {path} --plan{live}")
    return DONE


def _propose(args: argparse.Namespace) -> Proposal | None:
    """Return what the page suggests; None if there is no page to read or it cannot be fetched."""
    if args.offline or "://" not in args.name:
        return None
    try:
        runtime = Runtime(progress=choose_progress(quiet=False))
        return propose_portal(args.name, args.proxy, args.ca, runtime)
    except PortalRefused as refusal:
        print_message(refusal.message)
        return None


def _proposal_lines(proposal: Proposal) -> list[str]:
    """Return the best guesses, one per line."""
    if proposal.links:
        rule = proposal.links[0]
        links = f"{rule.css} lists {len(rule.links)}"
    else:
        links = "no list of articles was recognised"
    if proposal.next:
        paging = "a link to the next page"
    elif proposal.numbered:
        paging = "page numbers"
    else:
        paging = "none recognised"
    if proposal.dated:
        paging += f" in {proposal.dated.step}s ({proposal.dated.template})"
    root = proposal.root.css if proposal.root else "not found; the usual places are tried"
    return [
        f"links: {links}",
        f"pagination: {paging}",
        f"article root: {root}",
        *(f"look at this: {trouble}" for trouble in proposal.troubles),
    ]
