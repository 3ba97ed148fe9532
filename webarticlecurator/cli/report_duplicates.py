"""``curator report duplicates``: lists articles with the same text, or nearly the same."""

from __future__ import annotations

import argparse
from typing import Any

from webarticlecurator.cli.argument_types import parse_share
from webarticlecurator.cli.options import (
    add_configs_argument,
    add_corpus_option,
    add_jobs_option,
    add_json_option,
    add_quiet_option,
    add_subparser,
)
from webarticlecurator.cli.output import print_json, print_message
from webarticlecurator.cli.portal_file import find_corpora, open_portals
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.report_table import write_report
from webarticlecurator.cli.selection_options import (
    add_selection_options,
    print_tei_problems,
    print_undated,
    read_selection_options,
)
from webarticlecurator.cli.tags import add_output_option
from webarticlecurator.errors import UsageError
from webarticlecurator.export import make_selections
from webarticlecurator.run import Runtime
from webarticlecurator.run.duplicates.duplicate_report import (
    HEAD,
    THRESHOLD,
    ListedDuplicate,
    report_duplicates,
)
from webarticlecurator.run.duplicates.similar_texts import LOWEST_THRESHOLD
from webarticlecurator.run.exporting import ExportedCorpus


def add_duplicates_report(actions: Any) -> None:
    """Add the command ``report duplicates``."""
    parser = add_subparser(
        actions,
        "duplicates",
        "list articles with the same text, nearly the same, or contained in a longer one, in one"
        " corpus or several",
        "curator report duplicates portal.yaml other.yaml --output duplicates.tsv",
    )
    add_configs_argument(parser)
    add_corpus_option(parser, "; for several portals, the folder that holds theirs")
    parser.add_argument(
        "--threshold",
        type=parse_share,
        default=THRESHOLD,
        metavar="SHARE",
        help=(
            "Jaccard similarity from which texts are nearly the same, at least"
            f" {LOWEST_THRESHOLD} (default: {THRESHOLD})"
        ),
    )
    add_selection_options(parser)
    add_output_option(parser)
    add_json_option(parser)
    add_jobs_option(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.threshold < LOWEST_THRESHOLD:
        raise UsageError(
            f"--threshold {args.threshold}: too low (expected {LOWEST_THRESHOLD} to 1)",
            "Texts that share so little are not found by their signatures.",
        )
    portals = open_portals(args)
    folders = find_corpora(args, portals)
    selections = make_selections(read_selection_options(args), portals)
    runtime = Runtime(progress=choose_progress(args.quiet))
    corpora = [
        ExportedCorpus(portal, folder, selection, runtime)
        for portal, folder, selection in zip(portals, folders, selections, strict=True)
    ]
    report = report_duplicates(corpora, args.threshold, args.jobs)
    if args.json:
        print_json([_row_to_json(row) for row in report.list_selected()])
    else:
        write_report(args, (HEAD, *(row.row() for row in report.list_selected())))
    for line in report.summary():
        print_message(line)
    print_undated(report.undated)
    return print_tei_problems(report.problems)


def _row_to_json(row: ListedDuplicate) -> dict[str, Any]:
    """Return a row for ``--json``, with the keys of the table."""
    text = row.article.text
    return {
        **dict(zip(HEAD, row.row(), strict=True)),
        "group": row.group,
        "share": row.share,
        "authors": list(text.authors),
        "sources": list(text.sources),
        "words": text.words,
    }
