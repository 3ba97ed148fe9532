"""The checked portal file: everything merged, typed and resolved, so that no later layer reads
configuration."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from webarticlecurator.model.overrides import ManualOverrides
from webarticlecurator.model.rule import Condition, Place, Rule

STEPS = ("day", "month", "year")
DEFAULT_MAX_PAGES = 10_000
"""A walk whose portal file names neither a last page nor ``stop.max_pages`` gets no further: there
are endless calendars."""
MODES = ("none", "next-link", "numbered", "infinite-scroll", "expanding")


@dataclass(frozen=True)
class Editor:
    """One line of responsibility: name, ORCID iD (bare, 16 digits with hyphens), role."""

    name: str
    orcid: str = ""
    role: str = "editor"


@dataclass(frozen=True)
class Publisher:
    """Who publishes the portal, for the TEI header."""

    name: str
    place: str = ""


@dataclass(frozen=True)
class Rights:
    """The rights statement of the portal, for the TEI header."""

    text: str
    url: str = ""


@dataclass(frozen=True)
class CorpusInfo:
    """``corpus:`` what the corpus is cited as."""

    title: str = ""
    version: str = ""
    editors: tuple[Editor, ...] = ()
    funder: str = ""
    licence: str = ""
    doi: str = ""


@dataclass(frozen=True)
class AddressRules:
    """``address:`` requested address → canonical address. ``drop`` holds "fragment" and
    query-parameter globs; ``replace`` ordered regex pairs on the absolute address; ``canonical`` is
    "address" or "link" (use rel=canonical); ``public`` regex pairs from canonical to the citable
    address."""

    drop: tuple[str, ...] = ("fragment",)
    replace: tuple[tuple[str, str], ...] = ()
    canonical: str = "address"
    public: tuple[tuple[str, str], ...] = ()
    # in words, with its line
    replace_rule: str = field(default="address.replace", compare=False, repr=False)
    public_rule: str = field(default="address.public", compare=False, repr=False)


@dataclass(frozen=True)
class FetchPolicy:
    """``fetch:`` times in seconds, sizes in bytes."""

    delay: float = 1.0
    retries: int = 3
    timeout: float = 30.0
    robots: str = "obey"  # obey | ignore
    verify_tls: bool = True
    cookies: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    user_agent: str = ""
    proxy: str | None = None
    max_bytes: int = 50_000_000
    max_redirects: int = 10
    breaker: int = 10  # this many refusals running (403, 429, 503, no connection) stop the crawl
    browser: bool = False


@dataclass(frozen=True)
class AddressTemplate:
    """An archive address with fields. ``parts`` alternate freely: a ``str`` is literal, a ``Field``
    is filled in."""

    text: str
    parts: tuple[str | Field, ...]

    def has(self, name: str) -> bool:
        """True if a field of this name (date, last, after, page, column) occurs."""
        return any(isinstance(p, Field) and p.name == name for p in self.parts)

    @property
    def dated(self) -> bool:
        """True if the address depends on the window."""
        return self.has("date") or self.has("last") or self.has("after")


@dataclass(frozen=True)
class Field:
    """``{date:%Y/%m/%d}`` is Field("date", "%Y/%m/%d"); ``{page}`` is Field("page", "")."""

    name: str
    format: str = ""


@dataclass(frozen=True)
class Dates:
    """The closed range of days a span covers. ``until`` None means yesterday, in the portal's zone,
    at the time of the run."""

    start: date
    until: date | None
    step: str = "day"
    newest_first: bool = True


@dataclass(frozen=True)
class Pagination:
    """How the pages of one window follow each other. ``pages`` (page values as written) replaces
    first/step/last."""

    mode: str = "none"
    next: tuple[Rule, ...] = ()
    first: int = 1
    step: int = 1
    last: int | None = None
    first_url: AddressTemplate | None = None
    pages: tuple[str, ...] = ()

    @property
    def bounded(self) -> bool:
        """True if the portal file names the last page: only there does a first walk end."""
        return self.mode == "numbered" and (bool(self.pages) or self.last is not None)


@dataclass(frozen=True)
class Stop:
    """``stop:`` further ends of a walk: at an archive address (regex), after n pages, at a listed
    article address (regex). ``max_pages`` None: DEFAULT_MAX_PAGES, unless the pagination is
    bounded."""

    at: tuple[str, ...] = ()
    max_pages: int | None = None
    listed: tuple[str, ...] = ()
    rule: str = field(default="stop", compare=False, repr=False)  # in words, with its line


@dataclass(frozen=True)
class Span:
    """One date window range or page sequence of a column. ``number`` counts from 0 within the
    column."""

    column: str
    number: int
    url: AddressTemplate
    dates: Dates | None
    pagination: Pagination
    links: tuple[Rule, ...]
    stop: Stop = Stop()
    settle: timedelta = timedelta(days=2)
    # what is read beside each link, for the ``listed`` selector
    listed: tuple[tuple[str, Rule], ...] = ()
    newest_first: bool = True


@dataclass(frozen=True)
class Column:
    """A section of the portal with archive addresses of its own."""

    name: str
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class TagRow:
    """One row of a tag dictionary. ``signature`` is a CSS compound selector; ``operation`` as
    written (``unwrap``, ``quote>paragraph`` …, names checked by config); ``context`` as written
    (``in figure``) or empty."""

    signature: str
    operation: str
    keep: tuple[str, ...] = ()
    context: str = ""
    line: int = field(default=0, compare=False)
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True)
class SignatureRule:
    """One rule of ``body.signature``: what an attribute says in signatures. ``tag`` and ``attr``
    are lower case, or empty for any tag, all attributes. ``replace`` regex pairs on the value (on
    each name of ``class``); ``drop``: it says nothing. A rule with neither takes in an attribute
    that signatures do not have by themselves."""

    tag: str = ""
    attr: str = ""
    replace: tuple[tuple[str, str], ...] = ()
    drop: bool = False
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True)
class BodyRules:
    """``article.body:`` where the text is, and what its elements become."""

    root: tuple[Rule, ...] = ()
    drop: tuple[Rule, ...] = ()
    tags: tuple[TagRow, ...] = ()
    once: tuple[Rule, ...] = ()  # dropped on every page of an article but the one it begins with
    signature: tuple[SignatureRule, ...] = ()
    # what rules find is looked at as if it had been guessed; what they do not find is guessed
    guess: bool = False


@dataclass(frozen=True)
class Reject:
    """One rule of ``article.reject``: a page on which it holds is rejected with the reason."""

    rule: Rule
    reason: str = "not-article"


@dataclass(frozen=True)
class Split:
    """``article.split:`` one page, several articles: the elements, and where each one's id is
    (``@id`` or a CSS)."""

    items: Rule
    id: str = "@id"
    place: Place = field(default=Place(), compare=False)  # of the id


@dataclass(frozen=True)
class ArticleRules:
    """``article:`` of one layout, fully merged. ``metadata`` maps field → ordered sources, in a
    fixed field order."""

    body: BodyRules = BodyRules()
    metadata: tuple[tuple[str, tuple[Rule, ...]], ...] = ()
    next_page: tuple[Rule, ...] = ()
    reversed: bool = False
    reject: tuple[Reject, ...] = ()
    page: tuple[Rule, ...] = ()
    split: Split | None = None
    kind: str = "NewsArticle"  # Schema.org type
    comments: str = "keep"
    gate_off: tuple[str, ...] = ()  # reasons of verdict.GATED that the gate does not look for
    # the metadata fields of which the portal file says nothing: their sources are the built-in ones
    usual: tuple[str, ...] = ()


@dataclass(frozen=True)
class LayoutRules:
    """A layout: the first whose ``when`` holds is used for a page; the last resort is the article's
    own rules."""

    name: str
    when: Condition
    rules: ArticleRules


@dataclass(frozen=True)
class NamedFile:
    """The portal file or a file it names, as read: stored in the WARC at each run."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Portal:
    """One portal file, checked. ``match`` and ``continuation`` are regexes on addresses. The two
    digests are hex sha256: ``tei_digest`` over the checked keys that can change TEI and the
    contents of the files they name, ``link_digest`` over those that can change what archive pages
    list."""

    id: str
    home: str
    title: str = ""
    language: str = "und"
    timezone: str = "UTC"
    # whether the file names a zone; else `timezone` counts for days of the archive alone
    zoned: bool = True
    encoding: str | None = None
    publisher: Publisher | None = None
    rights: Rights | None = None
    corpus: CorpusInfo = CorpusInfo()
    address: AddressRules = AddressRules()
    fetch: FetchPolicy = FetchPolicy()
    columns: tuple[Column, ...] = ()
    links: tuple[Rule, ...] = ()  # the archive's own, for an address that no column fits
    next: tuple[Rule, ...] = ()
    article: ArticleRules = ArticleRules()
    versions: tuple[LayoutRules, ...] = ()
    match: str | None = None
    continuation: str | None = None
    match_rule: str = field(default="article.match", compare=False)  # in words, with its line
    continuation_rule: str = field(default="article.continuation", compare=False)
    captures: str = "latest"
    template: str = "default"  # tei_templates/<name>.xml or a path beside the portal file
    template_text: str = ""
    manual_overrides: ManualOverrides = field(
        default=ManualOverrides(), compare=False
    )  # in no digest: each build looks for articles it concerns
    path: Path = field(default=Path(), compare=False)
    files: tuple[NamedFile, ...] = ()
    # files of code, with their sha256
    hooks: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    tei_digest: str = ""
    link_digest: str = ""

    @property
    def stated_zone(self) -> str | None:
        """The zone of times on pages that name none; None if nobody knows it."""
        return self.timezone if self.zoned else None

    @property
    def divided(self) -> bool:
        """True if some layout has pages that hold several articles (``article.split``)."""
        return any(
            rules.split is not None
            for rules in (self.article, *(version.rules for version in self.versions))
        )
