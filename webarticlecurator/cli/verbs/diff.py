"""``curator diff``: shows what changed between two versions of an article, or what other rules
change in stored articles.
"""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from webarticlecurator.cli.options import (
    CONFIG,
    add_command,
    add_options,
    option,
    parse_count,
    parse_day,
    parse_utf8,
    shared,
)
from webarticlecurator.cli.output import (
    DONE,
    FIELD_CHANGE_WORDS,
    LINE_CHANGE_WORDS,
    PROBLEMS,
    VERSION_WORDS,
    print_json,
    print_message,
    write_lines,
)
from webarticlecurator.cli.portal_file import (
    corpus_folder,
    open_portal,
    open_portal_file,
    portal_path,
)
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.selection_options import read_selection_options, select_pages
from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.errors import UsageError
from webarticlecurator.model.attribute_words import to_words
from webarticlecurator.model.hosts import without_userinfo
from webarticlecurator.model.portal import Portal
from webarticlecurator.stored_pages.page_store import StoredPages, run_supervised
from webarticlecurator.trial.compare_articles import (
    ArticleComparison,
    ArticleEffect,
    FieldChange,
    LineChange,
    VersionComparison,
    VersionName,
    WordRun,
    compare_rules,
    compare_versions,
    shorten_runs,
)
from webarticlecurator.workers.executor import LostTask, Runtime

_SIGNS = {"changed": "~", "added": "+", "removed": "-", "marked": "="}


def register(commands: Any) -> None:
    parser = add_command(
        commands,
        "diff",
        "curator diff portal.yaml https://www.example.org/2019/an-article",
        run,
        *CONFIG,
        option(
            "url",
            metavar="URL|FILE",
            type=parse_utf8,
            help="the address of an article of the corpus, or an edited copy of the portal file",
        ),
    )
    for name, which in (("from", "the earlier"), ("to", "the later")):
        parser.add_argument(
            f"--{name}",
            dest=f"{name}_version",
            type=_parse_version,
            metavar="VERSION",
            help=f"{which} version: its number, or a day YYYY-MM-DD (default: the last two)",
        )
    add_options(
        parser,
        option(
            "--limit",
            type=parse_count,
            metavar="N",
            help="with FILE: N articles, spread over the corpus and always the same",
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
    if Path(args.url).is_file():
        _refuse(args, ("from_version", "to_version"), "an address")
        return run_rule_diff(args, portal)
    _refuse(args, RULES_OPTIONS, "an edited portal file")
    url, folder = without_userinfo(args.url), corpus_folder(args, portal)
    names = args.from_version, args.to_version
    found: VersionComparison = run_supervised(portal, url, compare_versions, folder, url, *names)
    if args.json:
        print_json(_as_json(found))
    else:
        write_lines(_lines(found))
    if found.comparison is None:
        print_message("the article has one version: there is nothing to compare")
    return DONE


def _refuse(args: argparse.Namespace, names: tuple[str, ...], needed: str) -> None:
    """Raise UsageError for an option that has no effect."""
    for name in names:
        if getattr(args, name):
            option = name.removesuffix("_version")
            raise UsageError(f"--{option} has no effect here", f"Give it with {needed}.")


def _parse_version(text: str) -> VersionName:
    if text.isascii() and text.isdigit() and len(text) < 7:
        return int(text)
    try:
        return parse_day(text)
    except ArgumentTypeError:
        raise ArgumentTypeError(
            f"not a version: {text!r} (expected its number, or a day YYYY-MM-DD)"
        ) from None


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
        return f"{head}: the same words with other links, emphasis or kind of block: {change.new}"
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


# ``curator diff CONFIG FILE``: shows what an edited portal file changes in stored articles.

RULES_OPTIONS = ("limit", "warc", "column", "where", "sample", "by")
"""The options that have an effect with an edited portal file only."""


@dataclass
class _Totals:
    """Numbers of articles, and of words of the changed ones; ``lost`` could not be read."""

    changed: int = 0
    unchanged: int = 0
    words_gone: int = 0
    words_added: int = 0
    lost: list[str] = field(default_factory=list)


def run_rule_diff(args: argparse.Namespace, portal: Portal) -> int:
    edited = open_portal_file(portal_path(args.url), args.allow_hooks)
    if edited.id != portal.id:
        raise UsageError(
            f"{args.url} is for another portal: {edited.id} (expected {portal.id})",
            "Give an edited copy of the portal file.",
        )
    folder, warcs = corpus_folder(args, portal), tuple(args.warc)
    options = read_selection_options(args)
    selected = select_pages(options, portal, folder, with_rejected=True, has_files=bool(warcs))
    pages = StoredPages(folder, warcs, args.limit, args.jobs, selected=selected)
    totals = _Totals()
    effects = _read_effects(args, (portal, edited), pages, totals)
    if args.json:
        articles = [
            {
                "url": effect.url,
                "words": [effect.before.words, effect.after.words],
                "reasons": [effect.before.reason or None, effect.after.reason or None],
                "words_gone": effect.comparison.words_gone,
                "words_added": effect.comparison.words_added,
                "metadata": [change.field for change in effect.comparison.metadata],
            }
            for effect in effects
        ]
        print_json(
            {
                "articles": articles,
                "changed": totals.changed,
                "unchanged": totals.unchanged,
                "words_gone": totals.words_gone,
                "words_added": totals.words_added,
                "not_read": totals.lost,
            }
        )
    else:
        for effect in effects:
            compared = effect.comparison
            before, after = (
                each.reason or f"{each.words} words" for each in (effect.before, effect.after)
            )
            words = f"{compared.words_gone} gone, {compared.words_added} added"
            fields = ", ".join(change.field for change in compared.metadata)
            more = f"; {fields}" if fields else ""
            write_lines([f"{effect.url}: {before} → {after}: {words}{more}"])
        number = totals.changed + totals.unchanged + len(totals.lost)
        words = f"{totals.words_gone} words gone, {totals.words_added} added"
        write_lines([f"{number} articles compared: {totals.changed} changed, {words}"])
    for lost in totals.lost:
        print_message(f"not read: {lost}")
    return PROBLEMS if totals.lost else DONE


def _read_effects(
    args: argparse.Namespace, portals: tuple[Portal, Portal], pages: StoredPages, totals: _Totals
) -> Iterator[ArticleEffect]:
    """Yield the changed articles; the totals are complete at the end."""
    for result in compare_rules(*portals, pages, Runtime(progress=choose_progress(args.quiet))):
        if isinstance(result, LostTask):
            totals.lost.append(f"{result.task.canonical}: {result.evidence}")
            continue
        totals.unchanged += result.unchanged
        for effect in result.changed:
            totals.changed += 1
            totals.words_gone += effect.comparison.words_gone
            totals.words_added += effect.comparison.words_added
            yield effect
