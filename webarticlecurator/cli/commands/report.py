"""``curator report``: counts a corpus, lists what is doubtful in it, and what its portal said."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import chain

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.fields import FIELD_NAMES
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.argument_types import Option, option, parse_count
from webarticlecurator.cli.options import CommandSyntax, Run, action
from webarticlecurator.cli.output import print_message, write_report
from webarticlecurator.cli.portal_file import each_portal, prefix_rows
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.selection_options import (
    print_left_out,
    print_tei_problems,
    read_selection_options,
)
from webarticlecurator.cli.shared_options import CONFIG, SELECTION, cluster_options
from webarticlecurator.cli.stored_page_options import (
    INVENTORY,
    choose_runtime,
    read_inventory,
    read_page_options,
)
from webarticlecurator.cli.subcommands.report_completeness import report_completeness
from webarticlecurator.cli.subcommands.report_corpus import report_corpus
from webarticlecurator.cli.subcommands.report_duplicates import list_duplicates
from webarticlecurator.cli.subcommands.report_selection import (
    read_articles_of_corpora,
    read_selected_articles,
    select_report_corpora,
)
from webarticlecurator.corpus.corpora.article_languages import detect_languages, list_languages
from webarticlecurator.corpus.corpora.exporting import ExportedCorpus
from webarticlecurator.corpus.corpora.permissions import list_permissions
from webarticlecurator.corpus.corpora.reporting import (
    Row,
    list_conflicts,
    list_field_values,
    list_problems,
)
from webarticlecurator.corpus.corpora.selected_articles import read_addresses
from webarticlecurator.corpus.corpora.selected_problems import list_selected_problems
from webarticlecurator.corpus.corpora.unsure_articles import list_unsure
from webarticlecurator.corpus.duplicates.duplicate_report import report_duplicates
from webarticlecurator.corpus.export.selection import Selection, make_selections
from webarticlecurator.crawling.crawl.column_alarms import list_forecasts
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.portal_file.config.corpus_file import NOT_REPEATED
from webarticlecurator.proposing.tags.inventory import unclaimed_table


def _report(name: str, summary: str, *options: str | Option) -> Callable[[Run], CommandSyntax]:
    """Return the decorator that declares what a report runs, which is written as a table."""
    example = f"curator report {name} portal.yaml"
    return action(name, summary, example, *CONFIG, "--corpus", "--output", *options)


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
            f"--sample {args.sample}: several portals (expected one)",
            "Give one of the portal files, or leave it out.",
        )
    if "where" in args and NOT_REPEATED in found[0][0].where:
        corpora = [
            ExportedCorpus(portal, own.corpus, Selection(portal=portal.id), Runtime())
            for own, portal in found
        ]
        print_tei_problems(report_duplicates(corpora).problems)
    return prefix_rows(found, list_rows)


@_report(
    "metadata",
    "list where sources of metadata disagree, most frequent first",
    "--warc",
    *SELECTION,
    "--jobs",
    *cluster_options(),
    "--quiet",
)
def report_metadata(args: argparse.Namespace) -> int:
    return write_report(args.output, _list_each(args, _list_conflicts))


def _list_conflicts(args: argparse.Namespace, portal: Portal) -> Iterable[Row]:
    pages = read_page_options(args, portal)
    return list_conflicts(
        portal, pages, choose_runtime(args, pages.require_folder(), choose_progress(args.quiet))
    )


@_report(
    "authors",
    "count the authors in the TEI, most frequent first",
    option(
        "--field",
        choices=FIELD_NAMES,
        default="authors",
        metavar="NAME",
        help=f"count another field: {', '.join(FIELD_NAMES)}",
    ),
    *SELECTION,
)
def report_values(args: argparse.Namespace) -> int:
    articles = read_selected_articles(args)
    return max(
        write_report(args.output, list_field_values(articles, args.field)), print_left_out(articles)
    )


@_report(
    "language",
    "compare the declared language of each article with that of its text, conflicts first",
    *SELECTION,
    "--jobs",
    "--quiet",
)
def report_language(args: argparse.Namespace) -> int:
    corpora = select_report_corpora(args)
    articles, problems = read_articles_of_corpora(corpora), list[Problem]()
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


@_report(
    "problems",
    "list everything that needs attention",
    *SELECTION,
)
def report_problems(args: argparse.Namespace) -> int:
    left_out = []

    def list_rows(own: argparse.Namespace, portal: Portal) -> Iterable[Row]:
        options = read_selection_options(own)
        if options.is_everything:
            return list_problems(portal, own.corpus)
        (selection,) = make_selections(options, [portal])
        addresses = read_addresses(portal, own.corpus, selection, lambda _: True)
        left_out.append(addresses)
        return list_selected_problems(portal, own.corpus, addresses)

    return max(
        [write_report(args.output, _list_each(args, list_rows)), *map(print_left_out, left_out)]
    )


@_report(
    "unsure",
    "list the articles that were read without rules, the least sure first",
    option("--limit", type=parse_count, metavar="N", help="list at most N articles"),
    *SELECTION,
)
def report_unsure(args: argparse.Namespace) -> int:
    articles = read_selected_articles(args)
    found = list_unsure(articles, args.limit)
    status = write_report(args.output, found.rows)
    print_message(found.summary())
    return max(status, print_left_out(articles))


@_report(
    "permissions",
    "list what the portal states about the use of its texts, by host and day",
)
def report_permissions(args: argparse.Namespace) -> int:
    return write_report(
        args.output, _list_each(args, lambda own, portal: list_permissions(portal, own.corpus))
    )


@_report(
    "forecast",
    "list which articles, words and fields are expected of each column, and what there is",
)
def report_forecast(args: argparse.Namespace) -> int:
    now = SystemClock().now()
    return write_report(
        args.output, _list_each(args, lambda own, portal: list_forecasts(portal, own.corpus, now))
    )


@action(
    "unclaimed",
    "list kept text whose tag has no row in the portal's tag dictionary",
    "curator report unclaimed portal.yaml",
    *CONFIG,
    *INVENTORY,
    "--output",
)
def report_unclaimed(args: argparse.Namespace) -> int:
    rows = _list_each(args, lambda own, portal: unclaimed_table(read_inventory(own, portal)))
    return write_report(args.output, rows)


run = CommandSyntax(
    "curator report metadata portal.yaml --output conflicts.tsv",
    actions=(
        report_metadata,
        report_values,
        report_problems,
        report_unsure,
        report_language,
        report_corpus,
        report_completeness,
        list_duplicates,
        report_permissions,
        report_forecast,
        report_unclaimed,
    ),
)
"""What ``curator report`` runs."""
