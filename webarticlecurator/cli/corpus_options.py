"""The options by which commands select articles."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from webarticlecurator.cli.argument_types import parse_count, parse_day, parse_utf8
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.output import print_message
from webarticlecurator.errors import UsageError
from webarticlecurator.export import Articles, SelectionOptions
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.states.summary import MAX_FIRST_PROBLEMS
from webarticlecurator.store.disk import FOLDER
from webarticlecurator.workers.executor import Cluster
from webarticlecurator.workers.progress import Progress
from webarticlecurator.workers.setup import Runtime


def add_selection_options(parser: argparse.ArgumentParser, *, has_days: bool = True) -> None:
    """Add the options that select articles by what is known of them, or a sample of them.
    ``has_days``: False leaves --from and --until out, for a command where they are something
    else."""
    if has_days:
        add_filter_options(parser)
    else:
        _add_condition_options(parser)
    add_sample_option(parser)
    parser.add_argument(
        "--by",
        default="",
        metavar="FIELD",
        help="with --sample: N articles of each value of a field, such as year or column",
    )


def add_filter_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that select articles by what is known of them."""
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
    _add_condition_options(parser)


def _add_condition_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--column", metavar="C", help="only articles of this column")
    parser.add_argument(
        "--where",
        type=parse_utf8,
        action="append",
        default=[],
        metavar="CONDITION",
        help=(
            "only articles with FIELD=VALUE (or !=, >=, <=, and ~ for a regular expression), such"
            " as 'words>=100'; of several conditions all must hold"
        ),
    )


def add_sample_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that selects a sample."""
    parser.add_argument(
        "--sample", type=parse_count, metavar="N", help="only N articles, always the same ones"
    )


def read_filter_options(args: argparse.Namespace) -> SelectionOptions:
    """Return what the options of ``add_filter_options`` select."""
    days = getattr(args, "since", None), getattr(args, "until", None)
    return SelectionOptions(*days, args.column, tuple(args.where))


def read_selection_options(args: argparse.Namespace) -> SelectionOptions:
    """Return what the options of ``add_selection_options`` select."""
    return replace(read_filter_options(args), sample=args.sample, by=args.by)


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


# The options of commands that can run on a cluster.


def choose_runtime(
    args: argparse.Namespace,
    folder: Path,
    progress: Progress,
    place: str = "--warcs-at",
    subfolder: str = FOLDER,
) -> Runtime:
    """Return the runtime that ``--cluster`` and ``place`` choose for the corpus in ``folder``.

    ``place`` says where the workers find the files that they read, by default those of
    ``subfolder``. Raises UsageError for options that do not go together.
    """
    given: str | None = getattr(args, place.removeprefix("--").replace("-", "_"))
    if args.cluster is None:
        if given is not None:
            raise UsageError(
                f"{place} has no effect without --cluster: the files are read here",
                "Remove it, or give the scheduler with --cluster ADDRESS.",
            )
        return Runtime(progress=progress)
    for option, cure in _CURES.items():
        if getattr(args, option.removeprefix("--"), None):
            raise UsageError(f"{option} does not go with --cluster", cure)
    files = given or str((folder / subfolder).resolve())
    return Runtime(progress=progress, executor="cluster", cluster=Cluster(args.cluster, files))


_CURES = {
    "--jobs": "Remove it: the workers of the cluster are those that were started.",
    "--warc": "Copy the files into the corpus first, with `curator warc adopt`.",
}


# Pack the TEI of a corpus, for ``build --zips`` and ``export --format zip``.


def write_zips(
    portal: Portal, folder: Path, output: Path, progress: Progress, *, is_quiet: bool
) -> None:
    """Write the zips of the corpus in ``folder`` to ``output``, and print how many. Raises what
    ``zip_tei`` raises."""
    # imported here: most builds need it not
    from webarticlecurator.corpora.packing import zip_tei

    made = zip_tei(portal, folder, output, Runtime(progress=progress))
    print_message(
        f"{output}: {made.articles} articles in {made.written + made.unchanged} zips"
        f" ({made.written} written, {made.unchanged} unchanged, {made.removed} removed)",
        is_quiet,
    )
