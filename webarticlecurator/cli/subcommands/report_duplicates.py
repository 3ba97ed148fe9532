"""``curator report duplicates``: lists articles with the same text, or nearly the same."""

from __future__ import annotations

import argparse

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.cli.argument_types import option, parse_share
from webarticlecurator.cli.options import action
from webarticlecurator.cli.output import print_json, print_message, write_report
from webarticlecurator.cli.portal_file import open_corpora
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.selection_options import (
    print_tei_problems,
    print_undated,
    read_selection_options,
)
from webarticlecurator.cli.shared_options import CONFIGS, CORPUS_HELP, SELECTION, shared
from webarticlecurator.corpus.corpora.exporting import ExportedCorpus
from webarticlecurator.corpus.duplicates.duplicate_report import HEAD, THRESHOLD, report_duplicates
from webarticlecurator.corpus.duplicates.similar_texts import LOWEST_THRESHOLD
from webarticlecurator.corpus.export.selection import make_selections
from webarticlecurator.crawling.workers.run_options import Runtime


@action(
    "duplicates",
    "list articles with the same text, nearly the same, or contained in a longer one, in one"
    " corpus or several",
    "curator report duplicates portal.yaml other.yaml --output duplicates.tsv",
    *CONFIGS,
    shared("--corpus", help=CORPUS_HELP + "; for several portals, the folder that holds theirs"),
    option(
        "--threshold",
        type=parse_share,
        default=THRESHOLD,
        metavar="SHARE",
        help=(
            "Jaccard similarity from which texts are nearly the same, at least"
            f" {LOWEST_THRESHOLD} (default: {THRESHOLD})"
        ),
    ),
    *SELECTION,
    "--output",
    "--json",
    "--jobs",
    "--quiet",
)
def list_duplicates(args: argparse.Namespace) -> int:
    if args.threshold < LOWEST_THRESHOLD:
        raise UsageError(
            f"--threshold {args.threshold}: too low (expected {LOWEST_THRESHOLD} to 1)",
            "Texts that share so little are not found by their signatures.",
        )
    opened = open_corpora(args)
    options = read_selection_options(args)
    options = replace(options, where=(*opened.file.where, *options.where))
    selections = make_selections(options, opened.portals)
    runtime = Runtime(progress=choose_progress(args.quiet))
    corpora = [
        ExportedCorpus(portal, folder, selection, runtime)
        for portal, folder, selection in zip(
            opened.portals, opened.folders, selections, strict=True
        )
    ]
    report = report_duplicates(corpora, args.threshold, args.jobs)
    if args.json:
        # the keys are those of the table, then others
        print_json(
            [
                {
                    **dict(zip(HEAD, row.row(), strict=True)),
                    "group": row.group,
                    "share": row.share,
                    "authors": list(row.article.text.authors),
                    "sources": list(row.article.text.sources),
                    "words": row.article.text.words,
                }
                for row in report.list_selected()
            ]
        )
    else:
        write_report(args.output, (HEAD, *(row.row() for row in report.list_selected())))
    for line in report.summary():
        print_message(line)
    print_undated(report.undated)
    return print_tei_problems(report.problems)
