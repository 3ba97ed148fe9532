"""``curator links``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_json, print_message, write_lines
from webarticlecurator.cli.page_options import (
    damage_code,
    open_given_pages,
    page_options,
    read_given_pages,
)
from webarticlecurator.cli.page_without_rules import (
    OPTIONAL_CONFIG,
    open_portal_of_pages,
    propose_rules,
)
from webarticlecurator.cli.portal_file import corpus_folder
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, choose_pages, run_traced
from webarticlecurator.crawling.archive.page_location import spans_of
from webarticlecurator.crawling.archive.stop_reasons import describe_stop
from webarticlecurator.pages.rules.unmatched_rules import hint_unmatched_links, watch_rules
from webarticlecurator.proposing.trial.page_links import (
    ArticleNextPage,
    LinksAnswer,
    explain_article_next_page,
    links_json,
    list_links,
)


@command(
    "curator links portal.yaml --url https://www.example.org/news?page=2 --html saved.html"
    " --explain\n"
    "  curator links --html saved.html=https://www.example.org/news",
    *OPTIONAL_CONFIG,
    *page_options("all archive pages of the WARC files or of the corpus"),
    "--corpus",
    option("--column", help="the column of the archive pages, if their addresses do not show it"),
    option(
        "--article",
        action="store_true",
        help="the pages are articles: find only their next page, by article.next_page",
    ),
    option(
        "--explain",
        action="store_true",
        help="show for each rule what it selected and what became of it",
    ),
    "--json",
)
def run(args: argparse.Namespace) -> int:
    given = read_given_pages(args)
    portal = open_portal_of_pages(args, given)
    if args.config is not None:
        spans_of(portal, args.column)  # an unknown column is an error before any page is read
        given = replace(given, folder=corpus_folder(args, portal))
    watch_rules(portal)
    answers = []
    with open_given_pages(portal, given) as store:
        for stored in choose_pages(store, given, "article" if args.article else "archive"):
            located = stored.located
            if located is not None and args.column not in (None, located.column):
                continue
            own = portal if args.config is not None else propose_rules(portal, stored)
            answer, lines = _read_linked_page(args, own, stored)
            answers.append(answer)
            if not args.json:
                write_lines(lines if given.names_one else [f"# {answer['url']}", *lines])
    if args.json:
        print_json(answers[0] if given.names_one else answers)
    hints = () if args.article or args.config is None else _list_hints(portal, answers)
    for hint in hints:
        print_message(f"hint: {hint}")
    # a single page may rightly list nothing, such as the last one of an archive
    return damage_code(store) or (PROBLEMS if hints and len(answers) > 1 else DONE)


def _list_hints(portal: Portal, answers: list[dict[str, Any]]) -> tuple[str, ...]:
    """Return hints for rules that match nothing on any of the pages."""
    stored = [answer for answer in answers if answer.get("reason") != "not-found"]
    found = sum(len(answer["articles"]) + len(answer.get("pages", ())) for answer in stored)
    return hint_unmatched_links(portal, len(stored), found)


def _read_linked_page(
    args: argparse.Namespace, portal: Portal, stored: StoredPage
) -> tuple[dict[str, Any], list[str]]:
    """Return what the rules find on a page: the answer for ``--json``, and lines for a person.

    Prints the trace of ``--explain``.
    """
    find = explain_article_next_page if args.article else list_links
    column = args.column if stored.located is None else None
    found, trace_lines = run_traced(portal, stored.url, args.explain, find, stored, column)
    for line in trace_lines:
        print_message(line)
    answer = _article_json(stored.url, found) if args.article else links_json(found)
    lines = _article_lines(found) if args.article else _links_lines(portal, found)
    return answer, [*lines, f"next page: {answer['next_page'] or describe_stop(found.reason)}"]


def _article_json(url: str, found: ArticleNextPage) -> dict[str, Any]:
    parts = [{"as": kind, "url": address} for kind, address in found.parts]
    return {
        "url": url,
        "next_page": found.address,
        **({"single_page": found.single_page} if found.single_page else {}),
        **({"parts": parts} if parts else {}),
        **({"reason": found.reason} if found.reason else {}),
    }


def _article_lines(found: ArticleNextPage) -> Iterator[str]:
    if found.single_page:
        yield f"whole article: {found.single_page}"
    yield from (f"part ({kind}): {address}" for kind, address in found.parts)


def _links_lines(portal: Portal, links: LinksAnswer) -> Iterator[str]:
    yield from links.articles
    yield from (f"archive page: {page}" for page in links.pages)
    yield from [f"problem: {links.trouble}"] if links.trouble else []
    yield f"{_describe_count(links)}; {_describe_column(portal, links)}"


def _describe_count(links: LinksAnswer) -> str:
    articles = "1 article" if len(links.articles) == 1 else f"{len(links.articles)} articles"
    if not links.pages:
        return articles
    pages = "1 archive page" if len(links.pages) == 1 else f"{len(links.pages)} archive pages"
    return f"{articles}; {pages}"


def _describe_column(portal: Portal, links: LinksAnswer) -> str:
    """Return the column of the page; or, if none is known, whose rules were used."""
    if links.column is not None:
        return f"column: {links.column}"
    said = {
        0: "no column is known",
        1: "no archive page has such an address, so the rules of the archive were used",
    }
    with_several = (
        "no column has such an address, so the rules of the archive were used (--column NAME uses"
        " those of a column)"
    )
    return said.get(len(portal.columns), with_several)
