"""``curator manifest``: the state of a corpus as entries, sorted and without its text.

Nothing in it comes from a clock: the same corpus has the same manifest on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.dataclasses import fields, is_dataclass
from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.base.model.capture import SITE_LEVELS, Capture
from webarticlecurator.base.model.verdict import MAX_FIRST_PROBLEMS
from webarticlecurator.base.portal.plug_in import PlugIn
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.crawling.building.build import build_key
from webarticlecurator.crawling.states.parsers_used import used_parsers
from webarticlecurator.crawling.workers.progress import progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.frontier.build_queue import KEPT
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.frontier.unlisted_articles import UNLISTED_REASON
from webarticlecurator.storage.index.disk import digest_beginning, digest_of, locate_stored_file
from webarticlecurator.storage.index.lock import Lock
from webarticlecurator.storage.store.tei_verification import FOLDER as TEI_FOLDER
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.storage.texts.manifest_entries import (
    ArticleEntry,
    CaptureEntry,
    ManifestEntry,
    ManifestHead,
    PageEntry,
    RuleFile,
    SiteAnswerEntry,
    TeiEntry,
    WarcFileEntry,
)
from webarticlecurator.storage.texts.tei_files import TeiFile
from webarticlecurator.storage.warc.record import warc_date
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION
from webarticlecurator.tei.documents.read import read_header

NO_COPIES: Mapping[str, Path] = {}
DAMAGED = "`curator verify` names all damage, and `curator build` rebuilds TEI files."


class ManifestMaker:
    """Makes the entries of a manifest from a corpus.

    ``articles`` counts them, ``stale`` those that wait for a build, so that their TEI is that of
    other rules or captures, or missing; both are complete after the last entry.

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
        self.articles = self.stale = 0

    def entries(self) -> Iterator[ManifestEntry]:
        """Yield the head, then an entry for each WARC file, each answer of a site about itself, and
        each article.

        Raises StoreDamaged if a WARC or TEI file is not what the index knows.
        """
        require_tei_files(self._corpus)
        yield make_head(self._portal, self._corpus)
        files = self._corpus.indexed_files()
        with progress_stage(self._progress, "WARC files", len(files), "files"):
            for file, size in files:
                yield self._warc_file(file, size)
                self._progress.step(file)
        # What was answered for each robots.txt and tdmrep.json, by address and time
        for fetch in self._corpus.captures.fetches_of_levels(*SITE_LEVELS):
            if fetch.final is not None:
                yield SiteAnswerEntry(fetch.url, describe_capture(fetch.final))
        with progress_stage(
            self._progress, "manifest", self._corpus.article_counts.by_state().articles, "articles"
        ):
            for row in self._corpus.frontier.articles_by_address():
                self.articles += 1
                yield self._article(row)
                self._progress.step(row.canonical)

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
                f"{file} is missing, or shorter than the {size} bytes in the index", DAMAGED
            )
        return WarcFileEntry(file, size, digest)

    def _article(self, row: ArticleRow) -> ArticleEntry:
        tei = self._tei(row)
        is_built = row.build in (self._build_key, KEPT) or row.state in ("pending", "failed")
        self.stale += not is_built
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
                raise StoreDamaged(
                    f"{TEI_FOLDER}/{file.path} has changed since it was written", DAMAGED
                )
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
    with view_corpus(folder, portal.id) as corpus, closing(Lock(folder, is_reader=True)):
        yield corpus


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
        return locate_stored_file(folder, file.path).read_bytes()
    except OSError as error:
        raise StoreDamaged(
            f"{TEI_FOLDER}/{file.path} cannot be read: {error.strerror or error}", DAMAGED
        ) from error


def addresses_of(corpus: CorpusView, row: ArticleRow) -> tuple[str, ...]:
    """Return all addresses of an article, those of its pages included; some may occur twice."""
    pages = (page.url for page in corpus.frontier.pages(row.canonical))
    return (row.canonical, row.requested, *corpus.frontier.aliases(row.canonical), *pages)
