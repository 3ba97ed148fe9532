"""The checked portal file: merged, typed and resolved, so that no later layer reads YAML."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.portal.article_rules import (
    PSEUDONYMS,
    ArticleRules,
    LayoutRules,
    RefreshRules,
)
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.overrides import ManualOverrides
from webarticlecurator.base.portal.plug_in import PlugIn
from webarticlecurator.base.portal.rule import Condition, Rule
from webarticlecurator.base.text.calendars import GREGORIAN

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

    def in_calendar(self, calendar: str) -> AddressTemplate:
        """Return the address with its dates in a calendar of ``base.text.calendars``."""
        parts = (p if isinstance(p, str) else replace(p, calendar=calendar) for p in self.parts)
        return replace(self, parts=tuple(parts))


@dataclass(frozen=True)
class Field:
    """A field of an address: ``{date:%Y/%m/%d}`` is Field("date", "%Y/%m/%d"), ``{page}`` is
    Field("page", ""). A date is written in ``calendar``."""

    name: str
    format: str = ""
    calendar: str = GREGORIAN


@dataclass(frozen=True)
class Dates:
    """The days that a span covers, first and last included. ``until`` None is the day before the
    run, in the portal's zone, or with ``includes_today`` the day of the run. ``calendar``: that of
    the addresses."""

    start: date
    until: date | None
    step: str = "day"
    newest_first: bool = True
    includes_today: bool = False
    calendar: str = GREGORIAN


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


@dataclass(frozen=True)
class Editor:
    """A person responsible for the corpus; ``orcid`` is 16 digits with hyphens."""

    name: str
    orcid: str = ""
    role: str = "editor"


@dataclass(frozen=True)
class Publisher:
    """``publisher:`` who publishes the portal."""

    name: str
    place: str = ""


@dataclass(frozen=True)
class Rights:
    """``rights:`` the statement about the texts, and its address."""

    text: str
    url: str = ""


@dataclass(frozen=True)
class CorpusInfo:
    """``corpus:`` the citation of the corpus."""

    title: str = ""
    version: str = ""
    editors: tuple[Editor, ...] = ()
    funder: str = ""
    licence: str = ""
    doi: str = ""
    handle: str = ""
    # only in what a deposit says
    project: str = field(default="", compare=False)
    software: str = field(default="", compare=False)

    def persistent_id(self, article_id: str = "") -> str:
        """Return the address by which the corpus is cited, or an article of it; "" without a DOI
        or Handle."""
        handle = f"https://hdl.handle.net/{self.handle}" if self.handle else ""
        cited = f"https://doi.org/{self.doi}" if self.doi else handle
        return f"{cited}?id={article_id}" if cited and article_id else cited


@dataclass(frozen=True)
class AddressRules:
    """``address:`` how a requested address becomes the canonical one.

    ``drop`` contains "fragment" and globs of query parameters; ``replace`` are ordered regex pairs
    on the absolute address; ``canonical`` is "address" or "link" (use rel=canonical); ``public``
    are regex pairs from the canonical to the citable address.
    """

    drop: tuple[str, ...] = ("fragment",)
    replace: tuple[tuple[str, str], ...] = ()
    canonical: str = "address"
    public: tuple[tuple[str, str], ...] = ()
    # names of the rules in messages, with their lines
    replace_rule: str = field(default="address.replace", compare=False, repr=False)
    public_rule: str = field(default="address.public", compare=False, repr=False)


@dataclass(frozen=True)
class NamedFile:
    """The portal file or a file that it names, as both are stored in the WARC at each run: without
    the secrets that ``left_out`` names."""

    name: str
    content: bytes
    left_out: tuple[str, ...] = ()


def is_own_template(name: str) -> bool:
    """Return True if a value of ``tei.template`` is a file of the user, not a template of the
    package."""
    return name.endswith(".xml")


@dataclass(frozen=True)
class DatedEncoding:
    """An encoding (a Python codec) of the pages for which ``when`` is true, as in a layout."""

    name: str
    when: Condition = Condition()


@dataclass(frozen=True)
class Portal:
    """A checked portal file.

    ``match`` and ``continuation`` are regexes on addresses. The digests are hex sha256:
    ``tei_digest`` over the keys that can change TEI and the contents of the files they name,
    ``link_digest`` over the keys that can change what archive pages list.
    """

    id: str
    home: str
    title: str = ""
    language: str = "und"
    timezone: str = "UTC"
    # True if the file names a zone; else ``timezone`` is used only for the days of the archive
    has_timezone: bool = True
    # of pages that declare none: of all, or of those for which the first condition is true
    encoding: str | tuple[DatedEncoding, ...] | None = None
    publisher: Publisher | None = None
    rights: Rights | None = None
    corpus: CorpusInfo = CorpusInfo()
    address: AddressRules = AddressRules()
    fetch: FetchPolicy = field(default=FetchPolicy())
    columns: tuple[Column, ...] = ()
    links: tuple[Rule, ...] = ()  # those of the archive, for an address that fits no column
    next: tuple[Rule, ...] = ()
    article: ArticleRules = field(default=ArticleRules())
    layouts: tuple[LayoutRules, ...] = ()
    match: str | None = None
    continuation: str | None = None
    # in no digest: it decides what is requested, not what a stored page means
    refresh: RefreshRules = field(default=RefreshRules())
    # in no digest, too: cron notation, five fields; empty for a portal that is crawled by hand
    schedule: str = ""
    match_rule: str = field(default="article.match", compare=False)  # its name in messages
    continuation_rule: str = field(default="article.continuation", compare=False)
    captures: str = "latest"
    template: str = "default"  # tei_templates/<name>.xml, or a path from the portal file's folder
    template_text: str = ""
    # in no digest: each build finds the articles whose overrides have changed
    manual_overrides: ManualOverrides = field(default=ManualOverrides(), compare=False)
    path: Path = field(default=Path(), compare=False)
    files: tuple[NamedFile, ...] = ()
    # files of code, with their sha256
    hooks: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    # the secret of the pseudonyms of readers, empty if there are none; never stored or shown
    pseudonym_key: bytes = field(default=b"", compare=False, repr=False)
    tei_digest: str = ""
    link_digest: str = ""

    @property
    def plain_encoding(self) -> str | None:
        """The encoding of all pages that declare none; None if it depends on the page."""
        return self.encoding if isinstance(self.encoding, str) else None

    @property
    def dated_encodings(self) -> tuple[DatedEncoding, ...]:
        """The encodings that depend on the page, in the order in which they are tried."""
        return self.encoding if isinstance(self.encoding, tuple) else ()

    @property
    def spans(self) -> dict[tuple[str, int], Span]:
        """Its spans, by their columns and numbers."""
        return {(span.column, span.number): span for each in self.columns for span in each.spans}

    @property
    def stated_zone(self) -> str | None:
        """The zone of times without one on pages; None if the portal file does not name it."""
        return self.timezone if self.has_timezone else None

    @property
    def corpus_title(self) -> str:
        """The title of the corpus, or else the title or the id of the portal."""
        return self.corpus.title or self.title or self.id

    @property
    def has_own_template(self) -> bool:
        """True if the header template is not one of the package."""
        return is_own_template(self.template)

    @property
    def has_pseudonyms(self) -> bool:
        """True if some layout replaces the names of readers."""
        return any(
            rules.comments == PSEUDONYMS
            for rules in (self.article, *(layout.rules for layout in self.layouts))
        )

    @property
    def has_split_pages(self) -> bool:
        """True if some layout has several articles on a page (``article.split``)."""
        return any(
            rules.split is not None
            for rules in (self.article, *(layout.rules for layout in self.layouts))
        )
