"""What looks wrong on an archive page, in words: signs, not proofs. For ``curator check
--live``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webarticlecurator.archive.page_address import requested_form, without_slash
from webarticlecurator.model.hosts import is_same_site, plain_host


@dataclass(frozen=True)
class ListRead:
    """What the rules read off an archive page. ``url``: the address asked for; ``answered``: the
    one at the end of its redirects; ``links``: absolute addresses in the order of the page;
    ``next_page``: what the next rules gave; ``home``: the portal's home page; ``dated``: whether
    the page belongs to one date, which may well have no articles."""

    url: str
    answered: str
    links: Sequence[str]
    next_page: str | None
    home: str
    dated: bool = False


def diagnose_list(read: ListRead) -> tuple[str, ...]:
    """What looks wrong with it; () if nothing does."""
    return tuple(
        sign for sign in (_moved(read), _count(read), _elsewhere(read), _circle(read)) if sign
    )


def _moved(read: ListRead) -> str:
    home = without_slash(read.home)
    if without_slash(read.answered) == home != without_slash(read.url):
        return "the archive address leads to the home page: there seems to be no such archive page"
    return ""


def _count(read: ListRead) -> str:
    if not read.links:
        date = " (or was there nothing on this date?)" if read.dated else ""
        return f"no links: the `links` rules find nothing on this page{date}"
    if len(read.links) == 1:
        return "only one link: do the `links` rules find the whole list?"
    return ""


def _elsewhere(read: ListRead) -> str:
    if read.links and not any(
        is_same_site(link, known) for link in read.links for known in (read.home, read.answered)
    ):
        return f"all links leave the portal, the first one for {plain_host(read.links[0])}"
    return ""


def _circle(read: ListRead) -> str:
    if read.next_page and requested_form(read.next_page) in (
        requested_form(read.url),
        requested_form(read.answered),
    ):
        return (
            "the next page is this page: does the `next` rule find the link to the page that one"
            " is on?"
        )
    return ""


def find_repeated_lists(listed: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Columns (name → what its page lists) whose pages list the very same: one address for several
    columns."""
    columns: dict[tuple[str, ...], list[str]] = {}
    for column, links in listed.items():
        if links:
            columns.setdefault(tuple(links), []).append(column)
    return tuple(
        f"columns {', '.join(names)} list the very same articles: do their addresses differ as they"
        " should?"
        for names in columns.values()
        if len(names) > 1
    )
