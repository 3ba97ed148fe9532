"""``curator warc addresses`` and ``curator warc fetch``: what became of addresses."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.system.input_files import check_regular
from webarticlecurator.base.text.times import write_utc_second
from webarticlecurator.cli.argument_types import option, parse_seconds
from webarticlecurator.cli.exit_codes import DAMAGED, DONE, PROBLEMS, REFUSED
from webarticlecurator.cli.options import action
from webarticlecurator.cli.output import print_message, write_report
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.shared_options import NETWORK
from webarticlecurator.corpus.archives.stored_outcomes import (
    ANSWERED,
    OUTCOMES,
    AddressOutcome,
    find_outcome,
)
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.values.standard_scalars import read_absolute_address
from webarticlecurator.portal_file.values.value_fault import ValueFault
from webarticlecurator.storage.store.foreign import ForeignWarcs

HEAD = ("url", "outcome", "status", "final", "captured", "file", "offset", "detail")


OUTCOMES_OPTION = option(
    "--outcomes",
    type=Path,
    metavar="FILE",
    help="write the table of outcomes into this file (default: standard output)",
)
STANDARD_INPUT = "-"
MAX_PROBLEMS = 20
"""Wrong lines that a message names."""


@action(
    "addresses",
    "list the addresses in WARC files, and which of them are gone or redirected",
    "curator warc addresses old.warc.gz --in list.txt",
    option("files", nargs="+", type=Path, metavar="FILE", help="WARC files"),
    option(
        "--in",
        dest="list",
        metavar="LIST",
        help="look for the addresses of this list, one per line; - for standard input"
        " (default: all addresses of the files)",
    ),
    OUTCOMES_OPTION,
)
def list_addresses(args: argparse.Namespace) -> int:
    urls = read_address_list(args.list) if args.list is not None else None
    counts, damage = _write_outcomes(args.files, urls, args.outcomes)
    for finding in damage:
        print_message(finding)
    print_message(_summarize(counts))
    return DAMAGED if damage else DONE


@action(
    "fetch",
    "request the addresses of a list politely, into a WARC file",
    "curator warc fetch list.txt --output pages.warc.gz",
    option("list", metavar="LIST", help="a file with one address per line; - for standard input"),
    option(
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="the WARC file (.warc.gz); if it exists, only addresses without an answer in it"
        " are requested",
    ),
    OUTCOMES_OPTION,
    option(
        "--delay",
        type=parse_seconds,
        default=FetchPolicy().delay,
        metavar="SECONDS",
        help="seconds between two requests to a host (default: 1; robots.txt may ask for more)",
    ),
    option("--user-agent", default="", metavar="NAME", help="the User-Agent header to send"),
    option("--ignore-robots", action="store_true", help="also request what robots.txt forbids"),
    option(
        "--assets",
        action="store_true",
        help="also request the style sheets, fonts and pictures that pages and style sheets use",
    ),
    option(
        "--allow-private",
        action="store_true",
        help="also request addresses of this machine and of private networks",
    ),
    *NETWORK,
    "--quiet",
)
def fetch_addresses(args: argparse.Namespace) -> int:
    # imported here: the other actions need no client
    from webarticlecurator.corpus.archives.listed_addresses import fetch_list, fetch_with_assets

    urls = read_address_list(args.list)
    policy = FetchPolicy(
        delay=args.delay,
        robots="ignore" if args.ignore_robots else "obey",
        user_agent=args.user_agent,
    )
    fetch = partial(
        fetch_list,
        path=args.output,
        policy=policy,
        runtime=Runtime(progress=choose_progress(args.quiet)),
        allows_private=args.allow_private,
        proxy=args.proxy,
        ca_file=args.ca,
    )
    result = fetch_with_assets(urls, args.output, fetch) if args.assets else fetch(urls)
    if result.cut_bytes:
        print_message(
            f"{args.output}: {result.cut_bytes} bytes of an incomplete record were cut off"
        )
    counts, _ = _write_outcomes([args.output], urls, args.outcomes)
    for origin, message in result.refused:
        print_message(f"{origin} is no longer requested: {message}")
    print_message(
        f"{result.requested} requested, {result.answered_before} answered before;"
        f" {_summarize(counts)}",
        args.quiet,
    )
    if result.refused:
        return REFUSED
    return DONE if set(counts) <= ANSWERED else PROBLEMS


def _write_outcomes(
    files: Sequence[Path], urls: Sequence[str] | None, output: Path | None
) -> tuple[Counter[str], list[str]]:
    """Write the table; return the number of each outcome, and what could not be read."""
    counts = Counter[str]()
    with ForeignWarcs(files) as stored:
        addresses = stored.captures.addresses() if urls is None else urls
        outcomes = (find_outcome(stored.captures, url) for url in addresses)
        write_report(output, _list_rows(outcomes, counts))
        return counts, [str(finding) for finding in stored.damage]


def _list_rows(
    outcomes: Iterator[AddressOutcome], counts: Counter[str]
) -> Iterator[tuple[str, ...]]:
    yield HEAD
    for each in outcomes:
        counts[each.outcome] += 1
        capture = each.capture
        status = str(capture.status) if capture is not None and not capture.location else ""
        place = (
            (write_utc_second(capture.time), capture.file, str(capture.offset))
            if capture is not None
            else ("", "", "")
        )
        yield each.url, each.outcome, status, each.final, *place, each.detail


def _summarize(counts: Counter[str]) -> str:
    return ", ".join(f"{counts[name]} {name}" for name in OUTCOMES if counts[name]) or "none"


def read_address_list(name: str) -> tuple[str, ...]:
    """Return the addresses of a list, each once, without their fragments.

    The first cell of each line counts, so that a table may be given; its head, empty lines and
    lines that begin with ``#`` do not. Raises UsageError for a file that cannot be read, an empty
    one, and with every line that has no address.
    """
    urls: dict[str, None] = {}
    problems = []
    for number, line in enumerate(_read_lines(name), 1):
        text = line.split("\t")[0].strip()
        if not text or text.startswith("#") or (number == 1 and text in ("url", "address")):
            continue
        try:
            urls[read_absolute_address(text).partition("#")[0]] = None
        except ValueFault as error:
            problems.append(f"{name}:{number}: {error.describe()}")
    if problems:
        rest = len(problems) - MAX_PROBLEMS
        more = [f"… and {rest} more lines"] if rest > 0 else []
        raise UsageError(
            "\n".join([*problems[:MAX_PROBLEMS], *more]), "Give one absolute address per line."
        )
    if not urls:
        raise UsageError(f"{name} contains no address", "Give one absolute address per line.")
    return tuple(urls)


def _read_lines(name: str) -> list[str]:
    if name == STANDARD_INPUT:
        content = sys.stdin.buffer.read()
    else:
        try:
            check_regular(Path(name))
            content = Path(name).read_bytes()
        except OSError as error:
            raise UsageError(
                f"{name}: {error.strerror}", "Give the path of a list, or - for standard input."
            ) from None
    return content.decode("utf-8-sig", "replace").splitlines()
