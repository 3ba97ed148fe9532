"""The section ``archive`` of a portal file, and the links that its pages list.

Where the archive of a portal is, and how it is walked: the section ``archive``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from webarticlecurator.model.plug_in import PlugIn
from webarticlecurator.model.rule import Rule

STEPS = ("day", "week", "month", "year")
DEFAULT_MAX_PAGES = 10_000
"""Limit of a walk whose portal file names neither a last page nor ``stop.max_pages``; calendars can
be endless."""


@dataclass(frozen=True)
class BrowserRules:
    """How the pages of a span are rendered in a browser.

    ``renders_lists`` and ``renders_articles``: which of them are rendered. ``wait_for``: the
    selector of what must be there; ``consent``: that of a button to click; both may be empty.
    """

    renders_lists: bool = False
    renders_articles: bool = False
    wait_for: str = ""
    consent: str = ""


@dataclass(frozen=True)
class AddressTemplate:
    """An archive address: of ``parts``, a ``str`` is literal, a ``Field`` is filled in."""

    text: str
    parts: tuple[str | Field, ...]

    def has(self, name: str) -> bool:
        """Return True if the address has the field date, last, after, page or column."""
        return any(isinstance(p, Field) and p.name == name for p in self.parts)

    @property
    def dated(self) -> bool:
        """True if the address depends on the window."""
        return self.has("date") or self.has("last") or self.has("after")


@dataclass(frozen=True)
class Field:
    """A field of an address: ``{date:%Y/%m/%d}`` is Field("date", "%Y/%m/%d"), ``{page}`` is
    Field("page", "")."""

    name: str
    format: str = ""


@dataclass(frozen=True)
class Dates:
    """The days that a span covers, first and last included. ``until`` None is the day before the
    run, in the portal's zone, or with ``includes_today`` the day of the run."""

    start: date
    until: date | None
    step: str = "day"
    newest_first: bool = True
    includes_today: bool = False


@dataclass(frozen=True)
class Pagination:
    """How the pages of one window follow each other. ``pages``, page values as written, replaces
    first, step and last.

    A browser makes the list of one page longer: it scrolls, or clicks what ``click`` selects, until
    an element that ``until`` selects is there, the page has ``until`` links, nothing more comes, or
    it has done so ``max_rounds`` times.
    """

    mode: str = "none"
    next: tuple[Rule, ...] = ()
    first: int = 1
    step: int = 1
    last: int | None = None
    first_url: AddressTemplate | None = None
    pages: tuple[str, ...] = ()
    scroll: bool = False
    click: str = ""
    until: str | int = ""
    max_rounds: int | None = None


@dataclass(frozen=True)
class Stop:
    """``stop:`` further ends of a walk: at an archive address (regex), after ``max_pages`` pages,
    at a listed article address (regex). ``max_pages`` None is DEFAULT_MAX_PAGES, unless the
    pagination is bounded."""

    at: tuple[str, ...] = ()
    max_pages: int | None = None
    listed: tuple[str, ...] = ()
    rule: str = field(default="stop", compare=False, repr=False)  # its name in messages


@dataclass(frozen=True)
class SourceSettings:
    """Where the links of a span come from.

    ``kind`` is a key of ``config.source_kinds.KINDS``, or the name of ``plug_in``; ``options`` are
    the values of its keys.
    """

    kind: str = "url"
    options: tuple[tuple[str, Any], ...] = ()
    plug_in: PlugIn | None = None

    def get(self, name: str, default: Any) -> Any:
        """Return the option ``name``, or ``default``."""
        return dict(self.options).get(name, default)


@dataclass(frozen=True)
class Span:
    """A range of dates or a sequence of pages of a column; ``number`` counts from 0 in it.

    ``url`` is the address of the pages that the walk begins with: archive pages, or the first pages
    of another ``source``.
    """

    column: str
    number: int
    url: AddressTemplate
    dates: Dates | None
    pagination: Pagination
    links: tuple[Rule, ...]
    stop: Stop = Stop()
    settle: timedelta = timedelta(days=2)
    # values read next to each link, for the ``listed`` selector
    listed: tuple[tuple[str, Rule], ...] = ()
    newest_first: bool = True
    source: SourceSettings = SourceSettings()
    # in no digest: it decides what is requested, not what a stored page means
    browser: BrowserRules = field(default=BrowserRules(), compare=False)


@dataclass(frozen=True)
class Column:
    """A section of the archive with its spans."""

    name: str
    spans: tuple[Span, ...]


# What the pages of an archive list: links to articles, and further pages of the archive.


@dataclass(frozen=True)
class Link:
    """One link of an archive page.

    ``url`` is the address as listed, without fragment; ``listed`` the (name, value) pairs shown
    beside it.
    """

    url: str
    listed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class NamedPage:
    """A page of the archive that another one names: a file of a sitemap, an issue of a magazine.

    ``modified`` is the time of its last change as written there, or "".
    """

    url: str
    modified: str = ""


@dataclass(frozen=True)
class StoredNamedPage:
    """A named page as stored.

    ``window`` is that of the first walk that led to it, ``parent`` the page that names it;
    ``modified`` is what that page says of its last change, ``read_modified`` what it said when the
    page was read completely.
    """

    url: str
    window: str
    parent: str = ""
    modified: str = ""
    read_modified: str = ""
