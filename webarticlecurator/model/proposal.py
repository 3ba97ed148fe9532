"""What a portal's pages suggest for its portal file (``curator new URL``): guesses with their
evidence."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class LinkProposal:
    """A CSS selector for ``archive.links`` and the addresses that it lists on the page (absolute,
    as the rule lists them)."""

    css: str
    links: tuple[str, ...]


@dataclass(frozen=True)
class DatedAddress:
    """An archive address with date fields; ``day``: the first day of the window that it was read
    from; ``step``: day, month or year."""

    template: str
    day: date
    step: str


@dataclass(frozen=True)
class NextProposal:
    """A CSS selector for the link to the next page, narrowed to links whose text contains ``text``
    (empty: not narrowed); ``url``: where it leads from the page."""

    css: str
    text: str
    url: str


@dataclass(frozen=True)
class NumberedProposal:
    """An address with ``{page}``, the value of the first page, and by how much it grows from page
    to page."""

    template: str
    first: int = 1
    step: int = 1


@dataclass(frozen=True)
class RootProposal:
    """A CSS selector for ``article.body.root`` and how many words of text it holds on each page
    that was looked at."""

    css: str
    words: tuple[int, ...]


@dataclass(frozen=True)
class Proposal:
    """Everything that was found.

    ``url``: the page's address; ``archives``: templates of addresses by date among the links of the
    page; ``counter``: its address with ``{page}`` instead of a number that may count pages;
    ``articles``: the article pages that were looked at; ``troubles``: what could not be had, in
    words.
    """

    url: str
    title: str = ""
    language: str = ""
    links: tuple[LinkProposal, ...] = ()
    dated: DatedAddress | None = None
    archives: tuple[str, ...] = ()
    next: NextProposal | None = None
    numbered: NumberedProposal | None = None
    counter: str = ""
    feeds: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()
    root: RootProposal | None = None
    articles: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()
