"""What of a corpus is handed on: a WACZ, zips of its TEI, WARC files without what is excluded.

``curator export --format wacz``: the WARC files of a corpus, an index, and a list of pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError, UsageError
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.output_files import replace_when_complete, work_folder
from webarticlecurator.corpus.keeping.manifests import addresses_of, view_locked_corpus
from webarticlecurator.corpus.keeping.wacz import ReplayPage, Sign, WaczInput, write_wacz
from webarticlecurator.corpus.keeping.warc_redaction import CleanWarcs, copy_clean_warcs
from webarticlecurator.crawling.building.changes import find_named_articles
from webarticlecurator.crawling.workers.progress import Progress, progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.index.disk import locate_stored_file
from webarticlecurator.storage.store.tei_verification import FOLDER as TEI_FOLDER
from webarticlecurator.storage.store.view import CorpusView
from webarticlecurator.tei.documents.plain_text import find_lines
from webarticlecurator.tei.documents.read import find_header, parse_document


@dataclass(frozen=True)
class PackedCorpus:
    """What was packed: the number of WARC files, the articles in the list of pages, and those that
    could not be listed."""

    warcs: int
    articles: int
    problems: tuple[Problem, ...]


def pack_wacz(
    portal: Portal,
    folder: Path,
    output: Path,
    runtime: Runtime | None = None,
    *,
    with_subscriber: bool = False,
    sign: Sign | None = None,
) -> PackedCorpus:
    """Write the corpus in ``folder`` to the WACZ file ``output``, completely or not at all;
    ``with_subscriber``: also what was read in a subscriber's session; ``sign``: what signs it.

    Raises UsageError (``output`` cannot be written, the WARC files hold excluded articles),
    CorpusLocked, CorpusMismatch, StoreDamaged, WarcUnreadable, DiskFull.
    """
    runtime = runtime or Runtime()
    with view_locked_corpus(folder, portal) as corpus:
        is_whole = with_subscriber or not leave_out_signed_in(corpus, runtime)
        return pack_locked_wacz(
            portal, corpus, output, runtime.progress, with_subscriber=is_whole, sign=sign
        )


def pack_locked_wacz(
    portal: Portal,
    corpus: CorpusView,
    output: Path,
    progress: Progress,
    clean: CleanWarcs | None = None,
    *,
    with_subscriber: bool = False,
    sign: Sign | None = None,
) -> PackedCorpus:
    """Write a locked corpus to a WACZ file as ``pack_wacz``. ``clean`` are its WARC files as they
    may be handed on, if they were made before."""
    with replace_when_complete(output) as draft, work_folder(output) as temporary:
        check_publishable(portal, corpus)
        clean = clean or copy_clean_warcs(
            portal, corpus.folder, temporary, with_subscriber=with_subscriber
        )
        warcs = [*clean.paths.values()]
        pages = _Pages(corpus, progress)
        progress.show_message(f"packing {len(warcs)} WARC files")
        title = portal.corpus_title
        _, last = corpus.captures.days()
        packed = WaczInput(warcs, pages.read(), title, portal.home, f"{last}T00:00:00Z", sign)
        write_wacz(packed, draft, temporary)
    return PackedCorpus(len(warcs), pages.count, (*clean.problems, *pages.problems))


def check_publishable(portal: Portal, corpus: CorpusView) -> None:
    """Raise UsageError if the WARC files hold what is not to be published."""
    if portal.has_pseudonyms:
        raise UsageError(
            "the WARC files still have the names of readers that `comments: pseudonyms`"
            " replaces in the TEI",
            "Publish the TEI. Give the WARC files only to people who may see the names.",
        )
    for name, row in find_named_articles(portal, corpus, portal.manual_overrides.excluded).items():
        if corpus.captures.of_addresses(addresses_of(corpus, row)):
            raise UsageError(
                f"the WARC files hold articles of the exclude list, such as {name}",
                "Write a corpus without them (`curator warc redact`) and export that corpus.",
            )


NOT_SIGNED_IN = "signed_in=no"
"""The condition of an export without articles that were read in a subscriber's session."""
_NAMED = 3
"""Articles that are named where some are left out."""


def leave_out_signed_in(corpus: CorpusView, runtime: Runtime) -> bool:
    """Let a corpus be read as if nothing had been captured in a subscriber's session, say what is
    left out, and return True; False if there is nothing of that kind."""
    captures, articles = corpus.hide_signed_in()
    if not captures:
        return False
    more = f" and {len(articles) - _NAMED} more" if len(articles) > _NAMED else ""
    names = f" ({', '.join(articles[:_NAMED])}{more})" if articles else ""
    runtime.progress.show_message(
        f"left out because they were read in a subscriber's session: captures: {captures},"
        " articles:"
        f" {len(articles)}{names}; --with-subscriber includes them"
    )
    return True


class _Pages:
    """Reads the first page of every article in TEI; ``problems`` are those without a title."""

    def __init__(self, corpus: CorpusView, progress: Progress) -> None:
        self._corpus, self._progress = corpus, progress
        self.count = 0
        self.problems: list[Problem] = []

    def read(self) -> Iterator[ReplayPage]:
        with progress_stage(
            self._progress, "list of pages", self._corpus.article_counts.by_state().tei, "articles"
        ):
            for row in self._corpus.frontier.articles_by_address():
                page = self._page(row) if row.state == "tei" else None
                if page is not None:
                    self.count += 1
                    yield page
                    self._progress.step(row.canonical)

    def _page(self, row: ArticleRow) -> ReplayPage | None:
        """Return the page to open; None if its record is in no WARC file of the corpus."""
        first = next(iter(self._corpus.frontier.pages(row.canonical)), None)
        record = first.record_id if first else None
        capture = self._corpus.captures.by_id(record) if record else None
        if capture is None:
            message = "its page is in no WARC file of the corpus, and cannot be replayed"
            self.problems.append(Problem("not-packed", row.canonical, message))
            return None
        title, text = self._read(row)
        return ReplayPage(
            article_id(row.canonical), capture.url, capture.time, title or row.canonical, text
        )

    def _read(self, row: ArticleRow) -> tuple[str, str]:
        """Return title and text of an article; empty, with a problem, if its TEI is unreadable."""
        path = locate_stored_file(self._corpus.folder, f"{TEI_FOLDER}/{row.tei}")
        try:
            root = parse_document(path.read_bytes())
            return find_header(root).metadata.first("title") or "", "\n".join(find_lines(root))
        except (CuratorError, OSError) as error:
            reason = error.message if isinstance(error, CuratorError) else error.strerror
            message = f"{path}: {reason}; its title is not known"
            self.problems.append(Problem("unreadable-tei", row.canonical, message))
            return "", ""
