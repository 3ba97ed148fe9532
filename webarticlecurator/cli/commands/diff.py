"""``curator diff``: shows what changed between two versions of an article, or what other rules
change in stored articles.
"""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from webarticlecurator.base.model.attribute_words import to_words
from webarticlecurator.base.portal.hosts import without_userinfo
from webarticlecurator.cli.argument_types import option, parse_count, parse_day, parse_utf8
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.json_words import FIELD_CHANGE_WORDS, LINE_CHANGE_WORDS, VERSION_WORDS
from webarticlecurator.cli.options import command, refuse_options
from webarticlecurator.cli.output import print_answer, print_message
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.shared_options import CONFIG, shared
from webarticlecurator.cli.subcommands.diff_rules import RULES_OPTIONS, run_rule_diff
from webarticlecurator.corpus.stored_pages.page_store import run_supervised
from webarticlecurator.crawling.building.upgrade import describe_difference, read_upgrade
from webarticlecurator.proposing.trial.compare_articles import (
    ArticleComparison,
    FieldChange,
    LineChange,
    WordRun,
    shorten_runs,
)
from webarticlecurator.proposing.trial.version_comparison import (
    VersionComparison,
    VersionName,
    compare_versions,
)

_SIGNS = {"changed": "~", "added": "+", "removed": "-", "marked": "="}


def _parse_version(text: str) -> VersionName:
    if text.isascii() and text.isdigit() and len(text) < 7:
        return int(text)
    try:
        return parse_day(text)
    except ArgumentTypeError:
        raise ArgumentTypeError(
            f"not a version: {text!r} (expected its number, or a day YYYY-MM-DD)"
        ) from None


@command(
    "curator diff portal.yaml https://www.example.org/2019/an-article",
    *CONFIG,
    option(
        "url",
        metavar="URL|FILE",
        type=parse_utf8,
        help="the address of an article of the corpus, or an edited copy of the portal file",
    ),
    option(
        "--upgrade",
        action="store_true",
        help="show what a new output version of the program changes in the TEI of the article;"
        " with the word all in place of the address, of all articles",
    ),
    *(
        option(
            f"--{name}",
            dest=f"{name}_version",
            type=_parse_version,
            metavar="VERSION",
            help=f"{which} version: its number, or a day YYYY-MM-DD (default: the last two)",
        )
        for name, which in (("from", "the earlier"), ("to", "the later"))
    ),
    option(
        "--limit",
        type=parse_count,
        metavar="N",
        help="with FILE: N articles, spread over the corpus, always the same ones",
    ),
    shared("--warc", help="with FILE: read these WARC files instead of the corpus"),
    "--column",
    "--where",
    "--sample",
    "--by",
    "--jobs",
    "--quiet",
    "--corpus",
    "--json",
)
def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    of_versions = {"--from": args.from_version, "--to": args.to_version}
    of_rules = {f"--{name}": getattr(args, name) for name in RULES_OPTIONS}
    words = "has no effect here"
    if args.upgrade:
        refuse_options({**of_versions, **of_rules}, words, "Leave it out, or --upgrade.")
        rows = read_upgrade(corpus_folder(args, portal), args.url)
        answer = [*rows] if args.json else None  # there may be many
        print_answer(args.json, answer, map(describe_difference, rows))
        return DONE
    if Path(args.url).is_file():
        refuse_options(of_versions, words, "Give it with an address.")
        return run_rule_diff(args, portal)
    refuse_options(of_rules, words, "Give it with an edited portal file.")
    url, folder = without_userinfo(args.url), corpus_folder(args, portal)
    names = args.from_version, args.to_version
    found: VersionComparison = run_supervised(portal, url, compare_versions, folder, url, *names)
    print_answer(args.json, _as_json(found), _lines(found))
    if found.comparison is None:
        print_message("the article has only one version, so there is nothing to compare")
    return DONE


def _lines(found: VersionComparison) -> Iterator[str]:
    yield found.url
    for place in dict.fromkeys((found.first, found.second)):
        time = f"{place.time:%Y-%m-%d %H:%M:%S} UTC"
        unused = "" if place.is_used else ", not used (`curator why` says why)"
        head = f"version {place.number} of {len(found.versions)}"
        yield f"{head}: {time}, record {place.record}{unused}"
    if found.comparison is None:
        return
    yield from map(_describe_field, found.comparison.metadata)
    yield from map(_describe_line, found.comparison.lines)
    gone, added = found.comparison.words_gone, found.comparison.words_added
    yield f"words: {gone} gone, {added} added"


def _describe_field(change: FieldChange) -> str:
    values = (" | ".join(each) or "(none)" for each in (change.old, change.new))
    return f"{change.field}: {' → '.join(values)}"


def _describe_line(change: LineChange) -> str:
    head = f"{_SIGNS[change.change]} {change.kind} {change.number}"
    if change.change == "marked":
        other = "the same words with different links, emphasis or kind of block"
        return f"{head}: {other}: {change.new}"
    return f"{head}: {' '.join(_show_runs(change.runs)) or change.new or change.old}"


def _show_runs(runs: tuple[WordRun, ...]) -> Iterator[str]:
    """Yield the words of a line: [-gone-], {+added+}, and unchanged ones near a change."""
    brackets = {"gone": ("[-", "-]"), "added": ("{+", "+}")}
    for run in shorten_runs(runs):
        begin, end = brackets.get(run.fate, ("", ""))
        yield f"{begin}{run.text}{end}"


def _as_json(found: VersionComparison) -> dict[str, Any]:
    compared = found.comparison or ArticleComparison((), (), 0, 0)
    return {
        "url": found.url,
        "versions": [
            {**to_words(each, VERSION_WORDS), "time": each.time.isoformat().replace("+00:00", "Z")}
            for each in found.versions
        ],
        "from": found.first.number,
        "to": found.second.number,
        "metadata": [to_words(change, FIELD_CHANGE_WORDS) for change in compared.metadata],
        "text": [to_words(change, LINE_CHANGE_WORDS) for change in compared.lines],
        "words_gone": compared.words_gone,
        "words_added": compared.words_added,
    }
