"""The columns and spans of a portal, from the ``archive`` section: merged and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import TypeGuard

from webarticlecurator.config.expressions import FIELDS, WEEK_CODES, YEAR_CODES, date_codes
from webarticlecurator.config.keys import TABLES, key_names
from webarticlecurator.config.keys_pages import COUNTING_KEYS
from webarticlecurator.config.layouts import check_list_keys, read_browser_rules
from webarticlecurator.config.load_context import LoadContext, Location, Section, rule_name
from webarticlecurator.config.section import check_number_of_pages
from webarticlecurator.config.source_kinds import ADDRESSES, SourceKind
from webarticlecurator.config.span_source import (
    check_named_pages,
    check_needed_keys,
    find_source,
    merge_span,
    read_source,
    without_unread_keys,
)
from webarticlecurator.config.value_fault import quote_value
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.model.pagination import MODES
from webarticlecurator.model.pagination import NAME as BROWSER_LIST
from webarticlecurator.model.portal import (
    AddressTemplate,
    Column,
    Dates,
    Field,
    Pagination,
    SourceSettings,
    Span,
    Stop,
)
from webarticlecurator.model.rule import Condition, Rule, TextTest
from webarticlecurator.text.translation import join_messages, make_message


@dataclass(frozen=True)
class _Part:
    """The merged keys of one span, its column, and its number in the column."""

    section: Section
    column: str
    number: int
    fields: Section


def read_columns_and_spans(context: LoadContext, root: Section) -> tuple[Column, ...]:
    """Return every column with its spans, and report what cannot be walked."""
    archive, fetch = root.section("archive"), root.section("fetch")
    if archive.is_broken("columns"):
        return ()
    parts = _parts(archive)
    spans = [_read_span(context, part, root.get("home", ""), fetch) for part in parts]
    _check_repeats(context, parts, spans)
    check_fields_are_used(context, archive.section("columns"))
    names = dict.fromkeys(span.column for span in spans)
    return tuple(
        Column(name, tuple(span for span in spans if span.column == name)) for name in names
    )


def _parts(archive: Section) -> list[_Part]:
    beside_spans = set(key_names("archive")) - set(key_names("span"))
    entries = {key: entry for key, entry in archive.entries.items() if key not in beside_spans}
    shared = Section("archive", entries, archive.at)
    if not archive.has("columns"):
        return [_Part(shared, "all", 0, Section("fields", {}, archive.at))]
    parts: list[_Part] = []
    for name, entry in archive.section("columns").entries.items():
        if isinstance(entry.value, Section) and not entry.value.is_broken("spans"):
            column = Section("column", entry.value.entries, entry.at)
            parts += _parts_of_column(shared, column, name)
    return parts


def _parts_of_column(shared: Section, column: Section, name: str) -> list[_Part]:
    of_spans = {k: e for k, e in column.entries.items() if k not in ("spans", "fields")}
    base = merge_span(shared, Section("column", of_spans, column.at))
    spans = column.get("spans", None) or (Section("span", {}, column.at),)
    fields = column.section("fields")
    return [
        _Part(merge_span(base, span), name, number, fields) for number, span in enumerate(spans)
    ]


def _check_repeats(context: LoadContext, parts: list[_Part], spans: list[Span]) -> None:
    """Report a span that requests the same pages as an earlier one and reads them by the same
    rules: it can never add anything."""
    seen: dict[str, Span] = {}
    for part, span in zip(parts, spans, strict=True):
        if not span.url.text or part.section.is_broken():
            continue
        address = "".join(
            p if isinstance(p, str) else span.column if p.name == "column" else repr(p)
            for p in span.url.parts
        )
        same = seen.setdefault(
            repr((address, span.dates, span.pagination, span.links, span.stop, span.source)), span
        )
        if same is not span:
            context.add_problem(
                part.section.at,
                make_message(
                    "duplicate archive pages: those of column {column}; give each"
                    " column or span its own address",
                    column=quote_value(same.column),
                ),
                key=span.source.kind,
                found=span.url.text,
                allowed="an address of its own, such as one with {column}",
            )


def _read_span(context: LoadContext, part: _Part, home: str, fetch: Section) -> Span:
    kind = find_source(context, part.section)
    section = without_unread_keys(context, part.section, kind)
    check_needed_keys(context, section, kind)
    url, source = read_source(section, kind, home)
    fields = ColumnFields(context, part.column, part.fields)
    url = fields.fill_address(url, section.where(kind.name))
    paging = section.section("pagination")
    if url.parts and not section.is_broken(kind.name, "dates", "pagination"):
        check_dates(context, section, kind, url)
        if kind is ADDRESSES:
            _check_pages(context, section, url)
        else:
            check_named_pages(context, section, kind, url)
    _check_pagination(context, paging)
    dates = read_dates(context, section)
    if dates is not None and url.dated and not section.section("dates").is_broken():
        check_windows_differ(context, section, kind, dates, url)
    stop = section.section("stop")
    ends = rule_name(stop, "at" if stop.has("at") else "listed")
    return Span(
        column=part.column,
        number=part.number,
        url=url,
        dates=dates,
        pagination=_read_pagination(paging, fields),
        links=fields.fill_rules(section.get("links", DEFAULT_LINKS), section.where("links")),
        stop=Stop(stop.get("at", ()), stop.get("max_pages", None), stop.get("listed", ()), ends),
        settle=section.get("settle", timedelta(days=2)),
        listed=fields.fill_named_rules(section.get("listed", ()), section.where("listed")),
        newest_first=section.get("order", "newest-first") == "newest-first",
        source=fields.fill_source(source, section.where(kind.name)),
        browser=read_browser_rules(section, fetch),
    )


DEFAULT_LINKS = (Rule("css", "h2"), Rule("css", "h3"))
"""The default of ``links``: headlines that are links."""


def _check_pages(context: LoadContext, section: Section, url: AddressTemplate) -> None:
    """Report ``{page}`` without a mode that counts pages, and such a mode without ``{page}``."""
    paging = section.section("pagination")
    mode = MODES[paging.get("mode", "none")]
    if paging.is_broken("mode"):
        return
    if url.has("page") and not mode.reads_page_field:
        context.add_problem(
            section.where("url"),
            "the address has the field {page}, but pagination has no mode that counts pages; add"
            " pagination: {mode: numbered}",
            found=url.text,
            allowed=", ".join(mode.name for mode in MODES.values() if mode.reads_page_field),
        )
    elif mode.needs_page_field and not url.has("page"):
        context.add_problem(
            inner_location(section, ADDRESSES, "pagination"),
            make_message(
                "mode {name} counts pages, but the address {text} has no field"
                " {{page}}; add it to the address",
                name=mode.name,
                text=quote_value(url.text),
            ),
            found=url.text,
            allowed="an address with {page}",
        )
    elif mode.page_field_key and paging.has(mode.page_field_key) and not url.has("page"):
        context.add_problem(
            paging.where(mode.page_field_key),
            make_message(
                "`{page_field_key}` has no effect: the address {text} has no field"
                " {{page}}; remove it",
                page_field_key=mode.page_field_key,
                text=quote_value(url.text),
            ),
            found=url.text,
            allowed="an address with {page}",
        )


def _check_pagination(context: LoadContext, paging: Section) -> None:
    """Report keys that the mode does not read, and keys that exclude each other.

    A pagination that several spans inherit is checked once, where it is written.
    """
    if paging.is_broken("mode") or paging.at in context.seen:
        return
    context.seen.add(paging.at)
    if paging.entries and not paging.has("mode"):
        written = ", ".join(paging.entries)
        context.add_problem(
            paging.at,
            make_message(
                'missing key: "mode" (how the pages follow each other), beside'
                " {written}; add it, or give archive a pagination with one",
                written=written,
            ),
            key="mode",
            allowed=f"mode: {'|'.join(MODES)}",
        )
        return
    mode = MODES[paging.get("mode", "none")]
    for key in paging.entries:
        if key != "mode" and key not in mode.reads:
            modes = ", ".join(m.name for m in MODES.values() if key in m.reads)
            context.add_problem(
                paging.where(key),
                make_message(
                    "`{key}` has no effect in mode {name}; remove it, or choose a mode"
                    " that reads it: {modes}",
                    key=key,
                    name=mode.name,
                    modes=modes,
                ),
                found=key,
                allowed=", ".join(mode.reads) or "nothing beside it",
            )
    keys = {key.name: key for key in TABLES["pagination"]}
    for name in (name for name in mode.needs if not paging.has(name)):
        context.add_problem(
            paging.at,
            make_message(
                "missing key: {name} ({meaning}); mode {name2} needs it",
                name=quote_value(name),
                meaning=keys[name].lower_clause,
                name2=mode.name,
            ),
            key=name,
            allowed=f"{name}: {keys[name].example}",
        )
    check_list_keys(context, paging)
    _check_numbers(context, paging)


def _check_numbers(context: LoadContext, paging: Section) -> None:
    """Report numbers beside a list of pages, and numbers that name no pages or too many."""
    for key in COUNTING_KEYS:
        if paging.has("pages") and paging.has(key):
            context.add_problem(
                paging.where(key),
                make_message(
                    "`{key}` has no effect: `pages` lists every page; remove one of the two",
                    key=key,
                ),
                found=key,
                allowed="pages, or first, step and last",
            )
    first, step, last = paging.get("first", 1), paging.get("step", 1), paging.get("last", None)
    if last is not None and not paging.is_broken() and (last - first) * step < 0:
        context.add_problem(
            paging.where("last"),
            make_message(
                "last ({last}) cannot be reached from first ({first}) by steps of {step}",
                last=last,
                first=first,
                step=step,
            ),
            found=str(last),
        )
    elif (
        last is not None
        and not paging.is_broken()
        and (problem := check_number_of_pages((last - first) // step + 1))
    ):
        context.add_problem(paging.where("last"), **problem)


def _read_pagination(paging: Section, fields: ColumnFields) -> Pagination:
    first_url, has_click = paging.get("first_url", None), paging.has("click")
    return Pagination(
        mode=paging.get("mode", "none"),
        next=fields.fill_rules(paging.get("next", ()), paging.where("next")),
        first=paging.get("first", 1),
        step=paging.get("step", 1),
        last=paging.get("last", None),
        first_url=first_url and fields.fill_address(first_url, paging.where("first_url")),
        pages=paging.get("pages", ()),
        scroll=paging.get("scroll", paging.get("mode", "") == BROWSER_LIST and not has_click),
        click=paging.get("click", ""),
        until=paging.get("until", ""),
        max_rounds=paging.get("max", None),
    )


# The dates of a span: which days it covers, and whether its address has fields for them.

_MONTH_CODES = {"%m", "%-m", "%B", "%b", "%j"}
_DAY_CODES = {"%d", "%-d", "%j"}


def check_dates(
    context: LoadContext, section: Section, kind: SourceKind, url: AddressTemplate
) -> None:
    """Report a date field without ``dates``, and ``dates`` without a date field."""
    if url.dated and not section.has("dates"):
        field = next(f for f in ("date", "last", "after") if url.has(f))
        message = make_message(
            "the address has the field {{{field}}}, but the archive has no"
            " dates; add dates: {{from: …}}",
            field=field,
        )
        context.add_problem(
            section.where(kind.name), message, found=url.text, allowed="dates beside it"
        )
    elif section.has("dates") and not url.dated:
        context.add_problem(
            inner_location(section, kind, "dates"),
            make_message(
                "`dates` has no effect: the address {text} has no date field; add"
                " one, or write dates: none",
                text=quote_value(url.text),
            ),
            found=url.text,
            allowed="an address with {date:…}",
        )


def check_windows_differ(
    context: LoadContext, section: Section, kind: SourceKind, dates: Dates, url: AddressTemplate
) -> None:
    """Report an address that several windows share, and fields for weeks without ``step: week``."""
    codes = {
        code for part in url.parts if isinstance(part, Field) for code in date_codes(part.format)
    }
    where = inner_location(section, kind, "dates")
    if codes & WEEK_CODES and dates.step != "week":
        context.add_problem(
            where,
            make_message(
                "the address has a field for the week ({value}), but the dates go"
                " by {step}; write step: week",
                value=", ".join(sorted(codes & WEEK_CODES)),
                step=dates.step,
            ),
            found=dates.step,
            allowed="step: week",
        )
        return
    # what differs between the windows must have a code in the address
    start, end = dates.start, dates.until
    many_years = end is None or end.year > start.year
    many_months = end is None or (end.year, end.month) > (start.year, start.month)
    is_by_week = bool(codes & WEEK_CODES)
    by_day = dates.step in ("day", "week") and not is_by_week
    needs = [
        (make_message("year"), {"%G"} if is_by_week else YEAR_CODES, many_years),
        (make_message("month"), _MONTH_CODES, many_months and (by_day or dates.step == "month")),
        (make_message("day"), _DAY_CODES, end != start and by_day),
    ]
    missing = [name for name, known, is_needed in needs if is_needed and not codes & known]
    if missing:
        context.add_problem(
            where,
            make_message(
                "several windows of one {step} have the same address: it has no"
                " field for the {missing}; add one to the address, or give dates a"
                " longer step",
                step=dates.step,
                missing=join_messages(", ", missing),
            ),
            found=url.text,
            allowed="an address for each window",
        )


def inner_location(section: Section, kind: SourceKind, key: str) -> Location:
    """Return the location of ``key`` or of the address, whichever is deeper in the file: an
    inherited key is not at fault."""
    return max(
        section.where(key), section.where(kind.name), key=lambda where: where.path.count(".")
    )


def read_dates(context: LoadContext, section: Section) -> Dates | None:
    dates = section.section("dates")
    if not section.has("dates") or section.is_broken("dates"):
        return None
    start, until = dates.get("from", None), dates.get("until", "yesterday")
    if not dates.has("from") and not dates.parent_broken:
        context.add_problem(
            dates.at,
            'missing key: "from" (the first day); add it',
            key="from",
            allowed="from: YYYY-MM-DD",
        )
    if start is None:
        return None
    end = None if isinstance(until, str) else until
    if end is not None and end < start:
        context.add_problem(
            dates.where("until"),
            make_message("the dates end ({end}) before they begin ({start})", end=end, start=start),
            found=str(end),
            allowed=f"a day from {start} on",
        )
    return Dates(
        start,
        end,
        dates.get("step", "day"),
        dates.get("order", "newest-first") == "newest-first",
        includes_today=until == "today",
    )


# Fills the fields of a column (``fields: {cat: 4986}``) into its addresses and rules.

_FIELD = re.compile(r"\{([A-Za-z][A-Za-z0-9_-]*)\}")


class ColumnFields:
    """The fields of one column: fills them in, and notes which are used.

    A field that other columns declare and this one lacks is a problem of the place where it is
    used. Other words in braces stay as they are.
    """

    def __init__(self, context: LoadContext, column: str, section: Section) -> None:
        self._context, self._declared = context, context.declared_fields
        self._column = column
        self.values: Mapping[str, str] = {name: section.get(name, "") for name in section.entries}

    def fill_address(self, address: AddressTemplate, at: Location) -> AddressTemplate:
        """Return the address with the values of the column as literal text."""
        parts: list[str | Field] = []
        for part in address.parts:
            filled: str | Field = part
            if isinstance(part, Field) and part.name not in FIELDS:
                filled = self._value(part.name, at)
            if isinstance(filled, str) and parts and isinstance(parts[-1], str):
                parts[-1] += filled
            else:
                parts.append(filled)
        if tuple(parts) == address.parts:
            return address
        return AddressTemplate(self._fill_text(address.text, at), tuple(parts))

    def fill_rules(self, rules: tuple[Rule, ...], at: Location) -> tuple[Rule, ...]:
        """Return the rules with the values in ``template``, ``map`` and ``text``."""
        if not self._declared:
            return rules
        return tuple(self._fill_rule(rule, at) for rule in rules)

    def fill_named_rules(
        self, rules: tuple[tuple[str, Rule], ...], at: Location
    ) -> tuple[tuple[str, Rule], ...]:
        """Return the rules of ``listed`` with the values in ``template``, ``map`` and ``text``."""
        return tuple((name, self.fill_rules((rule,), at)[0]) for name, rule in rules)

    def fill_source(self, source: SourceSettings, at: Location) -> SourceSettings:
        """Return the settings with the values in their rules."""
        options = tuple(
            (name, self.fill_rules(value, at) if _is_rules(value) else value)
            for name, value in source.options
        )
        return replace(source, options=options)

    def _fill_rule(self, rule: Rule, at: Location) -> Rule:
        return replace(
            rule,
            first_of=self.fill_rules(rule.first_of, at),
            union=self.fill_rules(rule.union, at),
            within=rule.within and self._fill_rule(rule.within, at),
            html=rule.html and self._fill_rule(rule.html, at),
            when=self._fill_condition(rule.when, at),
            unless=self._fill_condition(rule.unless, at),
            text=rule.text and self._fill_test(rule.text, at),
            map=tuple((key, self._fill_text(value, at)) for key, value in rule.map),
            template=rule.template and self._fill_text(rule.template, at),
        )

    def _fill_condition(self, condition: Condition | None, at: Location) -> Condition | None:
        return condition and replace(condition, has=self.fill_rules(condition.has, at))

    def _fill_test(self, test: TextTest, at: Location) -> TextTest:
        return TextTest(
            equals=test.equals and self._fill_text(test.equals, at),
            starts=test.starts and self._fill_text(test.starts, at),
            contains=test.contains and self._fill_text(test.contains, at),
            one_of=tuple(self._fill_text(each, at) for each in test.one_of),
            regex=test.regex and self._fill_text(test.regex, at, escape=True),
        )

    def _fill_text(self, text: str, at: Location, *, escape: bool = False) -> str:
        """Return the text with values in place of declared fields; for a regex, ``escape`` them."""

        def fill(match: re.Match[str]) -> str:
            if match[1] not in self._declared:
                return match[0]
            value = self._value(match[1], at)
            return re.escape(value) if escape else value

        return _FIELD.sub(fill, text)

    def _value(self, name: str, at: Location) -> str:
        self._context.used_fields.add((self._column, name))
        if name in self.values:
            return self.values[name]
        self._context.add_problem(
            at,
            make_message(
                "the column {column} has no field {name}; add it to the column's fields",
                column=quote_value(self._column),
                name=quote_value(name),
            ),
            found=name,
            allowed=", ".join(self.values) or "none is declared",
        )
        return ""


def _is_rules(value: object) -> TypeGuard[tuple[Rule, ...]]:
    return isinstance(value, tuple) and all(isinstance(each, Rule) for each in value)


def check_fields_are_used(context: LoadContext, columns: Section) -> None:
    """Report the fields of columns that nothing uses."""
    for column, entry in columns.entries.items():
        fields = entry.value.section("fields") if isinstance(entry.value, Section) else None
        for name in fields.entries if fields is not None else ():
            if (column, name) not in context.used_fields:
                context.add_problem(
                    fields.where(name) if fields is not None else entry.at,
                    make_message(
                        "unused field: {name} (expected {{{name2}}} in an address, or in"
                        " template, map or text of an archive rule); use or remove it",
                        name=quote_value(name),
                        name2=name,
                    ),
                    found=name,
                    allowed=f"{{{name}}}",
                )
