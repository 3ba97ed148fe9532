"""Metadata of one page: for every field its ordered sources, and the first one that gives a usable
value.

What a usable value is differs by field: a date must be readable and lie before the capture, a
language must look like BCP 47, an author must not be an address. Every value keeps its source and
what stood on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, timezone

from webarticlecurator.extract.dates.read_date import DateContext, read_date
from webarticlecurator.extract.heuristics.heuristic_metadata import complete_metadata
from webarticlecurator.extract.metadata.agents import is_name, mark_agent_kinds
from webarticlecurator.extract.metadata.date_choice import ENDS, choose_date
from webarticlecurator.extract.metadata.language import normalize_language
from webarticlecurator.extract.metadata.sources import MetadataSources
from webarticlecurator.extract.page_checks.offers import read_access_word
from webarticlecurator.model.article import DATES, FIELDS, LISTS, Metadata, Value
from webarticlecurator.model.portal import ArticleRules, Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.model.verdict import Problem
from webarticlecurator.page import Page
from webarticlecurator.rules.white_space import collapse_white_space


@dataclass(frozen=True)
class Field:
    """What a field gave: its values, and what was wrong with the sources that were passed over."""

    values: tuple[Value, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_metadata(
    page: Page | MetadataSources, portal: Portal, rules: ArticleRules
) -> tuple[Metadata, tuple[Problem, ...]]:
    """The metadata of ``page`` by ``rules.metadata``, in the order of ``FIELDS``; only fields that
    have a value; the language falls back to the portal's.

    Problems: ``date-unreadable`` where no source of a date could be read, ``date-impossible`` where
    one was passed over because it lies after the capture or is a placeholder.
    """
    views = page if isinstance(page, MetadataSources) else MetadataSources(page)
    sources = dict(rules.metadata)
    found = {name: _field(name, sources.get(name, ()), views, portal) for name, _, _ in FIELDS}
    for name in rules.usual:
        found[name] = _completed(name, found[name], views, portal)
    found["authors"] = replace(
        found["authors"], values=mark_agent_kinds(found["authors"].values, views.page)
    )
    if not found["language"].values and portal.language != "und":
        found["language"] = Field((Value(portal.language, "portal:language", portal.language),))
    kept = tuple((name, field.values) for name, field in found.items() if field.values)
    return Metadata(kept), tuple(problem for field in found.values() for problem in field.problems)


def _completed(name: str, field: Field, views: MetadataSources, portal: Portal) -> Field:
    values = complete_metadata(name, field.values, views, portal, _context(views.page, portal))
    return field if values == field.values else replace(field, values=values)


def read_published(page: Page, portal: Portal, rules: ArticleRules) -> str | None:
    """The publication date alone, as ``metadata`` would give it."""
    found = _field(
        "published", dict(rules.metadata).get("published", ()), MetadataSources(page), portal
    ).values
    return found[0].value if found else None


def _field(name: str, sources: tuple[Rule, ...], views: MetadataSources, portal: Portal) -> Field:
    if name in DATES:
        return _date(name, sources, views, portal)
    clean = CLEANERS.get(name, collapse_white_space)
    for source in sources:
        found = _distinct(
            Value(value, f.source, f.original)
            for f in views.values(name, source)
            if (value := clean(f.value))
        )
        if found:
            return Field(found if name in LISTS else found[:1])
    return Field()


def _author(text: str) -> str | None:
    name = collapse_white_space(text)
    return name if is_name(name) else None


CLEANERS: dict[str, Callable[[str], str | None]] = {
    "language": normalize_language,
    "access": read_access_word,
    "authors": _author,
}
"""Field → a function from its text to the normalised value, or None if the text cannot be one."""


def _distinct(found: Iterable[Value]) -> tuple[Value, ...]:
    """Without repeats (case and white space aside), the first of each kept, in order."""
    kept: dict[str, Value] = {}
    for value in found:
        kept.setdefault(value.value.casefold(), value)
    return tuple(kept.values())


def _date(name: str, sources: tuple[Rule, ...], views: MetadataSources, portal: Portal) -> Field:
    """Source after source, and within a source value after value, until one can be read; with
    ``pick: earliest`` or ``latest`` all values of the source are read."""
    context = _context(views.page, portal)
    passed: list[Problem] = []
    for source in list_alternatives(sources):
        read: list[Value] = []
        for found in views.values(name, source):
            reading = read_date(found.value, date_formats_of(source), context)
            if reading.value is not None:
                read.append(Value(reading.value, found.source, found.original))
                if source.pick not in ENDS:
                    break
                continue
            message = (
                f"{name}: {found.original!r} from {found.source} was passed over: {reading.why}"
            )
            passed.append(
                Problem(
                    "date-impossible" if reading.impossible else "date-unreadable",
                    views.page.url,
                    message,
                )
            )
        if read:
            kept = tuple(p for p in passed if p.kind == "date-impossible")
            return Field((choose_date(read, source.pick, portal.timezone),), kept)
    return Field((), tuple(passed))


def _context(page: Page, portal: Portal) -> DateContext:
    return DateContext(portal.stated_zone, portal.language, _latest(page.captured))


def list_alternatives(sources: Iterable[Rule]) -> Iterable[Rule]:
    """The sources with written-out ``first_of`` taken apart: a date that cannot be read must not
    hide the next one."""
    for source in sources:
        if source.first_of and source == Rule(first_of=source.first_of):
            yield from list_alternatives(source.first_of)
        else:
            yield source


def date_formats_of(source: Rule) -> tuple[str, ...]:
    """The date formats of a rule; where it parses its value and goes on with a nested rule, those
    of the nested rule too."""
    nested = (source.html,) if source.html else (*source.first_of, *source.union)
    return source.format + tuple(f for rule in nested for f in date_formats_of(rule))


def _latest(captured: date | None) -> datetime | None:
    """A day after the capture: clocks of portals run ahead, and zones differ. A capture known by
    its day may be at its end."""
    if captured is None:
        return None
    if isinstance(captured, datetime):
        return captured + timedelta(days=1)
    return datetime.combine(captured, time(), timezone.utc) + timedelta(days=2)
