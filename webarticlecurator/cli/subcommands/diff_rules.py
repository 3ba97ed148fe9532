"""``curator diff CONFIG FILE``: shows what an edited portal file changes in stored articles."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.output import print_json, print_message, write_lines
from webarticlecurator.cli.portal_file import open_portal_file
from webarticlecurator.cli.portal_path import portal_path
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.stored_page_options import read_page_options
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.workers.executor import LostTask
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.proposing.trial.rule_effects import ArticleEffect, compare_rules

RULES_OPTIONS = ("limit", "warc", "column", "where", "sample", "by")
"""The options that have an effect with an edited portal file only."""


_TOTALS = ("changed", "unchanged", "words_gone", "words_added")
"""Numbers of articles, and of words of the changed ones, by their key in JSON."""


def run_rule_diff(args: argparse.Namespace, portal: Portal) -> int:
    edited = open_portal_file(portal_path(args.url), args.allow_hooks)
    if edited.id != portal.id:
        raise UsageError(
            f"{args.url} is for another portal: {edited.id} (expected {portal.id})",
            "Give an edited copy of the portal file.",
        )
    pages = read_page_options(args, portal, with_rejected=True)
    totals, lost = dict.fromkeys(_TOTALS, 0), list[str]()
    effects = _read_effects(args, (portal, edited), pages, totals, lost)
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
        print_json({"articles": articles, **totals, "not_read": lost})
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
        number = totals["changed"] + totals["unchanged"] + len(lost)
        words = f"{totals['words_gone']} words gone, {totals['words_added']} added"
        write_lines([f"{number} articles compared: {totals['changed']} changed, {words}"])
    for line in lost:
        print_message(f"not read: {line}")
    return PROBLEMS if lost else DONE


def _read_effects(
    args: argparse.Namespace,
    portals: tuple[Portal, Portal],
    pages: StoredPages,
    totals: dict[str, int],
    lost: list[str],
) -> Iterator[ArticleEffect]:
    """Yield the changed articles; the totals, and what could not be read, are complete at the
    end."""
    for result in compare_rules(*portals, pages, Runtime(progress=choose_progress(args.quiet))):
        if isinstance(result, LostTask):
            lost.append(f"{result.task.canonical}: {result.evidence}")
            continue
        totals["unchanged"] += result.unchanged
        for effect in result.changed:
            totals["changed"] += 1
            totals["words_gone"] += effect.comparison.words_gone
            totals["words_added"] += effect.comparison.words_added
            yield effect
