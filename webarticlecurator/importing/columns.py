"""One column of WebArticleCurator → the keys of ours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from webarticlecurator.importing import old_address
from webarticlecurator.importing.import_report import ImportReport
from webarticlecurator.importing.old_pages import Paging, read_paging
from webarticlecurator.importing.old_yaml import OldColumn, OldSite, OldValue
from webarticlecurator.importing.yaml_text import yaml_flow, yaml_scalar

TODO = "a.TODO-"
"""A selector that no page matches; the name of a function follows."""


@dataclass(frozen=True)
class ArchivePart:
    """A column of ours; ``dates``, ``pagination`` and ``stop`` are flow mappings, or empty.
    ``sample`` is the older address."""

    name: str
    url: str
    sample: str
    dates: str = ""
    pagination: str = ""
    stop: str = ""


def column_placeholder(function: str) -> str:
    """The rule that stands for a Python function until somebody writes it: CSS that matches
    nothing."""
    return yaml_scalar(TODO + re.sub(r"[^A-Za-z0-9_-]", "-", function))


def read_part(site: OldSite, column: OldColumn, account: ImportReport) -> ArchivePart | None:
    """The column in our words, or None (and a note) where its address is none."""
    sample = column.text("archive_url_format") or ""
    if not re.match(r"https?://[^/\s]", sample):
        account.note(
            "unknown",
            f"column {column.name}: {sample!r} is no http(s) address; the column is left out",
            column.place,
        )
        return None
    pages = read_paging(site, column, account)
    return ArchivePart(
        column.name,
        old_address.convert_address(sample, pages.page),
        sample,
        _dates(site, column, account),
        _pagination(site, pages, sample),
        _stop(site, column, account),
    )


def _pagination(site: OldSite, pages: Paging, sample: str) -> str:
    pairs = [("mode", pages.mode)]
    if pages.first is not None and (pages.first != 1 or pages.unnumbered):
        pairs.append(("first", str(pages.first)))
    if pages.last is not None:
        pairs.append(("last", str(pages.last)))
    if pages.unnumbered:
        pairs.append(("first_url", yaml_scalar(old_address.convert_address(sample, ""))))
    if pages.mode == "next-link":
        pairs.append(("next", column_placeholder(site.text("extract_next_page_url_fun") or "")))
    return "" if pages.mode == "none" else yaml_flow(tuple(pairs))


def _dates(site: OldSite, column: OldColumn, account: ImportReport) -> str:
    sample = column.text("archive_url_format") or ""
    size = old_address.smallest_step(sample)
    if not site.flag("archive_page_urls_by_date") or size is None:
        _undated(site, column, size, account)
        return ""
    doubt = old_address.describe_doubt(sample)
    if doubt:
        account.note(
            "todo",
            f"column {column.name}: {doubt}; look at the address",
            column.values["archive_url_format"].place,
        )
    start = _day(site, column, ("date_from", "date_first_article"), account)
    until = _day(site, column, ("date_until", "date_last_article"), account)
    if start is None:
        account.note(
            "todo",
            f"column {column.name}: no date_first_article; dates.from is a guess",
            column.place,
        )
    pairs = [("from", (start or date(2000, 1, 1)).isoformat())]
    pairs += [("until", until.isoformat())] if until else []
    pairs += [("step", size)] if size != "day" else []
    pairs += [] if site.flag("go_reverse_in_archive") else [("order", "oldest-first")]
    return yaml_flow(tuple(pairs))


def _undated(site: OldSite, column: OldColumn, size: str | None, account: ImportReport) -> None:
    """An archive that goes by date without date fields, or the other way round."""
    place = column.values["archive_url_format"].place
    if site.flag("archive_page_urls_by_date"):
        account.note(
            "left",
            f"column {column.name}: its address has no date field, so all its dates are one page",
            place,
        )
    elif size is not None:
        said = (
            f"column {column.name}: its address has date fields, but archive_page_urls_by_date is"
            " not set; add dates"
        )
        account.note("todo", said, place)


def _day(
    site: OldSite, column: OldColumn, keys: tuple[str, str], account: ImportReport
) -> date | None:
    """The crawl's own date wins over the column's."""
    given: OldValue | None = site.crawl.get(keys[0]) or column.values.get(keys[1])
    if given is None:
        return None
    try:
        return date.fromisoformat(given.text)
    except ValueError:
        account.note(
            "unknown", f"expected a day, YYYY-MM-DD, found {given.text!r}; left out", given.place
        )
        return None


def _stop(site: OldSite, column: OldColumn, account: ImportReport) -> str:
    pairs = []
    last = column.text("last_archive_page_url")
    if last:
        pairs.append(("at", yaml_scalar(f"^{re.escape(last)}$")))
    taboo = site.values.get("taboo_article_urls")
    if site.flag("stop_on_taboo_set") and taboo:
        listed = [
            yaml_scalar(f"^{re.escape(text)}$")
            for text in taboo.texts
            if re.match("https?://", text)
        ]
        pairs += [("listed", "[" + ", ".join(listed) + "]")] if listed else []
        if len(listed) < len(taboo.texts):
            said = (
                "stop_on_taboo_set: write the addresses as stop.listed; only those that stand in"
                " the schema were carried over"
            )
            account.note("todo", said, taboo.place)
    return yaml_flow(tuple(pairs)) if pairs else ""
