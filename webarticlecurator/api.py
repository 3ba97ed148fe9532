"""The Python interface (docs/python.md): ``from webarticlecurator import Portal, Corpus``.

Modules that do the work are imported when they are needed: importing this one costs little.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.model import article as article_model
from webarticlecurator.model import portal as portal_model

if TYPE_CHECKING:
    from lxml import etree

    from webarticlecurator.corpora.address_history import AddressHistory
    from webarticlecurator.export import StoredArticle
    from webarticlecurator.states.summary import Summary
    from webarticlecurator.workers.executor import BuildOptions, CrawlOptions, Runtime


@dataclass(frozen=True)
class Portal(portal_model.Portal):
    """A portal file, checked."""

    @classmethod
    def load(cls, path: Path | str, *, allow_hooks: bool | Collection[str] = False) -> Portal:
        """Return the portal of a portal file.

        Hooks are code: they run only with ``allow_hooks=True``, or where the sha256 digest (hex) of
        their file is in ``allow_hooks``. Raises ConfigError, with every problem of the file.
        """
        from webarticlecurator.config import load_portal

        return cls(**vars(load_portal(Path(path), allow_hooks=allow_hooks)))


class _HasMetadata(Protocol):
    @property
    def metadata(self) -> article_model.Metadata: ...


class _Described:
    """The most used values of ``metadata``, as text."""

    @property
    def title(self: _HasMetadata) -> str | None:
        return self.metadata.first("title")

    @property
    def authors(self: _HasMetadata) -> list[str]:
        return self.metadata.texts("authors")

    @property
    def published(self: _HasMetadata) -> str | None:
        """The date of publication in ISO 8601: a moment with its offset from UTC, or a day."""
        return self.metadata.first("published")


@dataclass(frozen=True)
class Article(_Described, article_model.Article):
    """An article extracted from a page: ``metadata`` (values with their sources), ``blocks`` (its
    text as a tree) and what is made of them."""

    portal: portal_model.Portal = field(kw_only=True, repr=False)

    @property
    def text(self) -> str:
        """The plain text, one paragraph a line, without captions, comments and embeds."""
        from webarticlecurator.tei import plain_lines

        return "\n".join(plain_lines(self.blocks))

    def to_tei(self) -> bytes:
        """Return the article as a TEI P5 document (UTF-8)."""
        from webarticlecurator.tei import build_document

        return build_document(self, self.portal).content


@dataclass(frozen=True)
class CorpusArticle(_Described):
    """An article of a corpus, as its TEI file holds it. ``path``: the file."""

    path: Path
    stored: StoredArticle = field(repr=False)

    @property
    def id(self) -> str:
        return self.stored.header.id

    @property
    def url(self) -> str:
        """The canonical address."""
        return self.stored.header.url

    @property
    def column(self) -> str | None:
        return self.stored.header.column

    @property
    def metadata(self) -> article_model.Metadata:
        """All values with their sources."""
        return self.stored.header.metadata

    @property
    def words(self) -> int:
        """Runs of characters without white space in the body, captions and comments included."""
        return self.stored.header.words

    @property
    def confidence(self) -> int | None:
        """The expected F1, in per mille, of a text read without rules; None for one read by
        rules."""
        return self.stored.header.confidence

    @property
    def text(self) -> str:
        """The plain text, one paragraph a line, without captions, comments and embeds."""
        return "\n".join(self.stored.lines())

    @cached_property
    def tree(self) -> etree._Element:
        """The root element of the TEI document."""
        from webarticlecurator.tei.read import parse_document

        return parse_document(self.stored.content)


class Corpus:
    """The corpus of one portal in a folder, which a crawl makes where there is none."""

    def __init__(self, folder: Path | str, portal: portal_model.Portal) -> None:
        self.folder = Path(folder)
        self.portal = portal

    def __repr__(self) -> str:
        return f"Corpus({str(self.folder)!r}, portal={self.portal.id!r})"

    def crawl(self, options: CrawlOptions | None = None, runtime: Runtime | None = None) -> Summary:
        """Extend the corpus by what is new on the portal, then build.

        Raises PortalRefused where the portal stops the crawl, CorpusLocked where another process
        works on the corpus, CorpusMismatch, DiskFull, StoreDamaged. What was stored stays.
        """
        from webarticlecurator.crawl.crawl import crawl

        return crawl(self.portal, self.folder, options, runtime)

    def build(self, options: BuildOptions | None = None, runtime: Runtime | None = None) -> Summary:
        """Bring the TEI up to the stored captures and the rules, offline."""
        from webarticlecurator.build.build import build

        return build(self.portal, self.folder, options, runtime)

    def articles(
        self,
        since: date | None = None,
        until: date | None = None,
        column: str | None = None,
        *,
        where: Sequence[str] = (),
        sample: int | None = None,
        by: str = "",
    ) -> Iterator[CorpusArticle]:
        """Yield the articles one by one, in the order of their files.

        ``since`` and ``until``: the first and the last day of publication, in the portal's zone.
        ``where``: conditions that all hold, such as ``"words>=100"``. ``sample``: only so many
        articles, always the same, of each value of the field ``by`` if there is one. Files that are
        missing or no TEI of ours are left out, and counted in a UserWarning after the last article
        (``curator verify`` names them). Raises UsageError where the corpus has no TEI yet, and for
        a column or a field that is not known.
        """
        from webarticlecurator.corpora.exporting import ExportedCorpus, list_tei
        from webarticlecurator.export import SelectionOptions, make_selections, read_articles
        from webarticlecurator.workers.executor import Runtime

        options = SelectionOptions(since, until, column, tuple(where), sample, by)
        (selection,) = make_selections(options, [self.portal])
        files = list_tei(ExportedCorpus(self.portal, self.folder, selection, Runtime()))
        articles = read_articles(self.folder, selection, files)
        for stored in articles:
            yield CorpusArticle(self.folder / "tei" / stored.path, stored)
        if articles.problems:
            first = articles.problems[0]
            warnings.warn(
                f"{len(articles.problems)} TEI files were left out, the first {first.where}:"
                f" {first.message}",
                stacklevel=2,
            )

    def status(self) -> Summary:
        """Return the account of every address in numbers."""
        from webarticlecurator.states.summary import read_status

        return read_status(self.portal, self.folder)

    def why(self, url: str) -> AddressHistory:
        """Return what happened to an address, as listed or canonical, and why."""
        from webarticlecurator.corpora.address_history import explain_address

        return explain_address(self.portal, self.folder, url)


def extract_page(
    portal: portal_model.Portal,
    url: str,
    content: bytes,
    content_type: str | None = None,
    captured: date | None = None,
) -> Article | article_model.Rejected:
    """Return what one page says as an article by the portal's rules, or why it is none.

    ``url``: its absolute address; ``content``: the body, transfer and content codings removed (what
    `curl` saves); ``content_type``: the value of that HTTP header; ``captured``: the day on which
    it was fetched, for layouts chosen by it and for the bounds of dates. Nothing is stored.
    """
    from webarticlecurator.trial.one_article import extract

    found = extract(portal, url, content, content_type, captured)
    if isinstance(found, article_model.Rejected):
        return found
    return Article(**vars(found), portal=portal)
