"""``curator check``: reports every problem of a portal file at once.

On request it also prints the plan of the archive, compares stored pages with expectations, and
looks at the live portal.
"""

from __future__ import annotations

import argparse
import secrets
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from webarticlecurator.cli.argument_types import parse_day
from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS, USAGE
from webarticlecurator.cli.expectations import (
    ExpectationResults,
    add_expectation_options,
    check_expectations,
    expectation_json,
    expectation_lines,
)
from webarticlecurator.cli.json_words import PLAN_WORDS
from webarticlecurator.cli.live_output import live_json, live_lines
from webarticlecurator.cli.options import add_config_argument, add_json_option, add_network_options
from webarticlecurator.cli.output import print_json, print_message, write_lines
from webarticlecurator.cli.portal_file import open_portal, portal_path
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.config.portal_secrets import KEY_BYTES, pseudonym_key_path
from webarticlecurator.config.span_source import describe_pages_before
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.export import create_file
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.stored_words import PROBLEM_WORDS, to_words
from webarticlecurator.run.setup import Runtime, check_overrides, check_template
from webarticlecurator.text.times import find_zone

if TYPE_CHECKING:
    from webarticlecurator.archive import SpanPlan
    from webarticlecurator.run.preview.live_check import LiveAnswer

SHOWN_STARTS = 3
"""Starts of crawls by a schedule that are shown."""


def register(commands: Any) -> None:
    parser = add_command(commands, "check", "curator check portal.yaml --plan --today 2024-01-31")
    add_config_argument(parser)
    parser.add_argument(
        "--plan",
        action="store_true",
        help="list how many archive pages each column and span has, with sample addresses",
    )
    parser.add_argument(
        "--today", type=parse_day, metavar="D", help="take this day for today, YYYY-MM-DD"
    )
    parser.add_argument(
        "--live",
        action="store_true",
        help="try an archive page of each column and two articles on the portal; store nothing",
    )
    parser.add_argument(
        "--make-key",
        action="store_true",
        help="write the secret for `comments: pseudonyms` beside the portal file, then check it",
    )
    add_network_options(parser)
    add_expectation_options(parser)
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    path = portal_path(args.config)
    if args.make_key:
        create_file(pseudonym_key_path(path), f"{secrets.token_hex(KEY_BYTES)}\n", private=True)
        print_message(
            f"{pseudonym_key_path(path)} written: keep it secret and keep a copy, the pseudonyms"
            " depend on it"
        )
    try:
        portal = open_portal(args)
        check_template(portal)
        check_overrides(portal)
        expected = check_expectations(args, portal)
    except ConfigError as error:
        if args.json:
            problems = [to_words(problem, PROBLEM_WORDS) for problem in error.problems]
            print_json({"problems": problems})
        else:
            write_lines(str(error).split("\n"))
        return USAGE

    starts = _find_next_starts(portal) if portal.schedule else None
    plan = _plan_archive(args, portal) if args.plan else None
    live = _check_live(args, portal) if args.live else None
    failures = _list_failures(expected, live)

    if args.json:
        answer: dict[str, Any] = {"problems": []}
        if starts is not None:
            answer["next_starts"] = starts
        if plan is not None:
            answer["plan"] = [_plan_json(span) for span in plan]
        if expected:
            answer |= expectation_json(expected)
        if live:
            answer["live"] = live_json(live)
        print_json(answer)
    else:
        lines = _plan_lines(plan, portal) if plan else []
        lines += [f"schedule: next starts {', '.join(starts)}"] if starts else []
        lines += expectation_lines(expected) if expected else []
        lines += live_lines(live) if live else []
        write_lines([*lines, f"{path}: {'; '.join(failures) or 'no problems'}"])

    return PROBLEMS if failures else DONE


def _find_next_starts(portal: Portal) -> list[str] | None:
    """Return the next times at which ``curator watch`` starts a crawl, in the portal's zone; None,
    after a message, where the library that computes them is not installed."""
    from webarticlecurator.run.scheduling.start_times import next_starts

    try:
        starts = next_starts(portal, datetime.now(timezone.utc), SHOWN_STARTS)
    except UsageError as error:
        print_message(f"schedule: no next starts: {error}")
        return None
    zone = find_zone(portal.timezone)
    return [start.astimezone(zone).isoformat(timespec="seconds") for start in starts]


def _list_failures(expected: ExpectationResults | None, live: LiveAnswer | None) -> list[str]:
    """Return what is wrong although the file can be read, for the last line."""
    failures = []
    if expected and not expected.ok:
        failed = sum(not test.passed for test in expected.tests or ())
        failures.append(f"{failed} page{'' if failed == 1 else 's'} not as expected")
    if live and not live.ok:
        failures.append("something looks wrong on the portal")
    return failures


def _check_live(args: argparse.Namespace, portal: Portal) -> LiveAnswer:
    from webarticlecurator.run.preview.live_check import LiveOptions, check_live

    options = LiveOptions(args.today, args.proxy, args.ca)
    return check_live(portal, options, Runtime(progress=choose_progress(quiet=False)))


def _plan_archive(args: argparse.Namespace, portal: Portal) -> tuple[SpanPlan, ...]:
    from webarticlecurator.archive import plan_spans, today_in

    return plan_spans(portal, args.today or today_in(portal.timezone, datetime.now(timezone.utc)))


def _plan_json(span: SpanPlan) -> dict[str, Any]:
    """Return the plan of a span by its words, the spans counted from 1 as in all messages.

    ``source`` is there for other kinds than ``url``.
    """
    words = {**to_words(span, PLAN_WORDS), "span": span.span + 1}
    return words if span.source == "url" else {**words, "source": span.source}


def _plan_lines(plan: tuple[SpanPlan, ...], portal: Portal) -> list[str]:
    """Return the plan for a person: two or more lines per span, then the total."""
    from webarticlecurator.archive import estimate_duration

    lines = []
    for span in plan:
        count = f"{span.pages}" if span.pages is not None else f"at least {span.at_least}"
        pages = "archive page" if count.endswith(" 1") or count == "1" else "archive pages"
        windows = "" if span.windows == 1 else f" in {span.windows} windows"
        lines.append(f"{span.column}, span {span.span + 1}: {count} {pages}{windows}")
        lines += [f"  {label:<7}{address}" for label, address in _sample_addresses(span)]
        if span.source != "url":
            lines.append(f"  {describe_pages_before(span.source)}")
    total = sum(span.at_least if span.pages is None else span.pages for span in plan)
    at_least = "" if all(span.pages is not None for span in plan) else "at least "
    duration = estimate_duration(total, portal.fetch.delay)
    return [*lines, f"{at_least}{total} archive pages in all, {duration}"]


def _sample_addresses(span: SpanPlan) -> list[tuple[str, str]]:
    """Return labels and addresses of sample pages of a span, each address once.

    A span that has no windows yet has no addresses.
    """
    labelled = [("first", span.first), ("last", span.last), ("middle", span.middle)]
    label_of = {address: label for label, address in reversed(labelled) if address}
    return [
        (label, address)
        for label, address in (labelled[0], labelled[2], labelled[1])
        if label_of.get(address) == label
    ]
