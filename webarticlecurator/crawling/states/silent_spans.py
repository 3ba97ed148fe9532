"""Spans of the archive from whose pages the link rules list nothing at all."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.model.portal import Portal, Span
from webarticlecurator.base.model.rule_watch import describe_rule
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.rules.trace import summarize_rule
from webarticlecurator.portal_file.config.source_kinds import uses_link_rules
from webarticlecurator.storage.store.view import CorpusView

MIN_DAYS, MIN_LONGER = 5, 2
"""Pages that must list nothing where each is of a day, on a few of which nothing may be published;
and of a week, month or year, the newest of which may have begun today."""


def find_silent_spans(portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield a problem for each span none of whose archive pages lists anything. Without dates, a
    page that failed may be all that there is."""
    has_failed = next(corpus.run_log.problems(["archive-page-failed"]), None) is not None
    for span in portal.spans.values():
        count = _count_silent_pages(corpus, span)
        if span.dates is None:
            is_unsure = count == 0 or has_failed
        else:
            is_unsure = count < (MIN_DAYS if span.dates.step == "day" else MIN_LONGER)
        if is_unsure:
            continue
        pages = (
            make_message("its archive page")
            if count == 1
            else make_message("any of its {number} archive pages", number=count)
        )
        rules = "; ".join(
            f"{describe_rule(rule.place, 'links')}: {summarize_rule(rule)}" for rule in span.links
        )
        yield make_problem("no-links", _name_place(span), "span", pages=pages, rules=rules)


def list_span_places(portal: Portal, _corpus: CorpusView) -> set[str]:
    """Return the places of the problems of the spans of a portal."""
    return {_name_place(span) for span in portal.spans.values()}


def _name_place(span: Span) -> str:
    return f"column {span.column}, span {span.number + 1}"


def _count_silent_pages(corpus: CorpusView, span: Span) -> int:
    """Return the number of archive pages of a span; 0 if one of them lists anything, or if they
    are not read by link rules."""
    if not uses_link_rules(span.source.kind) or corpus.walks.has_listing(span.column, span.number):
        return 0
    return corpus.captures.count_archive_pages(span.column, span.number)
