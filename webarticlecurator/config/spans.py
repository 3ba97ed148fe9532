"""The ``archive`` section, merged and checked → columns of spans."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from webarticlecurator.config.address_template import date_codes
from webarticlecurator.config.keys import key_names
from webarticlecurator.config.keys_archive import PAGINATION_READS
from webarticlecurator.config.load_context import LoadContext, Location, Section, rule_name
from webarticlecurator.config.merge import merge_sections
from webarticlecurator.config.scalars import quote_value
from webarticlecurator.config.values import check_number_of_pages
from webarticlecurator.model.portal import (
    AddressTemplate,
    Column,
    Dates,
    Field,
    Pagination,
    Span,
    Stop,
)
from webarticlecurator.model.rule import Rule


@dataclass(frozen=True)
class _Part:
    """A span to be: the merged keys, and which one it is."""

    section: Section
    column: str
    number: int


def read_columns_and_spans(reading: LoadContext, archive: Section) -> tuple[Column, ...]:
    """Every column with its spans; what cannot be walked is a problem."""
    if archive.broken("columns"):
        return ()
    parts = _parts(archive)
    spans = [_span(reading, part) for part in parts]
    _check_repeats(reading, parts, spans)
    names_ = tuple(dict.fromkeys(span.column for span in spans))
    return tuple(
        Column(name, tuple(span for span in spans if span.column == name)) for name in names_
    )


def _parts(archive: Section) -> list[_Part]:
    shared = Section(
        "archive", {k: e for k, e in archive.entries.items() if k in key_names("span")}, archive.at
    )
    if not archive.has("columns"):
        return [_Part(shared, "all", 0)]
    found: list[_Part] = []
    for name, entry in archive.section("columns").entries.items():
        if isinstance(entry.value, Section) and not entry.value.broken("spans"):
            found += _parts_of_column(
                shared, Section("column", entry.value.entries, entry.at), name
            )
    return found


def _parts_of_column(shared: Section, column: Section, name: str) -> list[_Part]:
    own = Section("column", {k: e for k, e in column.entries.items() if k != "spans"}, column.at)
    base = merge_sections(shared, own)
    spans = column.get("spans", None) or (Section("span", {}, column.at),)
    return [_Part(merge_sections(base, span), name, number) for number, span in enumerate(spans)]


def _check_repeats(reading: LoadContext, parts: list[_Part], spans: list[Span]) -> None:
    """Two spans that ask for the same pages and read them by the same rules: the later one can
    never add anything."""
    seen: dict[str, Span] = {}
    for part, span in zip(parts, spans, strict=True):
        if not span.url.text or part.section.broken():
            continue
        address = "".join(
            p if isinstance(p, str) else span.column if p.name == "column" else repr(p)
            for p in span.url.parts
        )
        same = seen.setdefault(
            repr((address, span.dates, span.pagination, span.links, span.stop)), span
        )
        if same is not span:
            said = (
                f"the same archive pages are walked already by column {quote_value(same.column)};"
                " give each its own address"
            )
            cure = "an address of its own, as with {column}"
            reading.wrong(part.section.at, said, key="url", found=span.url.text, allowed=cure)


def _span(reading: LoadContext, part: _Part) -> Span:
    section = part.section
    url = section.get("url", AddressTemplate("", ()))
    if not section.has("url"):
        reading.wrong(
            section.at,
            "no archive address: give it a url, or give archive one",
            key="url",
            allowed="url: an http(s) address",
        )
    paging = section.section("pagination")
    if section.has("url") and not section.broken("url", "dates", "pagination"):
        _check_dates(reading, section, url)
        _check_pages(reading, section, url)
    _check_pagination(reading, paging)
    dates = _dates(reading, section)
    if dates is not None and url.dated and not section.section("dates").broken():
        _check_fineness(reading, section, dates)
    return Span(
        column=part.column,
        number=part.number,
        url=url,
        dates=dates,
        pagination=_pagination(paging),
        links=section.get("links", DEFAULT_LINKS),
        stop=_stop(section.section("stop")),
        settle=section.get("settle", timedelta(days=2)),
        listed=section.get("listed", ()),
        newest_first=section.get("order", "newest-first") == "newest-first",
    )


DEFAULT_LINKS = (Rule("css", "h2"), Rule("css", "h3"))
"""Headlines that are links: ``links`` where no one says anything."""


def _check_dates(reading: LoadContext, section: Section, url: AddressTemplate) -> None:
    """A date field needs dates, and dates need a date field."""
    if url.dated and not section.has("dates"):
        field = next(f for f in ("date", "last", "after") if url.has(f))
        said = (
            f"the address has a {{{field}}} field, but there are no dates; add dates: {{from: …}}"
        )
        reading.wrong(section.where("url"), said, found=url.text, allowed="dates beside it")
    elif section.has("dates") and not url.dated:
        said = (
            f"dates have no effect: the address {quote_value(url.text)} has no date field; add one,"
            " or write dates: none"
        )
        reading.wrong(
            _own(section, "dates"), said, found=url.text, allowed="an address with {date:…}"
        )


_YEAR, _MONTH, _DAY = {"%Y", "%y"}, {"%m", "%-m", "%B", "%b", "%j"}, {"%d", "%-d", "%j"}


def _check_fineness(reading: LoadContext, section: Section, dates: Dates) -> None:
    """Every window has an address of its own: the address says at least as much as the step."""
    url: AddressTemplate = section.get("url", None)
    said = {
        code for part in url.parts if isinstance(part, Field) for code in date_codes(part.format)
    }
    start, end = dates.start, dates.until
    many_years, many_months = (
        end is None or end.year > start.year,
        end is None or (end.year, end.month) > (start.year, start.month),
    )
    needs = [
        ("year", _YEAR, many_years),
        ("month", _MONTH, many_months and dates.step in ("month", "day")),
        ("day", _DAY, end != start and dates.step == "day"),
    ]
    missing = [name for name, codes, needed in needs if needed and not codes & said]
    if missing:
        cure = "give dates a longer step, or name it in the address"
        message = (
            f"the address does not say the {' and the '.join(missing)}, so several windows of one"
            f" {dates.step} share it; {cure}"
        )
        reading.wrong(
            _own(section, "dates"), message, found=url.text, allowed="an address for each window"
        )


def _own(section: Section, key: str) -> Location:
    """Where ``key`` or the address stands, whichever is nearer to the span: what is inherited is
    not at fault."""
    return max(section.where(key), section.where("url"), key=lambda where: where.path.count("."))


def _check_pages(reading: LoadContext, section: Section, url: AddressTemplate) -> None:
    """``{page}`` needs a mode that counts, and a mode that counts needs ``{page}``."""
    paging = section.section("pagination")
    mode = paging.get("mode", "none")
    if paging.broken("mode"):
        return
    if url.has("page") and mode == "none":
        said = (
            "the address has a {page} field, but pagination has no mode that counts pages; add"
            " pagination: {mode: numbered}"
        )
        reading.wrong(
            section.where("url"),
            said,
            found=url.text,
            allowed="numbered, infinite-scroll, expanding, next-link",
        )
    elif mode in ("numbered", "infinite-scroll", "expanding") and not url.has("page"):
        said = (
            f"mode {mode} counts pages, but the address {quote_value(url.text)} has no {{page}}"
            " field"
        )
        reading.wrong(
            _own(section, "pagination"), said, found=url.text, allowed="an address with {page}"
        )
    elif mode == "next-link" and paging.has("first") and not url.has("page"):
        said = f"first has no effect: the address {quote_value(url.text)} has no {{page}} field"
        reading.wrong(paging.where("first"), said, found=url.text, allowed="an address with {page}")


def _check_pagination(reading: LoadContext, paging: Section) -> None:
    """Keys that the mode does not read, and keys that shut each other out. Looked at where it is
    written, once."""
    if paging.broken("mode") or _seen(reading, paging.at):
        return
    mode = paging.get("mode", "none")
    for key in paging.entries:
        if key != "mode" and key not in PAGINATION_READS[mode]:
            modes = ", ".join(m for m, keys in PAGINATION_READS.items() if key in keys)
            said = (
                f"mode {mode} does not read {quote_value(key)}; remove it, or choose a mode that"
                f" does: {modes}"
            )
            reading.wrong(
                paging.where(key),
                said,
                found=key,
                allowed=", ".join(PAGINATION_READS[mode]) or "nothing beside it",
            )
    if mode == "next-link" and not paging.has("next"):
        reading.wrong(
            paging.at,
            "mode next-link needs `next`: where the link to the next page is",
            key="next",
            allowed="next: a rule",
        )
    if mode == "numbered":
        _check_numbers(reading, paging)


def _seen(reading: LoadContext, where: Location) -> bool:
    """True if a pagination that several spans inherit was looked at before."""
    if where in reading.seen:
        return True
    reading.seen.add(where)
    return False


def _check_numbers(reading: LoadContext, paging: Section) -> None:
    for key in ("first", "step", "last"):
        if paging.has("pages") and paging.has(key):
            said = f"`pages` lists every page, so `{key}` has no effect; remove one of them"
            reading.wrong(
                paging.where(key), said, found=key, allowed="pages, or first, step and last"
            )
    first, step, last = paging.get("first", 1), paging.get("step", 1), paging.get("last", None)
    if last is not None and not paging.broken() and (last - first) * step < 0:
        reading.wrong(
            paging.where("last"),
            f"last ({last}) cannot be reached from first ({first}) by steps of {step}",
            found=str(last),
        )
    elif (
        last is not None
        and not paging.broken()
        and (problem := check_number_of_pages((last - first) // step + 1))
    ):
        reading.wrong(paging.where("last"), **problem)


def _dates(reading: LoadContext, section: Section) -> Dates | None:
    dates = section.section("dates")
    if not section.has("dates") or section.broken("dates"):
        return None
    start, until = dates.get("from", None), dates.get("until", "yesterday")
    if not dates.has("from") and not dates.doubtful:
        reading.wrong(
            dates.at, "dates need `from`, the first day", key="from", allowed="from: YYYY-MM-DD"
        )
    if start is None:
        return None
    end = None if until == "yesterday" else until
    if end is not None and end < start:
        said = f"the dates end ({end}) before they begin ({start})"
        reading.wrong(dates.where("until"), said, found=str(end), allowed=f"a day from {start} on")
    return Dates(
        start, end, dates.get("step", "day"), dates.get("order", "newest-first") == "newest-first"
    )


def _pagination(paging: Section) -> Pagination:
    return Pagination(
        mode=paging.get("mode", "none"),
        next=paging.get("next", ()),
        first=paging.get("first", 1),
        step=paging.get("step", 1),
        last=paging.get("last", None),
        first_url=paging.get("first_url", None),
        pages=paging.get("pages", ()),
    )


def pagination_next(archive: Section) -> tuple[Rule, ...]:
    """The archive's own next rules, for an address that no column fits."""
    found: tuple[Rule, ...] = archive.section("pagination").get("next", ())
    return found


def _stop(stop: Section) -> Stop:
    name = rule_name(stop, "at" if stop.has("at") else "listed")
    return Stop(stop.get("at", ()), stop.get("max_pages", None), stop.get("listed", ()), name)
