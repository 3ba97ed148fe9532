"""Conversion of a column of WebArticleCurator into the keys of a column of ours."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date

from webarticlecurator.config.yaml_text import YamlValue
from webarticlecurator.importing import old_address
from webarticlecurator.importing.import_report import ImportReport
from webarticlecurator.importing.old_pages import Paging, read_paging
from webarticlecurator.importing.old_yaml import OldColumn, OldSite, OldValue
from webarticlecurator.model.iso_time import parse_iso_day
from webarticlecurator.model.pagination import MODES

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
        old_address.convert_address(sample, pages.page),
        sample,
        _convert_dates(site, column, report),
        _convert_pagination(site, pages, sample),
        _convert_stop(site, column, report),
    )


def _convert_pagination(site: OldSite, pages: Paging, sample: str) -> YamlMapping:
    if not MODES[pages.mode].reads:
        return {}
    keys: YamlMapping = {"mode": pages.mode}
    if pages.first is not None and (pages.first != 1 or pages.unnumbered):
        keys["first"] = pages.first
    if pages.last is not None:
        keys["last"] = pages.last
    if pages.unnumbered:
        keys["first_url"] = old_address.convert_address(sample, "")
    if "next" in MODES[pages.mode].needs:
        keys["next"] = column_placeholder(site.text("extract_next_page_url_fun") or "")
    return keys


def _convert_dates(site: OldSite, column: OldColumn, report: ImportReport) -> YamlMapping:
    sample = column.text("archive_url_format") or ""
    size = old_address.smallest_step(sample)
    if not site.flag("archive_page_urls_by_date") or size is None:
        _report_undated(site, column, size, report)
        return {}
    doubt = old_address.describe_doubt(sample)
    if doubt:
        report.note(
            "todo",
            f"column {column.name}: {doubt}; look at the address",
            column.values["archive_url_format"].place,
        )
    start = _read_day(site, column, ("date_from", "date_first_article"), report)
    until = _read_day(site, column, ("date_until", "date_last_article"), report)
    if start is None:
        report.note(
            "todo",
            f"column {column.name}: no date_first_article; dates.from is a guess",
            column.place,
        )
    keys: YamlMapping = {"from": start or date(2000, 1, 1)}
    if until:
        keys["until"] = until
    if size != "day":
        keys["step"] = size
    if not site.flag("go_reverse_in_archive"):
        keys["order"] = "oldest-first"
    return keys


def _report_undated(
    site: OldSite, column: OldColumn, size: str | None, report: ImportReport
) -> None:
    """Report an archive by date whose address has no date fields, or the reverse."""
    place = column.values["archive_url_format"].place
    if site.flag("archive_page_urls_by_date"):
        report.note(
            "left",
            f"column {column.name}: its address has no date field, so all dates have the same page",
            place,
        )
    elif size is not None:
        message = (
            f"column {column.name}: its address has date fields, but archive_page_urls_by_date is"
            " not set; add dates"
        )
        report.note("todo", message, place)


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
