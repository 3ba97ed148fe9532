"""Which column and span does an address belong to?"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from webarticlecurator.archive.address_match import AddressMatch, match_address
from webarticlecurator.archive.windows import windows_in_range
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal, Span


@dataclass(frozen=True)
class LocatedPage:
    """``window_first`` the window's first day as YYYY-MM-DD, "" without one; ``page`` the page
    value or None."""

    column: str
    span: int
    window_first: str = ""
    page: str | None = None


def locate_page(portal: Portal, url: str, column: str | None = None) -> LocatedPage | None:
    """The column and span whose address template fits ``url`` (absolute): the one with the longest
    literal prefix. None: no template fits, the archive's own rules hold. With ``column`` only that
    one is looked at, and it is the answer (its first span) even where nothing fits. Raises
    UsageError for an unknown column, and where several fit equally whose rules differ."""
    found = [
        (span, m)
        for span in _spans(portal, column)
        if (m := match_address(span, url, portal.language))
    ]
    if not found:
        return LocatedPage(column, 0) if column is not None else None
    longest = max(m.literal for _, m in found)
    best = [(span, m) for span, m in found if m.literal == longest]
    best = [pair for pair in best if _reaches(*pair)] or best
    if len({_rules(span) for span, _ in best}) > 1:
        raise _several(url, best)
    span, hit = best[0]
    return LocatedPage(span.column, span.number, hit.window.key if hit.window else "", hit.page)


def span_of(portal: Portal, located: LocatedPage) -> Span:
    """The span that ``locate`` found."""
    column = next(c for c in portal.columns if c.name == located.column)
    return next(s for s in column.spans if s.number == located.span)


def _spans(portal: Portal, column: str | None) -> list[Span]:
    names = [c.name for c in portal.columns]
    if column is not None and column not in names:
        near = get_close_matches(column, names, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UsageError(
            f"no column {column!r} in portal {portal.id}{hint}", f"columns are: {', '.join(names)}"
        )
    return [span for c in portal.columns if column in (None, c.name) for span in c.spans]


def _reaches(span: Span, hit: AddressMatch) -> bool:
    """Among equals, a span that covers the date comes before one that ended earlier or began
    later."""
    return span.dates is None or hit.window is None or windows_in_range(span.dates, hit.window)


def _rules(span: Span) -> tuple[object, ...]:
    """What decides what is read off a page of the span."""
    return span.links, span.pagination, span.listed, span.stop


def _several(url: str, best: list[tuple[Span, AddressMatch]]) -> UsageError:
    names = list(dict.fromkeys(span.column for span, _ in best))
    if len(names) == 1:
        spans = ", ".join(str(span.number + 1) for span, _ in best)
        return UsageError(
            f"{url} fits several spans of column {names[0]!r} ({spans}) whose rules differ",
            "give the spans dates that do not overlap",
        )
    return UsageError(
        f"{url} fits several columns whose rules differ: {', '.join(names)}",
        f"say which with --column, as --column {names[0]}",
    )
