"""What the lines of a manifest say, as data."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import RightsStatement
from webarticlecurator.base.portal.plug_in import PlugIn


@dataclass(frozen=True)
class RuleFile:
    """The portal file or a file that it names; ``sha256`` is that of its bytes."""

    name: str
    sha256: str


@dataclass(frozen=True)
class ManifestHead:
    """The first line: whose state it is, and by which rules and programs the TEI was made.

    ``rules`` is the rules digest of the TEI headers. ``parsers`` are those that built the TEI of
    the corpus, each once.
    """

    portal: str
    home: str
    rules: str
    output_version: int
    tool: str
    parsers: tuple[str, ...] = ()
    plug_ins: tuple[PlugIn, ...] = ()
    rule_files: tuple[RuleFile, ...] = ()


@dataclass(frozen=True)
class WarcFileEntry:
    """A WARC file: its path in the corpus folder, and the sha256 of its first ``size`` bytes.

    WARC files only grow, so that an extended corpus still has these bytes.
    """

    path: str
    size: int
    sha256: str


@dataclass(frozen=True)
class PageEntry:
    """A page of an article; ``record`` is the record id of the capture that its text is from.

    None if the page was not captured.
    """

    url: str
    record: str | None


@dataclass(frozen=True)
class CaptureEntry:
    """A stored response to an address of an article; ``payload`` is its WARC-Payload-Digest.

    ``time`` is a WARC-Date with microseconds.
    """

    record: str
    url: str
    time: str
    status: int
    payload: str | None


@dataclass(frozen=True)
class TeiEntry:
    """The TEI file of an article: its path in the corpus folder, and what it was made with."""

    path: str
    sha256: str
    rules: str
    output_version: int


@dataclass(frozen=True)
class SiteAnswerEntry:
    """What a site answered for its robots.txt or tdmrep.json, at each crawl.

    ``requested`` is the address of the file, ``capture`` the answer, after redirects.
    """

    requested: str
    capture: CaptureEntry


@dataclass(frozen=True)
class ArticleEntry:
    """An article: its addresses, its state, every stored response to it, and its TEI file.

    ``url`` is the canonical address, ``aliases`` all others but ``requested``, sorted. ``state``
    and ``reason`` are those of ``base/model/verdict.py``; an article in TEI that no rule lists any
    more has the reason ``unlisted``. ``pages`` are in reading order, ``captures`` by time.
    ``rights`` is what the TEI header says about the use of the article.
    """

    id: str
    url: str
    requested: str
    aliases: tuple[str, ...]
    column: str | None
    state: str
    reason: str | None
    pages: tuple[PageEntry, ...]
    captures: tuple[CaptureEntry, ...]
    rights: tuple[RightsStatement, ...]
    tei: TeiEntry | None


@dataclass(frozen=True)
class ManifestRoot:
    """The last line: the number of articles, and the sha256 of all lines before it."""

    articles: int
    sha256: str


ManifestEntry = ManifestHead | WarcFileEntry | SiteAnswerEntry | ArticleEntry | ManifestRoot
