"""How WebArticleCurator walked the pages of a column → our pagination.

Its order of precedence: a function for the next page wins over numbers. Numbers run while a page
lists anything (``infinite_scrolling``), up to ``max_pagenum``, or while enough is new
(``new_article_url_threshold``); with none of the three there is one page only. The first address is
filled with ``initial_pagenum`` (with nothing, if there is none), the second with ``min_pagenum``.
"""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.importing.import_report import ImportReport
from webarticlecurator.importing.old_address import field_names
from webarticlecurator.importing.old_yaml import OldColumn, OldSite


@dataclass(frozen=True)
class Paging:
    """``page``: what stands for ``#pagenum`` in the address, None for our ``{page}``.
    ``unnumbered``: the first page's address has nothing in its place (``first_url``)."""

    mode: str = "none"
    page: str | None = None
    first: int | None = None
    last: int | None = None
    unnumbered: bool = False


def read_paging(site: OldSite, column: OldColumn, account: ImportReport) -> Paging:
    """The pagination of one column, by the flags of its site."""
    initial = column.number("initial_pagenum")
    numbered = "pagenum" in field_names(column.text("archive_url_format") or "")
    if site.text("extract_next_page_url_fun"):
        _unused(column, "the next page is found by a function", account)
        return Paging("next-link", _fill(initial, numbered), initial if numbered else None)
    if not site.flag("next_url_by_pagenum") or not numbered:
        if site.flag("next_url_by_pagenum"):
            account.note(
                "left",
                f"column {column.name}: its address has no #pagenum, so it has one page",
                column.place,
            )
        return Paging("none", _single(initial))
    return _by_number(site, column, account)


def _by_number(site: OldSite, column: OldColumn, account: ImportReport) -> Paging:
    initial, second, last = (column.number(f"{name}_pagenum") for name in ("initial", "min", "max"))
    mode = _mode(site, last)
    if mode == "none":
        return Paging("none", _single(initial))
    first = initial if initial is not None else (second or 1) - 1
    if initial is not None and second is not None and second != initial + 1:
        said = (
            f"column {column.name}: initial_pagenum {initial} and min_pagenum {second} leave a gap;"
            f" pages run on from {initial}"
        )
        account.note("left", said, column.values["min_pagenum"].place)
    if mode == "infinite-scroll" and last is not None:
        said = (
            f"column {column.name}: max_pagenum had no effect, because infinite_scrolling goes on"
            " to the first empty page"
        )
        account.note("left", said, column.values["max_pagenum"].place)
    if mode == "numbered" and last is not None:
        return Paging(mode, None, first, max(last, first), initial is None)
    return Paging(mode, None, first, None, initial is None)


def _mode(site: OldSite, last: int | None) -> str:
    if site.flag("infinite_scrolling"):
        return "infinite-scroll"
    if last is not None:
        return "numbered"
    return "expanding" if site.text("new_article_url_threshold") else "none"


def _fill(initial: int | None, numbered: bool) -> str | None:
    """With a next link, ``{page}`` holds for the first page; without a number there was nothing in
    its place."""
    return None if numbered and initial is not None else ""


def _single(initial: int | None) -> str:
    return "" if initial is None else str(initial)


def _unused(column: OldColumn, why: str, account: ImportReport) -> None:
    for key in ("min_pagenum", "max_pagenum"):
        if key in column.values:
            account.note(
                "left",
                f"column {column.name}: {key} had no effect, because {why}",
                column.values[key].place,
            )
