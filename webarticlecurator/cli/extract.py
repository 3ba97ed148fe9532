"""``curator extract``: what one article page gives."""

from __future__ import annotations

import argparse
from typing import Any

from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.one_page import add_page, read_given_page
from webarticlecurator.cli.options import add_config_argument, add_corpus_option
from webarticlecurator.cli.output import print_json, print_message, write_data
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.errors import UsageError
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.run import extract
from webarticlecurator.run.preview.explaining import explain, explain_stored
from webarticlecurator.run.preview.one_article import as_json, extract_split, extract_stored
from webarticlecurator.run.preview.single_page import run_supervised
from webarticlecurator.tei import build_document, plain_lines


def register(commands: Any) -> None:
    parser = add_command(
        commands,
        "extract",
        "curator extract portal.yaml --url https://www.example.org/2019/a --html saved.html"
        " --format json",
    )
    add_config_argument(parser)
    add_page(parser)
    parser.add_argument(
        "--explain",
        action="store_true",
        help="rule by rule, what was selected and what became of it",
    )
    parser.add_argument(
        "--format",
        choices=("tei", "json", "text"),
        default="text",
        help="default: text, one paragraph a line",
    )
    add_corpus_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    stored = read_given_page(args, portal)
    if stored is not None:
        for line in run_supervised(portal, args.url, explain, stored) if args.explain else ():
            print_message(line)
        page = (stored.url, stored.content, stored.content_type, stored.captured)
        parts = run_supervised(portal, args.url, extract_split, *page)
        if parts is not None and len(parts) > 1:
            return _print_parts(parts, args.format)
        found = parts[0] if parts else run_supervised(portal, args.url, extract, *page)
    else:
        folder = corpus_folder(args, portal)
        for line in (
            run_supervised(portal, args.url, explain_stored, folder, args.url)
            if args.explain
            else ()
        ):
            print_message(line)
        found = run_supervised(portal, args.url, extract_stored, folder, args.url)
    if args.format == "json":
        print_json(as_json(found))
    elif isinstance(found, Rejected):
        print_message(f"{found.url}: {found.reason}: {found.evidence}")
    else:
        _print(
            found,
            build_document(found, portal).content.decode("utf-8") if args.format == "tei" else None,
        )
    return PROBLEMS if isinstance(found, Rejected) else DONE


def _print(article: Article, tei: str | None) -> None:
    for problem in article.problems:
        print_message(f"problem: {problem.kind}: {problem.message}")
    write_data(tei if tei is not None else "\n".join(plain_lines(article.blocks)) + "\n")


def _print_parts(parts: tuple[Article | Rejected, ...], form: str) -> int:
    """Several articles of one page: their texts, each below its address and title. Other forms are
    of one article."""
    if form == "json":
        print_json([as_json(part) for part in parts])
    elif form == "tei":
        named = "".join(f"\n  {part.url}" for part in parts)
        raise UsageError(
            f"the page holds {len(parts)} articles (article.split):{named}",
            "Give the address of one of them.",
        )
    else:
        write_data("\n".join(_headed(part) for part in parts))
    return PROBLEMS if any(isinstance(part, Rejected) for part in parts) else DONE


def _headed(part: Article | Rejected) -> str:
    if isinstance(part, Rejected):
        return f"# {part.url}\t{part.reason}: {part.evidence}\n"
    head = "\t".join(
        (
            "# " + part.url,
            part.metadata.first("published") or "",
            part.metadata.first("title") or "",
        )
    )
    return "".join(f"{line}\n" for line in (head, *plain_lines(part.blocks)))
