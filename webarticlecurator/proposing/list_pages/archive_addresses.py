"""Dates in addresses: the template of an archive address, derived from one such address."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from urllib.parse import urlsplit

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.portal import AddressTemplate
from webarticlecurator.base.proposal.proposal import DatedAddress
from webarticlecurator.base.text.calendars import GREGORIAN, PERSIAN, ROC, from_calendar
from webarticlecurator.crawling.archive.page_address import PAGE_WORD
from webarticlecurator.crawling.archive.windows import Window
from webarticlecurator.portal_file.values.address_templates import parse_address_template


def after_host(url: str) -> int:
    return len("://".join(urlsplit(url)[:2]))


_DATE = re.compile(
    r"(?<!\d)(?P<y>(?:19|20)\d\d)"
    r"(?:(?P<s>[-/._]|&(?:m|ho)\w*=)(?P<m>1[0-2]|0?[1-9])"
    r"(?:(?P<t>(?P=s)|(?<==\d)&(?!p)[a-z]+=|(?<==\d\d)&(?!p)[a-z]+=)(?P<d>3[01]|[12]\d|0?[1-9]))?"
    r"|(?P<m8>0[1-9]|1[0-2])(?P<d8>0[1-9]|[12]\d|3[01]))?(?!\d)"
)
_YEAR_OF_NAME = "|".join(f"(?<={name})" for name in ("[?&]y=", "yr=", "year=", "/archive/"))
_OTHER_YEARS = {
    PERSIAN: r"1[34]\d\d",
    "buddhist": r"25\d\d",
    ROC: rf"(?:{_YEAR_OF_NAME}|(?=\d+\D+\d\d\D+\d\d|\d{{7}}(?!\d)))1[0-4]\d",
}
"""Calendar → its years in addresses, with a month and a day behind them; for short years that
nothing names these have two digits, since others are numbers."""
_OTHER_DATE = re.compile(
    rf"(?<!\d)(?P<y>{'|'.join(_OTHER_YEARS.values())})"
    r"(?:(?P<s>[-/._]|&(?:m|ho)\w*=)(?P<m>1[0-2]|0?[1-9])"
    r"(?P<t>(?P=s)|(?<==\d)&(?!p)[a-z]+=|(?<==\d\d)&(?!p)[a-z]+=)(?P<d>3[01]|[12]\d|0?[1-9])"
    r"|(?P<m8>0[1-9]|1[0-2])(?P<d8>0[1-9]|[12]\d|3[01])(?=[/?&.#]|\Z))(?!\d)"
)
_BEFORE_DAY = re.compile(r"(?:[?&](?:d|on|date|day)=|/archives?/|/date/|/day/)\Z")
"""What stands before a year where month and day follow at once: others are numbers of articles."""
_OTHER_CENTURY = date(1990, 1, 1), date(2060, 1, 1)
_PAGE_IN_PATH = re.compile(rf"/{PAGE_WORD}/(?P<page>\d{{1,4}}|\{{page\}})(?=[/?]|\Z)")
_PAGE_IN_QUERY = re.compile(
    rf"(?P<before>[?&])(?:\w*_)?(?:page\w*|{PAGE_WORD})=(?P<page>\d{{1,4}})(?P<after>&|\Z)"
)
STEPS = ("day", "month", "year")
"""Window steps, the finest first."""

MAX_TEMPLATES = 3


def find_dated_address(url: str) -> DatedAddress | None:
    """Return the address with its dates as fields, or None.

    An address has one date, or the first and the last day of a window, or the first day and the day
    after the last. A page number behind them is left out, with its word; ``{page}`` stays. The
    result is None without a date, and where a headline follows the date, as in the address of an
    article.
    """
    dates = _find_dates(url)
    if not dates:
        return None
    last = dates[-1][0].end()
    # A word in the path behind the dates and before its file extension, other than one before a
    # page number, is that of a headline.
    path = "" if "?" in url[:last] else re.split(r"[?#]", url[last:])[0]
    if re.search(r"[^\W\d_]{2}", _PAGE_IN_PATH.sub("", path).partition(".")[0]):
        return None
    url = _without_page(url, last)

    match, first, calendar = dates[0]
    finest = "day" if match["d"] or match["d8"] else "month" if match["m"] else "year"
    if finest == "year" and re.search(r"/\D*\d", url[last:]):  # a week, a quarter, an issue
        return None
    step_and_field = _find_step(first, dates[1][1] if len(dates) > 1 else None, finest)
    if step_and_field is None:
        return None

    step, second_field = step_and_field
    template, end = "", 0
    for number, (match, *_) in enumerate(dates):
        field = second_field if number else "date"
        template += f"{url[end : match.start()]}{{{field}:{_date_format(match)}}}"
        end = match.end()
    if calendar != GREGORIAN and step != "day":
        return None
    return DatedAddress(template + url[end:], Window.around(first, step).first, step, calendar)


def read_template(dated: DatedAddress) -> AddressTemplate:
    """Return the template of an address, in its calendar."""
    return parse_address_template(dated.template).in_calendar(dated.calendar)


def find_paged_window(url: str) -> tuple[DatedAddress, int] | None:
    """Return the address with its dates as fields and ``{page}`` for the page number behind them,
    and that number; None if it does not have both."""
    dates = _find_dates(url)
    end = dates[-1][0].end() if dates else len(url)
    number = _PAGE_IN_PATH.search(url, end) or _PAGE_IN_QUERY.search(url, end)
    if number is None or not number["page"].isdigit():
        return None
    dated = find_dated_address(f"{url[: number.start('page')]}{{page}}{url[number.end('page') :]}")
    return (dated, int(number["page"])) if dated is not None else None


def _find_dates(url: str) -> list[tuple[re.Match[str], date, str]]:
    """Return the dates in an address, each with its place, its first day and its calendar; those of
    another calendar where there are none of ours, and they have a day."""
    found, host = [], after_host(url)
    for match in _DATE.finditer(url, host):
        # 2019/02/31 is no date
        with suppress(ValueError):
            month, day = match["m"] or match["m8"] or 1, match["d"] or match["d8"] or 1
            found.append((match, date(int(match["y"]), int(month), int(day)), GREGORIAN))
    for match in () if found else _OTHER_DATE.finditer(url, host):
        if match["m8"] and not _BEFORE_DAY.search(url[host : match.start()]):
            continue
        names = ("y", "m8", "d8") if match["m8"] else ("y", "m", "d")
        year, month, day = (int(match[name]) for name in names)
        calendar = PERSIAN if year < 2000 else "buddhist"
        calendar = ROC if year < 1000 else calendar
        with suppress(ValueError):
            first = from_calendar(year, month, day, calendar)
            if _OTHER_CENTURY[0] <= first < _OTHER_CENTURY[1]:
                found.append((match, first, calendar))
    return found


def _without_page(url: str, end: int) -> str:
    """Return the address without the page number behind a place in it."""
    number = _PAGE_IN_PATH.search(url, end)
    if number is not None and number["page"].isdigit():
        return url[: number.start()] + url[number.end() :]
    number = _PAGE_IN_QUERY.search(url, end)
    if number is None:
        return url
    return (
        url[: number.start()] + (number["before"] if number["after"] else "") + url[number.end() :]
    )


def find_windows(dated: DatedAddress, addresses: Sequence[str]) -> dict[str, date]:
    """Return the addresses among ``addresses`` that are other windows of ``dated``, with the first
    day of each, the nearest first."""
    found = {
        address: other.day
        for address in addresses
        if (other := find_dated_address(address)) is not None
        and replace(other, day=dated.day) == dated
        and other.day != dated.day
    }
    return dict(sorted(found.items(), key=lambda item: (abs(item[1] - dated.day), item[0])))


def find_dated_archives(addresses: Sequence[str]) -> tuple[str, ...]:
    """Return the templates of dated archive addresses among ``addresses``, most frequent first."""
    counts = Counter(
        dated.template for dated in map(find_dated_address, addresses) if dated is not None
    )
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(template for template, _ in ranked[:MAX_TEMPLATES])


def _find_step(first: date, second: date | None, finest: str) -> tuple[str, str] | None:
    """Return the window step, and the name of the field for the second date.

    The result is None if the two dates do not delimit a whole day, month or year.
    """
    if second is None or second == first:
        return finest, "date"
    for step in STEPS[STEPS.index(finest) :]:
        window = Window.around(first, step)
        if window.first == first and second in (window.last, window.after):
            return step, "last" if second == window.last else "after"
    return None


def _date_format(match: re.Match[str]) -> str:
    if match["m8"]:
        return "%Y%m%d"
    # of /2024/5/13 the day has no zeros either
    short = "-" * any(len(match[name] or "..") == 1 for name in "md")
    parts = [
        f"{match[before]}%{'' if match[name][0] == '0' else short}{name}"
        for before, name in ("sm", "td")
        if match[name]
    ]
    return "".join(["%Y", *parts])
