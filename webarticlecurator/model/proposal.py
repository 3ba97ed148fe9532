"""Proposals for a portal file from pages of the portal (``curator new URL``), with evidence."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class LinkProposal:
    """A CSS selector for ``archive.links``, with the absolute addresses it lists on the page."""

    css: str
    links: tuple[str, ...]


@dataclass(frozen=True)
class DatedAddress:
    """An archive address with date fields. ``day`` is the first day of the window from whose
    address it was made, ``step`` is day, month or year."""

    template: str
    day: date
    step: str


@dataclass(frozen=True)
class NextProposal:
    """A CSS selector for the link to the next page, limited to links whose text contains ``text``
    if that is not empty; ``url`` is its target on the page."""

    css: str
    text: str
    url: str


@dataclass(frozen=True)
class NumberedProposal:
    """An address with ``{page}``: the value of the first page, and the difference to the next."""

    template: str
    first: int = 1
    step: int = 1


@dataclass(frozen=True)
class RootProposal:
    """A CSS selector for ``article.body.root``, with its number of words on each page read."""

    css: str
    words: tuple[int, ...]


@dataclass(frozen=True)
class Proposal:
    """All proposals from the page at ``url``.

    ``archives`` are address templates with dates among the links of the page; ``counter`` is its
    address with ``{page}`` in place of a number that may count pages; ``articles`` are the article
    pages that were read; ``troubles`` describe what could not be read.
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
