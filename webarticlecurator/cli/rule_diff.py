"""``curator diff CONFIG FILE``: shows what an edited portal file changes in stored articles."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from webarticlecurator.cli.argument_types import parse_count
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import add_jobs_option, add_quiet_option, add_warc_option
from webarticlecurator.cli.output import print_json, print_message, write_lines
from webarticlecurator.cli.portal_file import corpus_folder, open_portal_file, portal_path
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.selection_options import add_selection_options, read_selection_options
from webarticlecurator.cli.stored_pages import select_pages
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.analysis.read_rows import may_become_article
from webarticlecurator.run.analysis.rule_effects import (
    ArticleEffect,
    ReadingSummary,
    compare_rules,
)
from webarticlecurator.run.analysis.survey import StoredPages
from webarticlecurator.run.executors.executor import LostTask
from webarticlecurator.run.setup import Runtime

RULES_OPTIONS = ("limit", "warc", "column", "where", "sample", "by")
"""The options that have an effect with an edited portal file only."""


def add_rules_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--limit",
        type=parse_count,
        metavar="N",
        help="with FILE: N articles, spread over the corpus and always the same",
    )
    add_warc_option(parser, "with FILE: read these WARC files instead of the corpus")
    add_selection_options(parser, has_days=False)
    add_jobs_option(parser)
    add_quiet_option(parser)


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
    selected = select_pages(options, portal, folder, may_become_article, has_files=bool(warcs))
    pages = StoredPages(folder, warcs, args.limit, args.jobs, selected=selected)
    totals = _Totals()
    effects = _read_effects(args, (portal, edited), pages, totals)
    if args.json:
        articles = [_as_json(effect) for effect in effects]
        print_json({"articles": articles, **_totals_as_json(totals)})
    else:
        for effect in effects:
            write_lines([_describe_effect(effect)])
        write_lines([_describe_totals(totals)])
    for lost in totals.lost:
        print_message(f"not read: {lost}")
    return PROBLEMS if totals.lost else DONE


def _read_effects(
    args: argparse.Namespace, portals: tuple[Portal, Portal], pages: StoredPages, totals: _Totals
) -> Iterator[ArticleEffect]:
    """Yield the changed articles; the totals are complete at the end."""
    runtime = Runtime(progress=choose_progress(args.quiet))
    for result in compare_rules(*portals, pages, runtime):
        if isinstance(result, LostTask):
            totals.lost.append(f"{result.task.canonical}: {result.evidence}")
            continue
        totals.unchanged += result.unchanged
        for effect in result.changed:
            totals.changed += 1
            totals.words_gone += effect.comparison.words_gone
            totals.words_added += effect.comparison.words_added
            yield effect


def _describe_effect(effect: ArticleEffect) -> str:
    before, after = map(_describe_reading, (effect.before, effect.after))
    compared = effect.comparison
    words = f"{compared.words_gone} gone, {compared.words_added} added"
    fields = ", ".join(change.field for change in compared.metadata)
    return f"{effect.url}: {before} → {after}: {words}{f'; {fields}' if fields else ''}"


def _describe_reading(reading: ReadingSummary) -> str:
    return reading.reason or f"{reading.words} words"


def _describe_totals(totals: _Totals) -> str:
    number = totals.changed + totals.unchanged + len(totals.lost)
    words = f"{totals.words_gone} words gone, {totals.words_added} added"
    return f"{number} articles compared: {totals.changed} changed, {words}"


def _as_json(effect: ArticleEffect) -> dict[str, Any]:
    return {
        "url": effect.url,
        "words": [effect.before.words, effect.after.words],
        "reasons": [effect.before.reason or None, effect.after.reason or None],
        "words_gone": effect.comparison.words_gone,
        "words_added": effect.comparison.words_added,
        "metadata": [change.field for change in effect.comparison.metadata],
    }


def _totals_as_json(totals: _Totals) -> dict[str, Any]:
    return {
        "changed": totals.changed,
        "unchanged": totals.unchanged,
        "words_gone": totals.words_gone,
        "words_added": totals.words_added,
        "not_read": totals.lost,
    }
