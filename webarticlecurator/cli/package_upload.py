"""``curator package --upload``: sends a deposit to a repository.

The token is read from the environment, and written nowhere.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass

from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.set import change_portal_file
from webarticlecurator.config.yaml_edit import parse_value, set_value
from webarticlecurator.errors import UsageError
from webarticlecurator.export.deposit import DepositDescription
from webarticlecurator.fetch.invenio_client import InvenioClient, check_repository
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.depositing.upload import (
    Repository,
    UploadedRecord,
    publish_upload,
    reserve_doi,
    upload_deposit,
)
from webarticlecurator.run.progress import Progress
from webarticlecurator.run.system_clock import SystemClock

REPOSITORIES = {"zenodo": ("https://zenodo.org", "ZENODO_TOKEN")}
"""Name of a repository → its address, and the variable of the environment with the token."""


@dataclass(frozen=True)
class UploadOptions:
    """Where to send a deposit; ``token`` is not shown."""

    repository: Repository
    token: str

    def __repr__(self) -> str:
        return f"UploadOptions({self.repository!r}, token=…)"


def add_upload_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that send a deposit to a repository."""
    tokens = ", ".join(variable for _, variable in REPOSITORIES.values())
    parser.add_argument(
        "--upload",
        choices=tuple(REPOSITORIES),
        help=f"send the deposit to a draft in a repository; the token is in {tokens}",
    )
    parser.add_argument(
        "--at",
        metavar="ADDRESS",
        default=None,
        help="with --upload: another repository with the same API (https://sandbox.zenodo.org)",
    )
    parser.add_argument(
        "--reserve-doi",
        action="store_true",
        help="with --upload: only reserve a DOI and write it into the portal file",
    )
    parser.add_argument(
        "--new-version-of",
        metavar="RECORD",
        default="",
        help="with --upload: send it as a new version of a published record",
    )
    parser.add_argument(
        "--publish", action="store_true", help="with --upload: publish it, which cannot be undone"
    )


def read_upload_options(args: argparse.Namespace) -> UploadOptions | None:
    """Return where to send the deposit, None without ``--upload``. Raises UsageError."""
    if args.upload is None:
        given = {
            "--at": args.at,
            "--reserve-doi": args.reserve_doi,
            "--new-version-of": args.new_version_of,
            "--publish": args.publish,
        }
        for name, value in given.items():
            if value:
                raise UsageError(
                    f"{name} has no effect without --upload", "Give --upload zenodo, too."
                )
        return None
    if args.reserve_doi and args.publish:
        raise UsageError(
            "--reserve-doi does not go with --publish: the DOI is not in the files yet",
            "Publish after `curator build`, with another run.",
        )
    address, variable = REPOSITORIES[args.upload]
    token = os.environ.get(variable, "").strip()
    if not token or not token.isascii() or not token.isprintable():
        raise UsageError(
            f"no token in the environment variable {variable}",
            f"Make one at {address} with the scopes deposit:write and deposit:actions.",
        )
    state_file = args.output.parent / f"{args.output.name}.upload.json"
    place = check_repository(args.at or address)
    return UploadOptions(Repository(place, args.new_version_of, state_file), token)


def reserve_deposit_doi(args: argparse.Namespace, portal: Portal, upload: UploadOptions) -> None:
    """Reserve a DOI for the draft of the deposit and write it into the portal file."""
    if portal.corpus.doi and not args.new_version_of:
        raise UsageError(
            f"corpus.doi is already {portal.corpus.doi}",
            "For a new version of that record give --new-version-of RECORD.",
        )
    with InvenioClient(upload.repository.address, upload.token, SystemClock()) as client:
        title = portal.corpus.title or portal.title or portal.id
        record = reserve_doi(client, upload.repository, title)
    value = parse_value(f'"{record.doi}"')
    change_portal_file(args, lambda text: set_value(text, ("corpus", "doi"), value))
    print_message(
        f"{record.doi} is reserved for {record.page or record.id} and written into {args.config};"
        " run `curator build`, then this command without --reserve-doi",
        args.quiet,
    )


def send_deposit(
    args: argparse.Namespace,
    upload: UploadOptions,
    description: DepositDescription,
    progress: Progress,
) -> None:
    """Send the deposit to its draft, and publish that with ``--publish``."""
    repository = upload.repository
    with InvenioClient(repository.address, upload.token, SystemClock()) as client:
        record = upload_deposit(client, repository, args.output, description, progress)
        print_message(
            f"{record.sent} files sent, {record.kept} were there: {record.page or record.id}",
            args.quiet,
        )
        if args.publish:
            record = publish_upload(client, repository, record.id)
    _print_record(args, record)


def _print_record(args: argparse.Namespace, record: UploadedRecord) -> None:
    if not args.publish:
        print_message("it is a draft: look at it there, then run again with --publish", args.quiet)
        return
    print_message(f"published: {record.page or record.id} {record.doi}".rstrip(), args.quiet)
