"""``curator package``: writes a folder that a repository takes, and sends it there."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from webarticlecurator.cli.options import (
    CONFIG,
    SIGN,
    WITH_SUBSCRIBER,
    add_command,
    option,
    parse_utf8,
)
from webarticlecurator.cli.output import DONE, PROBLEMS, print_message
from webarticlecurator.cli.portal_file import change_portal_file, corpus_folder, each_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.selection_options import print_tei_problems
from webarticlecurator.config.yaml_edit import parse_value, set_value
from webarticlecurator.corpora.wacz import read_signing_key
from webarticlecurator.deposit.deposit_folder import TABLES, DepositOptions, write_deposit
from webarticlecurator.deposit.deposit_metadata import DepositDescription
from webarticlecurator.deposit.upload import (
    InvenioClient,
    Repository,
    check_repository,
    publish_upload,
    reserve_doi,
    upload_deposit,
)
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.workers.executor import Runtime
from webarticlecurator.workers.progress import Progress, SystemClock

SHOWN_TERMS = 10
"""Groups of terms that are printed; all are in terms.tsv."""


def register(commands: Any) -> None:
    add_command(
        commands,
        "package",
        "curator package portal.yaml --output portal-1.0 --without-warcs",
        run,
        *CONFIG,
        "--corpus",
        option(
            "--output",
            metavar="DIR",
            type=Path,
            required=True,
            help="folder to write; an earlier deposit there is replaced",
        ),
        option(
            "--tables",
            metavar="FORMATS",
            type=_parse_tables,
            default=("csv", "jsonl"),
            help=f"tables to write, of {', '.join(TABLES)} (default: csv,jsonl)",
        ),
        option(
            "--without-warcs",
            action="store_true",
            help="leave the WARC files out; the manifest has their sizes and digests",
        ),
        option(
            "--without-text",
            action="store_true",
            help="leave TEI, WARC files and texts out: tables with metadata, manifest, description",
        ),
        option(
            "--include-reserved",
            action="store_true",
            help="include texts that the portal has reserved from text and data mining",
        ),
        WITH_SUBSCRIBER,
        option(
            "--with-assets",
            action="store_true",
            help="include the style sheets, fonts and pictures of article.assets, which are others'"
            " works",
        ),
        SIGN,
        option(
            "--dspace",
            action="store_true",
            help="write a folder in DSpace's Simple Archive Format, with the deposit as its item",
        ),
        option(
            "--collection",
            metavar="HANDLE",
            type=parse_utf8,
            action="append",
            default=[],
            help="with --dspace: a collection for the item, such as 123456789/2; the first owns it",
        ),
        *UPLOAD_OPTIONS,
        "--quiet",
    )


def run(args: argparse.Namespace) -> int:
    return max(_package(*each) for each in each_portal(args, ""))


def _package(args: argparse.Namespace, portal: Portal) -> int:
    upload = read_upload_options(args)
    if upload is not None and args.reserve_doi:
        reserve_deposit_doi(args, portal, upload)
        return DONE
    progress = choose_progress(args.quiet)
    if args.collection and not args.dspace:
        raise UsageError("--collection has no effect without --dspace", "Give --dspace, too.")
    if args.dspace and args.upload:
        raise UsageError(
            "--dspace does not go with --upload: it is imported into DSpace by its administrator",
            "Write the deposit for each of them to a folder of its own.",
        )
    for name, is_given in (("--sign", args.sign is not None), ("--with-assets", args.with_assets)):
        if is_given and (args.without_warcs or args.without_text):
            raise UsageError(f"{name} has no effect without WARC files", "Leave it out.")
    options = DepositOptions(
        args.tables,
        not args.without_text,
        not args.without_warcs,
        args.include_reserved,
        args.dspace,
        tuple(args.collection),
        args.with_subscriber,
        None if args.sign is None else read_signing_key(args.sign),
        args.with_assets,
    )
    description, problems = write_deposit(
        portal, corpus_folder(args, portal), args.output, options, Runtime(progress=progress)
    )
    _print_outcome(args, portal, description)
    print_tei_problems(problems)
    if upload is not None:
        send_deposit(args, upload, description, progress)
    return PROBLEMS if problems else DONE


def _parse_tables(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        raise argparse.ArgumentTypeError(
            f"not a table: {unknown[0]!r} (expected some of {', '.join(TABLES)})"
        )
    return names


def _print_outcome(
    args: argparse.Namespace, portal: Portal, description: DepositDescription
) -> None:
    print_message(
        f"{description.numbers.articles} articles in {len(description.files)} files written to"
        f" {args.output}",
        args.quiet,
    )
    for group in description.terms.groups[:SHOWN_TERMS]:
        found = group.terms
        words = f"{found.licence} ({found.source})" if found.licence else "no licence stated"
        if found.reserved_by:
            words += f"; reserved by {found.reserved_by}"
        print_message(f"terms of {group.articles} articles: {words}", args.quiet)
    if len(description.terms.groups) > SHOWN_TERMS:
        more = len(description.terms.groups) - SHOWN_TERMS
        print_message(f"{more} more groups of terms are in terms.tsv", args.quiet)
    left_out = [name for file in portal.files for name in file.left_out]
    if left_out:
        print_message(f"left out of the rules, as of the WARC files: {', '.join(left_out)}")
    for key in ("version", "licence"):
        if not getattr(portal.corpus, key):
            print_message(f"corpus.{key} is missing in the portal file; citations lack it")


# ``curator package --upload``: sends a deposit to a repository.
#
# The token is read from the environment, and written nowhere.

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
    return Repository(place, args.new_version_of, state_file, token)


def reserve_deposit_doi(args: argparse.Namespace, portal: Portal, repository: Repository) -> None:
    """Reserve a DOI for the draft of the deposit and write it into the portal file."""
    if portal.corpus.doi and not args.new_version_of:
        raise UsageError(
            f"corpus.doi is already {portal.corpus.doi}",
            "For a new version of that record give --new-version-of RECORD.",
        )
    with InvenioClient(repository.address, repository.token, SystemClock()) as client:
        title = portal.corpus.title or portal.title or portal.id
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
            f"{record.sent} files sent, {record.kept} were there: {record.page or record.id}",
            args.quiet,
        )
        if args.publish:
            record = publish_upload(client, repository, record.id)
    if not args.publish:
        print_message("it is a draft: look at it there, then run again with --publish", args.quiet)
        return
    print_message(f"published: {record.page or record.id} {record.doi}".rstrip(), args.quiet)
