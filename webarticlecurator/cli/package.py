"""``curator package``: writes a folder that a repository takes, and sends it there."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.cli.argument_types import parse_utf8
from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import add_config_argument, add_corpus_option, add_quiet_option
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.package_upload import (
    add_upload_options,
    read_upload_options,
    reserve_deposit_doi,
    send_deposit,
)
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.selection_options import print_tei_problems
from webarticlecurator.errors import UsageError
from webarticlecurator.model.corpus_numbers import CorpusTerms, TermsGroup
from webarticlecurator.model.portal import Portal
from webarticlecurator.run import Runtime
from webarticlecurator.run.depositing.deposit_folder import (
    TABLES,
    DepositOptions,
    WrittenDeposit,
    write_deposit,
)

SHOWN_TERMS = 10
"""Groups of terms that are printed; all are in terms.tsv."""


def register(commands: Any) -> None:
    parser = add_command(
        commands, "package", "curator package portal.yaml --output portal-1.0 --without-warcs"
    )
    add_config_argument(parser)
    add_corpus_option(parser)
    parser.add_argument(
        "--output",
        metavar="DIR",
        type=Path,
        required=True,
        help="folder to write; an earlier deposit there is replaced",
    )
    parser.add_argument(
        "--tables",
        metavar="FORMATS",
        type=_parse_tables,
        default=("csv", "jsonl"),
        help=f"tables to write, of {', '.join(TABLES)} (default: csv,jsonl)",
    )
    parser.add_argument(
        "--without-warcs",
        action="store_true",
        help="leave the WARC files out; the manifest has their sizes and digests",
    )
    parser.add_argument(
        "--without-text",
        action="store_true",
        help="leave TEI, WARC files and texts out: tables with metadata, manifest, description",
    )
    parser.add_argument(
        "--include-reserved",
        action="store_true",
        help="include texts that the portal has reserved from text and data mining",
    )
    parser.add_argument(
        "--dspace",
        action="store_true",
        help="write a folder in DSpace's Simple Archive Format, with the deposit as its item",
    )
    parser.add_argument(
        "--collection",
        metavar="HANDLE",
        type=parse_utf8,
        action="append",
        default=[],
        help="with --dspace: a collection for the item, such as 123456789/2; the first owns it",
    )
    add_upload_options(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    upload = read_upload_options(args)
    if upload is not None and args.reserve_doi:
        reserve_deposit_doi(args, portal, upload)
        return DONE
    progress = choose_progress(args.quiet)
    options = _read_options(args)
    written = write_deposit(
        portal, corpus_folder(args, portal), args.output, options, Runtime(progress=progress)
    )
    _print_outcome(args, portal, written)
    if upload is not None:
        send_deposit(args, upload, written.description, progress)
    return PROBLEMS if written.problems else DONE


def _read_options(args: argparse.Namespace) -> DepositOptions:
    """Return what the deposit holds. Raises UsageError for options that do not go together."""
    if args.collection and not args.dspace:
        raise UsageError("--collection has no effect without --dspace", "Give --dspace, too.")
    if args.dspace and args.upload:
        raise UsageError(
            "--dspace does not go with --upload: it is imported into DSpace by its administrator",
            "Write the deposit for each of them to a folder of its own.",
        )
    return DepositOptions(
        args.tables,
        not args.without_text,
        not args.without_warcs,
        args.include_reserved,
        args.dspace,
        tuple(args.collection),
    )


def _parse_tables(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        raise argparse.ArgumentTypeError(
            f"not a table: {unknown[0]!r} (expected some of {', '.join(TABLES)})"
        )
    return names


def _print_outcome(args: argparse.Namespace, portal: Portal, written: WrittenDeposit) -> None:
    description = written.description
    print_message(
        f"{description.numbers.articles} articles in {len(description.files)} files written to"
        f" {args.output}",
        args.quiet,
    )
    _print_terms(description.terms, args.quiet)
    left_out = [name for file in portal.files for name in file.left_out]
    if left_out:
        print_message(f"left out of the rules, as of the WARC files: {', '.join(left_out)}")
    for key in ("version", "licence"):
        if not getattr(portal.corpus, key):
            print_message(f"corpus.{key} is missing in the portal file; citations lack it")
    print_tei_problems(written.problems)


def _print_terms(terms: CorpusTerms, is_quiet: bool) -> None:
    for group in terms.groups[:SHOWN_TERMS]:
        print_message(f"terms of {group.articles} articles: {_describe_terms(group)}", is_quiet)
    if len(terms.groups) > SHOWN_TERMS:
        more = len(terms.groups) - SHOWN_TERMS
        print_message(f"{more} more groups of terms are in terms.tsv", is_quiet)


def _describe_terms(group: TermsGroup) -> str:
    found = group.terms
    licence = f"{found.licence} ({found.source})" if found.licence else "no licence stated"
    return f"{licence}; reserved by {found.reserved_by}" if found.reserved_by else licence
