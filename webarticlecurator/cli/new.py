"""``curator new``: a commented starting file for a portal, filled in with what the portal's page
suggests."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import add_network_options
from webarticlecurator.cli.output import print_message
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
            "the address of a page that lists articles (of an archive, if you know one), or just a"
            " name"
        ),
    )
    parser.add_argument(
        "--output", metavar="FILE", type=Path, help="where to write it (default: NAME.yaml here)"
    )
    parser.add_argument(
        "--offline",
        action="store_true",
        help="ask the portal for nothing: write the plain starting file",
    )
    add_network_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if without_userinfo(args.name) != args.name:
        said = f"an address with a user name or password: {hide_userinfo(args.name)}"
        raise UsageError(
            said, "Leave out what stands before the @: the portal file is stored in the corpus."
        )
    path: Path = args.output or Path(f"{propose_portal_id(args.name)}.yaml")
    if path.exists():  # before the portal is asked for anything
        raise _there(path)
    found = _look(args)
    _write(path, proposed_yaml(found) if found else starting_yaml(args.name))
    load_portal(path)
    for line in _said(found) if found else ("the plain starting file: no page was looked at",):
        print_message(line)
    print_message(
        f"wrote {path}. Edit it, then: curator check {path} --plan{' --live' if found else ''}"
    )
    return DONE


def _look(args: argparse.Namespace) -> Proposal | None:
    """What the page suggests; None where there is no page to look at, or it cannot be had."""
    if args.offline or "://" not in args.name:
        return None
    try:
        return propose_portal(
            args.name, args.proxy, args.ca, Runtime(progress=choose_progress(quiet=False))
        )
    except PortalRefused as refusal:
        print_message(f"{refusal.message}")
        return None


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except FileExistsError:
        raise _there(path) from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}", "Give another place with --output.") from None


def _there(path: Path) -> UsageError:
    return UsageError(
        f"{path} is there already", "Give another name with --output, or move it away."
    )


def _said(found: Proposal) -> list[str]:
    """The best guesses in a few lines."""
    rule = found.links[0] if found.links else None
    dated = f" in {found.dated.step}s ({found.dated.template})" if found.dated else ""
    paging = (
        "a link to the next page"
        if found.next
        else "page numbers"
        if found.numbered
        else "none recognised"
    )
    return [
        (
            f"links: {rule.css} lists {len(rule.links)}"
            if rule
            else "links: no list of articles was recognised"
        ),
        f"pagination: {paging}{dated}",
        (
            f"article root: {found.root.css}"
            if found.root
            else "article root: not found; the usual places are tried"
        ),
        *(f"look at this: {trouble}" for trouble in found.troubles),
    ]
