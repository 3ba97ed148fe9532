"""What a stored archive page links, and the link rules do not list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from webarticlecurator.archive import (
    LocatedPage,
    PagePlace,
    SourceBody,
    normalize_address,
    source_of,
    span_of,
)
from webarticlecurator.archive.linked_addresses import find_linked_addresses
from webarticlecurator.article import canonical_address
from webarticlecurator.config.source_kinds import ADDRESSES, INDEX
from webarticlecurator.model.archive_rules import Span
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.patterns import describe_rule, search_pattern
from webarticlecurator.model.portal import Portal
from webarticlecurator.rules import Trace
from webarticlecurator.rules.resolve import NotAnAddress, find_link_address, resolve
from webarticlecurator.rules.trace import RuleTrace, summarize_rule
from webarticlecurator.run.building.article_page_choice import Source
from webarticlecurator.run.crawling.listing import to_stored_answer

_FILTERS = ("include", "exclude")


@dataclass(frozen=True)
class ArchivePageTask:
    """A stored archive page, with its column, span and window in the portal file."""

    capture: Capture
    column: str
    span: int
    window: str


@dataclass(frozen=True)
class UnlistedAddress:
    """The canonical form of an address that a page links; ``filter`` is what leaves it out, empty
    if no link rule selects it."""

    canonical: str
    filter: str = ""


def find_unlisted_addresses(
    portal: Portal, source: Source, task: ArchivePageTask
) -> tuple[UnlistedAddress, ...]:
    """Return the addresses on an archive page that its link rules do not list. To be called in a
    worker."""
    span = span_of(portal, LocatedPage(task.column, task.span))
    answer = to_stored_answer(portal, source.read(task.capture), task.column, task.span)
    body = SourceBody(answer.url, answer.content, partial(answer.page, portal), answer.content_type)
    place, trace = PagePlace(window=task.window), Trace()
    read = source_of(span).read_page(portal, span, body, place, trace)
    listed = {link.url for link in read.links}
    if span.source.kind in (ADDRESSES.name, INDEX.name):
        linked: tuple[str, ...] = find_linked_addresses(body.page)
        filters = _find_filters(trace, body.page.base)
    else:
        linked = _read_unfiltered(portal, span, body, place)
        filters = {url: _describe_filter(span, url) for url in linked}
    unlisted = {
        canonical_address(url, portal.address): filters.get(url, "")
        for url in linked
        if url not in listed
    }
    return tuple(UnlistedAddress(*each) for each in unlisted.items())


def _read_unfiltered(
    portal: Portal, span: Span, body: SourceBody, place: PagePlace
) -> tuple[str, ...]:
    """Return every address of a file, such as a sitemap."""
    kept: tuple[tuple[str, Any], ...] = tuple(
        option for option in span.source.options if option[0] not in _FILTERS
    )
    span = replace(span, source=replace(span.source, options=kept))
    return tuple(link.url for link in source_of(span).read_page(portal, span, body, place).links)


def _describe_filter(span: Span, url: str) -> str:
    """Return the filter of a file's addresses that leaves one out."""
    for pattern in span.source.get("exclude", ()):
        if search_pattern(pattern, url, "exclude"):
            return f"exclude: {pattern} of {span.source.kind}"
    return f"include: {' | '.join(span.source.get('include', ()))} of {span.source.kind}"


def _find_filters(trace: Trace, base: str) -> dict[str, str]:
    """Return address → the rule that has selected it and left it out, and by what."""
    return {
        url: f"{reason}: {describe_rule(entry.rule.place, summarize_rule(entry.rule))}"
        for entry in trace.rules
        for raw, reason in _list_left_out(entry)
        for url in _resolve(base, raw)
    }


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
