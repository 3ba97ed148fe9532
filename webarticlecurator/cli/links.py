"""``curator links``: shows what the link rules find on one page."""

from __future__ import annotations

import argparse
from typing import Any

from webarticlecurator.archive import describe_stop
from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.one_page import add_page_options, read_given_page
from webarticlecurator.cli.options import add_config_argument, add_json_option
from webarticlecurator.cli.output import print_json, print_message, write_lines
from webarticlecurator.cli.portal_file import open_portal
from webarticlecurator.errors import UsageError
from webarticlecurator.run.preview.page_links import (
    LinksAnswer,
    explain_article_next_page,
    list_links,
)
from webarticlecurator.run.preview.supervised import run_traced


def register(commands: Any) -> None:
    parser = add_command(
        commands,
        "links",
        "curator links portal.yaml --url https://www.example.org/news?page=2 --html saved.html"
        " --explain",
    )
    add_config_argument(parser)
    add_page_options(parser)
    parser.add_argument(
        "--column", help="the column of the archive page, if its address does not tell"
    )
    parser.add_argument(
        "--article",
        action="store_true",
        help="it is a page of an article: find only its next page, by article.next_page",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="show for each rule what it selected and what became of it",
    )
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    stored = read_given_page(args, portal)
    if stored is None:
        raise UsageError("no page given", "Give it with --html FILE or --warc FILE.")
    trace_lines: list[str]
    if args.article:
        following, trace_lines = run_traced(
            portal, args.url, args.explain, explain_article_next_page, stored, args.column
        )
        answer: dict[str, Any] = {"url": args.url, "next_page": following.address}
        lines, reason = [], following.reason
    else:
        links, trace_lines = run_traced(
            portal, args.url, args.explain, list_links, stored, args.column
        )
        answer = {
            "url": links.url,
            "column": links.column,
            "articles": list(links.articles),
            "next_page": links.next_page,
        }
        if links.pages:
            answer["pages"] = list(links.pages)
        if links.trouble:
            answer["trouble"] = links.trouble
        named = [f"archive page: {page}" for page in links.pages]
        trouble = [f"problem: {links.trouble}"] if links.trouble else []
        count = f"{_describe_count(links)}; {_describe_column(links)}"
        lines = [*links.articles, *named, *trouble, count]
        reason = links.reason
    for line in trace_lines:
        print_message(line)
    if args.json:
        print_json({**answer, **({"reason": reason} if reason else {})})
    else:
        write_lines([*lines, f"next page: {answer['next_page'] or describe_stop(reason)}"])
    return DONE


def _describe_count(links: LinksAnswer) -> str:
    articles = "1 article" if len(links.articles) == 1 else f"{len(links.articles)} articles"
    if not links.pages:
        return articles
    pages = "1 archive page" if len(links.pages) == 1 else f"{len(links.pages)} archive pages"
    return f"{articles}; {pages}"


def _describe_column(links: LinksAnswer) -> str:
    """Return the column of the page; or, if none is known, whose rules were used."""
    if links.column is not None:
        return f"column: {links.column}"
    return (
        "no column has such an address, so the rules of the archive were used (--column NAME uses"
        " those of a column)"
    )
