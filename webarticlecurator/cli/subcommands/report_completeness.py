"""``curator report completeness``: lists the articles that the portal's own sitemaps, or a web
archive, know and the corpus has not, or that only its feeds have.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.archive_options import (
    archive_options,
    describe_left_out_rows,
    read_archive_options,
)
from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import action
from webarticlecurator.cli.output import print_json, print_message, write_report
from webarticlecurator.cli.portal_file import each_portal, prefix_rows
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.shared_options import CONFIG, NETWORK
from webarticlecurator.corpus.archives.coverage import CoveredAddress, compare_addresses
from webarticlecurator.corpus.archives.coverage_numbers import CoverageNumbers, GroupCount
from webarticlecurator.corpus.archives.coverage_reasons import MISSING, OTHER, POSSIBLE
from webarticlecurator.corpus.archives.list_totals import (
    ListCounting,
    totals_to_json,
    write_list_totals,
)
from webarticlecurator.corpus.archives.unlisted_pages import UnlistedPages
from webarticlecurator.crawling.states.own_sitemaps import MAX_FILES
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.frontier.cdx_file import CdxFile, ReadingState
from webarticlecurator.storage.store.view import view_corpus

HEAD = ("url", "captured", "year", "column", "group", "reason", "detail")


@dataclass
class _Comparisons:
    """What was compared so far: an answer for programs and the lines for a person of each portal.
    ``several``: there is more than one. ``is_complete``: nothing is missing, as far as the
    comparison can say it."""

    several: bool
    answers: list[dict[str, Any]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    is_complete: bool = True


@action(
    "completeness",
    "list articles that the portal's own sitemaps or a web archive have and the corpus lacks,"
    " with likely reasons",
    "curator report completeness portal.yaml --own --output missing.tsv",
    *CONFIG,
    "--corpus",
    option(
        "--own",
        action="store_true",
        help="compare with the sitemaps that the portal's robots.txt names: at most"
        f" {MAX_FILES} files, requested as in a crawl",
    ),
    option(
        "--feed",
        action="store_true",
        help="compare the feeds among the lists of the portal file, as each crawl stored them, with"
        " its other lists",
    ),
    *archive_options(),
    option("--all", action="store_true", help="list every address, not only missing articles"),
    "--output",
    "--json",
    *NETWORK,
    "--quiet",
)
def report_completeness(args: argparse.Namespace) -> int:
    if [args.own, args.feed, bool(args.cdx)].count(True) != 1:
        raise UsageError(
            "report completeness compares with one thing (expected --own, --feed or --cdx ADDRESS)",
            "--own compares with the portal's own sitemaps, --feed with its stored feeds, and --cdx"
            " with a web archive.",
        )
    found = each_portal(args)
    made = _Comparisons(len(found) > 1)
    compare = _compare_own if args.own else _compare_feeds if args.feed else _compare_archive
    _write_rows(args, prefix_rows(found, lambda own, portal: compare(own, portal, made)))
    if args.json:
        print_json(made.answers if made.several else made.answers[0])
    for line in made.lines:
        print_message(line)
    return DONE if made.is_complete else PROBLEMS


def _compare_archive(
    args: argparse.Namespace, portal: Portal, made: _Comparisons
) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a comparison with a web archive; what else it says is added to ``made``."""
    # imported here: the other reports need no client
    from webarticlecurator.corpus.archives.archive_client import open_cdx_file, read_archive

    numbers, options = CoverageNumbers("the archive"), read_archive_options(args)
    with (
        closing(view_corpus(args.corpus, portal.id)) as corpus,
        closing(open_cdx_file(args.corpus, options)) as file,
    ):
        runtime = Runtime(progress=choose_progress(args.quiet))
        state = read_archive(portal, file, options, runtime)
        unlisted = UnlistedPages(portal, corpus, file, runtime)
        counting = ListCounting(corpus, numbers.what)
        yield from _list_rows(
            compare_addresses(portal, corpus, file, unlisted), numbers, counting, lists_all=args.all
        )
        totals = counting.estimate()
        if not state.queries:
            write_list_totals(corpus, totals)
        answer = {"cdx": args.cdx, "complete": not state.queries, "captures": state.lines}
        answer["totals"] = totals_to_json(totals)
        lines = [*numbers.lines(), *totals.lines()] if not args.json else []
        lines += _describe_state(args, numbers, state, file)
        _add_comparison(args, portal, made, answer | _numbers_to_json(numbers), lines, unlisted)
    made.is_complete &= numbers.addresses > 0


