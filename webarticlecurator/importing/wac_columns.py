"""Conversion of a column of WebArticleCurator into the keys of a column of ours."""

from __future__ import annotations

import re
from datetime import date

from webarticlecurator.config.expressions import OLD_FIELD
from webarticlecurator.config.yaml_edit import YamlValue
from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.importing.old_yaml import ImportReport, OldColumn, OldSite, OldValue
from webarticlecurator.model.pagination import MODES
from webarticlecurator.text.times import parse_iso_day

TODO = "a.TODO-"
"""Beginning of a selector that matches on no page; the name of a function follows."""

YamlMapping = dict[str, YamlValue]


@dataclass(frozen=True)
class NewColumn:
    """A column of the portal file: ``dates``, ``pagination`` and ``stop`` are the keys with these
    names, empty where they are not written; ``sample`` is the address in the older file."""

    name: str
    url: str
    sample: str
    dates: YamlMapping = field(default_factory=dict)
    pagination: YamlMapping = field(default_factory=dict)
    stop: YamlMapping = field(default_factory=dict)


def column_placeholder(function: str) -> str:
    """Return the rule that takes the place of a Python function until it is written: CSS that
    matches nothing."""
    return TODO + re.sub(r"[^A-Za-z0-9_-]", "-", function)


def convert_column(site: OldSite, column: OldColumn, report: ImportReport) -> NewColumn | None:
    """Return the converted column; None, after a note, where its address is not an http(s) one."""
    sample = column.text("archive_url_format") or ""
    if not re.match(r"https?://[^/\s]", sample):
        report.note(
            "unknown",
            f"column {column.name}: not an http(s) address: {sample!r}; the column is left out",
            column.place,
        )
        return None
    pages = read_paging(site, column, report)
    return NewColumn(
        column.name,
        convert_address(sample, pages.page),
        sample,
        _convert_dates(site, column, report),
        _convert_pagination(site, pages, sample),
        _convert_stop(site, column, report),
    )


def _convert_pagination(site: OldSite, pages: Paging, sample: str) -> YamlMapping:
    if not MODES[pages.mode].reads:
        return {}
    following = column_placeholder(site.text("extract_next_page_url_fun") or "")
    keys = {
        "mode": pages.mode,
        "first": None if pages.first == 1 and not pages.unnumbered else pages.first,
        "last": pages.last,
        "first_url": convert_address(sample, "") if pages.unnumbered else None,
        "next": following if "next" in MODES[pages.mode].needs else None,
    }
    return {key: value for key, value in keys.items() if value is not None}


def _convert_dates(site: OldSite, column: OldColumn, report: ImportReport) -> YamlMapping:
    sample = column.text("archive_url_format") or ""
    size = smallest_step(sample)
    place = column.values["archive_url_format"].place
    if not site.flag("archive_page_urls_by_date") or size is None:
        # an archive by date whose address has no date fields, or the reverse
        if site.flag("archive_page_urls_by_date"):
            why = "its address has no date field, so all dates have the same page"
            report.note("left", f"column {column.name}: {why}", place)
        elif size is not None:
            why = "its address has date fields, but archive_page_urls_by_date is not set; add dates"
            report.note("todo", f"column {column.name}: {why}", place)
        return {}
    doubt = describe_doubt(sample)
    if doubt:
        report.note("todo", f"column {column.name}: {doubt}; look at the address", place)
    start = _read_day(site, column, ("date_from", "date_first_article"), report)
    until = _read_day(site, column, ("date_until", "date_last_article"), report)
    if start is None:
        report.note(
            "todo",
            f"column {column.name}: no date_first_article; dates.from is a guess",
            column.place,
        )
    keys = {
        "from": start or date(2000, 1, 1),
        "until": until,
        "step": None if size == "day" else size,
        "order": None if site.flag("go_reverse_in_archive") else "oldest-first",
    }
    return {key: value for key, value in keys.items() if value is not None}


