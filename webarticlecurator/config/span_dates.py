"""The dates of a span: which days it covers, and whether its address has fields for them."""

from __future__ import annotations

from webarticlecurator.config.address_template import WEEK_CODES, YEAR_CODES, date_codes
from webarticlecurator.config.load_context import LoadContext, Location, Section
from webarticlecurator.config.source_kinds import SourceKind
from webarticlecurator.config.value_fault import quote_value
from webarticlecurator.model.archive_rules import AddressTemplate, Dates, Field

_MONTH_CODES = {"%m", "%-m", "%B", "%b", "%j"}
_DAY_CODES = {"%d", "%-d", "%j"}


def check_dates(
    context: LoadContext, section: Section, kind: SourceKind, url: AddressTemplate
) -> None:
    """Report a date field without ``dates``, and ``dates`` without a date field."""
    if url.dated and not section.has("dates"):
        field = next(f for f in ("date", "last", "after") if url.has(f))
        message = (
            f"the address has the field {{{field}}}, but there are no dates; add dates: {{from: …}}"
        )
        context.add_problem(
            section.where(kind.name), message, found=url.text, allowed="dates beside it"
        )
    elif section.has("dates") and not url.dated:
        message = (
            f"`dates` has no effect: the address {quote_value(url.text)} has no date field; add"
            " one, or write dates: none"
        )
        context.add_problem(
            inner_location(section, kind, "dates"),
            message,
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
        message = (
            f"the address has a field for the week ({', '.join(sorted(codes & WEEK_CODES))}), but"
            f" the dates go by {dates.step}; write step: week"
        )
        context.add_problem(where, message, found=dates.step, allowed="step: week")
        return
    missing = _find_missing_fields(dates, codes)
    if missing:
        message = (
            f"several windows of one {dates.step} have the same address: it has no field for the"
            f" {' and the '.join(missing)}; add one to the address, or give dates a longer step"
        )
        allowed = "an address for each window"
        context.add_problem(where, message, found=url.text, allowed=allowed)


def _find_missing_fields(dates: Dates, codes: set[str]) -> list[str]:
    """Return what differs between the windows of ``dates`` and has no code in the address."""
    start, end = dates.start, dates.until
    many_years = end is None or end.year > start.year
    many_months = end is None or (end.year, end.month) > (start.year, start.month)
    is_by_week = bool(codes & WEEK_CODES)
    by_day = dates.step in ("day", "week") and not is_by_week
    needs = [
        ("year", {"%G"} if is_by_week else YEAR_CODES, many_years),
        ("month", _MONTH_CODES, many_months and (by_day or dates.step == "month")),
        ("day", _DAY_CODES, end != start and by_day),
    ]
    return [name for name, known, is_needed in needs if is_needed and not codes & known]


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
        message = f"the dates end ({end}) before they begin ({start})"
        context.add_problem(
            dates.where("until"), message, found=str(end), allowed=f"a day from {start} on"
        )
    return Dates(
        start,
        end,
        dates.get("step", "day"),
        dates.get("order", "newest-first") == "newest-first",
        includes_today=until == "today",
    )
