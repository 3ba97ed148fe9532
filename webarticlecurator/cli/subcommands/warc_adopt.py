"""``curator warc adopt``: copies foreign captures, saved pages or captures of a web archive."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.output_files import make_folder, write_file
from webarticlecurator.base.text.table_text import rows_to_tsv
from webarticlecurator.cli.archive_options import (
    archive_options,
    describe_left_out_rows,
    read_archive_options,
)
from webarticlecurator.cli.argument_types import (
    option,
    parse_address,
    parse_count,
    parse_saved_date,
)
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import action
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.page_options import SAVED_PAGES, read_saved_page_options
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress_choice import choose_progress, plain_progress
from webarticlecurator.cli.shared_options import CONFIG, NETWORK
from webarticlecurator.corpus.archives.archive_options import AdoptionOptions
from webarticlecurator.corpus.archives.coverage_reasons import COVERAGE_REASONS, DEFAULT_REASONS
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.store.adopted_captures import Adopted

MAX_HOSTS = 5
"""Other hosts that a message names."""
TABLE = "reports/refused.tsv"
"""The table in the corpus folder."""
MAX_LINES = 5
"""Lines for one reason."""
_NAMES = re.compile(r"\S*[^\s:]:[^\s:]\S*|'[^']*'")
"""Addresses, digests and quoted texts: what differs between refusals for one reason."""


@action(
    "adopt",
    "copy other WARC files, saved pages, or captures of a web archive into a corpus",
    "curator warc adopt portal.yaml old.warc.gz\n"
    "  curator warc adopt portal.yaml --date 2019-05-03"
    " --html saved.html=https://www.example.org/2019/a",
    *CONFIG,
    # not nargs="*": that would take no file in `adopt CONFIG --corpus DIR FILE`
    option(
        "files",
        nargs="+",
        required=False,
        type=Path,
        metavar="FILE",
        default=(),
        help="WARC files (not with --html, --table, --mirror or --cdx)",
    ),
    option(
        "--mirror",
        type=Path,
        metavar="DIR",
        help="a mirror that HTTrack or `wget --mirror` has made, with a folder for each host",
    ),
    *SAVED_PAGES,
    option(
        "--date",
        type=parse_saved_date,
        metavar="D",
        help="when the pages were saved (YYYY-MM-DD, or with a time), unless the table has it",
    ),
    *archive_options(),
    option(
        "--reason",
        action="append",
        choices=sorted(COVERAGE_REASONS),
        default=[],
        metavar="NAME",
        help="with --cdx: copy addresses with this reason of `report completeness`; may be"
        f" repeated (default: {', '.join(DEFAULT_REASONS)})",
    ),
    option(
        "--limit",
        type=parse_count,
        metavar="N",
        help="with --cdx: fetch at most N list pages and articles",
    ),
    option(
        "--replay",
        type=parse_address,
        metavar="ADDRESS",
        help="with --cdx: where the archive shows its captures, such as"
        " https://web.archive.org/web/ (default: found by the address of its CDX API)",
    ),
    option(
        "--any-digest",
        action="store_true",
        help="with --cdx: also copy captures whose digest differs from that of the index",
    ),
    *NETWORK,
    "--quiet",
    "--corpus",
)
def adopt(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    if args.cdx is not None:
        return _adopt_from_archive(args, portal)
    result = _adopt_files(args, portal)
    counts = [
        f"{result.captures} captures copied",
        f"{result.known} already in the corpus",
        f"{len(result.refused)} refused",
    ]
    if result.skipped:
        counts.append(f"{result.skipped} skipped (errors, images, screenshots, robots.txt)")
    if result.other_methods:
        counts.append(f"{result.other_methods} answers to a POST or HEAD skipped")
    print_message(", ".join(counts))
    if result.other_hosts:
        hosts = result.other_hosts
        shown = ", ".join(f"{host} ({count})" for host, count in hosts[:MAX_HOSTS])
        rest = f" and {len(hosts) - MAX_HOSTS} more hosts" if len(hosts) > MAX_HOSTS else ""
        total = sum(count for _, count in hosts)
        pages = "1 page" if total == 1 else f"{total} pages"
        print_message(f"{pages} of other hosts skipped: {shown}{rest}")
    rows = [(f"refused {record}", reason) for record, reason in result.refused]
    rows += [(each.where, each.message) for each in result.damage]
    print_refused(rows, corpus_folder(args, portal))
    return PROBLEMS if result.refused or result.damage else DONE


def _adopt_from_archive(args: argparse.Namespace, portal: Portal) -> int:
    if args.files or args.html or args.table or args.date or args.mirror:
        raise UsageError(
            "--cdx together with files",
            "Adopt from the archive and from files one after the other.",
        )
    # imported here: files are adopted without a client
    from webarticlecurator.corpus.archives.archive_adopting import adopt_from_archive

    options = AdoptionOptions(
        read_archive_options(args),
        tuple(args.reason) or DEFAULT_REASONS,
        args.replay,
        args.limit,
        args.any_digest,
    )
    runtime = Runtime(progress=choose_progress(args.quiet))
    result = adopt_from_archive(portal, corpus_folder(args, portal), options, runtime)
    kinds = ((result.lists, "list pages"), (result.later, "later pages"))
    of = ", ".join(f"{number} of {name}" for number, name in kinds if number)
    shown = f" ({of})" if of else ""
    print_message(f"{result.copied} captures copied{shown}, {len(result.refused)} refused")
    if result.unchecked:
        print_message(
            f"the digests of {result.unchecked} could not be compared with the index"
            " (the portal sent them in chunks, or --any-digest)",
            args.quiet,
        )
    rows = [(f"refused {url}", reason) for url, reason in result.refused]
    print_refused(rows, corpus_folder(args, portal))
    if result.odd_rows:
        print_message(describe_left_out_rows(result.odd_rows))
    if result.unarchived:
        print_message(
            f"the archive has no page of {len(result.unarchived)} lists of the portal file, or only"
            f" redirects and errors; the first: {result.unarchived[0]}",
            args.quiet,
        )
    if result.has_more:
        print_message("there may be more: run the same command again to continue", args.quiet)
    if result.copied:
        place = f" --corpus {args.corpus}" if args.corpus is not None else ""
        print_message(f"now: curator build {args.config}{place}", args.quiet)
    return PROBLEMS if result.refused else DONE


def _adopt_files(args: argparse.Namespace, portal: Portal) -> Adopted:
    """Adopt the WARC files or the saved pages. Raises UsageError for both or none."""
    if args.url or args.again or args.reason or args.limit or args.replay or args.any_digest:
        raise UsageError(
            "options of --cdx without it",
            "Name the CDX API of a web archive with --cdx, or leave out --url, --again, --reason,"
            " --limit, --replay and --any-digest.",
        )
    folder, saved = corpus_folder(args, portal), read_saved_page_options(args)
    given = [bool(each) for each in (args.files, saved, args.mirror)].count(True)
    if given != 1:
        raise UsageError(
            "WARC files together with saved pages" if given else "nothing to adopt",
            "Give either WARC files, or saved pages with --html or --table, or a --mirror.",
        )
    if args.files and args.date:
        raise UsageError("--date is for saved pages", "WARC files have the times of their pages.")
    # imported here: other commands for WARC files read no pages
    from webarticlecurator.corpus.archives.adopting import adopt_saved_pages, adopt_warcs

    if args.mirror:
        from webarticlecurator.corpus.archives.mirror_adopting import adopt_mirror

        runtime = Runtime(progress=choose_progress(args.quiet))
        return adopt_mirror(portal, folder, args.mirror, args.date or "", runtime)
    if not saved:
        return adopt_warcs(
            portal, folder, args.files, Runtime(progress=choose_progress(args.quiet))
        )
    dated = [page if page.saved else replace(page, saved=args.date or "") for page in saved]
    return adopt_saved_pages(portal, folder, dated, Runtime(progress=plain_progress()))


def print_refused(rows: Sequence[tuple[str, str]], folder: Path) -> None:
    """Print what was refused, and why: MAX_LINES lines for each reason. If there are more, all of
    them are written to TABLE in the corpus ``folder``. Raises UsageError, DiskFull."""
    counts = Counter[str]()
    for what, why in rows:
        kind = _NAMES.sub("", why)
        counts[kind] += 1
        if counts[kind] <= MAX_LINES:
            print_message(f"{what}: {why}")
    more = sum(max(0, number - MAX_LINES) for number in counts.values())
    if more:
        table = folder / TABLE
        make_folder(table.parent)
        write_file(table, [rows_to_tsv([("what", "reason"), *rows]).encode("utf-8", "replace")])
        print_message(f"and {more} more for these reasons: {table} has all of them")
