"""Conversion of a column of WebArticleCurator into the keys of a column of ours."""

from __future__ import annotations

import re
from datetime import date

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.pagination_modes import MODES
from webarticlecurator.base.text.times import parse_iso_day
from webarticlecurator.portal_file.importing.import_report import ImportReport
from webarticlecurator.portal_file.importing.old_yaml import OldColumn, OldSite, OldValue
from webarticlecurator.portal_file.importing.wac_addresses import (
    convert_address,
    describe_doubt,
    smallest_step,
)
from webarticlecurator.portal_file.importing.wac_pages import Paging, read_paging
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue

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
            report.note(
                "todo",
                "stop_on_taboo_set: write the addresses as stop.listed; only those in the schema"
                " were carried over",
                taboo.place,
            )
    return keys
