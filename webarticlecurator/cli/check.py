"""``curator check``: every problem of a portal file at once; the plan of its archive; a look at the
portal itself."""

from __future__ import annotations

import argparse
from datetime import date, datetime, timezone
from typing import Any

from webarticlecurator.archive import SpanPlan, estimate_duration, plan_spans, today_in
from webarticlecurator.cli.argument_types import parse_day
from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS, USAGE
from webarticlecurator.cli.expectations import (
    add_expectation_options,
    check_expectations,
    expectation_json,
    expectation_lines,
)
from webarticlecurator.cli.json_words import PLAN_WORDS, PROBLEM_WORDS
from webarticlecurator.cli.live_output import live_json, live_lines
from webarticlecurator.cli.options import add_config_argument, add_json_option, add_network_options
from webarticlecurator.cli.output import print_json, write_lines
from webarticlecurator.cli.portal_file import open_portal, portal_path
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.stored_words import to_words
from webarticlecurator.run.preview.live_check import LiveAnswer, LiveOptions, check_live
from webarticlecurator.run.setup import Runtime, check_overrides, check_template


def register(commands: Any) -> None:
    parser = add_command(commands, "check", "curator check portal.yaml --plan --today 2024-01-31")
    add_config_argument(parser)
    parser.add_argument(
        "--plan",
        action="store_true",
        help="per column and span the number of archive pages, and which",
    )
    parser.add_argument(
        "--today", type=parse_day, metavar="D", help="as if today were this day (YYYY-MM-DD)"
    )
    parser.add_argument(
        "--live",
        action="store_true",
        help="ask the portal for an archive page of each column and two articles; store nothing",
    )
    add_network_options(parser)
    add_expectation_options(parser)
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    path = portal_path(args.config)
    try:
        portal = open_portal(args)
        check_template(portal)
        check_overrides(portal)
        expected = check_expectations(args, portal)
    except ConfigError as error:
        if args.json:
            print_json(
                {"problems": [to_words(problem, PROBLEM_WORDS) for problem in error.problems]}
            )
        else:
            write_lines(str(error).split("\n"))
        return USAGE
    lines = plan_spans(portal, args.today or _today(portal)) if args.plan else ()
    looked = _look(args, portal) if args.live else None
    if args.json:
        planned = {"plan": [to_words(line, PLAN_WORDS) for line in lines]} if args.plan else {}
        tested = expectation_json(expected) if expected else {}
        print_json(
            {"problems": [], **planned, **tested, **({"live": live_json(looked)} if looked else {})}
        )
    else:
        words = [
            *_plan_words(lines, portal),
            *(expectation_lines(expected) if expected else ()),
            *(live_lines(looked) if looked else ()),
        ]
        write_lines([*words, f"{path}: no problems"])
    return (
        PROBLEMS
        if any(found is not None and not found.sound for found in (expected, looked))
        else DONE
    )


def _look(args: argparse.Namespace, portal: Portal) -> LiveAnswer:
    return check_live(
        portal,
        LiveOptions(args.today, args.proxy, args.ca),
        Runtime(progress=choose_progress(quiet=False)),
    )


def _today(portal: Portal) -> date:
    return today_in(portal.timezone, datetime.now(timezone.utc))


def _plan_words(lines: tuple[SpanPlan, ...], portal: Portal) -> list[str]:
    words = []
    for line in lines:
        count = f"{line.pages}" if line.pages is not None else f"at least {line.at_least}"
        pages = "archive page" if count.endswith(" 1") or count == "1" else "archive pages"
        windows = "" if line.windows == 1 else f" in {line.windows} windows"
        words.append(f"{line.column}, span {line.span + 1}: {count} {pages}{windows}")
        words += [f"  {name:<7}{address}" for name, address in _samples(line)]
    if lines:
        total = sum(line.at_least if line.pages is None else line.pages for line in lines)
        exact = "" if all(line.pages is not None for line in lines) else "at least "
        words.append(
            f"{exact}{total} archive pages in all, {estimate_duration(total, portal.fetch.delay)}"
        )
    return words


def _samples(line: SpanPlan) -> list[tuple[str, str]]:
    """The addresses of a span that are shown: each once, none where there are no windows yet."""
    named = [("first", line.first), ("last", line.last), ("middle", line.middle)]
    different = {address: name for name, address in reversed(named) if address}
    return [
        (name, address)
        for name, address in (named[0], named[2], named[1])
        if different.get(address) == name
    ]