def _compare_own(
    args: argparse.Namespace, portal: Portal, made: _Comparisons
) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a comparison with the portal's own sitemaps, those of the articles that
    they lack last; what else it says is added to ``made``."""
    from webarticlecurator.corpus.archives.coverage_numbers import open_own_file, read_own

    numbers = CoverageNumbers("the sitemaps")
    with (
        closing(view_corpus(args.corpus, portal.id)) as corpus,
        closing(open_own_file(args.corpus)) as file,
    ):
        runtime = Runtime(progress=choose_progress(args.quiet))
        own = read_own(portal, corpus, file, args.proxy, args.ca, runtime)
        unlisted = UnlistedPages(portal, corpus, file, runtime)
        counting = ListCounting(corpus, numbers.what)
        yield from _list_rows(
            compare_addresses(portal, corpus, file, unlisted), numbers, counting, lists_all=args.all
        )
        totals = counting.estimate()
        if not own.is_cut:
            write_list_totals(corpus, totals)
        for url, column in own.lacking:
            yield url, "", "", column, OTHER, "not-in-sitemap", ""
        answer = {
            "files": list(own.files),
            "complete": not own.is_cut,
            **_numbers_to_json(numbers),
            "not_in_sitemap": len(own.lacking),
            "totals": totals_to_json(totals),
        }
        lines = [] if args.json else [*numbers.lines(), *own.lines(), *totals.lines()]
        _add_comparison(args, portal, made, answer, lines, unlisted)
    made.is_complete &= numbers.addresses > 0 and not numbers.total.missing


def _compare_feeds(
    args: argparse.Namespace, portal: Portal, made: _Comparisons
) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the articles that only the stored feeds name; what else they say is added
    to ``made``."""
    from webarticlecurator.corpus.archives.feed_totals import count_feeds

    with closing(view_corpus(args.corpus, portal.id)) as corpus:
        found = count_feeds(portal, corpus)
        write_list_totals(corpus, found.totals)
    yield HEAD
    for url, year, column in found.only:
        yield url, "", year, column, OTHER, "only-in-feed", ""
    answer = {"feeds": found.feeds, "from": found.first, "to": found.last}
    stored = f"{found.feeds} feeds were stored from {found.first} to {found.last}"
    only = f"only-in-feed: {len(found.only)} articles of these days are in no other list"
    lines = [] if args.json else [stored, only, *found.totals.lines()]
    _add_comparison(args, portal, made, answer | {"totals": totals_to_json(found.totals)}, lines)


def _add_comparison(
    args: argparse.Namespace,
    portal: Portal,
    made: _Comparisons,
    answer: dict[str, Any],
    lines: list[str],
    unlisted: UnlistedPages | None = None,
) -> None:
    if unlisted is not None and unlisted.has_new_rules():
        lines.append(
            "the link rules have changed since the last crawl or build, so it is not known what"
            f" they list now: run `curator build {args.config}`, then this again"
        )
    made.answers.append({"portal": portal.id, **answer} if made.several else answer)
    made.lines += [f"{portal.id}: {line}" if made.several else line for line in lines]


def _write_rows(args: argparse.Namespace, rows: Iterable[tuple[str, ...]]) -> None:
    if args.output is not None or not args.json:
        write_report(args.output, rows)
    else:
        for _ in rows:  # for their numbers
            pass


def _list_rows(
    addresses: Iterator[CoveredAddress],
    numbers: CoverageNumbers,
    counting: ListCounting,
    *,
    lists_all: bool,
) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table; ``numbers`` and ``counting`` are complete at its end."""
    yield HEAD
    for each in addresses:
        numbers.add(each)
        counting.add(each)
        if lists_all or each.reason.group in (MISSING, POSSIBLE):
            line = each.line
            cells = (each.year, each.column, each.reason.group, each.reason.name, each.detail)
            yield line.url, line.time, *cells


def _describe_state(
    args: argparse.Namespace, numbers: CoverageNumbers, state: ReadingState, file: CdxFile
) -> Iterator[str]:
    """Yield what a person should know of the answers of an archive."""
    if state.odd_rows:
        yield describe_left_out_rows(state.odd_rows)
    if not numbers.addresses and not state.queries:
        yield (
            f"{args.cdx} has no address of the portal; check that it is the CDX API of the right"
            " archive or collection"
        )
    if state.queries:
        yield (
            f"{state.lines} captures were read, and the archive has more, so the numbers are not"
            " final. Run the same command again to continue."
        )
    elif not args.quiet:
        yield f"the answers of the archive are kept in {file.path}"


def _numbers_to_json(numbers: CoverageNumbers) -> dict[str, Any]:
    return {
        "addresses": numbers.addresses,
        **_count_to_json(numbers.total),
        "by_year": {name: _count_to_json(n) for name, n in sorted(numbers.by_year.items())},
        "by_column": {name: _count_to_json(n) for name, n in sorted(numbers.by_column.items())},
        "by_reason": dict(sorted(numbers.by_reason.items())),
    }


def _count_to_json(count: GroupCount) -> dict[str, Any]:
    share = count.share
    return {
        "known": count.known,
        "missing": count.missing,
        "share": None if share is None else round(share, 4),
    }
