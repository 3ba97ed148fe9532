"""``curator report completeness``: lists what a web archive knows and the corpus does not."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any

from webarticlecurator.archive.cdx import describe_odd_rows
from webarticlecurator.cli.options import (
    add_config_argument,
    add_corpus_option,
    add_json_option,
    add_network_options,
    add_quiet_option,
    add_subparser,
    parse_address,
    parse_count,
)
from webarticlecurator.cli.output import DONE, PROBLEMS, print_json, print_message, write_data
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.verbs.tags import add_output_option
from webarticlecurator.corpora.archive_client import EXAMPLE, MOST, ArchiveOptions
from webarticlecurator.corpora.coverage import (
    MISSING,
    POSSIBLE,
    CoverageNumbers,
    CoveredAddress,
    GroupCount,
    compare_addresses,
)
from webarticlecurator.export import write_file
from webarticlecurator.store import view_corpus
from webarticlecurator.store.derived_file import CdxFile, ReadingState
from webarticlecurator.text.characters import report_line
from webarticlecurator.workers.executor import Runtime

HEAD = ("url", "captured", "year", "column", "group", "reason", "detail")


def add_completeness_report(actions: Any) -> None:
    """Add the command ``report completeness``."""
    parser = add_subparser(
        actions,
        "completeness",
        "list the articles that a web archive knows and the corpus has not, with likely reasons",
        f"curator report completeness portal.yaml --cdx {EXAMPLE} --output missing.tsv",
    )
    add_config_argument(parser)
    add_corpus_option(parser)
    add_archive_options(parser, is_required=True)
    parser.add_argument(
        "--all", action="store_true", help="list every address, not only missing articles"
    )
    add_output_option(parser)
    add_json_option(parser)
    add_network_options(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def add_archive_options(parser: argparse.ArgumentParser, *, is_required: bool = False) -> None:
    """Add the options that say which web archive is asked for what."""
    parser.add_argument(
        "--cdx",
        type=parse_address,
        required=is_required,
        metavar="ADDRESS",
        help=f"the CDX API of a web archive, such as {EXAMPLE}, or http://HOST/COLLECTION/cdx of"
        " pywb",
    )
    parser.add_argument(
        "--url",
        action="append",
        default=[],
        metavar="PATTERN",
        help="ask for these addresses: one, all that begin so (https://a.example/news/*), or a"
        " domain (*.a.example); may be repeated (default: the hosts of the portal)",
    )
    parser.add_argument(
        "--most",
        type=parse_count,
        default=MOST,
        metavar="N",
        help=f"read about N captures in this run; the next run goes on (default: {MOST})",
    )
    parser.add_argument(
        "--again", action="store_true", help="forget what earlier runs read from the archive"
    )


def read_archive_options(args: argparse.Namespace) -> ArchiveOptions:
    """Return the options of ``add_archive_options`` and ``add_network_options``."""
    return ArchiveOptions(args.cdx, tuple(args.url), args.most, args.again, args.proxy, args.ca)


def run(args: argparse.Namespace) -> int:
    # imported here: the other reports need no client
    from webarticlecurator.corpora.archive_client import open_cdx_file, read_archive
    from webarticlecurator.corpora.unlisted_addresses import UnlistedPages

    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    options = read_archive_options(args)
    numbers = CoverageNumbers()
    with (
        closing(view_corpus(folder, portal.id)) as corpus,
        closing(open_cdx_file(folder, options)) as file,
    ):
        runtime = Runtime(progress=choose_progress(args.quiet))
        state = read_archive(portal, file, options, runtime)
        unlisted = UnlistedPages(portal, corpus, file, runtime)
        compared = compare_addresses(portal, corpus, file, unlisted)
        rows = _write_rows(compared, numbers, lists_all=args.all)
        if args.output is not None:
            write_file(args.output, (line.encode("utf-8", "replace") for line in rows))
        else:
            for line in rows:
                if not args.json:
                    write_data(line)
        _print_numbers(args, numbers, state, file)
        if unlisted.has_new_rules():
            print_message(
                "the link rules have changed since the last crawl or build, and what they list now"
                f" is not known: run `curator build {args.config}`, then this again"
            )
    return DONE if numbers.addresses else PROBLEMS


def _write_rows(
    addresses: Iterator[CoveredAddress], numbers: CoverageNumbers, *, lists_all: bool
) -> Iterator[str]:
    """Yield the lines of the table; ``numbers`` are complete at its end."""
    yield report_line(HEAD)
    for each in addresses:
        numbers.add(each)
        if lists_all or each.reason.group in (MISSING, POSSIBLE):
            line = each.line
            cells = (each.year, each.column, each.reason.group, each.reason.name, each.detail)
            yield report_line((line.url, line.time, *cells))


def _print_numbers(
    args: argparse.Namespace, numbers: CoverageNumbers, state: ReadingState, file: CdxFile
) -> None:
    if args.json:
        print_json(_to_json(args.cdx, numbers, state))
    else:
        print_message("\n".join(numbers.lines()))
    print_odd_rows(state.odd_rows)
    if not numbers.addresses and not state.queries:
        print_message(
            f"{args.cdx} knows no address of the portal: is it the CDX API of the right archive or"
            " collection?"
        )
    if state.queries:
        print_message(
            f"{state.lines} captures were read, the archive has more: the numbers are not final."
            " Run the same command again to go on."
        )
    else:
        print_message(f"the answers of the archive are kept in {file.path}", args.quiet)


def print_odd_rows(odd_rows: Mapping[str, int]) -> None:
    """Name the rows that were left out of the answers of an archive, if there are any."""
    if odd_rows:
        print_message(f"rows of the archive's index left out: {describe_odd_rows(odd_rows)}")


def _to_json(server: str, numbers: CoverageNumbers, state: ReadingState) -> dict[str, Any]:
    return {
        "cdx": server,
        "complete": not state.queries,
        "captures": state.lines,
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
