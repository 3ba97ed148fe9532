"""Spans of the archive from whose pages the link rules list nothing at all."""

from __future__ import annotations

from webarticlecurator.config.source_kinds import ADDRESSES, INDEX
from webarticlecurator.model.archive_rules import Span
from webarticlecurator.model.patterns import describe_rule
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.model.verdict import NO_LINKS, Problem
from webarticlecurator.rules.trace import summarize_rule
from webarticlecurator.store import WritableCorpus

MIN_DATED_PAGES = 5
"""Pages of a span with dates that must list nothing: on a day or two nothing may be published."""


def note_silent_spans(portal: Portal, corpus: WritableCorpus) -> tuple[str, ...]:
    """Return a hint for each span none of whose archive pages lists anything. Needs
    ``corpus.commit``.

    For a span with dates it is recorded as a problem, too; for others the walk has recorded one.
    """
    hints = []
    for column in portal.columns:
        for span in column.spans:
            where = f"column {span.column}, span {span.number + 1}"
            corpus.run_log.clear_problems(where, NO_LINKS)
            count = _count_silent_pages(corpus, span)
            if count == 0 or (span.dates is not None and count < MIN_DATED_PAGES):
                continue
            pages = "its archive page" if count == 1 else f"any of its {count} archive pages"
            rules = "; ".join(map(_describe_rule, span.links))
            message = (
                f"the link rules match nothing on {pages}: {rules};"
                " `curator links --explain` shows what is near"
            )
            if span.dates is not None:
                corpus.run_log.add_problem(Problem(NO_LINKS, where, message))
            hints.append(f"{where}: {message}")
    return tuple(hints)


def _count_silent_pages(corpus: WritableCorpus, span: Span) -> int:
    """Return the number of archive pages of a span; 0 if one of them lists anything, or if they
    are not read by link rules."""
    if span.source.kind not in (ADDRESSES.name, INDEX.name):
        return 0
    if corpus.walks.has_listing(span.column, span.number):
        return 0
    return corpus.captures.count_archive_pages(span.column, span.number)


def _describe_rule(rule: Rule) -> str:
    return f"{describe_rule(rule.place, 'links')}: {summarize_rule(rule)}"
