"""What of a corpus is handed on: a WACZ, zips of its TEI, WARC files without what is excluded.

``curator export --format wacz``: the WARC files of a corpus, an index, and a list of pages.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from webarticlecurator.article import article_id, article_id_of, canonical_address, find_exclusion
from webarticlecurator.build.changes import find_named_articles
from webarticlecurator.corpora.manifests import (
    DAMAGED,
    addresses_of,
    read_tei_file,
    require_tei_files,
    view_locked_corpus,
)
from webarticlecurator.corpora.wacz import ReplayPage, Sign, WaczInput, write_wacz
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import CuratorError, StoreDamaged, UsageError
from webarticlecurator.export import make_folder, make_zip_entry, replace_when_complete
from webarticlecurator.model.hosts import SessionSecrets
from webarticlecurator.model.overrides import ARTICLE_ID
from webarticlecurator.model.portal import AddressRules, Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.store import (
    ArticleRow,
    CorpusView,
    Redacted,
    TeiFile,
    digest_of,
    open_corpus,
    plan_redaction,
    redact_warcs,
)
from webarticlecurator.store.disk import ASSETS, KINDS, warc_files
from webarticlecurator.store.reconcile import DRAFT_ENDING
from webarticlecurator.store.redact import (
    RecordCleaner,
    gather_secrets,
    plan_without_subscriber,
    write_clean_file,
)
from webarticlecurator.store.tei_files import FOLDER as TEI_FOLDER
from webarticlecurator.tei.read import find_header, find_lines, parse_document
from webarticlecurator.warc.record import target_address
from webarticlecurator.workers.executor import Runtime
from webarticlecurator.workers.progress import Progress, progress_stage


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
    with (
        replace_when_complete(output) as draft,
        tempfile.TemporaryDirectory(dir=draft.parent, prefix=f"{output.name}.") as temporary,
    ):
        check_publishable(portal, corpus)
        clean = clean or copy_clean_warcs(
            portal, corpus.folder, Path(temporary), with_subscriber=with_subscriber
        )
        warcs = [*clean.paths.values()]
        pages = _Pages(corpus, progress)
        progress.show_message(f"packing {len(warcs)} WARC files")
        title = portal.corpus.title or portal.title or portal.id
        _, last = corpus.captures.days()
        created = f"{last}T00:00:00Z"
        packed = WaczInput(warcs, pages.read(), title, portal.home, created, sign)
        write_wacz(packed, draft, Path(temporary))
    return PackedCorpus(len(warcs), pages.count, (*clean.problems, *pages.problems))


def check_publishable(portal: Portal, corpus: CorpusView) -> None:
    """Raise UsageError if the WARC files hold what is not to be published."""
    if portal.has_pseudonyms:
        raise UsageError(
            "the WARC files hold the comments with the names that `comments: pseudonyms` replaces",
            "Publish the TEI; hand on the WARC files themselves only to those who may see the"
            " names.",
        )
    for name, row in find_named_articles(portal, corpus, portal.manual_overrides.excluded).items():
        if corpus.captures.of_addresses(addresses_of(corpus, row)):
            raise UsageError(
                f"the WARC files hold articles of the exclude list, such as {name}",
                "Write a corpus without them (`curator warc redact`) and export that one.",
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
        f"left out, as read in a subscriber's session: captures: {captures}, articles:"
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
        articles = self._corpus.article_counts.by_state().tei
        with progress_stage(self._progress, "list of pages", articles, "articles"):
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
        path = self._corpus.folder / TEI_FOLDER / (row.tei or "")
        try:
            root = parse_document(path.read_bytes())
            return find_header(root).metadata.first("title") or "", "\n".join(find_lines(root))
        except (CuratorError, OSError) as error:
            reason = error.message if isinstance(error, CuratorError) else error.strerror
            message = f"{path}: {reason}; its title is not known"
            self.problems.append(Problem("unreadable-tei", row.canonical, message))
            return "", ""


# ``curator export --format zip``: the TEI files in one zip for each WARC file of the corpus.
#
# A file system that has room for a corpus may not have room for its number of files. The files of a
# zip are those whose articles have their first page in the WARC file, so that a crawl that goes on
# changes only the last zips. Each has a mark of what is in it, made of the digests in the index:
# the next export makes only the zips that have changed.

_MARK = "curator-tei "
"""What the comment of a zip of ours begins with; the portal and a digest follow."""
_LEVEL = 6
_ENDING = ".tei.zip"
_NO_WARC = "other"
"""Stands in the name of a zip for the WARC files that are not of the corpus (``build --warc``)."""


@dataclass(frozen=True)
class ZippedTei:
    """The number of ``articles`` in all zips; of zips that were ``written``, ``unchanged`` since an
    earlier export, and ``removed`` since their WARC files have no articles any more."""

    articles: int
    written: int
    unchanged: int
    removed: int


def zip_tei(
    portal: Portal, folder: Path, output: Path, runtime: Runtime | None = None
) -> ZippedTei:
    """Write the TEI of the corpus in ``folder`` to zips in the folder ``output``, each completely
    or not at all; other files there are left alone.

    Raises UsageError (``output`` is a file, or cannot be written), CorpusLocked, CorpusMismatch,
    StoreDamaged (a TEI file is not as it was written), DiskFull.
    """
    make_folder(output)
    progress = (runtime or Runtime()).progress
    with view_locked_corpus(folder, portal) as corpus:
        return zip_locked_tei(portal, corpus, output, progress)


def zip_locked_tei(
    portal: Portal, corpus: CorpusView, output: Path, progress: Progress
) -> ZippedTei:
    """Write the TEI of a locked corpus as ``zip_tei``; the folder ``output`` exists."""
    names: set[str] = set()
    articles = written = 0
    top = corpus.folder / TEI_FOLDER
    require_tei_files(corpus)
    with progress_stage(progress, "zip", corpus.article_counts.by_state().tei, "articles"):
        for warc, group in groupby(corpus.tei_files.by_warc(), key=itemgetter(0)):
            files = [file for _, file in group]
            # the zip of a WARC file has its name, with another ending
            stem = f"{portal.id}-{_NO_WARC}"
            if warc is not None:
                stem = warc.rpartition("/")[2].removesuffix(".gz").removesuffix(".warc")
            names.add(f"{stem}{_ENDING}")
            target = output / f"{stem}{_ENDING}"
            mark = f"{_MARK}{portal.id} {_digest(top, files)}".encode()
            if _read_comment(target) != mark:
                _write_zip(target, top, files, mark)
                written += 1
            articles += len(files)
            for file in files:
                progress.step(file.canonical)
    # the zips of this portal for WARC files that have no articles any more
    ours = f"{_MARK}{portal.id} ".encode()
    others = [path for path in output.glob(f"*{_ENDING}") if path.name not in names]
    gone = [path for path in others if _read_comment(path).startswith(ours)]
    for path in gone:
        path.unlink()
    return ZippedTei(articles, written, len(names) - written, len(gone))


def _digest(top: Path, files: list[TeiFile]) -> str:
    """Return a digest of paths and contents."""
    # an index that was just made again has no digests
    digests = (file.digest or digest_of(_read(top, file)) for file in files)
    lines = "".join(f"{file.path} {digest}\n" for file, digest in zip(files, digests, strict=True))
    return hashlib.sha256(lines.encode()).hexdigest()


def _write_zip(target: Path, top: Path, files: list[TeiFile], mark: bytes) -> None:
    with replace_when_complete(target) as draft, draft.open("wb") as stream:
        with ZipFile(stream, "w", ZIP_DEFLATED, compresslevel=_LEVEL) as packed:
            for file in files:
                packed.writestr(make_zip_entry(file.path), _read(top, file))
            packed.comment = mark
        stream.flush()
        os.fsync(stream.fileno())


def _read_comment(target: Path) -> bytes:
    """Return the comment of a zip; it is empty for any other file or none."""
    try:
        with ZipFile(target) as packed:
            return packed.comment
    except (OSError, BadZipFile):
        return b""


def _read(top: Path, file: TeiFile) -> bytes:
    content = read_tei_file(top, file)
    if file.digest not in (None, digest_of(content)):
        raise StoreDamaged(f"{top / file.path} is not as it was written", DAMAGED)
    return content


# ``curator warc redact``: write WARC files without the articles of the exclude list, and without
# the secrets of a session.


@dataclass(frozen=True)
class RedactedCorpus:
    """Numbers of a redaction, and entries of the exclude list that need attention.

    ``parts`` are entries for one of several articles on a page: the record of the page has all of
    them, so it is kept. ``unknown`` are entries that no article of the corpus has. ``listed`` are
    listed addresses of removed articles that the exclude list does not cover: a crawl of the new
    corpus would request them.
    """

    numbers: Redacted
    parts: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()


def redact_files(paths: Sequence[Path], excluded: Mapping[str, str], output: Path) -> Redacted:
    """Copy the records of ``paths`` to a new file, without those of the articles that ``excluded``
    names by id or address, and without the secrets of the portal files in ``paths``.

    Raises UsageError (a file does not exist, ``output`` exists), WarcUnreadable.
    """
    unwanted = _Unwanted(excluded, AddressRules())
    cleaner = make_cleaner(gather_secrets(paths))
    return redact_warcs(paths, output, plan_redaction(paths, unwanted), cleaner)


def make_cleaner(secrets: SessionSecrets) -> RecordCleaner:
    """Return what cleans records that are going to be handed on: of somebody who was signed in,
    answers lose all cookies that they set."""
    return RecordCleaner(secrets, sets_none=secrets.is_signed_in)


def gather_portal_secrets(portal: Portal, folder: Path) -> SessionSecrets:
    """Return the secrets of a portal file, as it is and as it was in each run that is stored."""
    names = [name for name in warc_files(folder, portal.id) if name.kind == KINDS[0]]
    stored = gather_secrets([folder / name.file for name in names])
    return SessionSecrets.of(portal.fetch) | stored


@dataclass(frozen=True)
class CleanedCorpus:
    """The number of WARC files of a corpus, of those that were written anew, and of the records
    that lost secrets."""

    files: int
    cleaned_files: int
    cleaned_records: int


def clean_corpus(portal: Portal, folder: Path, runtime: Runtime) -> CleanedCorpus:
    """Leave the secrets of a session out of the WARC files of a corpus, as a crawl does now.

    Each file is replaced as a whole, or not at all; to run it again goes on where a kill ended it.
    Raises CorpusLocked, CorpusMismatch, StoreDamaged, DiskFull, WarcUnreadable.
    """
    files = records = 0
    with open_corpus(folder, portal.id, runtime.store_options(), create=False) as corpus:
        # those with the portal files last: what is sought is known until the end
        names = [name.file for name in reversed(warc_files(folder, portal.id))]
        secrets = gather_portal_secrets(portal, folder)
        cleaner = RecordCleaner(secrets)
        corpus.hide_secrets(secrets)
        with progress_stage(runtime.progress, "WARC files", len(names), "files"):
            for file in names:
                draft = folder / f"{file}{DRAFT_ENDING}"
                try:
                    cleaned = write_clean_file(folder / file, draft, cleaner)
                    if cleaned.changed:
                        corpus.replace_file(file, draft)
                        files, records = files + 1, records + cleaned.changed
                finally:
                    draft.unlink(missing_ok=True)
                runtime.progress.step(file)
    return CleanedCorpus(len(names), files, records)


@dataclass(frozen=True)
class CleanWarcs:
    """WARC files as they may be handed on, by their paths in the corpus, and the places that could
    not be read and are not in them."""

    paths: Mapping[str, Path]
    problems: tuple[Problem, ...] = ()


def copy_clean_warcs(
    portal: Portal,
    folder: Path,
    temporary: Path,
    *,
    with_subscriber: bool = False,
    with_assets: bool = True,
) -> CleanWarcs:
    """Return the WARC files of a corpus as they may be handed on: those with secrets of a session
    are copied without them to the folder ``temporary``, those with what was read in a subscriber's
    session without that, unless ``with_subscriber``. Those of the files that pages use are among
    them ``with_assets``.

    Raises CorpusMismatch, WarcUnreadable, DiskFull.
    """
    cleaner = make_cleaner(gather_portal_secrets(portal, folder))
    found: dict[str, Path] = {}
    problems: list[Problem] = []
    names = [n for n in warc_files(folder, portal.id) if with_assets or n.kind != ASSETS]
    paths = [] if with_subscriber else [folder / name.file for name in names]
    left_out = plan_without_subscriber(paths)
    for name in names:
        source = folder / name.file
        copy = temporary / source.name
        cleaned = write_clean_file(source, copy, cleaner, left_out, tolerant=True)
        if cleaned.is_as_before:
            copy.unlink()
        found[name.file] = copy if copy.exists() else source
        problems += (
            Problem("warc-damaged", name.file, f"{each}; it is left out") for each in cleaned.damage
        )
    return CleanWarcs(found, tuple(problems))


def redact_corpus(
    portal: Portal, folder: Path, output: Path, *, only_secrets: bool = False
) -> RedactedCorpus:
    """Copy the WARC files of the corpus in ``folder`` to the new corpus folder ``output``, without
    the secrets of a session and the articles of the portal's exclude list, which must have some
    unless ``only_secrets``.

    An article is removed with all its addresses and pages. `verify --rebuild` makes the index of
    the new corpus.

    Raises UsageError (``output`` is not empty, nothing is excluded), CorpusLocked, CorpusMismatch,
    WarcUnreadable.
    """
    if not portal.manual_overrides.excluded and not only_secrets:
        name = portal.path.with_name(f"{portal.path.stem}.exclude.tsv").name
        raise UsageError(
            f"{portal.id} has no exclude list",
            f"List the articles to remove in {name}, beside the portal file.",
        )
    if output.exists() and any(output.iterdir()):
        raise UsageError(f"{output} is not empty", "Give a new folder with --output.")
    with view_locked_corpus(folder, portal) as corpus:
        return _redact(portal, corpus, output)


def _redact(portal: Portal, corpus: CorpusView, output: Path) -> RedactedCorpus:
    excluded = portal.manual_overrides.excluded
    found = find_named_articles(portal, corpus, excluded)
    parts = tuple(name for name in sorted(found) if "#" in found[name].requested)
    articles = [found[name] for name in sorted(found) if name not in parts]
    addresses = [url for row in articles for url in addresses_of(corpus, row)]
    names = [name for name in excluded if name not in parts]
    unwanted = _Unwanted(names, portal.address, addresses)

    paths = [corpus.folder / name.file for name in warc_files(corpus.folder, portal.id)]
    redaction = plan_redaction(paths, unwanted)
    (output / "warc").mkdir(parents=True, exist_ok=True)
    cleaner = make_cleaner(gather_portal_secrets(portal, corpus.folder))
    done = [redact_warcs([path], output / "warc" / path.name, redaction, cleaner) for path in paths]
    numbers = Redacted(
        sum(each.kept for each in done),
        sum(each.left_out for each in done),
        sum(each.cleaned for each in done),
    )
    unknown = tuple(sorted(set(excluded) - set(found)))
    # The addresses of removed articles that the exclude list does not cover. The redirects that
    # made them addresses of these articles are removed with the records
    aliases = ((row.requested, *corpus.frontier.aliases(row.canonical)) for row in articles)
    listed = dict.fromkeys(
        url for urls in aliases for url in urls if find_exclusion(portal, (url,)) is None
    )
    return RedactedCorpus(numbers, parts, unknown, tuple(listed))


class _Unwanted:
    """Predicate for the addresses to remove: those of articles that ``names`` has by id or address,
    and the addresses ``more``."""

    def __init__(self, names: Iterable[str], rules: AddressRules, more: Iterable[str] = ()) -> None:
        names = [name for name in names if ARTICLE_ID.fullmatch(name) or "#" not in name]
        self._ids = {article_id_of(name, rules) for name in names}
        self._urls = {target_address(url) for url in (*names, *more)}
        self._rules = rules

    def __call__(self, url: str) -> bool:
        return (
            target_address(url) in self._urls
            or article_id(canonical_address(url, self._rules)) in self._ids
        )
