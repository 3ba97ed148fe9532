"""``curator report corpus``: counts the articles of a corpus by what is known of them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.attribute_words import to_words
from webarticlecurator.base.model.corpus_dimensions import DETECTED
from webarticlecurator.base.model.corpus_numbers import CorpusNumbers
from webarticlecurator.base.model.corpus_run import Run
from webarticlecurator.base.system.output_files import make_folder, write_file
from webarticlecurator.cli.argument_types import option, parse_count
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
from webarticlecurator.cli.options import action
from webarticlecurator.cli.output import print_json, print_message, write_lines
from webarticlecurator.cli.portal_file import OpenedCorpora, open_corpora
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.selection_options import print_left_out, read_selection_options
from webarticlecurator.cli.shared_options import CONFIG, SELECTION
from webarticlecurator.cli.subcommands.report_selection import read_selected_articles
from webarticlecurator.corpus.charts.bar_articles import ArticleLists
from webarticlecurator.corpus.charts.corpus_charts import draw_corpus, list_bars
from webarticlecurator.corpus.charts.corpus_html import write_corpus_page
from webarticlecurator.corpus.charts.corpus_text import write_corpus_text
from webarticlecurator.corpus.charts.svg import write_svg
from webarticlecurator.corpus.corpora.corpus_articles import count_captured, list_articles
from webarticlecurator.corpus.corpora.corpus_counting import count_corpus, open_counted_corpus
from webarticlecurator.corpus.corpora.selected_counting import count_selected

LISTED = 20
"""Articles that a bar of the page lists."""


@action(
    "corpus",
    "count articles and words by date, column, section, author, language, access, length and"
    " verdict",
    "curator report corpus portal.yaml",
    *CONFIG,
    "--corpus",
    "--json",
    option(
        "--html",
        type=Path,
        metavar="FILE",
        help="write one page with charts whose bars open lists of articles; needs no network",
    ),
    option(
        "--limit",
        type=parse_count,
        default=LISTED,
        metavar="N",
        help=f"with --html: list at most N articles for a bar (default: {LISTED})",
    ),
    option("--svg", type=Path, metavar="FOLDER", help="write each chart as SVG"),
    *SELECTION,
    "--quiet",
)
def report_corpus(args: argparse.Namespace) -> int:
    opened, selected = open_corpora(args), read_selection_options(args)
    portal, folder = opened.portals[0], opened.folders[0]
    if not selected.is_everything or opened.file.portals:
        return _report_selected(args, opened)
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


def _report_selected(args: argparse.Namespace, opened: OpenedCorpora) -> int:
    """Count the selected articles alone."""
    if args.html is not None:
        raise UsageError(
            "--html shows a whole corpus of one portal (given: several, or options that select"
            " articles)",
            "Leave them out, or write --svg or --json.",
        )
    articles = read_selected_articles(args)
    portal, folder = opened.portals[0], opened.folders[0]
    if opened.file.portals:
        name = opened.file.title or "+".join(each.id for each in opened.portals)
        numbers = count_selected(replace(portal, id=name), None, articles)
    else:
        numbers = count_selected(portal, folder, articles)
    print_message(
        "only the selected articles are counted; addresses, runs and silent parts of the archive"
        " belong to the whole corpus and are left out",
        args.quiet,
    )
    _write_numbers(args, numbers)
    return print_left_out(articles)


def _write_numbers(args: argparse.Namespace, numbers: CorpusNumbers) -> None:
    """Write the charts that are asked for, and print the numbers."""
    if args.svg is not None:
        make_folder(args.svg)
        for name, drawing in draw_corpus(numbers):
            write_file(args.svg / f"{numbers.portal}-{name}.svg", [write_svg(drawing).encode()])
        print_message(f"the charts are written to {args.svg}", args.quiet)
    if args.json:
        print_json(_to_json(numbers))
    elif not (args.html or args.svg):
        write_lines(write_corpus_text(numbers))


def _to_json(numbers: CorpusNumbers) -> dict[str, Any]:
    """Return the numbers for ``--json``."""
    counts = {
        key: [to_words(bar, ARTICLE_COUNT_WORDS) for bar in bars]
        for key, bars in numbers.counts.items()
    }
    compared = numbers.duplicates
    return {
        **to_words(numbers, NUMBERS_WORDS),
        **counts,
        DETECTED.key: counts.get(DETECTED.key),
        "verdicts": [to_words(each, VERDICT_COUNT_WORDS) for each in numbers.verdicts],
        "gaps": [to_words(gap, GAP_WORDS) for gap in numbers.gaps],
        "doubts": [doubt.as_json() for doubt in numbers.doubts],
        "silent_spans": [to_words(span, SILENT_WORDS) for span in numbers.silent_spans],
        "runs": [_run_to_json(run) for run in numbers.runs],
        "judged": list(numbers.description.judged),
        "same_texts": {"texts": len(numbers.same_texts), "articles": sum(numbers.same_texts)},
        # how many articles were compared, and the duplicates of each kind
        "duplicates": None
        if compared is None
        else {"compared": compared.compared, **dict(compared.kinds)},
    }


def _run_to_json(run: Run) -> dict[str, Any]:
    """Return a run; the counts of one that did not count are null."""
    unknown = dict.fromkeys(RUN_COUNT_WORDS.values())
    counts = to_words(run.counts, RUN_COUNT_WORDS) if run.counts is not None else unknown
    return {**to_words(run, CORPUS_RUN_WORDS), **counts}
