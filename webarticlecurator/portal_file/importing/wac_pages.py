"""Conversion of WebArticleCurator's keys for the pages of a column into our pagination.

In WebArticleCurator, a function for the next page takes precedence over numbers. Numbers go on
while a page lists anything (``infinite_scrolling``), up to ``max_pagenum``, or while enough
articles are new (``new_article_url_threshold``); without any of the three there is only one page.
The first address has ``initial_pagenum`` (or nothing), the second ``min_pagenum``.
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.pagination_modes import MODES
from webarticlecurator.portal_file.importing.import_report import ImportReport
from webarticlecurator.portal_file.importing.old_yaml import OldColumn, OldSite
from webarticlecurator.portal_file.importing.wac_addresses import field_names


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
    if not MODES[mode].counts_pages:
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
