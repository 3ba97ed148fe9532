"""Options by which commands choose what they work on (articles, stored pages) and where the work is
done (here or on a cluster).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.verdict import MAX_FIRST_PROBLEMS, Problem
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.portal_file import OpenedCorpora
from webarticlecurator.corpus.export.selection import SelectionOptions, make_selections
from webarticlecurator.crawling.workers.run_options import Runtime

if TYPE_CHECKING:
    from webarticlecurator.corpus.corpora.exporting import ExportedCorpus
    from webarticlecurator.corpus.export.tei_articles import Articles


def read_filter_options(args: argparse.Namespace) -> SelectionOptions:
    """Return what the ``FILTERS`` select."""
    days = getattr(args, "since", None), getattr(args, "until", None)
    return SelectionOptions(*days, args.column, tuple(args.where))


def read_selection_options(args: argparse.Namespace) -> SelectionOptions:
    """Return what the options of ``SELECTION`` select."""
    return replace(read_filter_options(args), sample=args.sample, by=args.by)


def select_corpora(
    args: argparse.Namespace,
    opened: OpenedCorpora,
    options: SelectionOptions,
    make_runtime: Callable[[Path], Runtime],
) -> list[ExportedCorpus]:
    """Return the corpora of a command with the articles that are selected in each; where their
    ``corpus.yaml`` asks for it, after what repeats another article was looked for."""
    # the formats of exports take a tenth of a second to import
    from webarticlecurator.corpus.corpora.exporting import ExportedCorpus

    runtimes = [make_runtime(folder) for folder in opened.folders]

    def select(chosen: SelectionOptions) -> list[ExportedCorpus]:
        selections = make_selections(chosen, opened.portals)
        return list(map(ExportedCorpus, opened.portals, opened.folders, selections, runtimes))

    if opened.compares:
        from webarticlecurator.corpus.duplicates.duplicate_report import report_duplicates

        print_tei_problems(
            report_duplicates(select(SelectionOptions()), jobs=getattr(args, "jobs", None)).problems
        )
    return select(replace(options, where=(*opened.file.where, *options.where)))


def print_left_out(articles: Articles[Any]) -> int:
    """Print which articles were left out although they may be selected, after they were read;
    return the exit code."""
    print_undated(articles.undated)
    return print_tei_problems(articles.problems)


def print_tei_problems(problems: Sequence[Problem]) -> int:
    """Print the first problems of TEI that was to be read, and how many there are; return the exit
    code."""
    for problem in problems[:MAX_FIRST_PROBLEMS]:
        print_message(f"problem: {problem.where}: {problem.message}")
    if len(problems) > MAX_FIRST_PROBLEMS:
        print_message(
            f"problem: {len(problems)} such problems in all; `curator build` writes missing TEI"
            " again, `curator verify` names every file"
        )
    return PROBLEMS if problems else DONE


def print_undated(number: int) -> None:
    """Print how many articles were left out since they have no date to compare."""
    if number:
        print_message(
            f"{number} left out: no date of publication to compare with --from, --until or --where"
        )
