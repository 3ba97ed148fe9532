"""``curator extract``: prints the metadata, the text or the TEI of one article page."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.one_page import add_page_options, read_given_page
from webarticlecurator.cli.options import add_config_argument, add_corpus_option
from webarticlecurator.cli.output import print_json, print_message, write_data
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.errors import UsageError
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.model.portal import Portal
from webarticlecurator.run import extract
from webarticlecurator.run.preview.explaining import explain
from webarticlecurator.run.preview.one_article import article_json, extract_split
from webarticlecurator.run.preview.supervised import run_supervised
from webarticlecurator.tei import build_document, plain_lines


def register(commands: Any) -> None:
    parser = add_command(
        commands,
        "extract",
        "curator extract portal.yaml --url https://www.example.org/2019/a --html saved.html"
        " --format json",
    )
    add_config_argument(parser)
    add_page_options(parser)
    parser.add_argument(
        "--explain",
        action="store_true",
        help="show for each rule what it selected and what became of it",
    )
    parser.add_argument(
        "--format",
        choices=("tei", "json", "text"),
        default="text",
        help="form of the output (default: text, one paragraph per line)",
    )
    add_corpus_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    stored = read_given_page(args, portal)
    if stored is not None:
        if args.explain:
            _print_lines(run_supervised(portal, args.url, explain, stored))
        page = (stored.url, stored.content, stored.content_type, stored.captured)
        parts = run_supervised(portal, args.url, extract_split, *page)
        if parts is not None and len(parts) > 1:
            return _print_parts(parts, args.format)
        result = parts[0] if parts else run_supervised(portal, args.url, extract, *page)
    else:
        # a page that is given as a file needs no store
        from webarticlecurator.run.preview.stored_article import explain_stored, extract_stored

        folder = corpus_folder(args, portal)
        if args.explain:
            _print_lines(run_supervised(portal, args.url, explain_stored, folder, args.url))
        result = run_supervised(portal, args.url, extract_stored, folder, args.url)
    return _print_result(result, portal, args.format)


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print_message(line)


def _print_result(result: Article | Rejected, portal: Portal, form: str) -> int:
    """Print an article, or why the page is rejected; return the exit code."""
    if form == "json":
        print_json(article_json(result))
    elif isinstance(result, Rejected):
        print_message(f"{result.url}: {result.reason}: {result.evidence}")
    else:
        text = (
            build_document(result, portal).content.decode("utf-8")
            if form == "tei"
            else "\n".join(plain_lines(result.blocks)) + "\n"
        )
        for problem in result.problems:
            print_message(f"problem: {problem.kind}: {problem.message}")
        write_data(text)
    return PROBLEMS if isinstance(result, Rejected) else DONE


def _print_parts(parts: tuple[Article | Rejected, ...], form: str) -> int:
    """Print the articles of one page, as a JSON list or as texts; return the exit code.

    Raises UsageError for TEI, since a TEI document holds one article.
    """
    if form == "json":
        print_json([article_json(part) for part in parts])
    elif form == "tei":
        addresses = "".join(f"\n  {part.url}" for part in parts)
        raise UsageError(
            f"the page holds {len(parts)} articles (article.split):{addresses}",
            "Give the address of one of them.",
        )
    else:
        write_data("\n".join(_text_with_heading(part) for part in parts))
    return PROBLEMS if any(isinstance(part, Rejected) for part in parts) else DONE


def _text_with_heading(part: Article | Rejected) -> str:
    """Return the text of an article below a line with its address, date and title."""
    if isinstance(part, Rejected):
        return f"# {part.url}\t{part.reason}: {part.evidence}\n"
    published, title = (part.metadata.first(name) or "" for name in ("published", "title"))
    heading = f"# {part.url}\t{published}\t{title}"
    return "".join(f"{line}\n" for line in (heading, *plain_lines(part.blocks)))
