"""``curator links``: what the link rules find on one page."""

from __future__ import annotations

import argparse
from typing import Any

from webarticlecurator.archive import describe_stop
from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.one_page import add_page, read_given_page
from webarticlecurator.cli.options import add_config_argument, add_json_option
from webarticlecurator.cli.output import print_json, print_message, write_lines
from webarticlecurator.cli.portal_file import open_portal
from webarticlecurator.errors import UsageError
from webarticlecurator.run.preview.single_page import (
    LinksAnswer,
    explain_article_next_page,
    list_links,
    run_traced,
)


def register(commands: Any) -> None:
    parser = add_command(
        commands,
        "links",
        "curator links portal.yaml --url https://www.example.org/news?page=2 --html saved.html"
        " --explain",
    )
    add_config_argument(parser)
    add_page(parser)
    parser.add_argument("--column", help="whose archive page it is, where the address does not say")
    parser.add_argument(
        "--article",
        action="store_true",
        help="it is an article's page: only its next page, by article.next_page",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="rule by rule, what was selected and what became of it",
    )
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    stored = read_given_page(args, portal)
    if stored is None:
        raise UsageError("no page to look at", "Give it with --html FILE or --warc FILE.")
    notes: list[str]
    if args.article:
        following, notes = run_traced(
            portal, args.url, args.explain, explain_article_next_page, stored, args.column
        )
        answer: dict[str, Any] = {"url": args.url, "next_page": following.address}
        lines, reason = [], following.reason
    else:
        found, notes = run_traced(portal, args.url, args.explain, list_links, stored, args.column)
        answer = {
            "url": found.url,
            "column": found.column,
            "articles": list(found.articles),
            "next_page": found.next_page,
        }
        lines = [*found.articles, f"{_count(found)}; {_column(found)}"]
        reason = found.reason
    for line in notes:
        print_message(line)
    if args.json:
        print_json({**answer, **({"reason": reason} if reason else {})})
    else:
        write_lines([*lines, f"next page: {answer['next_page'] or describe_stop(reason)}"])
    return DONE


def _count(found: LinksAnswer) -> str:
    return "1 article" if len(found.articles) == 1 else f"{len(found.articles)} articles"


def _column(found: LinksAnswer) -> str:
    """In whose name the page was read, and by which rules."""
    if found.column is not None:
        return f"column: {found.column}"
    return (
        "no column has such an address: read by the rules of the archive (--column NAME takes a"
        " column's)"
    )
