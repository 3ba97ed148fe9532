"""Articles that no link rule lists: which archive pages link them, and what their addresses look
like.

What a stored archive page links, and the link rules do not list.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.portal.patterns import search_pattern
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.portal.rule_watch import describe_rule
from webarticlecurator.corpus.archives.linked_addresses import find_linked_addresses
from webarticlecurator.crawling.archive.link_source import PagePlace, SourceBody
from webarticlecurator.crawling.archive.link_sources import source_of
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.archive.page_location import LocatedPage, span_of
from webarticlecurator.crawling.captures.page_choice import Source
from webarticlecurator.crawling.states.archive_listing import to_stored_answer
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, find_link_address, resolve
from webarticlecurator.pages.rules.trace import RuleTrace, Trace, summarize_rule
from webarticlecurator.portal_file.keys.source_kinds import uses_link_rules

_FILTERS = ("include", "exclude")


@dataclass(frozen=True)
class ArchivePageTask:
    """A stored archive page, with its column, span and window in the portal file."""

    capture: Capture
    column: str
    span: int
    window: str


def find_unlisted_addresses(
    portal: Portal, source: Source, task: ArchivePageTask
) -> tuple[tuple[str, str], ...]:
    """Return the canonical forms of the addresses on an archive page that its link rules do not
    list, each with what leaves it out: empty if no link rule selects it. To be called in a
    worker."""
    span = span_of(portal, LocatedPage(task.column, task.span))
    answer = to_stored_answer(portal, source.read(task.capture), task.column, task.span)
    body = SourceBody(answer.url, answer.content, partial(answer.page, portal), answer.content_type)
    place, trace = PagePlace(window=task.window), Trace()
    listed = {
        link.url for link in source_of(span).read_page(portal, span, body, place, trace).links
    }
    if uses_link_rules(span.source.kind):
        linked: tuple[str, ...] = find_linked_addresses(body.page)
        # address → the rule that has selected it and left it out, and by what
        filters = {
            url: f"{reason}: {describe_rule(entry.rule.place, summarize_rule(entry.rule))}"
            for entry in trace.rules
            for raw, reason in _list_left_out(entry)
            for url in _resolve(body.page.base, raw)
        }
    else:
        # every address of a file, such as a sitemap
        kept = tuple(option for option in span.source.options if option[0] not in _FILTERS)
        whole = replace(span, source=replace(span.source, options=kept))
        linked = tuple(
            link.url for link in source_of(whole).read_page(portal, whole, body, place).links
        )
        filters = {url: _describe_filter(span, url) for url in linked}
    unlisted = {
        canonical_address(url, portal.address): filters.get(url, "")
        for url in linked
        if url not in listed
    }
    return tuple(unlisted.items())


def _describe_filter(span: Span, url: str) -> str:
    """Return the filter of a file's addresses that leaves one out."""
    for pattern in span.source.get("exclude", ()):
        if search_pattern(pattern, url, "exclude"):
            return f"exclude: {pattern} of {span.source.kind}"
    return f"include: {' | '.join(span.source.get('include', ()))} of {span.source.kind}"


def _list_left_out(entry: RuleTrace) -> Iterator[tuple[str, str]]:
    """Yield the addresses that a rule has left out, as they are written, with the reasons."""
    yield from entry.left_out
    for element, reason in entry.left_out_elements:
        attribute = entry.rule.attr
        raw = find_link_address(element) if attribute is None else element.get(attribute)
        if raw is not None:
            yield raw, reason


def _resolve(base: str, raw: str) -> Iterator[str]:
    try:
        yield normalize_address(resolve(base, raw))
    except NotAnAddress:
        return
