"""Articles of the Python interface: of a page that was extracted, of a corpus.

Modules that do the work are imported when they are needed: importing this one costs little.
"""

from __future__ import annotations

from datetime import datetime as Moment  # noqa: N812  # a property has its name
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model import article as article_model
from webarticlecurator.base.portal import portal as portal_model

if TYPE_CHECKING:
    from lxml import etree

    from webarticlecurator.corpus.export.stored_article import StoredArticle


class _Described:
    """What articles of a page and of a corpus share: the most used values of ``metadata``, as text,
    and other forms of the whole. ``str(article)`` is its text."""

    metadata: article_model.Metadata

    @property
    def title(self) -> str | None:
        """The title, as the page has it."""
        return self.metadata.first("title")

    @property
    def authors(self) -> list[str]:
        """The names of the authors."""
        return self.metadata.texts("authors")

    @property
    def published(self) -> str | None:
        """The date of publication in ISO 8601: a moment with its offset from UTC, or a day."""
        return self.metadata.first("published")

    @property
    def datetime(self) -> Moment | None:
        """The moment of publication in the portal's zone: of a day, a month or a year, its first
        one; None where it is not known."""
        from webarticlecurator.base.text.published_days import find_moment
        from webarticlecurator.base.text.times import find_zone

        found = find_moment(self.published, self._timezone)
        return None if found is None else found[0].astimezone(find_zone(self._timezone))

    @property
    def markdown(self) -> str:
        """The title, and the running text with its headings, lists and quotes, as Markdown."""
        from webarticlecurator.corpus.export.markdown import write_markdown

        return write_markdown(self.title or "", self.tree)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        facts = " · ".join(filter(None, (self.published, ", ".join(self.authors))))
        lines = "".join(f"<p>{escape(line)}</p>" for line in self.text.splitlines())
        return f"<h3>{escape(self.title or '')}</h3><p><i>{escape(facts)}</i></p>{lines}"

    @property
    def text(self) -> str:
        raise NotImplementedError

    @property
    def tree(self) -> etree._Element:
        raise NotImplementedError

    @property
    def _timezone(self) -> str:
        raise NotImplementedError


@dataclass(frozen=True)
class Article(_Described, article_model.Article):
    """An article extracted from a page: ``metadata`` (values with their sources), ``blocks`` (its
    text as a tree) and what is made of them."""

    portal: portal_model.Portal = field(kw_only=True, repr=False)

    @property
    def text(self) -> str:
        """The plain text, one paragraph a line, without captions, comments and embeds."""
        from webarticlecurator.tei.documents.plain_text import plain_lines

        return "\n".join(plain_lines(self.blocks))

    @property
    def tree(self) -> etree._Element:
        """The root element of the TEI document."""
        from webarticlecurator.tei.documents.read import parse_document

        return parse_document(self.to_tei())

    def to_tei(self) -> bytes:
        """Return the article as a TEI P5 document (UTF-8)."""
        from webarticlecurator.tei.documents.document import build_document

        return build_document(self, self.portal).content

    @property
    def _timezone(self) -> str:
        return self.portal.timezone


@dataclass(frozen=True)
class CorpusArticle(_Described):
    """An article of a corpus, as its TEI file holds it. ``path``: the file."""

    path: Path
    stored: StoredArticle = field(repr=False)

    @property
    def id(self) -> str:
        """The id of the article, which exports have, too."""
        return self.stored.header.id

    @property
    def url(self) -> str:
        """The canonical address."""
        return self.stored.header.url

    @property
    def column(self) -> str | None:
        """The name of its column in the portal file."""
        return self.stored.header.column

    @property
    def metadata(self) -> article_model.Metadata:  # type: ignore[override]
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
        from webarticlecurator.tei.documents.read import parse_document

        return parse_document(self.stored.content)

    @property
    def _timezone(self) -> str:
        return self.stored.timezone
