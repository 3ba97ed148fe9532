"""``curator verify --manifest``: say where a corpus is not in the state of a manifest.

``store.verify.verify_corpus`` compares each record and TEI file with the index; this module
compares the index with the manifest, and the WARC files with their sha256. Together they cover
every byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.article import RightsStatement
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.keeping.manifests import (
    describe_article,
    describe_capture,
    make_head,
    view_locked_corpus,
)
from webarticlecurator.crawling.workers.progress import progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.index.disk import warc_files
from webarticlecurator.storage.store.replaced_warc import CLEANED
from webarticlecurator.storage.store.tei_verification import FOLDER as TEI_FOLDER
from webarticlecurator.storage.store.view import CorpusView
from webarticlecurator.storage.texts.manifest_entries import (
    ArticleEntry,
    CaptureEntry,
    ManifestEntry,
    ManifestHead,
    PageEntry,
    SiteAnswerEntry,
    TeiEntry,
    WarcFileEntry,
)
from webarticlecurator.storage.texts.manifest_file import check_manifest
from webarticlecurator.storage.warc.record import TEI_STATE, warc_date
from webarticlecurator.storage.warc.warc_reader import read_all_records


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
                f" --secrets`) on {cleaned}; make a new manifest of the present state"
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
            record = self._replaced.get(tei.sha256)
            why = (
                f"it was the TEI of this corpus until an upgrade replaced it: {record}"
                if record
                else "it was built again since, or the manifest was changed"
            )
            message = (
                f"{path}: is not the TEI of the manifest: sha256 {file.digest} (expected"
                f" {tei.sha256} in {tei.path}); {why}"
            )
        self._add(line, message, damage=False, address=entry.url)

    @cached_property
    def _replaced(self) -> dict[str, str]:
        """The sha256 of each TEI file that an upgrade has replaced → the record that says so."""
        folder = self._corpus.folder
        files = (each for each in warc_files(folder, self._portal.id) if each.kind == "archive")
        # what cannot be read is found by verify_corpus
        records = (
            located.record
            for _, located in read_all_records(
                [folder / each.file for each in files], lambda _: None
            )
        )
        return {
            line[:64].decode("ascii", "replace"): where
            for record in records
            if record.get(TEI_STATE)
            for where in [f"record {record.id} of {warc_date(record.time)}"]
            for line in record.block.splitlines()
        }


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
