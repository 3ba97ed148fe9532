"""Read the metadata of one page: every field has rules in order of precedence, and the first one
with a usable value counts.

What is usable differs by field: a date must be readable and before the capture, a language must
look like BCP 47, an author must not be an address. Every value keeps its source and the original
text of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import MAXYEAR, date, datetime, time, timedelta, timezone
from functools import partial
from typing import TypeAlias

from webarticlecurator.articles.blocks.page_language import normalize_language
from webarticlecurator.articles.by_rules.years import normalize_year
from webarticlecurator.articles.facts.article_time import check_month
from webarticlecurator.articles.facts.author_names import (
    cut_byline,
    is_name,
    mark_agent_kinds,
)
from webarticlecurator.articles.facts.default_corrections import MetadataCompleter
from webarticlecurator.articles.facts.sources import MetadataSources
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Metadata, Value
from webarticlecurator.base.model.complete_table import require_every_word
from webarticlecurator.base.model.fields import (
    FIELDS,
    FIELDS_BY_NAME,
    LINKED_KEYWORDS,
    FieldKind,
    HeaderPlace,
    MetadataField,
    fields_of,
)
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.base.text.date_words import has_calendar_of_names
from webarticlecurator.base.text.dates import (
    DateContext,
    DateResult,
    fits_a_format,
    read_date_or_month,
)
from webarticlecurator.base.text.times import DAY_LENGTH, parse_iso_day, parse_iso_time, to_zone
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.base.text.word_borders import drop_format_marks
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.declared_access import read_access_word
from webarticlecurator.pages.rules.elements import collapse_white_space, restore_spaces
from webarticlecurator.pages.rules.results import select_values
from webarticlecurator.pages.rules.rule_use import RULE_USE

_SHOWN = " css:"
"""The source of a text that readers see, in the message of a problem."""
_DAY_IN_NUMBERS = re.compile(r"\d[./-]\s?\d{1,2}[./-]\s?\d")
_NUMBERS = re.compile(r"\W*\d{4}\W+\d\d?\W+\d\d?(?:\W+\d\d?:\d\d(?::\d\d)?)?\W*")
"""A day in numbers, as readers see it."""
EXTREMES = ("earliest", "latest")
"""Values of ``pick`` for which all dates of a source have to be read."""


def choose_date(dates: Sequence[Value], pick: str | None, zone_name: str) -> Value:
    """Return the earliest or latest of ``dates`` (ISO 8601, at least one); the first for any other
    ``pick``.

    Days are those of the zone ``zone_name``. Of two dates on one day, one with a time is preferred
    to one without; of equal ones, the first.
    """
    if pick == "latest":
        return max(dates, key=lambda value: _sort_key(value.value, zone_name, rank_with_time=1))
    if pick == "earliest":
        return min(dates, key=lambda value: _sort_key(value.value, zone_name, rank_with_time=0))
    return dates[0]


def _sort_key(value: str, zone_name: str, *, rank_with_time: int) -> tuple[date, int, float]:
    """Return the key of a date. ``rank_with_time``: the rank (0 or 1) of a date with a time among
    those of its day."""
    if len(value) <= DAY_LENGTH:
        # a month or a year is its first day
        return parse_iso_day(f"{value}-01-01"[:DAY_LENGTH]), 1 - rank_with_time, 0.0
    local = to_zone(value, zone_name)
    return local.date(), rank_with_time, local.timestamp()


_KEEPS_SPACES = (HeaderPlace.MAIN_TITLE, HeaderPlace.OTHER_TITLE, HeaderPlace.ABSTRACT)
"""Places of running text, which keeps U+00A0 as the body does; labels and names are compared."""

_HTML_LANGUAGE = Rule("css", "html", attr="lang")
_Reader: TypeAlias = Callable[
    [MetadataField, "tuple[Rule, ...]", MetadataSources, Portal], "FieldResult"
]


@dataclass(frozen=True)
class FieldResult:
    """The values of a field, and the problems of the sources that were passed over."""

    values: tuple[Value, ...] = ()
    problems: tuple[Problem, ...] = ()


_NOTHING = FieldResult()


def read_metadata(
    page: Page | MetadataSources, portal: Portal, rules: ArticleRules
) -> tuple[Metadata, tuple[Problem, ...]]:
    """Return the metadata of ``page`` by ``rules.metadata``, and the problems.

    Only fields with a value are returned, in the order of ``FIELDS``; a page without a language has
    that of the portal. Problems: ``date-unreadable`` if no source of a date can be read,
    ``date-impossible`` if one is passed over because it is after the capture or a placeholder;
    ``published-unknown`` if the page only says when it was changed.
    """
    sources = page if isinstance(page, MetadataSources) else MetadataSources(page)
    field_rules = dict(rules.metadata)
    fields = {
        field.name: _READERS[field.kind](field, field_rules.get(field.name, ()), sources, portal)
        for field in FIELDS
    }
    _correct_defaults(fields, sources, portal, rules)
    for field in fields_of(FieldKind.PERSON):
        found = fields[field.name]
        if found.values:
            fields[field.name] = replace(found, values=mark_agent_kinds(found.values, sources.page))
    for field in fields_of(FieldKind.LANGUAGE):
        if not fields[field.name].values and portal.language != "und":
            fields[field.name] = FieldResult(
                (Value(portal.language, "portal:language", portal.language),)
            )
    for field in FIELDS:
        found = fields[field.name]
        if found.values:
            values = tuple(map(_without_marks, found.values))
            if field.place in _KEEPS_SPACES:
                values = tuple(map(_with_spaces, values))
            if values != found.values:
                fields[field.name] = replace(found, values=values)

    with_value = tuple((name, found.values) for name, found in fields.items() if found.values)
    problems = [problem for found in fields.values() for problem in found.problems]
    modified = fields["modified"].values
    if modified and not fields["published"].values:  # the day of a change is not a day to cite
        value = modified[0]
        problem = make_problem(
            "published-unknown", sources.page.url, value=value.value, source=value.source
        )
        problems.append(problem)
    return Metadata(with_value), tuple(problems)


def _correct_defaults(
    fields: dict[str, FieldResult],
    sources: MetadataSources,
    portal: Portal,
    rules: ArticleRules,
) -> None:
    """Correct the fields for which ``rules`` has none."""
    context, names = date_context(sources.page, portal), rules.default_fields
    completer = MetadataCompleter(sources, portal, context, rules.body.root)
    for name in names:
        fields[name] = replace(fields[name], values=completer.complete(name, fields[name].values))
    if "authors" in names:
        authors, doubts = completer.complete_authors(fields["authors"].values)
        fields["authors"] = FieldResult(authors, (*fields["authors"].problems, *doubts))
    if "published" in names:
        own = _drop_read_elsewhere(_drop_of_entries(fields["published"]))
        is_said = any(each.kind == "date-unreadable" for each in own.problems)
        doubts = () if is_said else tuple(completer.doubt_published(own.values))
        fields["published"] = replace(own, problems=(*own.problems, *doubts))
    modified = fields["modified"].values
    published = fields["published"].values
    # Blogs declare the date of publication again as that of a change, for every post.
    has_both = "modified" in names and bool(modified and published)
    if has_both and _is_same_date(modified[0].value, published[0].value):
        fields["modified"] = replace(fields["modified"], values=())
    if "keywords" in names:
        # The sections of the article are among links to keywords.
        sections = {value.value.casefold() for value in fields["section"].values}
        kept = tuple(
            value
            for value in fields["keywords"].values
            if value.source != f"css:{LINKED_KEYWORDS}" or value.value.casefold() not in sections
        )
        fields["keywords"] = replace(fields["keywords"], values=kept)


def _drop_of_entries(found: FieldResult) -> FieldResult:
    """Return a date without the problems of several shown texts, which are of the entries of a
    list; the line beside the title is looked at by itself."""
    texts = {each.message.partition(_SHOWN)[0] for each in found.problems if _SHOWN in each.message}
    if len(texts) < 2:
        return found
    own = (each for each in found.problems if _SHOWN not in each.message)
    return replace(found, problems=tuple(own))


def _drop_read_elsewhere(found: FieldResult) -> FieldResult:
    """Return a date without the problems of texts that could not be read and have its day and year:
    it says the same in another place."""
    day = found.values[0].value[:DAY_LENGTH] if found.values and found.problems else ""
    if len(day) < DAY_LENGTH:
        return found
    year, month, of_month = map(int, day.split("-"))

    def is_same(problem: Problem) -> bool:
        numbers = set(map(int, DIGITS.findall(problem.message)))
        wanted = (
            {year, month, of_month} if _DAY_IN_NUMBERS.search(problem.message) else {year, of_month}
        )
        return problem.kind == "date-unreadable" and wanted <= numbers

    return replace(found, problems=tuple(each for each in found.problems if not is_same(each)))


def _without_marks(value: Value) -> Value:
    plain = drop_format_marks(value.value)
    return value if plain == value.value else replace(value, value=plain)


def _with_spaces(value: Value) -> Value:
    restored = restore_spaces(value.value, value.original)
    return value if restored == value.value else replace(value, value=restored)


def _is_same_date(modified: str, published: str) -> bool:
    if len(modified) <= DAY_LENGTH:
        return published.startswith(modified)
    if len(published) <= DAY_LENGTH:
        return False
    first, second = parse_iso_time(modified), parse_iso_time(published)
    return (first.tzinfo is None) == (second.tzinfo is None) and first == second


def read_published(page: Page, portal: Portal, rules: ArticleRules) -> str | None:
    """Return the date of publication alone, as in ``read_metadata``, but by the rules only; of the
    default ones no month or year that may be of something else."""
    date_rules = dict(rules.metadata).get("published", ())
    values = _read_dates(
        FIELDS_BY_NAME["published"], date_rules, MetadataSources(page), portal
    ).values
    if values and len(values[0].value) < DAY_LENGTH and "published" in rules.default_fields:
        month = check_month(values[0], page, date_context(page, portal))
        return None if month is None else month.value
    return values[0].value if values else None


def _read_cleaned(clean: Callable[[str], str | None]) -> _Reader:
    """Return a reader that takes the values of the first rule with a usable value; one value,
    unless the field is a list.

    ``clean`` turns a text into the normalized value, or None if the text cannot be one.
    """

    def read(
        field: MetadataField, rules: tuple[Rule, ...], sources: MetadataSources, _: Portal
    ) -> FieldResult:
        for rule in rules:
            values: dict[str, Value] = {}  # those that differ in case only count once
            for found in sources.values(field.name, rule):
                value = clean(found.value)
                if value:
                    values.setdefault(value.casefold(), Value(value, found.source, found.original))
            if values:
                takes_all = field.is_list and (not field.picks_first or _picks_all(rule))
                return FieldResult(tuple(values.values())[: None if takes_all else 1])
        return _NOTHING

    return read


def _picks_all(rule: Rule) -> bool:
    return rule.pick == "all" or any(map(_picks_all, (*rule.first_of, *rule.union)))


def _clean_person(text: str) -> str | None:
    name = collapse_white_space(text)
    return cut_byline(name) if is_name(name) else None


def _read_year(
    field: MetadataField, rules: tuple[Rule, ...], sources: MetadataSources, portal: Portal
) -> FieldResult:
    latest = _latest_possible(sources.page.captured)
    clean = partial(normalize_year, latest=latest.year if latest else MAXYEAR)
    return _read_cleaned(clean)(field, rules, sources, portal)


def _read_dates(
    field: MetadataField, rules: tuple[Rule, ...], sources: MetadataSources, portal: Portal
) -> FieldResult:
    """Return the first date that can be read, rule by rule and value by value; with ``pick:
    earliest`` or ``latest`` all values of a rule are read. A month or a year alone only counts
    where no rule finds a day."""
    context = date_context(sources.page, portal)
    problems: list[Problem] = []
    chosen: tuple[Value, ...] = ()
    for rule in list_alternatives(rules):
        dates: list[Value] = []
        for found in sources.values(field.name, rule):
            read = _refuse_number if _is_shown(rule, context) else read_date_or_month
            result = read(found.value, date_formats_of(rule), context)
            if rule.format and not RULE_USE.has_fitted(rule):
                RULE_USE.note_format(rule, fits=fits_a_format(found.value, rule.format, context))
            if result.value is None:
                problem = make_problem(
                    "date-impossible" if result.impossible else "date-unreadable",
                    sources.page.url,
                    name=field.name,
                    original=repr(collapse_white_space(found.original)),
                    source=found.source,
                    why=as_message(result.why),
                )
                problems.append(problem)
                continue
            dates.append(Value(result.value, found.source, found.original))
            if rule.pick not in EXTREMES and len(result.value) >= DAY_LENGTH:
                break
        if dates and (days := [each for each in dates if len(each.value) >= DAY_LENGTH]):
            chosen = (choose_date(days, rule.pick, portal.timezone),)
            break
        if dates and not chosen:
            chosen = (choose_date(dates, rule.pick, portal.timezone),)
    if chosen:
        problems = [each for each in problems if each.kind == "date-impossible"]
    return FieldResult(chosen, tuple(problems))


def _is_shown(rule: Rule, context: DateContext) -> bool:
    """Return True if a rule takes what readers see, in a language that has a calendar of its own,
    and no format says how it is written."""
    is_text = rule.kind == "css" and rule.attr is None and not rule.format
    return is_text and has_calendar_of_names(context.tag)


def _refuse_number(text: str, formats: tuple[str, ...], context: DateContext) -> DateResult:
    """Return ``text`` as ``read_date_or_month``, but no day in numbers alone, which may be one of
    that calendar: ``2019-03-19``. With a ``T`` or a zone, it is written by a program."""
    if _NUMBERS.fullmatch(text.strip()):
        return DateResult(None, make_message("its format is unknown"))
    return read_date_or_month(text, formats, context)


def date_context(page: Page, portal: Portal) -> DateContext:
    """Return what the dates of a page are read with."""
    language = portal.language if portal.language != "und" else _declared_language(page)
    return DateContext(portal.stated_zone, language, _latest_possible(page.captured))


def _declared_language(page: Page) -> str:
    """Return the language that the page's ``html`` element declares, ``und`` if it has none."""
    declared = select_values((_HTML_LANGUAGE,), page)
    return (normalize_language(declared[0].value) if declared else None) or "und"


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


_READERS = require_every_word(
    FieldKind,
    {
        FieldKind.TEXT: _read_cleaned(collapse_white_space),
        FieldKind.PERSON: _read_cleaned(_clean_person),
        FieldKind.ORGANISATION: _read_cleaned(collapse_white_space),
        FieldKind.LANGUAGE: _read_cleaned(normalize_language),
        FieldKind.ACCESS: _read_cleaned(read_access_word),
        FieldKind.DATE: _read_dates,
        FieldKind.YEAR: _read_year,
    },
    "_READERS of articles/by_rules/metadata.py",
)
"""Kind of a field → the function that reads its values from a page by its rules."""
