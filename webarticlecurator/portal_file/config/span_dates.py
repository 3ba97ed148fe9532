"""The dates of a span: which days it covers, and whether its address has fields for them."""

from __future__ import annotations

from webarticlecurator.base.portal.portal import AddressTemplate, Dates, Field
from webarticlecurator.base.text.calendars import GREGORIAN, PERSIAN
from webarticlecurator.base.text.translation import join_messages, make_message
from webarticlecurator.portal_file.config.load_context import LoadContext, Location, Section
from webarticlecurator.portal_file.keys.source_kinds import SourceKind
from webarticlecurator.portal_file.values.address_templates import (
    WEEK_CODES,
    YEAR_CODES,
    date_codes,
)
from webarticlecurator.portal_file.values.value_fault import quote_value

_MONTH_CODES = {"%m", "%-m", "%B", "%b", "%j"}
_CALENDAR_CODES = {"%Y", "%m", "%-m", "%d", "%-d", "%%"}
"""The codes that all calendars have."""
_DAY_CODES = {"%d", "%-d", "%j"}


def check_dates(
    context: LoadContext, section: Section, kind: SourceKind, url: AddressTemplate
) -> None:
    """Report a date field without ``dates``, and ``dates`` without a date field."""
    if url.dated and not section.has("dates"):
        message = make_message(
            "the address has the field {{{field}}}, but the archive has no"
            " dates; add dates: {{from: …}}",
            field=next(f for f in ("date", "last", "after") if url.has(f)),
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
    if dates.calendar != GREGORIAN and not (codes <= _CALENDAR_CODES and _fits_step(dates)):
        context.add_problem(
            where,
            make_message(
                "the calendar {calendar} does not go with {value} and step: {step}; write years,"
                " months and days in numbers, and with persian step: day",
                calendar=dates.calendar,
                value=", ".join(sorted(codes)),
                step=dates.step,
            ),
            found=dates.calendar,
            allowed=", ".join(sorted(_CALENDAR_CODES)),
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


def _fits_step(dates: Dates) -> bool:
    """Return True unless windows are months or years, and those of the calendar are others."""
    return dates.calendar != PERSIAN or dates.step in ("day", "week")


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
        calendar=dates.get("calendar", GREGORIAN),
    )