def _read_day(
    site: OldSite, column: OldColumn, keys: tuple[str, str], report: ImportReport
) -> date | None:
    """Return the date of the crawl file, or else that of the column; None, after a note, where it
    is not a date."""
    given: OldValue | None = site.crawl.get(keys[0]) or column.values.get(keys[1])
    if given is None:
        return None
    try:
        return parse_iso_day(given.text)
    except ValueError:
        report.note(
            "unknown", f"not a date: {given.text!r} (expected YYYY-MM-DD); left out", given.place
        )
        return None


def _convert_stop(site: OldSite, column: OldColumn, report: ImportReport) -> YamlMapping:
    keys: YamlMapping = {}
    last = column.text("last_archive_page_url")
    if last:
        keys["at"] = f"^{re.escape(last)}$"
    taboo = site.values.get("taboo_article_urls")
    if site.flag("stop_on_taboo_set") and taboo:
        listed = [f"^{re.escape(text)}$" for text in taboo.texts if re.match("https?://", text)]
        if listed:
            keys["listed"] = listed
        if len(listed) < len(taboo.texts):
            message = (
                "stop_on_taboo_set: write the addresses as stop.listed; only those in the schema"
                " were carried over"
            )
            report.note("todo", message, taboo.place)
    return keys


# Conversion of WebArticleCurator's keys for the pages of a column into our pagination.
#
# In WebArticleCurator, a function for the next page takes precedence over numbers. Numbers go on
# while a page lists anything (``infinite_scrolling``), up to ``max_pagenum``, or while enough
# articles are new (``new_article_url_threshold``); without any of the three there is only one page.
# The first address has ``initial_pagenum`` (or nothing), the second ``min_pagenum``.


@dataclass(frozen=True)
class Paging:
    """The pagination of a column. ``page`` replaces ``#pagenum`` in the address, None is our
    ``{page}``; ``unnumbered`` is True if the address of the first page has no number
    (``first_url``)."""

    mode: str = "none"
    page: str | None = None
    first: int | None = None
    last: int | None = None
    unnumbered: bool = False


def read_paging(site: OldSite, column: OldColumn, report: ImportReport) -> Paging:
    """Return the pagination of one column, by the flags of its site."""
    initial = column.number("initial_pagenum")
    numbered = "pagenum" in field_names(column.text("archive_url_format") or "")
    if site.text("extract_next_page_url_fun"):
        why = "the next page is found by a function"
        for key in ("min_pagenum", "max_pagenum"):
            if key in column.values:
                report.note(
                    "left",
                    f"column {column.name}: {key} had no effect, because {why}",
                    column.values[key].place,
                )
        # {page} for the first page if it has a number, else nothing
        page = None if numbered and initial is not None else ""
        return Paging("next-link", page, initial if numbered else None)
    if not site.flag("next_url_by_pagenum") or not numbered:
        if site.flag("next_url_by_pagenum"):
            report.note(
                "left",
                f"column {column.name}: its address has no #pagenum, so it has one page",
                column.place,
            )
        return Paging("none", _single_page(initial))
    return _read_numbered(site, column, report)


def _read_numbered(site: OldSite, column: OldColumn, report: ImportReport) -> Paging:
    initial, second, last = (column.number(f"{name}_pagenum") for name in ("initial", "min", "max"))
    mode = _numbered_mode(site, last)
    if not MODES[mode].is_numbered:
        return Paging("none", _single_page(initial))
    first = initial if initial is not None else (second or 1) - 1
    if initial is not None and second is not None and second != initial + 1:
        message = (
            f"column {column.name}: initial_pagenum {initial} and min_pagenum {second} leave a gap;"
            f" pages run on from {initial}"
        )
        report.note("left", message, column.values["min_pagenum"].place)
    if last is not None and "last" not in MODES[mode].reads:
        message = (
            f"column {column.name}: max_pagenum had no effect, because infinite_scrolling goes on"
            " to the first empty page"
        )
        report.note("left", message, column.values["max_pagenum"].place)
    if last is not None and "last" in MODES[mode].reads:
        return Paging(mode, None, first, max(last, first), initial is None)
    return Paging(mode, None, first, None, initial is None)


