"""Archives behind a select or a form: links are not needed by people who use it."""

from __future__ import annotations

from datetime import date
from html import escape

from bench.portals.random_sites.archive_indexes import first_of_month, month_name
from bench.portals.random_sites.archive_pages import Answer, ArchivePages
from bench.portals.random_sites.made_articles import MadeArticle


def _months(pages: ArchivePages) -> dict[date, list[MadeArticle]]:
    found: dict[date, list[MadeArticle]] = {}
    for article in pages.newest:
        found.setdefault(first_of_month(article.day), []).append(article)
    return found


def _options(pages: ArchivePages, values: dict[date, str]) -> str:
    shown = (
        f'<option value="{escape(value)}">{escape(month_name(pages, month))}</option>'
        for month, value in values.items()
    )
    return f'<option value="">{escape(pages.own.labels["older"])}</option>{"".join(shown)}'


def write_month_select(pages: ArchivePages) -> str:
    """A select whose options are addresses (the archives widget of WordPress)."""
    months = _months(pages)
    values = {month: f"{pages.stem('archive')}/{month:%Y/%m}/" for month in months}
    on_change = "document.location.href=this.options[this.selectedIndex].value;"
    select = f'<select name="archive" onchange="{on_change}">{_options(pages, values)}</select>'
    for month, path in values.items():
        pages.paged(path, months[month])
    pages.listing(pages.start, pages.newest[: pages.size], beside=select)
    return pages.start


def write_get_form(pages: ArchivePages) -> str:
    """A form that asks with GET for the articles of a month."""
    months, action = _months(pages), pages.stem("search")
    values = {month: f"{month:%Y-%m}" for month in months}
    form = _form(pages, action, "get", values)
    for month, value in values.items():
        pages.paged(f"{action}?month={value}", months[month], beside=form)
    pages.paged(action, pages.newest[: pages.size], beside=form)
    pages.listing(pages.start, pages.newest[: pages.size], beside=form)
    return pages.start


def write_post_form(pages: ArchivePages) -> str:
    """A form that asks with POST for the articles of a month: nobody can link to them."""
    months, action = _months(pages), pages.stem("search")
    values = {month: f"{month:%Y-%m}" for month in months}
    form = _form(pages, action, "post", values)
    pages.listing(pages.start, pages.newest[: pages.size], beside=form)
    pages.listing(action, (), beside=form)
    for month, value in values.items():
        text = pages.lists.page(months[month], "", beside=form)
        pages.posted[(action, f"month={value}")] = Answer(text.encode("utf-8"), "text/html")
    return pages.start


def _form(pages: ArchivePages, action: str, method: str, values: dict[date, str]) -> str:
    select = f'<select name="month">{_options(pages, values)}</select>'
    button = f'<input type="submit" value="{escape(pages.own.labels["more"])}">'
    return f'<form action="{action}" method="{method}">{select}{button}</form>'
