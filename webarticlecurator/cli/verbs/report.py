"""``curator report``: counts a corpus, lists what is doubtful in it, and what its portal said."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any

from webarticlecurator.charts.bar_chart import write_svg
from webarticlecurator.charts.corpus_charts import draw_corpus, list_bars, write_corpus_text
from webarticlecurator.charts.corpus_html import ArticleLists, write_corpus_page
from webarticlecurator.cli.options import (
    CONFIG,
    CONFIGS,
    CORPUS_HELP,
    SELECTION,
    Option,
    add_command,
    add_subparser,
    cluster_options,
    option,
    parse_count,
    parse_share,
    removed_option,
    shared,
)
from webarticlecurator.cli.output import (
    ARTICLE_COUNT_WORDS,
    CORPUS_RUN_WORDS,
    DONE,
    GAP_WORDS,
    NUMBERS_WORDS,
    PROBLEMS,
    RUN_COUNT_WORDS,
    SILENT_WORDS,
    VERDICT_COUNT_WORDS,
    print_json,
    print_message,
    write_lines,
    write_report,
)
from webarticlecurator.cli.portal_file import (
    OpenedCorpora,
    each_portal,
    open_corpora,
    prefix_rows,
)
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.selection_options import (
    INVENTORY,
    choose_runtime,
    print_left_out,
    print_tei_problems,
    print_undated,
    read_inventory,
    read_page_options,
    read_selection_options,
    select_corpora,
)
from webarticlecurator.cli.verbs.warc_adopt import add_completeness_report
from webarticlecurator.config.corpus_file import NOT_REPEATED
from webarticlecurator.corpora.corpus_counting import (
    count_captured,
    count_corpus,
    count_selected,
    list_articles,
    open_counted_corpus,
)
from webarticlecurator.corpora.duplicate_report import (
    HEAD,
    THRESHOLD,
    report_duplicates,
)
from webarticlecurator.corpora.exporting import ExportedCorpus, read_addresses, read_selected
from webarticlecurator.corpora.reporting import (
    Row,
    detect_languages,
    list_conflicts,
    list_field_values,
    list_languages,
    list_permissions,
    list_problems,
    list_selected_problems,
    list_unsure,
)
from webarticlecurator.corpora.similar_texts import LOWEST_THRESHOLD
from webarticlecurator.dataclasses import replace
from webarticlecurator.errors import UsageError
from webarticlecurator.export import (
    Articles,
    Selection,
    StoredArticle,
    make_folder,
    make_selections,
    write_file,
)
from webarticlecurator.model.attribute_words import to_words
from webarticlecurator.model.corpus_numbers import DETECTED, CorpusNumbers, Run
from webarticlecurator.model.fields import FIELD_NAMES
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.propose.inventory import unclaimed_table
from webarticlecurator.workers.executor import Runtime


def register(commands: Any) -> None:
    parser = add_command(
        commands, "report", "curator report metadata portal.yaml --output conflicts.tsv"
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_report(
        actions,
        "metadata",
        "list where sources of metadata disagree, most frequent first",
        _report_metadata,
        "--warc",
        *SELECTION,
        "--jobs",
        *cluster_options(),
        "--quiet",
    )

    _add_report(
        actions,
        "authors",
        "count the authors in the TEI, most frequent first",
        _report_values,
        option(
            "--field",
            choices=FIELD_NAMES,
            default="authors",
            metavar="NAME",
            help=f"count another field: {', '.join(FIELD_NAMES)}",
        ),
        *SELECTION,
    )

    _add_report(
        actions,
        "problems",
        "list everything that needs a look",
        _report_problems,
        *SELECTION,
    )

    _add_report(
        actions,
        "unsure",
        "list the articles that were read without rules, the least sure first",
        _report_unsure,
        option("--limit", type=parse_count, metavar="N", help="list N articles at most"),
        *SELECTION,
    )

    _add_report(
        actions,
        "language",
        "list the languages that articles declare beside those of their texts, conflicts first",
        _report_language,
        *SELECTION,
        "--jobs",
        "--quiet",
    )

    add_corpus_report(actions)
    add_completeness_report(actions)
    add_duplicates_report(actions)
    _add_report(
        actions,
        "permissions",
        "list what the portal said about the use of its texts, by host and day",
        _report_permissions,
    )

    add_subparser(
        actions,
        "unclaimed",
        "list text that is kept although the portal's tag dictionary has no row for its tag",
        "curator report unclaimed portal.yaml",
        _report_unclaimed,
        *CONFIG,
        *INVENTORY,
        "--output",
    )


def _add_report(actions: Any, name: str, summary: str, run: Any, *options: str | Option) -> None:
    example = f"curator report {name} portal.yaml"
    first = (*CONFIG, "--corpus", "--output")
    add_subparser(actions, name, summary, example, run, *first, *options)


def _list_each(
    args: argparse.Namespace, list_rows: Callable[[argparse.Namespace, Portal], Iterable[Row]]
) -> Iterator[Row]:
    """Yield the rows of each portal of CONFIG below one head.

    Raises UsageError for a sample of several: it would be one of each, beside addresses that have
    no articles.
    """
    found = each_portal(args)
    if len(found) > 1 and getattr(args, "sample", None) is not None:
        raise UsageError(
            f"--sample {args.sample}: several portals (expected one, of whose pages it is taken)",
            "Give one of the portal files, or leave it out.",
        )
    if "where" in args and NOT_REPEATED in found[0][0].where:
        corpora = [
            ExportedCorpus(portal, own.corpus, Selection(portal=portal.id), Runtime())
            for own, portal in found
        ]
        print_tei_problems(report_duplicates(corpora).problems)
    return prefix_rows(found, list_rows)


def _report_metadata(args: argparse.Namespace) -> int:
    return write_report(args.output, _list_each(args, _list_conflicts))


def _list_conflicts(args: argparse.Namespace, portal: Portal) -> Iterable[Row]:
    pages = read_page_options(args, portal)
    runtime = choose_runtime(args, pages.require_folder(), choose_progress(args.quiet))
    return list_conflicts(portal, pages, runtime)


def _report_values(args: argparse.Namespace) -> int:
    articles = _read_selected(args)
    status = write_report(args.output, list_field_values(articles, args.field))
    return max(status, print_left_out(articles))


def _report_language(args: argparse.Namespace) -> int:
    corpora = _select(args)
    articles, problems = _read_corpora(corpora), list[Problem]()
    with ExitStack() as stack:
        languages = {
            corpus.portal.id: stack.enter_context(detect_languages(corpus, args.jobs))
            for corpus in corpora
        }
        if corpora[0].selection.is_everything:
            found = (each.file.list_languages() for each in languages.values())
            problems += chain.from_iterable(each.problems for each in languages.values())
        else:
            found = (languages[article.portal].of([article]) for article in articles)
        status = write_report(args.output, list_languages(chain.from_iterable(found)))
        status = max(status, print_tei_problems(problems))
    return max(status, print_left_out(articles))


def _read_selected(args: argparse.Namespace) -> Articles[StoredArticle]:
    return _read_corpora(_select(args))


def _read_corpora(corpora: Sequence[ExportedCorpus]) -> Articles[StoredArticle]:
    return read_selected(*((each.folder, each.selection) for each in corpora))


def _select(args: argparse.Namespace) -> list[ExportedCorpus]:
    """Return the corpora of CONFIG with what is selected."""
    runtime = Runtime(progress=choose_progress(getattr(args, "quiet", True)))
    opened, options = open_corpora(args), read_selection_options(args)
    return select_corpora(args, opened, options, lambda _: runtime)


def _report_problems(args: argparse.Namespace) -> int:
    left_out = []

    def list_rows(own: argparse.Namespace, portal: Portal) -> Iterable[Row]:
        options = read_selection_options(own)
        if options.is_everything:
            return list_problems(portal, own.corpus)
        (selection,) = make_selections(options, [portal])
        addresses = read_addresses(portal, own.corpus, selection, lambda _: True)
        left_out.append(addresses)
        return list_selected_problems(portal.id, own.corpus, addresses)

    status = write_report(args.output, _list_each(args, list_rows))
    return max([status, *map(print_left_out, left_out)])


def _report_unsure(args: argparse.Namespace) -> int:
    articles = _read_selected(args)
    found = list_unsure(articles, args.limit)
    status = write_report(args.output, found.rows)
    print_message(found.summary())
    return max(status, print_left_out(articles))


def _report_permissions(args: argparse.Namespace) -> int:
    rows = _list_each(args, lambda own, portal: list_permissions(portal, own.corpus))
    return write_report(args.output, rows)


def _report_unclaimed(args: argparse.Namespace) -> int:
    rows = _list_each(args, lambda own, portal: unclaimed_table(read_inventory(own, portal)))
    return write_report(args.output, rows)


# ``curator report duplicates``: lists articles with the same text, or nearly the same.


def add_duplicates_report(actions: Any) -> None:
    """Add the command ``report duplicates``."""
    add_subparser(
        actions,
        "duplicates",
        "list articles with the same text, nearly the same, or contained in a longer one, in one"
        " corpus or several",
        "curator report duplicates portal.yaml other.yaml --output duplicates.tsv",
        run,
        *CONFIGS,
        shared(
            "--corpus", help=CORPUS_HELP + "; for several portals, the folder that holds theirs"
        ),
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


def run(args: argparse.Namespace) -> int:
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


# ``curator report corpus``: counts the articles of a corpus by what is known of them.

LISTED = 20
"""Articles that a bar of the page lists."""


def add_corpus_report(actions: Any) -> None:
    """Add the command ``report corpus``."""
    add_subparser(
        actions,
        "corpus",
        "count articles and words by date, column, section, author, language, access, length and"
        " verdict",
        "curator report corpus portal.yaml",
        run_corpus,
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
        removed_option("--png", "use --svg"),
        *SELECTION,
        "--quiet",
    )


def run_corpus(args: argparse.Namespace) -> int:
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
    articles = _read_selected(args)
    portal, folder = opened.portals[0], opened.folders[0]
    if opened.file.portals:
        name = opened.file.title or "+".join(each.id for each in opened.portals)
        numbers = count_selected(replace(portal, id=name), None, articles)
    else:
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
        "silent_spans": [to_words(span, SILENT_WORDS) for span in numbers.silent_spans],
        "runs": [_run_to_json(run) for run in numbers.runs],
        "same_texts": {"texts": len(numbers.same_texts), "articles": sum(numbers.same_texts)},
        # how many articles were compared, and the duplicates of each kind
        "duplicates": None
        if compared is None
        else {"compared": compared.compared, **dict(compared.kinds)},
    }


def _run_to_json(run: Run) -> dict[str, Any]:
    """Return a run; the counts of one that did not count are null."""
    if run.counts is None:
        return {**to_words(run, CORPUS_RUN_WORDS), **dict.fromkeys(RUN_COUNT_WORDS.values())}
    return {**to_words(run, CORPUS_RUN_WORDS), **to_words(run.counts, RUN_COUNT_WORDS)}
