"""``curator package``: writes a folder that a repository takes, and sends it there."""

from __future__ import annotations

import argparse
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.argument_types import option, parse_utf8
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import SIGN, WITH_SUBSCRIBER, command, refuse_options
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.portal_file import corpus_folder, each_portal
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.selection_options import print_tei_problems
from webarticlecurator.cli.shared_options import CONFIG
from webarticlecurator.cli.subcommands.package_upload import (
    UPLOAD_OPTIONS,
    read_upload_options,
    reserve_deposit_doi,
    send_deposit,
)
from webarticlecurator.corpus.deposit.deposit_folder import TABLES, DepositOptions, write_deposit
from webarticlecurator.corpus.deposit.deposit_metadata import DepositDescription
from webarticlecurator.corpus.keeping.wacz import read_signing_key
from webarticlecurator.crawling.workers.run_options import Runtime

SHOWN_TERMS = 10
"""Groups of terms that are printed; all are in terms.tsv."""


def _parse_tables(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        raise argparse.ArgumentTypeError(
            f"not a table: {unknown[0]!r} (expected some of {', '.join(TABLES)})"
        )
    return names


@command(
    "curator package portal.yaml --output portal-1.0 --without-warcs",
    *CONFIG,
    "--corpus",
    option(
        "--output",
        metavar="DIR",
        type=Path,
        required=True,
        help="folder to write; it replaces an earlier deposit there",
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
        help="leave the WARC files out; the manifest still has their sizes and digests",
    ),
    option(
        "--without-text",
        action="store_true",
        help="leave out TEI, WARC files and texts: write only tables with metadata, manifest"
        " and description",
    ),
    option(
        "--derived",
        metavar="DIR",
        type=Path,
        action="append",
        default=[],
        help="include a folder of `curator derive`, as a zip",
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
        help="include the style sheets, fonts and pictures of article.assets, which other"
        " people own",
    ),
    SIGN,
    option(
        "--bagit",
        action="store_true",
        help="write a bag (BagIt 1.0, RFC 8493) with the deposit as its payload",
    ),
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
            "--dspace cannot be used with --upload, because an administrator of DSpace imports"
            " the item",
            "Write one deposit for each of them, in its own folder.",
        )
    if args.bagit and (args.dspace or args.upload):
        other = "--dspace" if args.dspace else "--upload"
        raise UsageError(
            f"--bagit cannot be used with {other}", "Write the deposit for each of them."
        )
    if args.without_warcs or args.without_text:
        of_warcs = {"--sign": args.sign, "--with-assets": args.with_assets}
        refuse_options(of_warcs, "has no effect without WARC files", "Leave it out.")
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
        tuple(args.derived),
        args.bagit,
    )
    description, problems = write_deposit(
        portal, corpus_folder(args, portal), args.output, options, Runtime(progress=progress)
    )
    _print_outcome(args, portal, description)
    print_tei_problems(problems)
    if upload is not None:
        send_deposit(args, upload, description, progress)
    return PROBLEMS if problems else DONE


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
        print_message(f"left out from the rules and the WARC files: {', '.join(left_out)}")
    for key in ("version", "licence"):
        if not getattr(portal.corpus, key):
            print_message(
                f"corpus.{key} is missing from the portal file, so citations will lack it"
            )
