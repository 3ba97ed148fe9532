"""The checked portal file: merged, typed and resolved, so that no later layer reads YAML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.model.overrides import ManualOverrides
from webarticlecurator.model.plug_in import PlugIn
from webarticlecurator.model.rule import (
    PSEUDONYMS,
    ArticleRules,
    Condition,
    LayoutRules,
    RefreshRules,
    Rule,
)

# The section ``archive`` of a portal file, and the links that its pages list.
#
# Where the archive of a portal is, and how it is walked: the section ``archive``.


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


# How a portal is requested: the section ``fetch``.


@dataclass(frozen=True)
class FetchPolicy:
    """``fetch:`` how the portal is requested; times in seconds, sizes in bytes."""

    delay: float = 1.0
    retries: int = 3
    timeout: float = 30.0
    robots: str = "obey"  # obey | ignore
    verify_tls: bool = True
    # not in repr, which messages and tracebacks may show
    cookies: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    user_agent: str = ""
    proxy: str | None = field(default=None, repr=False)
    max_bytes: int = 50_000_000
    max_redirects: int = 10
    breaker: int = 10  # refusals in a row (403, 429, 503, no connection) that stop the crawl
    durable: timedelta = timedelta(seconds=1)
    confirm: timedelta = timedelta(days=1)  # least time between two looks at a plain nothing
    connections: int = 1
    sitemaps: str = "robots"  # robots | none: what a whole walk is compared with
    browser: bool = False
    wait_for: str = ""  # CSS
    consent: str = ""  # CSS
    browser_hosts: tuple[str, ...] = ()
    browser_post: tuple[str, ...] = ()  # regexes
    signed_in: Condition | None = None


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
    encoding: str | None = None
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
    # the model that judges text units; None for the one of the package. Its digest is in tei_digest
    classifier: NamedFile | None = field(default=None, compare=False)
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
    def stated_zone(self) -> str | None:
        """The zone of times without one on pages; None if the portal file does not name it."""
        return self.timezone if self.has_timezone else None

    @property
    def classifier_content(self) -> bytes:
        """The bytes of the model file ``classifier``; empty for that of the package."""
        return self.classifier.content if self.classifier is not None else b""

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


# All rules that a portal file writes, in a fixed order.


def list_rules(portal: Portal) -> tuple[Rule, ...]:
    """Return the rules of the portal file with those inside them, not the built-in ones.

    A rule that several columns or layouts inherit may occur several times.
    """
    rules = [*_archive_rules(portal), *_article_rules(portal.article)]
    for layout in portal.layouts:
        rules += (*layout.when.has, *_article_rules(layout.rules))
    return tuple(rule for rule in _with_inner(rules) if rule.place.line)


def list_field_rules(portal: Portal) -> dict[str, tuple[Rule, ...]]:
    """Return the rules of the portal file for each metadata field that has any, with those inside
    them that give values: a condition need not hold."""
    found: dict[str, tuple[Rule, ...]] = {}
    for rules in (portal.article, *(layout.rules for layout in portal.layouts)):
        for name, sources in rules.metadata:
            own = tuple(rule for rule in _with_sources(sources) if rule.place.line)
            if own:
                found[name] = (*found.get(name, ()), *own)
    return found


def list_archive_rules(portal: Portal) -> tuple[Rule, ...]:
    """Return those of ``list_rules`` that are for archive pages."""
    return tuple(rule for rule in _with_inner(_archive_rules(portal)) if rule.place.line)


def list_rules_of_articles(rules: ArticleRules) -> tuple[Rule, ...]:
    """Return the rules for the pages of articles with those inside them, the built-in ones, too."""
    return tuple(_with_inner(_article_rules(rules)))


def span_reads_json(span: Span) -> bool:
    """Return True if a rule for the pages of a span reads JSON, or any source (a hook, a plug-in, a
    regex)."""
    rules = _with_inner(_rules_of_span(span))
    return any(rule.kind in ("json", "regex", "hook") or rule.plug_in for rule in rules)


def _archive_rules(portal: Portal) -> list[Rule]:
    spans = (span for column in portal.columns for span in column.spans)
    return [*portal.links, *portal.next, *(rule for each in spans for rule in _rules_of_span(each))]


def _rules_of_span(span: Span) -> list[Rule]:
    options = (value for _, value in span.source.options if isinstance(value, tuple))
    return [
        *span.links,
        *span.pagination.next,
        *(rule for _, rule in span.listed),
        *(rule for value in options for rule in value if isinstance(rule, Rule)),
    ]


def _article_rules(rules: ArticleRules) -> list[Rule]:
    body = rules.body
    return [
        *rules.next_page,
        *rules.page,
        *(reject.rule for reject in rules.reject),
        *body.root,
        *body.drop,
        *body.first_page_only,
        *body.post_author,
        *body.post_time,
        *(rule for _, sources in rules.metadata for rule in sources),
        *((rules.split.items,) if rules.split is not None else ()),
    ]


def _with_sources(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Yield each rule and those inside it that give it values."""
    for rule in rules:
        yield rule
        single = (inner for inner in (rule.within, rule.html) if inner is not None)
        yield from _with_sources((*rule.first_of, *rule.union, *single))


def _with_inner(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Yield each rule and those inside it."""
    for rule in rules:
        yield rule
        single = (inner for inner in (rule.within, rule.html) if inner is not None)
        conditions = (each for each in (rule.when, rule.unless) if each is not None)
        tested = (has for condition in conditions for has in condition.has)
        yield from _with_inner((*rule.first_of, *rule.union, *single, *tested))
