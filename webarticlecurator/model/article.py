"""An article as extracted: metadata with evidence, a tree of blocks, and the account of its
text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from webarticlecurator.model.blocks import Node
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.verdict import Problem

FIELDS: tuple[tuple[str, str, bool], ...] = (
    # name in the portal file, Schema.org name, holds a list
    ("title", "headline", False),
    ("subtitle", "alternativeHeadline", False),
    ("kicker", "alternativeHeadline", False),  # Schema.org has no name of its own for it
    ("authors", "author", True),
    ("sources", "sourceOrganization", True),
    ("published", "datePublished", False),
    ("modified", "dateModified", False),
    ("section", "articleSection", False),
    ("keywords", "keywords", True),
    ("language", "inLanguage", False),
    ("access", "isAccessibleForFree", False),
    ("description", "description", False),
)
"""The metadata fields, in the order in which they are written everywhere."""


LISTS = frozenset(name for name, _, several in FIELDS if several)
"""The fields that take several values."""
DATES = ("published", "modified")
"""The fields whose values are dates."""

ORGANISATION = " (Organization)"
"""What the ``source`` of an author ends in whom the page calls an organisation."""


@dataclass(frozen=True)
class Value:
    """One metadata value: normalised; ``source`` says which rule gave it
    (``jsonld:datePublished``); ``original`` as on the page. Dates are ISO 8601 with the zone's
    offset (``2019-03-15T08:30:00+01:00``), or a date alone where the page gives no time."""

    value: str
    source: str
    original: str


@dataclass(frozen=True)
class Metadata:
    """Field name → its values (one, or several where FIELDS says list), only fields that have
    any."""

    fields: tuple[tuple[str, tuple[Value, ...]], ...] = ()

    def all(self, name: str) -> tuple[Value, ...]:
        return next((values for key, values in self.fields if key == name), ())

    def first(self, name: str) -> str | None:
        values = self.all(name)
        return values[0].value if values else None


@dataclass(frozen=True)
class TextAccount:
    """Where the words (runs without white space) of the root went: ``kept``, all words of the body;
    ``unclaimed`` per tag signature, those among them that stand directly in elements which neither
    the portal's nor the base dictionary knows (a word that tags cut counts in each of its parts);
    ``dropped`` per rule; ``outside`` the root, an estimate, counted only where one page is tried,
    else None."""

    kept: int = 0
    dropped: tuple[tuple[str, int], ...] = ()
    unclaimed: tuple[tuple[str, int], ...] = ()
    # signatures that fell back to the base dictionary → occurrences
    base: tuple[tuple[str, int], ...] = ()
    outside: int | None = None

    @property
    def dropped_words(self) -> int:
        return sum(n for _, n in self.dropped)

    @property
    def unclaimed_words(self) -> int:
        return sum(n for _, n in self.unclaimed)


@dataclass(frozen=True)
class PageExtract:
    """What one stored page gives: its part of an article. ``stated``: what its ``<link
    rel=canonical>`` names."""

    url: str
    metadata: Metadata
    blocks: tuple[Node, ...]
    account: TextAccount
    problems: tuple[Problem, ...] = ()
    version: str = ""
    stated: str | None = None


@dataclass(frozen=True)
class Rejected:
    """A page that is no article, with a reason from ``verdict.REJECTIONS`` and the evidence in
    words."""

    url: str
    reason: str
    evidence: str


@dataclass(frozen=True)
class Failed:
    """A stored page of which nothing could be made this time, with a reason from
    ``verdict.BUILD_FAILURES`` and the evidence in words. It says nothing about the page: the next
    build tries again."""

    url: str
    reason: str
    evidence: str


@dataclass(frozen=True)
class Article:
    """Everything the TEI is made of. ``blocks`` are children of a ``body`` Node; ``captures`` one
    per page, in order."""

    id: str
    url: str  # canonical
    aliases: tuple[str, ...]
    column: str | None
    captures: tuple[Capture, ...]
    metadata: Metadata
    blocks: tuple[Node, ...]
    account: TextAccount
    problems: tuple[Problem, ...] = ()
    kind: str = "NewsArticle"
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def body(self) -> Node:
        return Node("body", self.blocks)


@dataclass(frozen=True)
class TeiDocument:
    """The finished bytes (UTF-8, LF) and where they belong below ``tei/`` (``2019/03/a….xml``)."""

    id: str
    path: str
    content: bytes
