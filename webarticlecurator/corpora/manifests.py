"""``curator manifest``: the state of a corpus as entries, sorted and without its text.

Nothing in it comes from a clock: the same corpus has the same manifest on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from webarticlecurator.article import article_id
from webarticlecurator.build.build import build_key
from webarticlecurator.dataclasses import dataclass, fields, is_dataclass
from webarticlecurator.errors import StoreDamaged, UsageError
from webarticlecurator.export import check_manifest
from webarticlecurator.export.manifest_file import (
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
from webarticlecurator.installation import __version__
from webarticlecurator.model.article import RightsStatement
from webarticlecurator.model.capture import SITE_LEVELS, Capture
from webarticlecurator.model.plug_in import PlugIn
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import MAX_FIRST_PROBLEMS
from webarticlecurator.states.summary import used_parsers
from webarticlecurator.store import ArticleRow, CorpusView, TeiFile, digest_of, view_corpus
from webarticlecurator.store.article_tables import UNLISTED_REASON
from webarticlecurator.store.disk import digest_beginning
from webarticlecurator.store.lock import Lock
from webarticlecurator.store.reconcile import CLEANED
from webarticlecurator.store.tei_files import FOLDER as TEI_FOLDER
from webarticlecurator.tei import OUTPUT_VERSION, read_header
from webarticlecurator.warc.record import warc_date
from webarticlecurator.workers.executor import Runtime
from webarticlecurator.workers.progress import progress_stage

NO_COPIES: Mapping[str, Path] = {}
DAMAGED = "`curator verify` names all that is damaged, `curator build` makes TEI files again."


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
        articles = self._corpus.article_counts.by_state().articles
        with progress_stage(self._progress, "manifest", articles, "articles"):
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
                f"{file} is missing, or shorter than the {size} bytes the index knows", DAMAGED
            )
        return WarcFileEntry(file, size, digest)

    def _article(self, row: ArticleRow) -> ArticleEntry:
        tei = self._tei(row)
        is_built = row.build == self._build_key or row.state in ("pending", "failed")
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
    with view_corpus(folder, portal.id) as corpus, closing(Lock(folder)):
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
        return (folder / file.path).read_bytes()
    except OSError as error:
        raise StoreDamaged(
            f"{TEI_FOLDER}/{file.path} cannot be read: {error.strerror or error}", DAMAGED
        ) from error


def addresses_of(corpus: CorpusView, row: ArticleRow) -> tuple[str, ...]:
    """Return all addresses of an article, those of its pages included; some may occur twice."""
    pages = (page.url for page in corpus.frontier.pages(row.canonical))
    return (row.canonical, row.requested, *corpus.frontier.aliases(row.canonical), *pages)


# ``curator verify --manifest``: say where a corpus is not in the state of a manifest.
#
# ``store.verify.verify_corpus`` compares each record and TEI file with the index; this module
# compares the index with the manifest, and the WARC files with their sha256. Together they cover
# every byte.


@dataclass(frozen=True)
class ManifestFinding:
    """A place where manifest and corpus differ; ``line`` of the manifest, None for an article that
    it does not have.

    ``is_damage``: bytes were changed or lost; otherwise the corpus has gone on since.
    """

    line: int | None
    message: str
    is_damage: bool
    address: str | None = None
    record: str | None = None

    def __str__(self) -> str:
        places = (self.address, self.record and f"record {self.record}")
        return ": ".join([*filter(None, places), self.message])


def check_corpus_manifest(
    portal: Portal, folder: Path, manifest: Path, runtime: Runtime | None = None
) -> Iterator[ManifestFinding]:
    """Yield where the corpus in ``folder`` and a manifest differ; both are only read.

    Raises UsageError (the file cannot be opened, the manifest of another portal), CorpusLocked,
    CorpusMismatch, StoreDamaged (without an index).
    """
    with view_locked_corpus(folder, portal) as corpus:
        yield from _Checker(portal, corpus, manifest, runtime or Runtime()).findings()


class _Checker:
    def __init__(
        self, portal: Portal, corpus: CorpusView, manifest: Path, runtime: Runtime
    ) -> None:
        self._portal, self._corpus, self._manifest = portal, corpus, manifest
        self._progress = runtime.progress
        self._found: list[ManifestFinding] = []
        self._rows = corpus.frontier.articles_by_address()
        self._row = next(self._rows, None)

    def findings(self) -> Iterator[ManifestFinding]:
        with progress_stage(self._progress, "manifest", None, "lines"):
            for line, entry in check_manifest(self._manifest, self._add_manifest_damage):
                self._check_entry(line, entry)
                yield from self._take_found()
                self._progress.step(f"line {line}")
        yield from self._take_found()
        while self._row is not None:
            self._add_extra(self._take_row())
            yield from self._take_found()

    def _take_row(self) -> ArticleRow:
        """Return the article of the corpus that comes next, and go on."""
        assert self._row is not None
        taken, self._row = self._row, next(self._rows, None)
        return taken

    def _take_found(self) -> list[ManifestFinding]:
        taken, self._found = self._found, []
        return taken

    def _check_entry(self, line: int, entry: ManifestEntry) -> None:
        if isinstance(entry, ManifestHead):
            if entry.portal != self._portal.id:
                raise UsageError(
                    f"{self._manifest} is the manifest of {entry.portal}, not of {self._portal.id}",
                    "Give the manifest of this corpus, or the portal file of that one.",
                )
            now = make_head(self._portal, self._corpus)
            for name in ("rules", "output_version", "rule_files"):
                then, current = getattr(entry, name), getattr(now, name)
                if then != current:
                    self._add(line, _HEAD_CHANGES[name].format(then, current), damage=False)
        elif isinstance(entry, WarcFileEntry):
            self._check_warc(line, entry)
        elif isinstance(entry, SiteAnswerEntry):
            self._check_record(line, entry.requested, entry.capture)
        elif isinstance(entry, ArticleEntry):
            self._check_place(line, entry)

    def _add(self, line: int | None, message: str, *, damage: bool, **where: str) -> None:
        self._found.append(ManifestFinding(line, message, damage, **where))

    def _add_manifest_damage(self, line: int, message: str) -> None:
        self._add(line, f"{self._manifest}: line {line}: {message}", damage=True)

    def _check_warc(self, line: int, file: WarcFileEntry) -> None:
        digest = self._corpus.digest_warc(file.path, file.size)
        if digest == file.sha256:
            return
        cleaned = self._corpus.run_log.get_meta(CLEANED + file.path)
        if cleaned is not None:
            message = (
                f"{file.path}: was written without secrets of a session (`curator warc redact"
                f" --secrets`) on {cleaned}; make a new manifest, which describes it as it is now"
            )
        elif digest is None:
            message = f"{file.path}: is missing, or shorter than {file.size} bytes"
        else:
            message = (
                f"{file.path}: its first {file.size} bytes are not those of the manifest: sha256"
                f" {digest} (expected {file.sha256}); findings about its records, if any, say which"
            )
        self._add(line, message, damage=cleaned is None)

    def _check_place(self, line: int, entry: ArticleEntry) -> None:
        """Compare an article of the manifest with the one of the corpus at the same address."""
        while self._row is not None and self._row.canonical < entry.url:
            self._add_extra(self._take_row())
        if self._row is None or self._row.canonical != entry.url:
            for capture in entry.captures:
                self._check_record(line, entry.url, capture)
            self._add(line, "is no article of the corpus now", damage=False, address=entry.url)
        else:
            self._check_article(line, entry, self._take_row())

    def _add_extra(self, row: ArticleRow) -> None:
        self._add(None, "is not in the manifest", damage=False, address=row.canonical)

    def _check_article(self, line: int, entry: ArticleEntry, row: ArticleRow) -> None:
        now = describe_article(self._corpus, row, None)
        stored = {capture.record: capture for capture in now.captures}
        for capture in entry.captures:
            if stored.pop(capture.record, None) != capture:
                self._check_record(line, entry.url, capture)
        for later in stored.values():
            message = f"a capture of {later.time} is not in the manifest"
            self._add(line, message, damage=False, address=entry.url, record=later.record)
        for name in ("id", "requested", "aliases", "column", "state", "reason", "pages", "rights"):
            then, current = getattr(entry, name), getattr(now, name)
            if then != current:
                message = f"{name} is {_show(current)} (in the manifest {_show(then)})"
                self._add(line, message, damage=False, address=entry.url)
        if entry.tei is not None:
            self._check_tei(line, entry, entry.tei, row)

    def _check_record(self, line: int, address: str, expected: CaptureEntry) -> None:
        """Compare a record of the manifest with the index, whatever article it belongs to now."""
        where = {"address": address, "record": expected.record}
        capture = self._corpus.captures.by_id(expected.record)
        if capture is None:
            self._add(line, "is in no WARC file of the corpus", damage=True, **where)
            return
        found = describe_capture(capture)
        for name in ("url", "time", "status", "payload"):
            then, now = getattr(expected, name), getattr(found, name)
            if then != now:
                place = f"{capture.file} at offset {capture.offset}"
                message = f"{place}: {name} is {_show(now)} (in the manifest {_show(then)})"
                self._add(line, message, damage=True, **where)

    def _check_tei(self, line: int, entry: ArticleEntry, tei: TeiEntry, row: ArticleRow) -> None:
        if row.tei is None or row.state != "tei":
            message = f"{tei.path}: the article has no TEI now"
        else:
            file = self._corpus.tei_files.of(row.canonical, row.tei)
            path = f"{TEI_FOLDER}/{row.tei}"
            if (path, file.digest) == (tei.path, tei.sha256):
                return  # verify_corpus compares the file with this digest
            message = (
                f"{path}: is not the TEI of the manifest: sha256 {file.digest} (expected"
                f" {tei.sha256} in {tei.path}); it was built again since, or the manifest was"
                " changed"
            )
        self._add(line, message, damage=False, address=entry.url)


_HEAD_CHANGES = {
    "rules": "the rules of the portal file have changed since: digest {1} (in the manifest {0})",
    "output_version": "the output version is {1} now (in the manifest {0})",
    "rule_files": "the portal file, or a file that it names, is not the one of the manifest",
}


def _show(value: object) -> str:
    """Return a value of an entry for a message."""
    if isinstance(value, tuple):
        return f"[{', '.join(_show_item(item) for item in value)}]"
    return "none" if value is None else str(value)


def _show_item(item: object) -> str:
    if isinstance(item, RightsStatement):
        return f"{item.source} {item.value}"
    return item.url if isinstance(item, PageEntry) else str(item)
