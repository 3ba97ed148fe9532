"""``curator export``: writes the corpus for a spreadsheet, a concordancer or a script;
``curator package``: writes a folder that a repository takes, and sends it there.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from webarticlecurator.cli.options import (
    CONFIG,
    CONFIGS,
    CORPUS_HELP,
    SELECTION,
    WITH_SUBSCRIBER,
    add_command,
    add_options,
    cluster_options,
    option,
    parse_output,
    parse_utf8,
    shared,
)
from webarticlecurator.cli.output import DONE, PROBLEMS, data_stream, print_message
from webarticlecurator.cli.portal_file import (
    change_portal_file,
    corpus_folder,
    find_corpora,
    list_portal_files,
    open_portal,
    open_portal_file,
    open_portals,
)
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.selection_options import (
    choose_runtime,
    print_left_out,
    print_tei_problems,
    read_selection_options,
    write_zips,
)
from webarticlecurator.config.yaml_edit import parse_value, set_value
from webarticlecurator.corpora.exporting import TEI_OPTION, ExportedCorpus, export_corpora
from webarticlecurator.corpora.packing import pack_wacz
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
from webarticlecurator.export import (
    WACZ,
    WHOLE_CORPUS,
    ExportOptions,
    find_exporter,
    list_formats,
    make_selections,
)
from webarticlecurator.export.tei_articles import FOLDER
from webarticlecurator.installation import describe_install
from webarticlecurator.model.plug_in import EXPORTER, find_plug_in
from webarticlecurator.model.portal import Portal
from webarticlecurator.workers.executor import Runtime
from webarticlecurator.workers.progress import Progress, SystemClock


def register(commands: Any) -> None:
    parser = add_command(
        commands,
        "export",
        "curator export portal.yaml --format csv --output portal.csv --from 2015-01-01",
        run,
        *CONFIGS,
    )
    parser.epilog = f"{_describe_formats()}\n\n{parser.epilog}"
    add_options(
        parser,
        option("--format", metavar="FORMAT", required=True, help="one of the formats below"),
        shared(
            "--corpus", help=CORPUS_HELP + "; for several portals, the folder that holds theirs"
        ),
        option(
            "--output",
            metavar="PATH",
            type=parse_output,
            help=(
                "file to write (default, or -: standard output); with txt and parquet a new folder,"
                " unless PATH ends in .txt or .parquet; with txt+csv, huggingface and zip a folder"
            ),
        ),
        option(
            "--columns",
            type=_parse_names,
            default=(),
            metavar="FIELDS",
            help="of a table: only these columns, such as title,authors,text",
        ),
        option(
            "--model",
            metavar="MODEL",
            help=(
                "with vertical, conllu and annis: lemmas, tags and trees by a model: name of a"
                " spaCy pipeline, stanza:LANGUAGE, or a file of UDPipe (.udpipe)"
            ),
        ),
        option(
            "--skip-language",
            action="store_true",
            help=(
                "with vertical, conllu and annis: leave out articles in a language that the model"
                " is not for, or for which there are no rules (default: divide them by other rules)"
            ),
        ),
        WITH_SUBSCRIBER,
        *SELECTION,
        "--jobs",
        *cluster_options(TEI_OPTION, "TEI files of the corpus", "s3://bucket/tei"),
        "--quiet",
    )


def _describe_formats() -> str:
    """Return a line for each format."""
    lines = ["formats (--format):"]
    for each in list_formats():
        lines.append(f"  {each.name:<12} {each.summary}")
        if each.extra:
            lines.append(f"  {'':<12} needs: {describe_install(each.extra)}")
    return "\n".join(lines)


def run(args: argparse.Namespace) -> int:
    if args.format in WHOLE_CORPUS and find_plug_in(EXPORTER, args.format) is None:
        return _export_whole_corpus(args)
    # raises before the portal files are read
    options = ExportOptions(args.columns, model=args.model, skip_language=args.skip_language)
    exporter = find_exporter(args.format, options)
    if exporter.chunks is None and args.output is None:
        raise _no_stream(args.format)
    output = args.output or data_stream()
    articles = export_corpora(_read_corpora(args), args.format, output, args.jobs, options)
    target = args.output if args.output is not None else "standard output"
    print_message(f"{articles.selected} articles written to {target}", args.quiet)
    for remark in articles.remarks:
        print_message(remark)
    return print_left_out(articles)


def _parse_names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _no_stream(format_name: str) -> UsageError:
    return UsageError(f"--format {format_name} is not written to standard output", "Give --output.")


def _read_corpora(args: argparse.Namespace) -> list[ExportedCorpus]:
    """Return the corpora of the portal files. Raises UsageError, ConfigError."""
    portals = open_portals(args)
    folders = find_corpora(args, portals)
    if len(portals) > 1 and args.tei_at is not None:
        raise UsageError(
            f"{TEI_OPTION} {args.tei_at}: the folder of one corpus, and several portal files",
            "Export each corpus by itself, or put the corpora where the workers find them under"
            " their path here.",
        )
    progress = choose_progress(args.quiet or args.output is None)
    selections = make_selections(read_selection_options(args), portals)
    return [
        ExportedCorpus(
            portal,
            folder,
            selection,
            choose_runtime(args, folder, progress, TEI_OPTION, FOLDER),
        )
        for portal, folder, selection in zip(portals, folders, selections, strict=True)
    ]


def _export_whole_corpus(args: argparse.Namespace) -> int:
    """Pack the whole corpus. Raises UsageError for options that choose or divide articles."""
    options = {
        "--from": args.since,
        "--until": args.until,
        "--column": args.column,
        "--where": args.where or None,
        "--sample": args.sample,
        "--by": args.by or None,
        "--columns": args.columns or None,
        "--model": args.model,
        "--skip-language": args.skip_language or None,
        "--jobs": args.jobs,
        "--cluster": args.cluster,
        TEI_OPTION: args.tei_at,
    }
    given = [name for name, value in options.items() if value is not None]
    if given:
        raise UsageError(
            f"{' and '.join(given)} cannot be used with --format {args.format}: it holds the files"
            " of the corpus as they are, which are not divided by articles",
            "Leave it out, or write another format.",
        )
    if args.output is None:
        raise _no_stream(args.format)
    files = list_portal_files(args.configs)
    if len(files) > 1:
        raise UsageError(
            f"--format {args.format} holds one corpus (given: {len(files)} portal files)",
            "Export each corpus by itself.",
        )
    portal = open_portal_file(files[0], args.allow_hooks)
    (folder,) = find_corpora(args, [portal])
    progress = choose_progress(args.quiet)
    if args.format == WACZ:
        packed = pack_wacz(
            portal,
            folder,
            args.output,
            Runtime(progress=progress),
            with_subscriber=args.with_subscriber,
        )
        message = (
            f"{packed.warcs} WARC files with {packed.articles} articles written to {args.output}"
        )
        print_message(message, args.quiet)
        return print_tei_problems(packed.problems)
    write_zips(portal, folder, args.output, progress, is_quiet=args.quiet)
    return DONE


# ``curator package``.

SHOWN_TERMS = 10
"""Groups of terms that are printed; all are in terms.tsv."""


def register_package(commands: Any) -> None:
    add_command(
        commands,
        "package",
        "curator package portal.yaml --output portal-1.0 --without-warcs",
        run_package,
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


def run_package(args: argparse.Namespace) -> int:
    portal = open_portal(args)
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
    options = DepositOptions(
        args.tables,
        not args.without_text,
        not args.without_warcs,
        args.include_reserved,
        args.dspace,
        tuple(args.collection),
        args.with_subscriber,
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
