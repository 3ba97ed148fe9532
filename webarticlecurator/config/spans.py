"""The ``archive`` section, merged and checked → columns of spans."""

from __future__ import annotations

from datetime import timedelta

from webarticlecurator.config.keys import names
from webarticlecurator.config.keys_archive import PAGINATION_READS
from webarticlecurator.config.merge import merged
from webarticlecurator.config.reading import At, Reading, Section
from webarticlecurator.config.scalars import quoted
from webarticlecurator.model.portal import AddressTemplate, Column, Dates, Pagination, Span, Stop
from webarticlecurator.model.rule import Rule


def columns(reading: Reading, archive: Section) -> tuple[Column, ...]:
    """Every column with its spans; what cannot be walked is a problem."""
    if archive.broken("columns"):
        return ()
    shared = Section("archive", {k: e for k, e in archive.entries.items() if k in names("span")}, archive.at)
    if not archive.has("columns"):
        return (Column("all", (_span(reading, shared, ("all", 0)),)),)
    found = []
    for name, entry in archive.section("columns").entries.items():
        if isinstance(entry.value, Section):
            column = Section("column", entry.value.entries, entry.at)
            found.append(Column(name, _spans(reading, shared, column, name)))
    return tuple(found)


def _spans(reading: Reading, shared: Section, column: Section, name: str) -> tuple[Span, ...]:
    own = Section("column", {k: e for k, e in column.entries.items() if k != "spans"}, column.at)
    base = merged(shared, own)
    if column.broken("spans"):
        return ()
    if not column.has("spans"):
        return (_span(reading, base, (name, 0)),)
    parts = column.get("spans", ())
    return tuple(_span(reading, merged(base, part), (name, n)) for n, part in enumerate(parts))


def _span(reading: Reading, section: Section, identity: tuple[str, int]) -> Span:
    name, number = identity
    url = section.get("url", AddressTemplate("", ()))
    if not section.has("url"):
        reading.wrong(
            section.at, "no archive address: give this, or archive, a url", key="url", allowed="url: an http(s) address"
        )
    paging = section.section("pagination")
    if section.has("url") and not section.broken("url", "dates", "pagination"):
        _check_dates(reading, section, url)
        _check_pages(reading, section, url)
    _check_pagination(reading, paging)
    dates = _dates(reading, section)
    order = section.get("order", "newest-first" if dates is None or dates.newest_first else "oldest-first")
    return Span(
        column=name,
        number=number,
        url=url,
        dates=dates,
        pagination=_pagination(paging),
        links=section.get("links", DEFAULT_LINKS),
        stop=_stop(section.section("stop")),
        settle=section.get("settle", timedelta(days=2)),
        listed=section.get("listed", ()),
        newest_first=order == "newest-first",
    )


DEFAULT_LINKS = (Rule("css", "h2"), Rule("css", "h3"))
"""Headlines that are links: ``links`` where no one says anything."""


def _check_dates(reading: Reading, section: Section, url: AddressTemplate) -> None:
    """A date field needs dates, and dates need a date field."""
    if url.dated and not section.has("dates"):
        field = next(f for f in ("date", "last", "after") if url.has(f))
        said = f"the address has a {{{field}}} field, but there are no dates; add dates: {{from: …}}"
        reading.wrong(section.where("url"), said, found=url.text, allowed="dates beside it")
    elif section.has("dates") and not url.dated:
        said = f"dates have no effect: the address {quoted(url.text)} has no date field; add one, or write dates: none"
        reading.wrong(_own(section, "dates"), said, found=url.text, allowed="an address with {date:…}")


def _own(section: Section, key: str) -> At:
    """Where ``key`` or the address stands, whichever is nearer to the span: what is inherited is not at fault."""
    return max(section.where(key), section.where("url"), key=lambda where: where.path.count("."))


def _check_pages(reading: Reading, section: Section, url: AddressTemplate) -> None:
    """``{page}`` needs a mode that counts, and a mode that counts needs ``{page}``."""
    paging = section.section("pagination")
    mode = paging.get("mode", "none")
    if paging.broken("mode"):
        return
    if url.has("page") and mode == "none":
        said = "the address has a {page} field, but pagination has no mode that counts pages; add pagination: {mode: numbered}"
        reading.wrong(section.where("url"), said, found=url.text, allowed="numbered, infinite-scroll, expanding, next-link")
    elif mode in ("numbered", "infinite-scroll", "expanding") and not url.has("page"):
        said = f"mode {mode} counts pages, but the address {quoted(url.text)} has no {{page}} field"
        reading.wrong(_own(section, "pagination"), said, found=url.text, allowed="an address with {page}")
    elif mode == "next-link" and paging.has("first") and not url.has("page"):
        said = f"first has no effect: the address {quoted(url.text)} has no {{page}} field"
        reading.wrong(paging.where("first"), said, found=url.text, allowed="an address with {page}")


def _check_pagination(reading: Reading, paging: Section) -> None:
    """Keys that the mode does not read, and keys that shut each other out. Looked at where it is written, once."""
    if paging.broken("mode") or _seen(reading, paging.at):
        return
    mode = paging.get("mode", "none")
    for key in paging.entries:
        if key != "mode" and key not in PAGINATION_READS[mode]:
            modes = ", ".join(m for m, keys in PAGINATION_READS.items() if key in keys)
            said = f"mode {mode} does not read {quoted(key)}; remove it, or choose a mode that does: {modes}"
            reading.wrong(paging.where(key), said, found=key, allowed=", ".join(PAGINATION_READS[mode]) or "nothing beside it")
    if mode == "next-link" and not paging.has("next"):
        reading.wrong(
            paging.at, "mode next-link needs `next`: where the link to the next page is", key="next", allowed="next: a rule"
        )
    if mode == "numbered":
        _check_numbers(reading, paging)


def _seen(reading: Reading, where: At) -> bool:
    """True if a pagination that several spans inherit was looked at before."""
    if where in reading.seen:
        return True
    reading.seen.add(where)
    return False


def _check_numbers(reading: Reading, paging: Section) -> None:
    for key in ("first", "step", "last"):
        if paging.has("pages") and paging.has(key):
            said = f"`pages` lists every page, so `{key}` has no effect; remove one of them"
            reading.wrong(paging.where(key), said, found=key, allowed="pages, or first, step and last")
    first, step, last = paging.get("first", 1), paging.get("step", 1), paging.get("last", None)
    if last is not None and not paging.broken() and (last - first) * step < 0:
        reading.wrong(
            paging.where("last"), f"last ({last}) cannot be reached from first ({first}) by steps of {step}", found=str(last)
        )


def _dates(reading: Reading, section: Section) -> Dates | None:
    dates = section.section("dates")
    if not section.has("dates") or section.broken("dates"):
        return None
    start, until = dates.get("from", None), dates.get("until", "yesterday")
    if not dates.has("from"):
        reading.wrong(dates.at, "dates need `from`, the first day", key="from", allowed="from: YYYY-MM-DD")
    if start is None:
        return None
    end = None if until == "yesterday" else until
    if end is not None and end < start:
        said = f"the dates end ({end}) before they begin ({start})"
        reading.wrong(dates.where("until"), said, found=str(end), allowed=f"a day from {start} on")
    return Dates(start, end, dates.get("step", "day"), dates.get("order", "newest-first") == "newest-first")


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
    return Stop(stop.get("at", ()), stop.get("max_pages", None), stop.get("listed", ()))
