"""``curator check``: every problem of a portal file at once; the plan of its archive."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from datetime import date, datetime, timezone
from typing import Any

from webarticlecurator.archive import SpanPlan, how_long, plan, today_in
from webarticlecurator.cli.crawl import day
from webarticlecurator.cli.exit_codes import DONE, USAGE
from webarticlecurator.cli.options import add_config, add_json, add_verb, print_json, write_out
from webarticlecurator.cli.portal_file import portal_path
from webarticlecurator.config import load_portal
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.setup import check_template


def register(verbs: Any) -> None:
    parser = add_verb(
        verbs, "check", "report every problem of a portal file", "curator check portal.yaml --plan --today 2024-01-31"
    )
    add_config(parser)
    parser.add_argument("--plan", action="store_true", help="per column and span the number of archive pages, and which")
    parser.add_argument("--today", type=day, metavar="D", help="plan as if today were this day (YYYY-MM-DD)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    path = portal_path(args.config)
    try:
        portal = load_portal(path)
        check_template(portal)
    except ConfigError as error:
        if args.json:
            print_json({"problems": [asdict(problem) for problem in error.problems]})
        else:
            write_out(f"{error}\n")
        return USAGE
    lines = plan(portal, args.today or _today(portal)) if args.plan else ()
    if args.json:
        print_json({"problems": [], **({"plan": [asdict(line) for line in lines]} if args.plan else {})})
    else:
        write_out("\n".join([*_plan_words(lines, portal), f"{path}: no problems"]) + "\n")
    return DONE


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
        words.append(f"{exact}{total} archive pages in all, {how_long(total, portal.fetch.delay)}")
    return words


def _samples(line: SpanPlan) -> list[tuple[str, str]]:
    """The addresses of a span that are shown: each once, none where there are no windows yet."""
    named = [("first", line.first), ("last", line.last), ("middle", line.middle)]
    different = {address: name for name, address in reversed(named) if address}
    return [(name, address) for name, address in (named[0], named[2], named[1]) if different.get(address) == name]
