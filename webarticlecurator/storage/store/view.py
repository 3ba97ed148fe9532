"""Reading a corpus: its folder, index and records. ``corpus.py`` adds what changes it.

Workers on other machines read the records where the WARC files are, on a disk or behind an address
that fsspec reads (s3, https …): the index says which there are, and is not read there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.base.errors import CorpusMismatch, StoreDamaged
from webarticlecurator.base.model.capture import Body, Capture
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.keys.keys_settings import NAME as SETTINGS
from webarticlecurator.storage.answers.answer_clocks import AnswerClocks
from webarticlecurator.storage.answers.captures import Captures
from webarticlecurator.storage.answers.portal_answers import Answers
from webarticlecurator.storage.frontier.article_doubts import ArticleDoubts
from webarticlecurator.storage.frontier.article_tables import ArticleCounts
from webarticlecurator.storage.frontier.build_queue import BuildQueue
from webarticlecurator.storage.frontier.frontier import Frontier
from webarticlecurator.storage.frontier.listed_redirects import Redirects
from webarticlecurator.storage.frontier.listings import Listings
from webarticlecurator.storage.frontier.named_pages import NamedPages
from webarticlecurator.storage.frontier.refreshes import Refreshes
from webarticlecurator.storage.frontier.unlisted_articles import UnlistedArticles
from webarticlecurator.storage.frontier.walks import Walks
from webarticlecurator.storage.index.disk import (
    FOLDER,
    convert_os_errors,
    digest_beginning,
    file_size,
    locate_stored_file,
    refuse_link,
    warc_files,
)
from webarticlecurator.storage.index.index import (
    DRAFT,
    NAME,
    REBUILD_INDEX,
    Closable,
    Index,
    close_on_error,
    index_files,
)
from webarticlecurator.storage.index.index_opening import hide_signed_in, open_index_read_only
from webarticlecurator.storage.index.lock import NAME as LOCK_NAME
from webarticlecurator.storage.store.replaced_warc import REPLACED
from webarticlecurator.storage.store.run_log import RunLog
from webarticlecurator.storage.store.run_shapes import RunShapes
from webarticlecurator.storage.texts.tei_files import TeiFiles
from webarticlecurator.storage.texts.tei_folders import TeiFolders
from webarticlecurator.storage.warc.container import BrokenMember, MultiRecordMember, RecordReader
from webarticlecurator.storage.warc.message import is_page_record, read_answer
from webarticlecurator.storage.warc.record import SAVED_PREFIX, Record

if TYPE_CHECKING:
    from webarticlecurator.storage.answers.dated_answers import DatedAnswers
    from webarticlecurator.storage.answers.headlines import Headlines
    from webarticlecurator.storage.frontier.walk_windows import WalkWindows
    from webarticlecurator.storage.frontier.window_pages import WindowPages
    from webarticlecurator.storage.texts.dated_articles import DatedArticles
    from webarticlecurator.storage.texts.fact_rows import FactRows
    from webarticlecurator.storage.texts.facts_table import FactsTable

STATE_OF = "state_of"
"""Key in RunLog of the corpus that has the WARC files, in the index of an earlier state of it. Such
an index is read by the command that made it alone: else its files could lie anywhere."""
_CORPUS_NAMES = {
    *index_files(),
    *index_files(DRAFT),
    LOCK_NAME,
    FOLDER,
    "tei",
    "reports",
    SETTINGS,
}


class CorpusView(Closable):
    """A corpus open for reading.

    Made by ``view_corpus``, it shows the last committed state, also while another process crawls.

    Attributes:
        captures: the stored responses and fetches.
        frontier: the addresses and articles.
        listings: which archive pages listed which addresses.
        build_queue: the articles to build.
        article_counts: the numbers of articles by state.
        walks: the walks through the archive.
        named_pages: the pages of the archive that other pages name.
        redirects: the redirects of listed addresses.
        refreshes: what decides when articles are requested again.
        answers: what each answer said, run by run.
        answer_clocks: by how much their clock differs from ours.
        article_doubts: rejected articles that are asked for again before that is final.
        run_log: runs, problems and values by key.
        tei_files: the TEI files as they were written.
        tei_folders: the folders of TEI files, and which of them have changed.
        run_shapes: the shapes of the articles that each run built.
    """

    def __init__(self, folder: Path, portal: str, index: Index) -> None:
        self.folder = self.records_folder = folder
        self.portal = portal
        self._index = index
        self.captures = Captures(index)
        self.frontier = Frontier(index)
        self.listings = Listings(index, self.frontier)
        self.unlisted = UnlistedArticles(index)
        self.build_queue = BuildQueue(index)
        self.article_counts = ArticleCounts(index)
        self.walks = Walks(index)
        self.named_pages = NamedPages(index)
        self.redirects = Redirects(index)
        self.refreshes = Refreshes(index)
        self.answers = Answers(index)
        self.answer_clocks = AnswerClocks(index)
        self.article_doubts = ArticleDoubts(index)
        self.run_log = RunLog(index)
        self.tei_files = TeiFiles(index)
        self.tei_folders = TeiFolders(index, folder)
        self.run_shapes = RunShapes(index)

    @cached_property
    def article_facts(self) -> FactsTable:
        """The facts of the articles in TEI, and how many articles have each of them."""
        # imported when it is used: a crawl with nothing new takes half of its time for imports
        from webarticlecurator.storage.texts.facts_table import FactsTable

        return FactsTable(self._index)

    @cached_property
    def fact_rows(self) -> FactRows:
        """The articles in TEI as rows of a table, by their facts."""
        from webarticlecurator.storage.texts.fact_rows import FactRows

        return FactRows(self._index)

    @cached_property
    def dated_articles(self) -> DatedArticles:
        """The articles with TEI in the order of their day."""
        from webarticlecurator.storage.texts.dated_articles import DatedArticles

        return DatedArticles(self._index)

    @cached_property
    def headlines(self) -> Headlines:
        """What lists and pages say of whose page an answer is."""
        from webarticlecurator.storage.answers.headlines import Headlines

        return Headlines(self._index)

    @cached_property
    def dated_answers(self) -> DatedAnswers:
        """What each crawl was answered for spans with dates."""
        from webarticlecurator.storage.answers.dated_answers import DatedAnswers

        return DatedAnswers(self._index)

    @cached_property
    def window_pages(self) -> WindowPages:
        """What the pages of dated windows list, beside other windows."""
        from webarticlecurator.storage.frontier.window_pages import WindowPages

        return WindowPages(self._index)

    @cached_property
    def walk_windows(self) -> WalkWindows:
        """What each walk has listed, window by window."""
        from webarticlecurator.storage.frontier.walk_windows import WalkWindows

        return WalkWindows(self._index)

    def read(self, capture: Capture) -> Body:
        """Return the decoded body of a capture. Raises StoreDamaged."""
        return read_capture_body(self.records_folder, capture)

    def warc_bytes(self) -> int:
        """Return the size of all WARC files."""
        return sum(
            file_size(self.folder, n.file) or 0 for n in warc_files(self.folder, self.portal)
        )

    def indexed_files(self) -> tuple[tuple[str, int], ...]:
        """Return the WARC files that are indexed, with the number of their bytes that are, sorted
        by path."""
        return tuple(self._index.read("SELECT name, end FROM files ORDER BY name"))

    def digest_warc(self, file: str, size: int) -> str | None:
        """Return the hex sha256 of the first ``size`` bytes of a WARC file.

        None if it is missing or has fewer bytes. Raises StoreDamaged if it cannot be read.
        """
        with convert_os_errors(self.folder):
            return digest_beginning(locate_stored_file(self.folder, file), size)

    def hide_signed_in(self) -> tuple[int, list[str]]:
        """Let all that is read from now on lack what was captured in a subscriber's session, and
        the articles that are read from it; return the number of these captures, and the addresses
        of these articles."""
        if self._index.one("SELECT 1 FROM signed_in LIMIT 1") is None:
            return 0, []
        return hide_signed_in(self._index)

    def snapshot(self) -> AbstractContextManager[None]:
        """Let the queries of a short block see one state of the index: see ``Index.snapshot``."""
        return self._index.snapshot()

    def close(self) -> None:
        """Close the index."""
        self._index.close()


def view_corpus(folder: Path, portal: str) -> CorpusView:
    """Open a corpus for reading, without a lock.

    Raises CorpusMismatch, StoreDamaged, and CorpusLocked for a corpus with a write-ahead log on a
    file system that other machines may see.
    """
    check_folder(folder, create=False)
    if not (folder / NAME).exists():
        cure = make_message(
            "Run `curator verify --rebuild`, which makes it from the WARC files, or crawl again."
        )
        raise StoreDamaged(make_message("{path} is missing", path=folder / NAME), cure)
    refuse_link(folder / "tei")
    view = CorpusView(folder, portal, open_index_read_only(folder))
    with close_on_error(view.close):
        check_owner(view.run_log.get_meta("portal"), portal, folder)
        check_no_replacement(view.run_log)
    return view


def check_no_replacement(log: RunLog) -> None:
    """Raise StoreDamaged while a WARC file is being replaced by one without secrets or a withdrawn
    article, or if that was interrupted: its records are at other places than the index says."""
    check_state(log, None)
    file = log.get_meta(REPLACED)
    if file is not None:
        raise StoreDamaged(
            make_message("texts are being removed from {file}, or this was interrupted", file=file),
            "Wait for `curator withdraw` or `curator warc redact --secrets`, or run it again.",
        )


def check_state(log: RunLog, records: Path | None) -> None:
    """Raise StoreDamaged if an index is not that of a corpus with its own WARC files; or, with
    ``records``, of an earlier state of that corpus."""
    found = log.get_meta(STATE_OF)
    if found != (None if records is None else str(records.resolve())):
        raise StoreDamaged(
            make_message("the index is that of an earlier state of {corpus}", corpus=found),
            REBUILD_INDEX,
        )


def find_owner(folder: Path) -> str:
    """Return the id of the portal that a corpus belongs to.

    Raises CorpusMismatch if the folder has no corpus, StoreDamaged, CorpusLocked as
    ``view_corpus``.
    """
    check_folder(folder, create=False)
    if not (folder / NAME).exists():
        return ""
    with closing(open_index_read_only(folder)) as index:
        return RunLog(index).get_meta("portal") or ""


def check_owner(owner: str | None, portal: str, folder: Path) -> None:
    """Raise CorpusMismatch if the folder belongs to another portal."""
    if owner not in (None, portal):
        raise CorpusMismatch(
            make_message(
                "{folder} is the corpus of {owner}, not of {portal}",
                folder=folder,
                owner=owner,
                portal=portal,
            ),
            "Give the right --corpus folder.",
        )


def check_folder(folder: Path, *, create: bool) -> None:
    """Raise CorpusMismatch if ``folder`` holds something else than a corpus.

    Without ``create``, also if there is no corpus in it yet.
    """
    if folder.exists() and not folder.is_dir():
        raise CorpusMismatch(
            make_message("{folder} is a file", folder=folder), "Give a folder as --corpus."
        )
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    if names and not names & _CORPUS_NAMES:
        raise CorpusMismatch(
            make_message("not a corpus: {folder} (it holds other files)", folder=folder),
            "Give an empty folder, or one that curator made.",
        )
    if not create and not names & {NAME, FOLDER}:
        raise CorpusMismatch(
            make_message("no corpus in {folder}", folder=folder),
            "Run `curator crawl` first (`curator warc adopt` if the pages are stored elsewhere), or"
            " give the right --corpus folder.",
        )


def read_record(folder: Path, capture: Capture) -> Record:
    """Return the stored record of a capture; its file is relative to ``folder``.

    Raises StoreDamaged with file, offset and cure.
    """
    return read_record_of(locate_stored_file(folder, capture.file), capture)


def read_record_of(path: Path, capture: Capture) -> Record:
    """Return the stored record of a capture in the WARC file at ``path``; raise as
    ``read_record``."""
    return next(_read_records_of(path, [capture]))


def _read_records_of(path: Path, captures: Iterable[Capture]) -> Iterator[Record]:
    """Yield the stored records of captures in one file, which is opened once."""
    with ExitStack() as opened:
        reader: RecordReader | None = None
        for capture in captures:
            try:
                reader = reader or RecordReader(opened.enter_context(path.open("rb")))
                record = reader.record_at(capture.offset)
            except (BrokenMember, MultiRecordMember, OSError) as error:
                raise damaged_record_error(str(path), capture, str(error)) from error
            check_record(str(path), capture, record)
            yield record


def check_record(file: str, capture: Capture, record: Record) -> None:
    """Raise StoreDamaged if ``record``, which was read where the index says, is not that of a
    capture."""
    digest = record.get("WARC-Payload-Digest")
    if not is_page_record(record) or (
        digest and capture.payload_digest and digest != capture.payload_digest
    ):
        raise damaged_record_error(
            file, capture, f"another record ({record.kind or 'none'} {record.id}) lies there"
        )


def find_saved_name(folder: Path, capture: Capture) -> str | None:
    """Return the name of the file of a page that was saved and adopted; None for an answer of a
    server. Raises StoreDamaged."""
    record = read_record(folder, capture)
    if record.kind != "resource":
        return None
    return record.get("WARC-Source-URI").removeprefix(SAVED_PREFIX) or "of unknown origin"


def read_capture_body(folder: Path, capture: Capture) -> Body:
    """Return the decoded body of a capture, without opening the corpus.

    For workers in other processes. Raises StoreDamaged.
    """
    return read_answer(read_record(folder, capture)).to_body(capture)


def read_capture_bodies(folder: Path, captures: Iterable[Capture]) -> Iterator[Body]:
    """Yield the decoded bodies of captures; a file is opened once for those that follow each other
    in it. Raises StoreDamaged."""
    for file, some in groupby(captures, attrgetter("file")):
        kept = [*some]
        records = _read_records_of(locate_stored_file(folder, file), kept)
        for capture, record in zip(kept, records, strict=True):
            yield read_answer(record).to_body(capture)


def damaged_record_error(file: str, capture: Capture, reason: str) -> StoreDamaged:
    """Return the error for a record that cannot be read."""
    return StoreDamaged(
        make_message(
            "{file}: the record of {url} at offset {offset} cannot be read: {reason}",
            file=file,
            url=capture.url,
            offset=capture.offset,
            reason=reason,
        ),
        "Put the file back from a copy, or run `curator verify --rebuild` to index what can still"
        " be read.",
    )
