"""``curator check``: reports every problem of a portal file at once; ``curator set``: writes one
value into one.

On request ``check`` also prints the plan of the archive, compares stored pages with expectations,
and looks at the live portal.
"""

from __future__ import annotations

import argparse
import secrets
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.base.model.attribute_words import to_words
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.stored_words import PROBLEM_WORDS
from webarticlecurator.base.system.installation import describe_older_tool
from webarticlecurator.base.text.times import find_zone
from webarticlecurator.base.text.translation import (
    describe_problems,
    make_message,
    translate,
    translate_count,
)
from webarticlecurator.cli.argument_types import option, parse_day
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS, USAGE, describe_error
from webarticlecurator.cli.json_words import LIST_WORDS, PLAN_WORDS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_json, print_message, write_lines
from webarticlecurator.cli.portal_file import open_portal
from webarticlecurator.cli.portal_path import portal_path
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.shared_options import CONFIG, NETWORK
from webarticlecurator.cli.subcommands.check_live import describe_checked_article, live_lines
from webarticlecurator.cli.subcommands.check_tests import (
    check_expectations,
    expectation_json,
    expectation_lines,
)
from webarticlecurator.crawling.workers.run_options import Runtime, check_overrides, check_template
from webarticlecurator.portal_file.config.plug_in_sources import describe_pages_before
from webarticlecurator.portal_file.config.pseudonym_key import KEY_BYTES, pseudonym_key_path

if TYPE_CHECKING:
    from webarticlecurator.crawling.archive.plan import SpanPlan
    from webarticlecurator.proposing.trial.expecting import PageComparison
    from webarticlecurator.proposing.trial.live_check import LiveAnswer

SHOWN_STARTS = 3
"""Starts of crawls by a schedule that are shown."""


@command(
    "curator check portal.yaml --plan --today 2024-01-31",
    *CONFIG,
    option(
        "--plan",
        action="store_true",
        help="list how many archive pages each column and span has, with sample addresses",
    ),
    option("--today", type=parse_day, metavar="D", help="use this day as today, YYYY-MM-DD"),
    option(
        "--live",
        action="store_true",
        help="try an archive page of each column and two articles on the portal; store nothing",
    ),
    option(
        "--make-key",
        action="store_true",
        help="write the secret for `comments: pseudonyms` beside the portal file, then check it",
    ),
    *NETWORK,
    option(
        "--tests",
        action="store_true",
        help="compare stored pages with the .tests.yaml file beside the portal file",
    ),
    option(
        "--record",
        metavar="URL",
        help="add what the rules find now on a stored page to the .tests.yaml file",
    ),
    option(
        "--column",
        help="with --record: treat the page as an archive page of this column",
    ),
    option(
        "--warc",
        nargs="+",
        type=Path,
        action="extend",
        metavar="FILE",
        help="WARC files that hold the pages (default: the corpus)",
    ),
    "--corpus",
    "--json",
)
def run(args: argparse.Namespace) -> int:
    if warning := describe_older_tool():
        print_message(warning)
    path = portal_path(args.config)
    if args.make_key:
        from webarticlecurator.base.system.output_files import create_file

        create_file(pseudonym_key_path(path), f"{secrets.token_hex(KEY_BYTES)}\n", private=True)
        print_message(
            make_message(
                "wrote {file}. Keep it secret, and keep a copy: the pseudonyms depend on it",
                file=pseudonym_key_path(path),
            )
        )
    try:
        portal = open_portal(args)
        check_template(portal)
        check_overrides(portal)
        recorded, tests = check_expectations(args, portal)
    except ConfigError as error:
        if args.json:
            problems = [to_words(problem, PROBLEM_WORDS) for problem in error.problems]
            print_json({"problems": problems})
        else:
            write_lines(describe_problems(error))
        return USAGE

    starts = _find_next_starts(portal) if portal.schedule else None
    plan = _plan_archive(args, portal) if args.plan else None
    live = _check_live(args, portal) if args.live else None
    failures = _list_failures(tests, live)

    if args.json:
        answer: dict[str, Any] = {"problems": []}
        if starts is not None:
            answer["next_starts"] = starts
        if plan is not None:
            # the spans are counted from 1, as in all messages
            answer["plan"] = [
                {
                    **to_words(span, PLAN_WORDS),
                    "span": span.span + 1,
                    **({} if span.source == "url" else {"source": span.source}),
                }
                for span in plan
            ]
        answer |= expectation_json(recorded, tests)
        if live:
            answer["live"] = {
                "sound": live.ok,
                "archive_pages": [to_words(page, LIST_WORDS) for page in live.lists],
                "articles": [describe_checked_article(article) for article in live.articles],
                "wrong": list(live.wrong),
            }
        print_json(answer)
    else:
        lines = _plan_lines(plan, portal) if plan else []
        if starts:
            lines.append(translate("schedule: next starts {times}", times=", ".join(starts)))
        write_lines(
            [
                *lines,
                *expectation_lines(recorded, tests),
                *(live_lines(live) if live else ()),
                f"{path}: {'; '.join(failures) or translate('no problems')}",
            ]
        )

    return PROBLEMS if failures else DONE