def _numbered_mode(site: OldSite, last: int | None) -> str:
    if site.flag("infinite_scrolling"):
        return "infinite-scroll"
    if last is not None:
        return "numbered"
    return "expanding" if site.text("new_article_url_threshold") else "none"


def _single_page(initial: int | None) -> str:
    return "" if initial is None else str(initial)


# Conversion of WebArticleCurator's ``archive_url_format`` into an archive address with fields.
#
# ``#year #month #day`` are those of a day. ``#next-year #next-month #next-day`` are those of the
# day after it (if ``#next-day`` is used), of the first day of the next month (if ``#next-month``
# is) or of the next year. WebArticleCurator made an address for every day of the range and dropped
# repeats: so a format without ``#day`` has one page per month, one without ``#month`` one per year.

_CODES = {"year": "%Y", "month": "%m", "day": "%d"}
_SEPARATOR = re.compile(r"[-/._]?")


def field_names(text: str) -> frozenset[str]:
    """Return the fields in an address format, without their ``#``."""
    return frozenset(OLD_FIELD.findall(text))


def smallest_step(text: str) -> str | None:
    """Return day, month or year: the step between two addresses; None without a date field."""
    found = field_names(text)
    for size in ("day", "month", "year"):
        if found & {size, f"next-{size}"}:
            return size
    return None


def describe_doubt(text: str) -> str | None:
    """Return why the end of a window is not the day after its last day, which our addresses cannot
    express; None if it is."""
    found, size = field_names(text), smallest_step(text)
    after = {name.removeprefix("next-") for name in found if name.startswith("next-")}
    if after and size is not None and size not in after:
        return (
            f"the fields #next-… stand for the next {'month' if 'month' in after else 'year'}, but"
            f" the addresses go by the {size}"
        )
    return None


def convert_address(text: str, page: str | None) -> str:
    """Return the address with our fields. ``page`` replaces ``#pagenum`` (None: ``{page}``);
    literal braces are doubled."""
    pieces: list[tuple[str, str]] = []
    position = 0
    for match in OLD_FIELD.finditer(text):
        pieces.append(("", text[position : match.start()]))
        pieces.append(_convert_token(match[1], page))
        position = match.end()
    return _join_pieces([*pieces, ("", text[position:])])


def _convert_token(name: str, page: str | None) -> tuple[str, str]:
    """Return the kind of a token (date, after, page, or "" for a literal) and its text."""
    if name == "pagenum":
        return ("page", "") if page is None else ("", page)
    kind = "after" if name.startswith("next-") else "date"
    return (kind, _CODES[name.removeprefix("next-")])


def _join_pieces(pieces: list[tuple[str, str]]) -> str:
    """Return the address in which codes of one kind, with at most a separator between them, share a
    field: ``{date:%Y-%m-%d}``."""
    joined: list[tuple[str, str]] = []
    for kind, text in (piece for piece in pieces if piece != ("", "")):
        if (
            kind in ("date", "after")
            and len(joined) > 1
            and joined[-2][0] == kind
            and joined[-1][0] == ""
            and _SEPARATOR.fullmatch(joined[-1][1])
        ):
            link = joined.pop()[1]
            joined[-1] = (kind, joined[-1][1] + link + text)
        elif kind in ("date", "after") and joined and joined[-1][0] == kind:
            joined[-1] = (kind, joined[-1][1] + text)
        else:
            joined.append((kind, text))
    return "".join(_write_piece(kind, text) for kind, text in joined)


def _write_piece(kind: str, text: str) -> str:
    if kind == "page":
        return "{page}"
    return f"{{{kind}:{text}}}" if kind else text.replace("{", "{{").replace("}", "}}")
