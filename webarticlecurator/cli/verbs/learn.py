"""``curator learn``: learns rules from stored pages and writes ``<portal>.learned.yaml``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from webarticlecurator.cli.options import (
    STANDARD_OUTPUT,
    add_command,
    add_config_argument,
    add_corpus_option,
    add_jobs_option,
    add_quiet_option,
    add_removed_option,
    parse_count,
)
from webarticlecurator.cli.output import DONE, print_message, write_data
from webarticlecurator.cli.portal_file import corpus_folder, open_portal, portal_path
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.selection_options import (
    add_page_options,
    add_selection_options,
    read_given_pages,
    read_selection_options,
    select_pages,
)
from webarticlecurator.config import body_yaml, is_untouched, learned_path, learned_yaml
from webarticlecurator.config.files import MAX_YAML, read_regular
from webarticlecurator.errors import UsageError
from webarticlecurator.export import write_file
from webarticlecurator.model.portal import Portal
from webarticlecurator.propose.induce_rules import MIN_PAGES, KeptText
from webarticlecurator.propose.learning import (
    MAX_ARTICLES,
    LearningResult,
    learn_rules,
    list_rule_lines,
)
from webarticlecurator.stored_pages.page_store import StoredPages
from webarticlecurator.workers.executor import Runtime

_NO_MATCH = (
    "no page of the WARC files is known to be an article; write the key `article.match` into the"
    " portal file: a regex that finds the addresses of articles"
)


def register(commands: Any) -> None:
    parser = add_command(commands, "learn", "curator learn portal.yaml")
    add_config_argument(parser)
    add_removed_option(
        parser, "--train", "learn the rules of each portal from its own pages: curator learn CONFIG"
    )
    add_page_options(parser, "all articles")
    add_selection_options(parser)
    add_corpus_option(parser)
    parser.add_argument(
        "--limit",
        type=parse_count,
        metavar="N",
        help=f"number of articles to read (default: {MAX_ARTICLES})",
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help=(
            "file to write (default: NAME.learned.yaml beside the portal file, the only place"
            " where it takes effect); - prints it, as --dry-run does"
        ),
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="print the file instead of writing it"
    )
    add_jobs_option(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    path = portal_path(args.config)
    portal = open_portal(args, learned=False)
    to_standard_output = args.dry_run or args.output == STANDARD_OUTPUT
    target = learned_path(path) if to_standard_output else args.output or learned_path(path)
    before = read_learned_file(target)
    if not to_standard_output:
        check_learned_file(target, before)
    result = learn_rules(
        portal,
        _chosen_pages(args, portal),
        Runtime(progress=choose_progress(args.quiet)),
    )
    has_own_root = bool(portal.article.body.root)
    induced = None if has_own_root else result.induced
    rules = list_rule_lines(induced, result.affixes)
    lines = _compared(result) if has_own_root else _not_learned(result)
    print_message("\n".join([f"{result.articles} stored articles read", *lines]))
    if not result.articles and args.warc and not portal.match:
        print_message(_NO_MATCH)
    text = learned_yaml(rules) if rules else ""
    if to_standard_output:
        write_data(text)
    elif not rules:
        print_message(f"no rules learned{f'; {target} is left as it is' if before else ''}")
    else:
        print_message("\n".join(list_rule_changes(before, text)))
        write_file(target, [text.encode("utf-8")])
        print_message(f"wrote {target}. Read it, then: curator build {args.config}")
        if target == learned_path(path) and open_portal(args).tei_digest == portal.tei_digest:
            print_message("it has no effect: the portal file has its own rules for all of this")
    return DONE


def _chosen_pages(args: argparse.Namespace, portal: Portal) -> StoredPages:
    folder = corpus_folder(args, portal)
    given, options = read_given_pages(args, folder), read_selection_options(args)
    return replace(
        given,
        limit=args.limit or MAX_ARTICLES,
        jobs=args.jobs,
        selected=select_pages(options, portal, folder, has_files=given.has_files),
    )


def _compared(result: LearningResult) -> Iterator[str]:
    """Yield what the root of the portal file keeps, and what learned rules would."""
    yield from _about_titles(result)
    found, induced = result.comparison, result.induced
    if found is None or induced is None:
        yield "root: that of the portal file stays; no better one is found"
        return
    yield (
        f"root: that of the portal file keeps {_percent(found.own)}; what would be learned from"
        f" {found.pages} pages keeps {_percent(found.learned)}"
    )
    if not found.is_better:
        yield "that of the portal file stays: it is as good"
        return
    yield "to use this, write it into the portal file in place of its root, drop and guess:"
    yield from body_yaml(list_rule_lines(induced)).splitlines()


def _percent(kept: KeptText) -> str:
    return f"{round(100 * kept.text)} % of the text, and {round(100 * kept.rest)} % of it is none"


def _about_titles(result: LearningResult) -> Iterator[str]:
    if not result.affixes:
        yield "titles: no beginning or ending in common that could be removed"


def _not_learned(result: LearningResult) -> Iterator[str]:
    """Yield what could not be learned, and why."""
    yield from _about_titles(result)
    if result.induced is None:
        yield "root: not learned, since the portal file has page or split"
    elif result.induced.of < MIN_PAGES:
        yield (
            "root: not learned, too few pages with running text:"
            f" {result.induced.of} (expected at least {MIN_PAGES})"
        )
    elif result.induced.is_worse:
        yield (
            f"root: not learned, the elements that hold the text on most of {result.induced.of}"
            " pages hold too much else; reading without a root is better"
        )
    elif not result.induced.roots:
        yield (
            f"root: not learned, no element holds the text on most of {result.induced.of} pages;"
            " it is still guessed page by page"
        )


# The file of learned rules that ``curator learn`` replaces.


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


def read_learned_file(target: Path) -> str:
    """Return the text of the file, empty if there is none yet."""
    return read_regular(target, MAX_YAML).decode("utf-8", "replace") if target.exists() else ""


def check_learned_file(target: Path, text: str) -> None:
    """Raise UsageError for a file that this command has not written, or that was changed since."""
    if text and not is_untouched(text):
        cure = (
            "Move your changes into the portal file, which takes precedence, and delete the file;"
            " or give another name with --output."
        )
        raise UsageError(
            f"{target} was changed by hand, or was not written by `curator learn`", cure
        )
