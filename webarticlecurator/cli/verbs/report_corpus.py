"""``curator report corpus``: counts the articles of a corpus by what is known of them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.charts.bar_chart import write_svg
from webarticlecurator.charts.corpus_charts import draw_corpus, list_bars
from webarticlecurator.charts.corpus_html import ArticleLists, write_corpus_page
from webarticlecurator.charts.corpus_text import write_corpus_text
from webarticlecurator.cli.argument_types import parse_count
from webarticlecurator.cli.corpus_options import (
    add_selection_options,
    print_left_out,
    read_selection_options,
)
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.json_words import (
    ARTICLE_COUNT_WORDS,
    CORPUS_RUN_WORDS,
    GAP_WORDS,
    NUMBERS_WORDS,
    RUN_COUNT_WORDS,
    SILENT_WORDS,
    VERDICT_COUNT_WORDS,
)
from webarticlecurator.cli.options import (
    add_config_argument,
    add_corpus_option,
    add_json_option,
    add_quiet_option,
    add_removed_option,
    add_subparser,
)
from webarticlecurator.cli.output import print_json, print_message, write_lines
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.corpora.corpus_counting import (
    count_captured,
    count_corpus,
    count_selected,
    list_articles,
    open_counted_corpus,
)
from webarticlecurator.corpora.selected_articles import read_selected
from webarticlecurator.errors import UsageError
from webarticlecurator.export import SelectionOptions, make_folder, make_selections, write_file
from webarticlecurator.model.corpus_numbers import DETECTED, CorpusNumbers, Run
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.stored_words import to_words
from webarticlecurator.model.text_signature import DuplicateCounts

LISTED = 20
"""Articles that a bar of the page lists."""


def add_corpus_report(actions: Any) -> None:
    """Add the command ``report corpus``."""
    parser = add_subparser(
        actions,
        "corpus",
        "count articles and words by date, column, section, author, language, access, length and"
        " verdict",
        "curator report corpus portal.yaml",
    )
    add_config_argument(parser)
    add_corpus_option(parser)
    add_json_option(parser)
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="write one page with charts whose bars open lists of articles; needs no network",
    )
    parser.add_argument(
        "--limit",
        type=parse_count,
        default=LISTED,
        metavar="N",
        help=f"with --html: list at most N articles for a bar (default: {LISTED})",
    )
    parser.add_argument("--svg", type=Path, metavar="FOLDER", help="write each chart as SVG")
    add_removed_option(parser, "--png", "use --svg")
    add_selection_options(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    selected = read_selection_options(args)
    if not selected.is_everything:
        return _report_selected(args, portal, folder, selected)
    with open_counted_corpus(portal, folder, choose_progress(args.quiet)) as corpus:
        numbers = count_corpus(corpus)
        if args.html is not None:
            bars = list_bars(numbers)
            articles = list_articles(corpus, bars, args.limit)
            lists = ArticleLists(articles, str(args.config), count_captured(corpus, bars))
            write_file(args.html, write_corpus_page(numbers, lists))
            print_message(f"the page is written to {args.html}", args.quiet)
    _write_numbers(args, numbers)
    return PROBLEMS if numbers.unread else DONE


def _report_selected(
    args: argparse.Namespace, portal: Portal, folder: Path, options: SelectionOptions
) -> int:
    """Count the selected articles alone."""
    if args.html is not None:
        raise UsageError(
            "--html shows a whole corpus (given: options that select articles)",
            "Leave them out, or write --svg or --json.",
        )
    (selection,) = make_selections(options, [portal])
    articles = read_selected(folder, selection)
    numbers = count_selected(portal, folder, articles)
    print_message(
        "counted are the selected articles; addresses, runs and silent parts of the archive are"
        " those of the whole corpus, and left out",
        args.quiet,
    )
    _write_numbers(args, numbers)
    return print_left_out(articles)


def _write_numbers(args: argparse.Namespace, numbers: CorpusNumbers) -> None:
    """Write the charts that are asked for, and print the numbers."""
    if args.svg is not None:
        _write_charts(args.svg, numbers)
        print_message(f"the charts are written to {args.svg}", args.quiet)
    if args.json:
        print_json(_to_json(numbers))
    elif not (args.html or args.svg):
        write_lines(write_corpus_text(numbers))


def _write_charts(folder: Path, numbers: CorpusNumbers) -> None:
    """Write each chart to a file in ``folder``, in place of one of an earlier report."""
    make_folder(folder)
    for name, drawing in draw_corpus(numbers):
        write_file(folder / f"{numbers.portal}-{name}.svg", [write_svg(drawing).encode()])


def _to_json(numbers: CorpusNumbers) -> dict[str, Any]:
    """Return the numbers for ``--json``."""
    counts = {
        key: [to_words(bar, ARTICLE_COUNT_WORDS) for bar in bars]
        for key, bars in numbers.counts.items()
    }
    return {
        **to_words(numbers, NUMBERS_WORDS),
        **counts,
        DETECTED.key: counts.get(DETECTED.key),
        "verdicts": [to_words(each, VERDICT_COUNT_WORDS) for each in numbers.verdicts],
        "gaps": [to_words(gap, GAP_WORDS) for gap in numbers.gaps],
        "silent_spans": [to_words(span, SILENT_WORDS) for span in numbers.silent_spans],
        "runs": [_run_to_json(run) for run in numbers.runs],
        "same_texts": {"texts": len(numbers.same_texts), "articles": sum(numbers.same_texts)},
        "duplicates": _duplicates_to_json(numbers.duplicates),
    }


def _duplicates_to_json(counts: DuplicateCounts | None) -> dict[str, int] | None:
    """Return how many articles were compared, and the duplicates of each kind."""
    return None if counts is None else {"compared": counts.compared, **dict(counts.kinds)}


def _run_to_json(run: Run) -> dict[str, Any]:
    """Return a run; the counts of one that did not count are null."""
    if run.counts is None:
        return {**to_words(run, CORPUS_RUN_WORDS), **dict.fromkeys(RUN_COUNT_WORDS.values())}
    return {**to_words(run, CORPUS_RUN_WORDS), **to_words(run.counts, RUN_COUNT_WORDS)}
