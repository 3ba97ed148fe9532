"""``curator new``: writes a commented portal file to start from.

It is filled in with what a page of the portal suggests.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from webarticlecurator.cli.options import STANDARD_OUTPUT, add_command, add_network_options
from webarticlecurator.cli.output import DAMAGED, DONE, print_message, write_data
from webarticlecurator.cli.progress import choose_progress, plain_progress
from webarticlecurator.cli.selection_options import add_page_options, read_given_pages
from webarticlecurator.config import load_portal, propose_portal_id, proposed_yaml, starting_yaml
from webarticlecurator.config.files import NameFault, read_regular, resolve_named_path
from webarticlecurator.errors import PortalRefused, UsageError
from webarticlecurator.export import create_file
from webarticlecurator.model.hosts import hide_userinfo, without_userinfo
from webarticlecurator.model.portal import NamedFile
from webarticlecurator.model.proposal import Proposal
from webarticlecurator.model.trained_models import MAX_MODEL, find_classifier_fault
from webarticlecurator.propose.given_visits import propose_from_files
from webarticlecurator.propose.portal_proposal import propose_portal
from webarticlecurator.stored_pages.page_store import StoredPages
from webarticlecurator.workers.executor import Runtime


def register(commands: Any) -> None:
    parser = add_command(commands, "new", "curator new https://www.example.org/archive/")
    parser.add_argument(
        "name",
        metavar="NAME|URL",
        nargs="?",
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
    parser.add_argument(
        "--classifier",
        metavar="FILE",
        type=Path,
        help=(
            "a model in the form of the package's, in the folder of the new file: it judges the"
            " text of articles, and the file names it"
        ),
    )
    add_page_options(parser, "the page that lists most of the others")
    add_network_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    given = _read_given(args)
    classifier = read_given_classifier(args.classifier, args.output)
    proposal, code = None, DONE
    if given.has_files:
        _check_free(args.output)  # before anything is read
        proposal, damage = propose_from_files(given, Runtime(progress=plain_progress()), classifier)
        code = DAMAGED if damage else DONE
    name = proposal.url if proposal is not None else args.name
    path: Path = args.output or Path(f"{propose_portal_id(name)}.yaml")
    _check_free(path)  # before any request is sent
    is_live = proposal is None
    proposal = proposal or _propose_live(args, classifier)
    text = proposed_yaml(proposal) if proposal else starting_yaml(name)
    if path == STANDARD_OUTPUT:
        write_data(text)
        return code
    create_file(path, text)
    load_portal(path)

    lines = _proposal_lines(proposal) if proposal else ["no page was read: plain starting file"]
    for line in lines:
        print_message(line)
    if classifier is not None and not proposal:
        print_message(f"write into it: article: {{classifier: {classifier.name}}}")
    live = " --live" if proposal and is_live else ""
    print_message(f"wrote {path}. Edit it, then: curator check {path} --plan{live}")
    return code


def _read_given(args: argparse.Namespace) -> StoredPages:
    """Return the files to read; none for the live portal. Raises UsageError."""
    if args.name is not None and without_userinfo(args.name) != args.name:
        raise UsageError(
            f"an address with a user name or password: {hide_userinfo(args.name)}",
            "Leave out the part before the @: the portal file is stored in the corpus.",
        )
    given = read_given_pages(args)
    if not given.has_files and (given.urls or args.name is None):
        raise UsageError(
            "no page given", "Give the address of a page that lists articles, or a name."
        )
    if given.has_files and args.name is not None:
        if "://" not in args.name:
            raise UsageError(
                f"a name together with files: {args.name}",
                "Leave it out: the portal is named after the address; --output names the file.",
            )
        given = replace(given, urls=(*given.urls, args.name))
    if len(set(given.urls)) > 1:
        raise UsageError(
            f"several list pages: {', '.join(given.urls)}", "Give one address, of an archive page."
        )
    return given


def _check_free(path: Path | None) -> None:
    """Raise UsageError if a file is there already."""
    if path is not None and path != STANDARD_OUTPUT and path.exists():
        raise UsageError(
            f"{path} already exists", "Give another name with --output, or move it away."
        )


def _propose_live(args: argparse.Namespace, classifier: NamedFile | None) -> Proposal | None:
    """Return what the page suggests; None if there is no page to read or it cannot be fetched."""
    if args.offline or "://" not in args.name:
        return None
    try:
        runtime = Runtime(progress=choose_progress(quiet=False))
        return propose_portal(args.name, args.proxy, args.ca, runtime, classifier)
    except PortalRefused as refusal:
        print_message(refusal.message)
        return None


def _proposal_lines(proposal: Proposal) -> list[str]:
    """Return the best guesses, one per line."""
    if proposal.feed:
        links = f"{proposal.feed.url} lists {proposal.feed.entries}"
    elif proposal.sitemap:
        links = f"{proposal.sitemap.url} lists {proposal.sitemap.addresses}"
    elif proposal.data:
        links = f"{proposal.data.url}, which a script loads, lists {len(proposal.data.links)}"
    elif proposal.links:
        rule = proposal.links[0]
        links = f"{rule.css} lists {len(rule.links)}"
    else:
        links = "no list of articles was recognised"
    roots = ", ".join(line.rule for line in proposal.article.roots)
    return [
        f"links: {links}",
        f"pagination: {_describe_pagination(proposal)}",
        f"article root: {roots or 'not found; it is looked for on each page'}",
        *(f"look at this: {trouble}" for trouble in proposal.troubles),
    ]


def _describe_pagination(proposal: Proposal) -> str:
    growing = proposal.growing
    if growing is not None and growing.button is not None:
        tried = "" if growing.added is not None else ", not tried: no browser is installed"
        paging = f"a browser clicks {growing.button.css} (docs/browser.md{tried})"
    elif proposal.is_rendered or growing is not None:
        paging = "a browser scrolls (docs/browser.md)"
    elif proposal.data and proposal.data.template:
        paging = "page numbers"
    elif proposal.next:
        paging = "a link to the next page"
    elif proposal.numbered:
        paging = "page numbers"
    else:
        paging = "none recognised"
    if proposal.dated:
        paging += f" in {proposal.dated.step}s ({proposal.dated.template})"
    return paging


# ``--classifier FILE`` of ``curator new``: a model for a portal file that is yet to be written.


def read_given_classifier(path: Path | None, output: Path | None) -> NamedFile | None:
    """Return the model file, by its name from the folder of the portal file ``output``; None for no
    file. Raises UsageError for one that the portal file could not name."""
    if path is None:
        return None
    folder = output.parent if output is not None else Path()
    name = os.path.relpath(path, folder).replace(os.sep, "/")
    try:
        content = read_regular(resolve_named_path(folder, name), MAX_MODEL)
    except NameFault as refusal:
        raise UsageError(
            f"--classifier {path}: {refusal}", "Copy it beside the new file."
        ) from None
    except OSError as error:
        raise UsageError(
            f"--classifier {path}: {error.strerror}",
            "Give a model file, as bench/train_units.py writes it.",
        ) from None
    fault = find_classifier_fault(content)
    if fault:
        raise UsageError(
            f"--classifier {path}: not a classifier for this version, since {fault}",
            "Leave it out, or train a model with bench/train_units.py.",
        )
    return NamedFile(name, content)
