"""An extracted article: metadata with their sources, blocks, and the account of its words."""

from __future__ import annotations

from collections.abc import Mapping

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model.article_facts import ArticleFacts
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.text.translation import Message, join_messages

ORGANISATION = " (Organization)"
"""End of the ``source`` of an author that the page marks as an organisation."""

PAGE_KINDS = ("article", "thread", "list", "documentation", "other")
"""What a page can be: a thread is a discussion of a forum, or a question and its answers."""


@dataclass(frozen=True)
class Value:
    """One normalized metadata value.

    ``source`` names the rule that found it (``jsonld:datePublished``), ``original`` is the text on
    the page. Dates are ISO 8601: with the offset of their zone (``2019-03-15T08:30:00+01:00``), or
    a date alone where the page has no time.
    """

    value: str
    source: str
    original: str


@dataclass(frozen=True)
class Metadata:
    """Pairs of a field name and its values: one, or several for the lists among FIELDS. Fields
    without a value are left out."""

    fields: tuple[tuple[str, tuple[Value, ...]], ...] = ()

    def all(self, name: str) -> tuple[Value, ...]:
        """Return the values of a field, possibly none."""
        return next((values for key, values in self.fields if key == name), ())

    def texts(self, name: str) -> list[str]:
        """Return the normalised values of a field, without their sources."""
        return [value.value for value in self.all(name)]

    def first(self, name: str) -> str | None:
        """Return the first value of a field, or None."""
        values = self.all(name)
        return values[0].value if values else None


@dataclass(frozen=True)
class TextAccount:
    """Where the words (runs without white space) of the root element went.

    ``kept`` counts all words of the body; ``dropped`` those dropped by each rule; ``unclaimed``,
    per tag signature, the kept ones directly in elements that neither the portal's nor the base
    dictionary knows (a word divided by tags counts in each part). ``outside`` estimates the words
    outside the root; it is counted only in the preview of a single page, else None.
    """

    kept: int = 0
    dropped: tuple[tuple[str, int], ...] = ()
    unclaimed: tuple[tuple[str, int], ...] = ()
    # signatures decided by the base dictionary → occurrences
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
    """The part of an article that was extracted from one stored page; ``stated`` is the address in
    its ``<link rel=canonical>``. ``is_part``: the page loads it apart (``article.parts``).
    ``confidence``: of a text read without rules, the expected token F1 in per mille; else None.
    ``page_kind``: which of ``PAGE_KINDS`` it is, as the portal file says, or as was judged where
    the text was read without rules; else "".
    """

    url: str
    metadata: Metadata
    blocks: tuple[Node, ...]
    account: TextAccount
    problems: tuple[Problem, ...] = ()
    layout: str = ""
    stated: str | None = None
    rights: tuple[RightsStatement, ...] = ()
    is_part: bool = False
    confidence: int | None = None
    page_kind: str = ""


@dataclass(frozen=True)
class _NoArticle:
    """An address without an article, the reason, and the evidence in words."""

    url: str
    reason: str
    evidence: str

    def describe(self) -> Message:
        """Return the reason with its evidence."""
        return join_messages(": ", (self.reason, self.evidence))


class Rejected(_NoArticle):
    """A page that is not an article: a reason of ``verdict.REJECTIONS``."""


class Failed(_NoArticle):
    """A stored page that could not be built this time, with a reason of
    ``verdict.BUILD_FAILURES``. The cause is not the page: the next build tries again."""


@dataclass(frozen=True)
class UnusedCapture:
    """A capture of an article that is later than its text, and the reason why it is not used."""

    capture: Capture
    reason: str


@dataclass(frozen=True)
class CaptureHistory:
    """The captures of an article besides those of its text.

    ``versions`` has a capture for each state of the article that differs from the one before in
    words or metadata, by time; it is empty if there is only one. ``gone`` is the first answer that
    says that the article does not exist any more.
    """

    versions: tuple[Capture, ...] = ()
    unused: tuple[UnusedCapture, ...] = ()
    gone: Capture | None = None


@dataclass(frozen=True)
class Article:
    """Everything that the TEI is written from; ``blocks`` are the children of a ``body`` Node,
    ``captures`` has one for each page, in order. ``confidence``: the lowest of its pages, None if
    rules read them all; ``page_kind``: that of its first page (see ``PageExtract``)."""

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
    rights: tuple[RightsStatement, ...] = ()  # what its pages and their site say about their use
    history: CaptureHistory = CaptureHistory()
    confidence: int | None = None
    page_kind: str = ""

    @property
    def body(self) -> Node:
        return Node("body", self.blocks)


@dataclass(frozen=True)
class TeiDocument:
    """The bytes of a TEI file (UTF-8, LF), its path below ``tei/`` (``2019/03/a….xml``), and what
    corpora are counted by."""

    id: str
    path: str
    content: bytes
    facts: ArticleFacts


RSL_TYPE = "application/rsl+xml"
"""The type of licences of Really Simple Licensing, whose links are statements of their own."""
NAMED_LICENCES = ("link:rsl", "header:rsl")
"""The sources of statements that are the address of such a licence."""
TDMREP_PATH = "/.well-known/tdmrep.json"
"""Where a site says which of its pages are reserved from text and data mining (TDMRep)."""


@dataclass(frozen=True)
class RightsStatement:
    """One statement: ``source`` names the place (``header:X-Robots-Tag``, ``meta:robots``,
    ``link:license``, ``jsonld:license``, ``tdmrep:tdm-reservation`` …), for a file of the site with
    the pattern of paths that it is about (``tdmrep:tdm-reservation /news/*``), and for a licence
    (RSL) with what names it (``rsl:license robots.txt https://a.example/l.xml /news/*``).
    ``value`` is what is there.
    """

    source: str
    value: str

    @property
    def kind(self) -> str:
        """The first word of the source."""
        return self.source.partition(" ")[0]

    def at(self, *places: str) -> RightsStatement:
        """Return the statement with further words of its place in its source."""
        words = ("%20".join(each.split()) for each in places)
        return RightsStatement(" ".join((self.source, *words)), self.value)