def _list_failures(tests: tuple[PageComparison, ...] | None, live: LiveAnswer | None) -> list[str]:
    """Return what is not as it should be, in words."""
    failures = []
    failed = sum(not test.passed for test in tests or ())
    if failed:
        failures.append(
            translate_count(
                "{number} page not as expected", "{number} pages not as expected", failed
            )
        )
    if live and not live.ok:
        failures.append(translate("something looks wrong on the portal"))
    return failures


def _find_next_starts(portal: Portal) -> list[str] | None:
    """Return the next times at which ``curator watch`` starts a crawl, in the portal's zone; None,
    after a message, where the library that computes them is not installed."""
    from webarticlecurator.crawling.crawl.start_times import next_starts

    try:
        starts = next_starts(portal, datetime.now(timezone.utc), SHOWN_STARTS)
    except UsageError as error:
        print_message(
            make_message(
                "schedule: the next starts are unknown: {error}", error=describe_error(error)
            )
        )
        return None
    zone = find_zone(portal.timezone)
    return [start.astimezone(zone).isoformat(timespec="seconds") for start in starts]


def _check_live(args: argparse.Namespace, portal: Portal) -> LiveAnswer:
    from webarticlecurator.proposing.trial.live_check import check_live

    return check_live(
        portal, Runtime(progress=choose_progress(quiet=False)), args.today, args.proxy, args.ca
    )


def _plan_archive(args: argparse.Namespace, portal: Portal) -> tuple[SpanPlan, ...]:
    from webarticlecurator.crawling.archive.plan import plan_spans
    from webarticlecurator.crawling.archive.windows import today_in

    return plan_spans(portal, args.today or today_in(portal.timezone, datetime.now(timezone.utc)))


def _plan_lines(plan: tuple[SpanPlan, ...], portal: Portal) -> list[str]:
    """Return the plan for a person: two or more lines per span, then the total."""
    from webarticlecurator.crawling.archive.plan import estimate_duration

    lines = []
    for span in plan:
        count = (
            translate_count("{number} archive page", "{number} archive pages", span.pages)
            if span.pages is not None
            else translate_count(
                "at least {number} archive page", "at least {number} archive pages", span.at_least
            )
        )
        if span.windows != 1:
            count += translate(" in {number} windows", number=span.windows)
        name = translate("{column}, span {number}", column=span.column, number=span.span + 1)
        lines.append(f"{name}: {count}")
        lines += [f"  {translate(label):<7}{address}" for label, address in _sample_addresses(span)]
        if span.source != "url":
            lines.append(f"  {translate(describe_pages_before(span.source))}")
    total = sum(span.at_least if span.pages is None else span.pages for span in plan)
    duration = translate(estimate_duration(total, portal.fetch.delay))
    sums = (
        translate("{number} archive pages in all, {duration}", number=total, duration=duration)
        if all(span.pages is not None for span in plan)
        else translate(
            "at least {number} archive pages in all, {duration}", number=total, duration=duration
        )
    )
    return [*lines, sums]


def _sample_addresses(span: SpanPlan) -> list[tuple[str, str]]:
    """Return labels and addresses of sample pages of a span, each address once.

    A span that has no windows yet has no addresses.
    """
    labelled = [
        (make_message("first"), span.first),
        (make_message("last"), span.last),
        (make_message("middle"), span.middle),
    ]
    label_of = {address: label for label, address in reversed(labelled) if address}
    return [
        (label, address)
        for label, address in (labelled[0], labelled[2], labelled[1])
        if label_of.get(address) == label
    ]
