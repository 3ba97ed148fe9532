"""Spans of the archive from whose pages the link rules list nothing at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.portal.rule_watch import describe_rule
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.link_anchors import find_anchors, find_article_addresses
from webarticlecurator.crawling.states.archive_listing import to_stored_answer
from webarticlecurator.pages.rules.trace import summarize_rule
from webarticlecurator.portal_file.keys.source_kinds import uses_link_rules
from webarticlecurator.storage.store.view import CorpusView

MIN_DATED_PAGES = 5
"""Pages of a span with dates that must list nothing: on a day or two nothing may be published."""
MIN_OWN_LINKS = 3
"""Links like those to articles that one of a few pages has alone: then something is published."""


def find_silent_spans(portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield a problem for each span none of whose archive pages lists anything. Without dates, a
    page that failed may be all that there is."""
    has_failed = next(corpus.run_log.problems(["archive-page-failed"]), None) is not None
    for span in portal.spans.values():
        urls = _list_silent_pages(corpus, span)
        count = len(urls)
        if span.dates is None:
            is_unsure = count == 0 or has_failed
        else:
            is_unsure = count < MIN_DATED_PAGES and not _has_own_links(portal, corpus, span, urls)
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


def _list_silent_pages(corpus: CorpusView, span: Span) -> list[str]:
    """Return the addresses of the archive pages of a span; none if one of them lists anything, or
    if they are not read by link rules."""
    if not uses_link_rules(span.source.kind) or corpus.walks.has_listing(span.column, span.number):
        return []
    return corpus.captures.archive_pages(span.column, span.number)


def _has_own_links(portal: Portal, corpus: CorpusView, span: Span, urls: Sequence[str]) -> bool:
    """Return True if one of several pages has links like those to articles that no other one has:
    menus and boxes are on all."""
    captures = filter(None, (corpus.captures.best([url]) for url in urls))
    answers = (to_stored_answer(portal, corpus.read(each), span.column) for each in captures)
    found = [find_article_addresses(find_anchors(each.page(portal))) for each in answers]
    times = Counter(chain.from_iterable(found))
    own = (sum(times[url] == 1 for url in links) for links in found)
    return len(found) > 1 and max(own) >= MIN_OWN_LINKS
