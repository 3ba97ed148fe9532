"""``curator export``: writes the corpus for a spreadsheet, a concordancer or a script."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.cli.argument_types import parse_day, parse_output
from webarticlecurator.cli.cluster import choose_runtime
from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import (
    add_cluster_options,
    add_config_argument,
    add_corpus_option,
    add_jobs_option,
    add_quiet_option,
)
from webarticlecurator.cli.output import data_stream, print_message
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.zips import write_zips
from webarticlecurator.errors import UsageError
from webarticlecurator.export import (
    EXPORTERS,
    WACZ,
    WHOLE_CORPUS,
    ZIP,
    Articles,
    Selection,
    find_exporter,
)
from webarticlecurator.export.tei_articles import FOLDER
from webarticlecurator.model.plug_in import EXPORTER, find_plug_in
from webarticlecurator.model.portal import Portal
from webarticlecurator.run import Runtime
from webarticlecurator.run.exporting import TEI_OPTION, export_corpus
from webarticlecurator.run.packing import pack_wacz


def register(commands: Any) -> None:
    parser = add_command(
        commands,
        "export",
        "curator export portal.yaml --format csv --output portal.csv --from 2015-01-01",
    )
    add_config_argument(parser)
    parser.add_argument("--format", metavar="FORMAT", required=True, help=_describe_formats())
    add_corpus_option(parser)
    parser.add_argument(
        "--output",
        metavar="PATH",
        type=parse_output,
        help=(
            "file to write (default, or -: standard output); with txt a new folder with one file"
            " per article, unless PATH ends in .txt; with zip a folder"
        ),
    )
    parser.add_argument(
        "--from",
        dest="since",
        type=parse_day,
        metavar="D",
        help="only articles published on this day or later, YYYY-MM-DD",
    )
    parser.add_argument(
        "--until",
        type=parse_day,
        metavar="D",
        help="only articles published on this day or earlier, YYYY-MM-DD",
    )
    parser.add_argument("--column", metavar="C", help="only articles of this column")
    add_jobs_option(parser)
    add_cluster_options(parser, TEI_OPTION, "TEI files of the corpus", "s3://bucket/tei")
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def _describe_formats() -> str:
    own = "; ".join(f"{name}: {exporter.summary}" for name, exporter in EXPORTERS.items())
    whole = f"{WACZ}: the WARC files with an index and the titles, for ReplayWeb.page and pywb"
    zips = f"{ZIP}: the TEI files, in one zip for each WARC file"
    return f"{own}; {zips}; {whole}; or a format of another installed package"


def run(args: argparse.Namespace) -> int:
    if args.format in WHOLE_CORPUS and find_plug_in(EXPORTER, args.format) is None:
        return _export_whole_corpus(args)
    find_exporter(args.format)  # raises before the portal file is read
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    progress = choose_progress(args.quiet or args.output is None)
    articles = export_corpus(
        portal,
        folder,
        args.format,
        args.output or data_stream(),
        _parse_selection(args, portal),
        args.jobs,
        choose_runtime(args, folder, progress, TEI_OPTION, FOLDER),
    )
    return _print_outcome(articles, args)


def _export_whole_corpus(args: argparse.Namespace) -> int:
    """Pack the whole corpus. Raises UsageError for options that choose or divide articles."""
    options = {
        "--from": args.since,
        "--until": args.until,
        "--column": args.column,
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
        raise UsageError(
            f"--format {args.format} is not written to standard output", "Give --output."
        )
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    progress = choose_progress(args.quiet)
    if args.format == WACZ:
        return _write_wacz(args, portal, folder, Runtime(progress=progress))
    write_zips(portal, folder, args.output, progress, is_quiet=args.quiet)
    return DONE


def _write_wacz(args: argparse.Namespace, portal: Portal, folder: Path, runtime: Runtime) -> int:
    packed = pack_wacz(portal, folder, args.output, runtime)
    message = f"{packed.warcs} WARC files with {packed.articles} articles written to {args.output}"
    print_message(message, args.quiet)
    for problem in packed.problems:
        print_message(f"problem: {problem.where}: {problem.message}")
    return PROBLEMS if packed.problems else DONE


def _parse_selection(args: argparse.Namespace, portal: Portal) -> Selection:
    """Return the selection of ``--from``, ``--until`` and ``--column``; raise UsageError."""
    names = [column.name for column in portal.columns]
    if args.column not in (None, *names):
        raise UsageError(
            f"{portal.id} has no column {args.column!r}", f"Its columns are: {', '.join(names)}."
        )
    if args.since and args.until and args.since > args.until:
        raise UsageError(
            f"--from {args.since} is after --until {args.until}",
            "Give the earlier day with --from.",
        )
    return Selection(args.since, args.until, args.column, portal.timezone)


def _print_outcome(articles: Articles[Any], args: argparse.Namespace) -> int:
    """Print what was written and what was left out, and return the exit code."""
    target = args.output if args.output is not None else "standard output"
    print_message(f"{articles.selected} articles written to {target}", args.quiet)
    if articles.undated:
        print_message(
            f"{articles.undated} left out: no date of publication to compare with --from or --until"
        )
    for problem in articles.problems:
        print_message(f"problem: {problem.where}: {problem.message}")
    return PROBLEMS if articles.problems else DONE
