"""``curator export --format wacz``: the WARC files of a corpus, an index, and a list of pages."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.article import article_id
from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.export import (
    ReplayPage,
    pages_chunks,
    replace_when_complete,
    write_file,
)
from webarticlecurator.export.wacz import WaczInput, copy_dated, create_wacz, find_wacz
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.run.changed_overrides import find_named_articles
from webarticlecurator.run.manifest_making import view_locked_corpus
from webarticlecurator.run.progress import Progress
from webarticlecurator.run.redacting import addresses_of, copy_clean_warcs
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import ArticleRow, CorpusView
from webarticlecurator.store.tei_files import FOLDER as TEI_FOLDER
from webarticlecurator.tei import read_header


@dataclass(frozen=True)
class PackedCorpus:
    """What was packed: the number of WARC files, the articles in the list of pages, and those that
    could not be listed."""

    warcs: int
    articles: int
    problems: tuple[Problem, ...]


def pack_wacz(
    portal: Portal, folder: Path, output: Path, runtime: Runtime | None = None
) -> PackedCorpus:
    """Write the corpus in ``folder`` to the WACZ file ``output``, completely or not at all.

    Raises UsageError (wacz is not installed, ``output`` cannot be written, the WARC files hold
    excluded articles), CorpusLocked, CorpusMismatch, StoreDamaged, DiskFull, CuratorError if wacz
    fails.
    """
    find_wacz()
    with view_locked_corpus(folder, portal) as corpus:
        return pack_locked_wacz(portal, corpus, output, (runtime or Runtime()).progress)


def pack_locked_wacz(
    portal: Portal,
    corpus: CorpusView,
    output: Path,
    progress: Progress,
    warcs: Collection[Path] = (),
) -> PackedCorpus:
    """Write a locked corpus to a WACZ file as ``pack_wacz``. ``warcs`` are its WARC files without
    the secrets of a session, if they were made before."""
    program = find_wacz()
    with (
        replace_when_complete(output) as draft,
        tempfile.TemporaryDirectory(dir=draft.parent, prefix=f"{output.name}.") as temporary,
    ):
        check_publishable(portal, corpus)
        warcs = warcs or copy_clean_warcs(portal, corpus.folder, Path(temporary)).values()
        pages = _Pages(corpus, progress)
        listed = Path(temporary) / "pages.jsonl"
        write_file(listed, pages_chunks(pages.read()))
        progress.show_message(f"packing {len(warcs)} WARC files")
        title = portal.corpus.title or portal.title or portal.id
        packed = Path(temporary) / "packed.wacz"
        create_wacz(program, WaczInput([*warcs], listed, title, portal.home), packed)
        _, last = corpus.captures.days()
        copy_dated(packed, draft, f"{last}T00:00:00Z")
    return PackedCorpus(len(warcs), pages.count, tuple(pages.problems))


def check_publishable(portal: Portal, corpus: CorpusView) -> None:
    """Raise UsageError if the WARC files hold what is not to be published."""
    if portal.has_pseudonyms:
        raise UsageError(
            "the WARC files hold the comments with the names that `comments: pseudonyms` replaces",
            "Publish the TEI; hand on the WARC files themselves only to those who may see the"
            " names.",
        )
    excluded = portal.manual_overrides.excluded
    for name, row in find_named_articles(portal, corpus, excluded).items():
        if corpus.captures.of_addresses(addresses_of(corpus, row)):
            raise UsageError(
                f"the WARC files hold articles of the exclude list, such as {name}",
                "Write a corpus without them (`curator warc redact`) and export that one.",
            )


class _Pages:
    """Reads the first page of every article in TEI; ``problems`` are those without a title."""

    def __init__(self, corpus: CorpusView, progress: Progress) -> None:
        self._corpus, self._progress = corpus, progress
        self.count = 0
        self.problems: list[Problem] = []

    def read(self) -> Iterator[ReplayPage]:
        self._progress.begin(
            "list of pages", self._corpus.article_counts.by_state().tei, "articles"
        )
        try:
            for row in self._corpus.frontier.articles_by_address():
                page = self._page(row) if row.state == "tei" else None
                if page is not None:
                    self.count += 1
                    yield page
                    self._progress.step(row.canonical)
        finally:
            self._progress.end()

    def _page(self, row: ArticleRow) -> ReplayPage | None:
        """Return the page to open; None if its record is in no WARC file of the corpus."""
        first = next(iter(self._corpus.frontier.pages(row.canonical)), None)
        record = first.record_id if first else None
        capture = self._corpus.captures.by_id(record) if record else None
        if capture is None:
            message = "its page is in no WARC file of the corpus, and cannot be replayed"
            self.problems.append(Problem("not-packed", row.canonical, message))
            return None
        title = self._title(row) or row.canonical
        return ReplayPage(article_id(row.canonical), capture.url, capture.time, title)

    def _title(self, row: ArticleRow) -> str | None:
        path = self._corpus.folder / TEI_FOLDER / (row.tei or "")
        try:
            return read_header(path.read_bytes()).metadata.first("title")
        except (CuratorError, OSError) as error:
            reason = error.message if isinstance(error, CuratorError) else error.strerror
            message = f"{path}: {reason}; its title is not known"
            self.problems.append(Problem("unreadable-tei", row.canonical, message))
            return None
