"""The columns and spans of a portal, from the ``archive`` section: merged and checked."""

from __future__ import annotations

from datetime import timedelta

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.pagination import BROWSER_LIST
from webarticlecurator.base.portal.pagination_modes import MODES
from webarticlecurator.base.portal.portal import AddressTemplate, Column, Pagination, Span, Stop
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.calendars import GREGORIAN
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.browser_rules import check_list_keys, read_browser_rules
from webarticlecurator.portal_file.config.column_fields import ColumnFields, check_fields_are_used
from webarticlecurator.portal_file.config.load_context import LoadContext, Section, rule_name
from webarticlecurator.portal_file.config.section_values import check_number_of_pages
from webarticlecurator.portal_file.config.span_dates import (
    check_dates,
    check_windows_differ,
    inner_location,
    read_dates,
)
from webarticlecurator.portal_file.config.span_source import (
    check_named_pages,
    check_needed_keys,
    find_source,
    merge_span,
    read_source,
    without_unread_keys,
)
from webarticlecurator.portal_file.keys.keys import TABLES, key_names
from webarticlecurator.portal_file.keys.keys_pages import COUNTING_KEYS
from webarticlecurator.portal_file.keys.source_kinds import ADDRESSES
from webarticlecurator.portal_file.values.value_fault import quote_value


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
    return tuple(
        Column(name, tuple(span for span in spans if span.column == name))
        for name in dict.fromkeys(span.column for span in spans)
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
            parts += _parts_of_column(
                shared, Section("column", entry.value.entries, entry.at), name
            )
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
    calendar = dates.calendar if dates is not None else GREGORIAN
    stop = section.section("stop")
    ends = rule_name(stop, "at" if stop.has("at") else "listed")
    return Span(
        column=part.column,
        number=part.number,
        url=url.in_calendar(calendar),
        dates=dates,
        pagination=_read_pagination(paging, fields, calendar),
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
    elif mode.counts_pages and not url.has("page"):
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
        context.add_problem(
            paging.at,
            make_message(
                'missing key: "mode" (how the pages follow each other), beside'
                " {written}; add it, or give archive a pagination with one",
                written=", ".join(paging.entries),
            ),
            key="mode",
            allowed=f"mode: {'|'.join(MODES)}",
        )
        return
    mode = MODES[paging.get("mode", "none")]
    for key in paging.entries:
        if key != "mode" and key not in mode.reads:
            context.add_problem(
                paging.where(key),
                make_message(
                    "`{key}` has no effect in mode {name}; remove it, or choose a mode"
                    " that reads it: {modes}",
                    key=key,
                    name=mode.name,
                    modes=", ".join(m.name for m in MODES.values() if key in m.reads),
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


def _read_pagination(paging: Section, fields: ColumnFields, calendar: str) -> Pagination:
    first_url, has_click = paging.get("first_url", None), paging.has("click")
    if first_url:
        first_url = fields.fill_address(first_url, paging.where("first_url")).in_calendar(calendar)
    return Pagination(
        mode=paging.get("mode", "none"),
        next=fields.fill_rules(paging.get("next", ()), paging.where("next")),
        first=paging.get("first", 1),
        step=paging.get("step", 1),
        last=paging.get("last", None),
        first_url=first_url,
        pages=paging.get("pages", ()),
        scroll=paging.get("scroll", paging.get("mode", "") == BROWSER_LIST.name and not has_click),
        click=paging.get("click", ""),
        until=paging.get("until", ""),
        max_rounds=paging.get("max", None),
    )
