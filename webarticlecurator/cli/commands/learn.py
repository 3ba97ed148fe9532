"""``curator learn``: learns rules from stored pages and writes ``<portal>.learned.yaml``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.proposal.proposal import LearnedLine, LearnedRules
from webarticlecurator.base.system.output_files import read_if_present, replace_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.cli.argument_types import option, parse_count
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import STANDARD_OUTPUT, command
from webarticlecurator.cli.output import print_message, write_data
from webarticlecurator.cli.page_options import page_options, read_given_pages
from webarticlecurator.cli.portal_file import open_portal
from webarticlecurator.cli.portal_path import portal_path
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.shared_options import CONFIG, SELECTION
from webarticlecurator.cli.stored_page_options import read_page_options
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.learned_rules import learned_path
from webarticlecurator.portal_file.written.body_yaml import body_yaml
from webarticlecurator.portal_file.written.learned_file import is_untouched, learned_yaml
from webarticlecurator.proposing.text_rules.learning import (
    MAX_ARTICLES,
    LearningResult,
    learn_rules,
)
from webarticlecurator.proposing.text_rules.root_comparison import KeptText
from webarticlecurator.proposing.text_rules.shared_blocks import MIN_COMPARED

_NO_MATCH = (
    "no page of the WARC files is known to be an article; write the key `article.match` into the"
    " portal file: a regex that finds the addresses of articles"
)


@command(
    "curator learn portal.yaml",
    *CONFIG,
    *page_options("all articles"),
    *SELECTION,
    "--corpus",
    option(
        "--limit",
        type=parse_count,
        metavar="N",
        help=f"number of articles to read (default: {MAX_ARTICLES})",
    ),
    option(
        "--output",
        type=Path,
        metavar="FILE",
        help=(
            "file to write (default: NAME.learned.yaml beside the portal file, the only place"
            " where it takes effect); - prints it, as --dry-run does"
        ),
    ),
    option("--dry-run", action="store_true", help="print the file instead of writing it"),
    "--jobs",
    "--quiet",
)
def run(args: argparse.Namespace) -> int:
    path = portal_path(args.config)
    portal = open_portal(args, learned=False)
    to_standard_output = args.dry_run or args.output == STANDARD_OUTPUT
    target = learned_path(path) if to_standard_output else args.output or learned_path(path)
    known = read_if_present(target)
    before = (known or b"").decode("utf-8", "replace")
    if before and not to_standard_output and not is_untouched(before):
        raise UsageError(
            make_message(
                "{target} was changed by hand, or was not written by `curator learn`", target=target
            ),
            "Move your changes to the portal file, which takes precedence, and delete this file;"
            " or choose another name with --output.",
        )
    pages = read_page_options(args, portal, read_given_pages(args))
    pages = replace(pages, limit=args.limit or MAX_ARTICLES)
    result = learn_rules(portal, pages, Runtime(progress=choose_progress(args.quiet)))
    has_own_root = bool(portal.article.body.root)
    titles = tuple(
        LearnedLine(each.pair[0], f"{each.count} of {each.of} titles from {each.source}")
        for each in result.affixes
    )
    body = LearnedRules() if has_own_root or result.body is None else result.body
    rules = replace(body, titles=titles, encoding=result.encoding)
    lines = [f"{result.articles} stored articles read"]
    if not result.affixes:
        lines.append("titles: no beginning or ending in common that could be removed")
    lines += _compared(result) if has_own_root else _not_learned(result)
    print_message("\n".join(lines))
    if not result.articles and args.warc and not portal.match:
        print_message(_NO_MATCH)
    text = learned_yaml(rules) if rules else ""
    if to_standard_output:
        write_data(text)
    elif not rules:
        print_message(
            make_message("no rules learned; {target} is unchanged", target=target)
            if before
            else "no rules learned"
        )
    else:
        print_message("\n".join(list_rule_changes(before, text)))
        replace_file(target, known, text.encode(), "Run the same command again.")
        print_message(
            make_message(
                "wrote {target}. Read it, then: curator build {config}",
                target=target,
                config=args.config,
            )
        )
        if target == learned_path(path) and open_portal(args).tei_digest == portal.tei_digest:
            print_message("it has no effect: the portal file has its own rules for all of this")
    return DONE


def _compared(result: LearningResult) -> Iterator[str]:
    """Yield what the root of the portal file keeps, and what learned rules would."""
    found, learned = result.comparison, result.body
    if found is None or learned is None:
        yield "root: the one of the portal file stays, because no better one was found"
        return
    yield (
        f"root: that of the portal file keeps {_percent(found.own)}; what would be learned from"
        f" {found.pages} pages keeps {_percent(found.learned)}"
    )
    if not found.is_better:
        yield "the one of the portal file stays, because it is as good"
        return
    yield "to use the new one, write this into the portal file instead of its root, drop and guess:"
    yield from body_yaml(learned).splitlines()


def _percent(kept: KeptText) -> str:
    return f"{round(100 * kept.text)} % of the text, and {round(100 * kept.rest)} % of it is none"


def _not_learned(result: LearningResult) -> Iterator[str]:
    """Yield what could not be learned, and why."""
    if result.body is None:
        yield "root: not learned, because the portal file has page or split"
    elif result.compared < MIN_COMPARED:
        yield (
            f"root: not learned, because too few pages have running text: {result.compared}"
            f" (expected at least {MIN_COMPARED})"
        )
    elif not result.body.roots:
        yield (
            f"root: not learned, because no element holds the text on most of {result.compared}"
            " pages; curator still guesses it page by page"
        )


def list_rule_changes(before: str, after: str) -> list[str]:
    """Return the rules that only the old file has (``-``) or only the new one (``+``)."""
    old, new = _rule_lines(before), _rule_lines(after)
    old_rules, new_rules = {rule for rule, _ in old}, {rule for rule, _ in new}
    removed = [f"- {line}" for rule, line in old if rule not in new_rules]
    added = [f"+ {line}" for rule, line in new if rule not in old_rules]
    return [*removed, *added] or ["the same rules as before"]


def _rule_lines(text: str) -> list[tuple[str, str]]:
    """Return each rule of a file of learned rules, and its line with the evidence."""
    lines = [line.strip() for line in text.splitlines() if "  #" in line]
    return [(line.partition("  #")[0], line) for line in lines]
