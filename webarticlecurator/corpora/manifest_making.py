"""``curator manifest``: the state of a corpus as entries, sorted and without its text.

Nothing in it comes from a clock: the same corpus has the same manifest on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from webarticlecurator.article import article_id
from webarticlecurator.errors import StoreDamaged
from webarticlecurator.model.capture import SITE_LEVELS, Capture
from webarticlecurator.model.manifest_entry import ArticleEntry, CaptureEntry, ManifestEntry, ManifestHead, PageEntry, RuleFile, SiteAnswerEntry, TeiEntry, WarcFileEntry
from webarticlecurator.model.plug_in import PlugIn
from webarticlecurator.model.portal import Portal
from webarticlecurator.build.build import build_key
from webarticlecurator.states.summary import used_parsers
from webarticlecurator.corpora.redacting import addresses_of
from webarticlecurator.workers.setup import Runtime
from webarticlecurator.states.summary import MAX_FIRST_PROBLEMS
from webarticlecurator.store import ArticleRow, CorpusView, TeiFile, digest_of, view_corpus
from webarticlecurator.store.article_tables import UNLISTED_REASON
from webarticlecurator.store.disk import digest_beginning
from webarticlecurator.store.lock import Lock
from webarticlecurator.store.tei_files import FOLDER as TEI_FOLDER
from webarticlecurator.tei import OUTPUT_VERSION, read_header
from webarticlecurator.version import __version__
from webarticlecurator.warc.record import warc_date


NO_COPIES: Mapping[str, Path] = {}
DAMAGED = "`curator verify` names all that is damaged, `curator build` makes TEI files again."


@dataclass
class ManifestCounts:
    """What a manifest holds: ``stale`` articles wait for a build, so that their TEI is that of
    other rules or captures, or missing."""

    articles: int = 0
    stale: int = 0


class ManifestMaker:
    """Makes the entries of a manifest from a corpus; ``counts`` is complete after the last one.

    ``copies`` are the WARC files that are handed on in place of those of the corpus, by the paths
    of these: the manifest describes them.
    """

    def __init__(
        self,
        portal: Portal,
        corpus: CorpusView,
        runtime: Runtime,
        copies: Mapping[str, Path] = NO_COPIES,
    ) -> None:
        self._portal, self._corpus, self._copies = portal, corpus, copies
        self._progress = runtime.progress
        self._build_key = build_key(portal)
        self.counts = ManifestCounts()

    def entries(self) -> Iterator[ManifestEntry]:
        """Yield the head, then an entry for each WARC file, each answer of a site about itself, and
        each article.

        Raises StoreDamaged if a WARC or TEI file is not what the index knows.
        """
        require_tei_files(self._corpus)
        yield make_head(self._portal, self._corpus)
        yield from self._warc_files()
        yield from list_site_answers(self._corpus)
        self._progress.begin(
            "manifest", self._corpus.article_counts.by_state().articles, "articles"
        )
        try:
            for row in self._corpus.frontier.articles_by_address():
                self.counts.articles += 1
                yield self._article(row)
                self._progress.step(row.canonical)
        finally:
            self._progress.end()

    def _warc_files(self) -> Iterator[WarcFileEntry]:
        files = self._corpus.indexed_files()
        self._progress.begin("WARC files", len(files), "files")
        try:
            for file, size in files:
                yield self._warc_file(file, size)
                self._progress.step(file)
        finally:
            self._progress.end()

    def _warc_file(self, file: str, size: int) -> WarcFileEntry:
        """Return the entry of a WARC file of which ``size`` bytes are indexed."""
        copy = self._copies.get(file)
        if copy is not None and copy != self._corpus.folder / file:
            size = copy.stat().st_size
            digest = digest_beginning(copy, size)
        else:
            digest = self._corpus.digest_warc(file, size)
        if digest is None:
            raise StoreDamaged(
                f"{file} is missing, or shorter than the {size} bytes the index knows", DAMAGED
            )
        return WarcFileEntry(file, size, digest)

    def _article(self, row: ArticleRow) -> ArticleEntry:
        tei = self._tei(row)
        is_built = row.build == self._build_key or row.state in ("pending", "failed")
        self.counts.stale += not is_built
        return describe_article(self._corpus, row, tei)

    def _tei(self, row: ArticleRow) -> TeiEntry | None:
        if row.state != "tei" or row.tei is None:
            return None
        file = self._corpus.tei_files.of(row.canonical, row.tei)
        folder = self._corpus.folder / TEI_FOLDER
        digest, content = file.digest, None
        if digest is None or file.on_disk(folder) != file.stat:
            content = read_tei_file(folder, file)
            if digest not in (None, digest_of(content)):
                raise StoreDamaged(f"{TEI_FOLDER}/{file.path} is not as it was written", DAMAGED)
            digest = digest_of(content)
        rules, version = self._portal.tei_digest, OUTPUT_VERSION
        if row.build != self._build_key:
            header = read_header(content or read_tei_file(folder, file))
            rules, version = header.rules_digest, int(header.output_version or 0)
        return TeiEntry(f"{TEI_FOLDER}/{row.tei}", digest, rules, version)


def describe_article(corpus: CorpusView, row: ArticleRow, tei: TeiEntry | None) -> ArticleEntry:
    """Return the entry of an article as it is in the index."""
    pages = corpus.frontier.pages(row.canonical)
    aliases = [url for url in corpus.frontier.aliases(row.canonical) if url != row.requested]
    addresses = (url.partition("#")[0] for url in addresses_of(corpus, row))
    captures = corpus.captures.of_addresses(addresses)
    is_unlisted = row.state == "tei" and corpus.unlisted.has(row.canonical)
    return ArticleEntry(
        id=article_id(row.canonical),
        url=row.canonical,
        requested=row.requested,
        aliases=tuple(aliases),
        column=row.column,
        state=row.state,
        reason=UNLISTED_REASON if is_unlisted else row.reason,
        pages=tuple(PageEntry(page.url, page.record_id) for page in pages),
        captures=tuple(map(describe_capture, captures)),
        rights=corpus.tei_files.rights_of(row.tei) if row.tei else (),
        tei=tei,
    )


def list_site_answers(corpus: CorpusView) -> Iterator[SiteAnswerEntry]:
    """Yield what was answered for each robots.txt and tdmrep.json, by address and time."""
    for fetch in corpus.captures.fetches_of_levels(*SITE_LEVELS):
        if fetch.final is not None:
            yield SiteAnswerEntry(fetch.url, describe_capture(fetch.final))


def describe_capture(capture: Capture) -> CaptureEntry:
    """Return the entry of a stored response."""
    return CaptureEntry(
        capture.record_id,
        capture.url,
        warc_date(capture.time),
        capture.status,
        capture.payload_digest,
    )


def make_head(portal: Portal, corpus: CorpusView) -> ManifestHead:
    """Return the first entry: the portal, its rules, and the versions of what made the TEI."""
    return ManifestHead(
        portal=portal.id,
        home=portal.home,
        rules=portal.tei_digest,
        output_version=OUTPUT_VERSION,
        tool=f"webarticlecurator {__version__}",
        parsers=tuple(used_parsers(corpus)),
        plug_ins=tuple(sorted(set(_find_plug_ins(portal)), key=str)),
        rule_files=tuple(
            RuleFile(file.name, sha256(file.content).hexdigest()) for file in portal.files
        ),
    )


@contextmanager
def view_locked_corpus(folder: Path, portal: Portal) -> Iterator[CorpusView]:
    """Yield the corpus; no other process changes it meanwhile.

    Raises CorpusLocked, CorpusMismatch, StoreDamaged.
    """
    with view_corpus(folder, portal.id) as corpus:
        lock = Lock(folder)
        try:
            yield corpus
        finally:
            lock.release()


def _find_plug_ins(value: Any) -> Iterator[PlugIn]:
    """Yield the plug-ins in the rules of a portal, wherever they are."""
    if isinstance(value, PlugIn):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _find_plug_ins(item)
    elif is_dataclass(value):
        for row in fields(value):
            yield from _find_plug_ins(getattr(value, row.name))


def require_tei_files(corpus: CorpusView) -> None:
    """Raise StoreDamaged if TEI files are missing; it says how many, and names the first ones."""
    top = corpus.folder / TEI_FOLDER
    missing = [file.path for file in corpus.tei_files.by_path() if file.on_disk(top) is None]
    if missing:
        first = "".join(f"\n  {top / path}" for path in missing[:MAX_FIRST_PROBLEMS])
        raise StoreDamaged(f"{len(missing)} TEI files are missing:{first}", DAMAGED)


def read_tei_file(folder: Path, file: TeiFile) -> bytes:
    """Return the content of the TEI file of an article. Raises StoreDamaged."""
    try:
        return (folder / file.path).read_bytes()
    except OSError as error:
        raise StoreDamaged(
            f"{TEI_FOLDER}/{file.path} cannot be read: {error.strerror or error}", DAMAGED
        ) from error
