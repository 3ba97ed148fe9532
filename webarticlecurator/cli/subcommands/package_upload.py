"""``curator package --upload``: sends a deposit to a repository.

The token is read from the environment, and written nowhere.
"""

from __future__ import annotations

import argparse
import os

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.options import refuse_options
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.portal_file import change_portal_file
from webarticlecurator.corpus.deposit.deposit_metadata import DepositDescription
from webarticlecurator.corpus.deposit.invenio_client import InvenioClient, check_repository
from webarticlecurator.corpus.deposit.upload import (
    Repository,
    publish_upload,
    reserve_doi,
    upload_deposit,
)
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.portal_file.yaml_file.yaml_edit import parse_value, set_value

REPOSITORIES = {"zenodo": ("https://zenodo.org", "ZENODO_TOKEN")}
"""Name of a repository → its address, and the variable of the environment with the token."""


UPLOAD_OPTIONS = (
    option(
        "--upload",
        choices=tuple(REPOSITORIES),
        help="send the deposit to a draft in a repository; the token is in "
        + ", ".join(variable for _, variable in REPOSITORIES.values()),
    ),
    option(
        "--at",
        metavar="ADDRESS",
        default=None,
        help="with --upload: another repository with the same API (https://sandbox.zenodo.org)",
    ),
    option(
        "--reserve-doi",
        action="store_true",
        help="with --upload: only reserve a DOI and write it into the portal file",
    ),
    option(
        "--new-version-of",
        metavar="RECORD",
        default="",
        help="with --upload: send it as a new version of a published record",
    ),
    option(
        "--publish", action="store_true", help="with --upload: publish it, which cannot be undone"
    ),
)
"""The options that send a deposit to a repository."""


def read_upload_options(args: argparse.Namespace) -> Repository | None:
    """Return where to send the deposit, None without ``--upload``. Raises UsageError."""
    if args.upload is None:
        given = {
            "--at": args.at,
            "--reserve-doi": args.reserve_doi,
            "--new-version-of": args.new_version_of,
            "--publish": args.publish,
        }
        refuse_options(given, "has no effect without --upload", "Give --upload zenodo, too.")
        return None
    if args.reserve_doi and args.publish:
        raise UsageError(
            "--reserve-doi cannot be used with --publish, because the DOI is not in the files yet",
            "Run `curator build` first, then run this command again with --publish.",
        )
    address, variable = REPOSITORIES[args.upload]
    token = os.environ.get(variable, "").strip()
    if not token or not token.isascii() or not token.isprintable():
        raise UsageError(
            f"no token in the environment variable {variable}",
            f"Create one at {address} with the scopes deposit:write and deposit:actions.",
        )
    state_file = args.output.parent / f"{args.output.name}.upload.json"
    return Repository(check_repository(args.at or address), args.new_version_of, state_file, token)


def reserve_deposit_doi(args: argparse.Namespace, portal: Portal, repository: Repository) -> None:
    """Reserve a DOI for the draft of the deposit and write it into the portal file."""
    if portal.corpus.doi and not args.new_version_of:
        raise UsageError(
            f"corpus.doi is already {portal.corpus.doi}",
            "For a new version of that record, give --new-version-of RECORD.",
        )
    with InvenioClient(repository.address, repository.token, SystemClock()) as client:
        title = portal.corpus_title
        record = reserve_doi(client, repository, title)
    value = parse_value(f'"{record.doi}"')
    change_portal_file(args, lambda text: set_value(text, ("corpus", "doi"), value))
    print_message(
        f"{record.doi} is reserved for {record.page or record.id} and written into {args.config};"
        " run `curator build`, then this command without --reserve-doi",
        args.quiet,
    )


def send_deposit(
    args: argparse.Namespace,
    repository: Repository,
    description: DepositDescription,
    progress: Progress,
) -> None:
    """Send the deposit to its draft, and publish that with ``--publish``."""
    with InvenioClient(repository.address, repository.token, SystemClock()) as client:
        record = upload_deposit(client, repository, args.output, description, progress)
        print_message(
            f"{record.sent} files sent, {record.kept} already there: {record.page or record.id}",
            args.quiet,
        )
        if args.publish:
            record = publish_upload(client, repository, record.id)
    if not args.publish:
        print_message(
            "it is a draft: check it there, then run the command again with --publish", args.quiet
        )
        return
    print_message(f"published: {record.page or record.id} {record.doi}".rstrip(), args.quiet)
