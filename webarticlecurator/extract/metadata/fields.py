"""Read the metadata of one page: every field has rules in order of precedence, and the first one
with a usable value counts.

What is usable differs by field: a date must be readable and before the capture, a language must
look like BCP 47, an author must not be an address. Every value keeps its source and the original
text of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, timezone

from webarticlecurator.extract.dates.read_date import DateContext, read_date
from webarticlecurator.extract.heuristics.heuristic_metadata import complete_metadata
from webarticlecurator.extract.metadata.agents import is_name, mark_agent_kinds
from webarticlecurator.extract.metadata.date_choice import EXTREMES, choose_date
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
class FieldResult:
    """The values of a field, and the problems of the sources that were passed over."""

    values: tuple[Value, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_metadata(
    page: Page | MetadataSources, portal: Portal, rules: ArticleRules
) -> tuple[Metadata, tuple[Problem, ...]]:
    """Return the metadata of ``page`` by ``rules.metadata``, and the problems.

    Only fields with a value are returned, in the order of ``FIELDS``; a page without a language has
    that of the portal. Problems: ``date-unreadable`` if no source of a date can be read,
    ``date-impossible`` if one is passed over because it is after the capture or a placeholder.
    """
    sources = page if isinstance(page, MetadataSources) else MetadataSources(page)
    field_rules = dict(rules.metadata)
    fields = {
        name: _read_field(name, field_rules.get(name, ()), sources, portal) for name, _, _ in FIELDS
    }
    for name in rules.usual:
        fields[name] = _complete_field(name, fields[name], sources, portal)
    authors = fields["authors"]
    fields["authors"] = replace(authors, values=mark_agent_kinds(authors.values, sources.page))
    if not fields["language"].values and portal.language != "und":
        default = Value(portal.language, "portal:language", portal.language)
        fields["language"] = FieldResult((default,))

    with_value = tuple((name, field.values) for name, field in fields.items() if field.values)
    problems = tuple(problem for field in fields.values() for problem in field.problems)
    return Metadata(with_value), problems


def _complete_field(
    name: str, field: FieldResult, sources: MetadataSources, portal: Portal
) -> FieldResult:
    context = _date_context(sources.page, portal)
    values = complete_metadata(name, field.values, sources, portal, context)
    return field if values == field.values else replace(field, values=values)


def read_published(page: Page, portal: Portal, rules: ArticleRules) -> str | None:
    """Return the date of publication alone, as in ``read_metadata``, but by the rules only."""
    date_rules = dict(rules.metadata).get("published", ())
    values = _read_field("published", date_rules, MetadataSources(page), portal).values
    return values[0].value if values else None


def _read_field(
    name: str, rules: tuple[Rule, ...], sources: MetadataSources, portal: Portal
) -> FieldResult:
    """Return the values of the first rule with a usable value; one value, unless the field is a
    list."""
    if name in DATES:
        return _read_date_field(name, rules, sources, portal)
    clean = CLEANERS.get(name, collapse_white_space)
    for rule in rules:
        values = _distinct(
            Value(value, found.source, found.original)
            for found in sources.values(name, rule)
            if (value := clean(found.value))
        )
        if values:
            return FieldResult(values if name in LISTS else values[:1])
    return FieldResult()


def _clean_author(text: str) -> str | None:
    name = collapse_white_space(text)
    return name if is_name(name) else None


CLEANERS: dict[str, Callable[[str], str | None]] = {
    "language": normalize_language,
    "access": read_access_word,
    "authors": _clean_author,
}
"""Field → a function from its text to the normalized value, None if the text cannot be one; fields
not in this table are only freed of white space."""


def _distinct(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return ``values`` in order, without those that differ from an earlier one in case only."""
    distinct: dict[str, Value] = {}
    for value in values:
        distinct.setdefault(value.value.casefold(), value)
    return tuple(distinct.values())


def _read_date_field(
    name: str, rules: tuple[Rule, ...], sources: MetadataSources, portal: Portal
) -> FieldResult:
    """Return the first date that can be read, rule by rule and value by value; with ``pick:
    earliest`` or ``latest`` all values of a rule are read."""
    context = _date_context(sources.page, portal)
    problems: list[Problem] = []
    for rule in list_alternatives(rules):
        dates: list[Value] = []
        for found in sources.values(name, rule):
            result = read_date(found.value, date_formats_of(rule), context)
            if result.value is None:
                message = (
                    f"{name}: {found.original!r} from {found.source} was passed over: {result.why}"
                )
                kind = "date-impossible" if result.impossible else "date-unreadable"
                problems.append(Problem(kind, sources.page.url, message))
                continue
            dates.append(Value(result.value, found.source, found.original))
            if rule.pick not in EXTREMES:
                break
        if dates:
            impossible = tuple(p for p in problems if p.kind == "date-impossible")
            return FieldResult((choose_date(dates, rule.pick, portal.timezone),), impossible)
    return FieldResult((), tuple(problems))


def _date_context(page: Page, portal: Portal) -> DateContext:
    return DateContext(portal.stated_zone, portal.language, _latest_possible(page.captured))


def list_alternatives(rules: Iterable[Rule]) -> Iterable[Rule]:
    """Yield the rules of a date, those in a plain ``first_of`` one by one: a date that cannot be
    read must not hide the next one."""
    for rule in rules:
        if rule.first_of and rule == Rule(first_of=rule.first_of):
            yield from list_alternatives(rule.first_of)
        else:
            yield rule


def date_formats_of(rule: Rule) -> tuple[str, ...]:
    """Return the date formats of a rule and of the rules nested in it."""
    nested = (rule.html,) if rule.html else (*rule.first_of, *rule.union)
    return rule.format + tuple(f for inner in nested for f in date_formats_of(inner))


def _latest_possible(captured: date | None) -> datetime | None:
    """Return the time a day after the capture, since clocks of portals run ahead and zones differ;
    of a capture known by its day only, a day after the end of that day."""
    if captured is None:
        return None
    if isinstance(captured, datetime):
        return captured + timedelta(days=1)
    return datetime.combine(captured, time(), timezone.utc) + timedelta(days=2)
