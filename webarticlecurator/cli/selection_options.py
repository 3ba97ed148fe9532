"""The options by which commands select articles."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from webarticlecurator.cli.argument_types import parse_count, parse_day, parse_utf8
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.output import print_message
from webarticlecurator.export import Articles, SelectionOptions


def add_selection_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that select articles by what is known of them, or a sample of them."""
    add_filter_options(parser)
    _add_sample_options(parser)


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


def _add_sample_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sample", type=parse_count, metavar="N", help="only N articles, always the same ones"
    )
    parser.add_argument(
        "--by",
        default="",
        metavar="FIELD",
        help="with --sample: N articles of each value of a field, such as year or column",
    )


def read_filter_options(args: argparse.Namespace) -> SelectionOptions:
    """Return what the options of ``add_filter_options`` select."""
    return SelectionOptions(args.since, args.until, args.column, tuple(args.where))


def read_selection_options(args: argparse.Namespace) -> SelectionOptions:
    """Return what the options of ``add_selection_options`` select."""
    return replace(read_filter_options(args), sample=args.sample, by=args.by)


def print_left_out(articles: Articles[Any]) -> int:
    """Print which articles were left out although they may be selected, after they were read;
    return the exit code."""
    if articles.undated:
        print_message(
            f"{articles.undated} left out: no date of publication to compare with --from, --until"
            " or --where"
        )
    for problem in articles.problems:
        print_message(f"problem: {problem.where}: {problem.message}")
    return PROBLEMS if articles.problems else DONE
