"""``curator warc redact``: write WARC files without the articles of the exclude list, and without
the secrets of a session.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.article import article_id, article_id_of, canonical_address, find_exclusion
from webarticlecurator.build.changes import find_named_articles
from webarticlecurator.errors import UsageError
from webarticlecurator.model.overrides import ARTICLE_ID
from webarticlecurator.model.portal import AddressRules, Portal
from webarticlecurator.model.session_secrets import SessionSecrets
from webarticlecurator.store import (
    ArticleRow,
    CorpusView,
    Redacted,
    open_corpus,
    plan_redaction,
    redact_warcs,
    view_corpus,
)
from webarticlecurator.store.disk import KINDS, warc_files
from webarticlecurator.store.lock import Lock
from webarticlecurator.store.reconcile import DRAFT_ENDING
from webarticlecurator.store.redact import RecordCleaner, gather_secrets, write_clean_file
from webarticlecurator.warc.record import target_address
from webarticlecurator.workers.executor import Runtime


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


def clean_corpus(portal: Portal, folder: Path, runtime: Runtime | None = None) -> CleanedCorpus:
    """Leave the secrets of a session out of the WARC files of a corpus, as a crawl does now.

    Each file is replaced as a whole, or not at all; to run it again goes on where a kill ended it.
    Raises CorpusLocked, CorpusMismatch, StoreDamaged, DiskFull, WarcUnreadable.
    """
    runtime = runtime or Runtime()
    files = records = 0
    with open_corpus(folder, portal.id, runtime.store_options(), create=False) as corpus:
        # those with the portal files last: what is sought is known until the end
        names = [name.file for name in reversed(warc_files(folder, portal.id))]
        secrets = gather_portal_secrets(portal, folder)
        cleaner = RecordCleaner(secrets)
        corpus.hide_secrets(secrets)
        runtime.progress.begin("WARC files", len(names), "files")
        try:
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
        finally:
            runtime.progress.end()
    return CleanedCorpus(len(names), files, records)


def copy_clean_warcs(portal: Portal, folder: Path, temporary: Path) -> dict[str, Path]:
    """Return the WARC files of a corpus as they may be handed on, by their paths in it: those with
    secrets of a session are copied without them to the folder ``temporary``.

    Raises CorpusMismatch, WarcUnreadable, DiskFull.
    """
    cleaner = make_cleaner(gather_portal_secrets(portal, folder))
    found: dict[str, Path] = {}
    for name in warc_files(folder, portal.id):
        source = folder / name.file
        copy = temporary / source.name
        if write_clean_file(source, copy, cleaner, tolerant=True).is_as_before:
            copy.unlink()
        found[name.file] = copy if copy.exists() else source
    return found


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
    with view_corpus(folder, portal.id) as corpus:
        lock = Lock(folder)
        try:
            return _redact(portal, corpus, output)
        finally:
            lock.release()


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
    return RedactedCorpus(numbers, parts, unknown, _find_uncovered(portal, corpus, articles))


def _find_uncovered(
    portal: Portal, corpus: CorpusView, rows: Iterable[ArticleRow]
) -> tuple[str, ...]:
    """Return the addresses of removed articles that the exclude list does not cover. The redirects
    that made them addresses of these articles are removed with the records."""
    urls = (url for row in rows for url in (row.requested, *corpus.frontier.aliases(row.canonical)))
    return tuple(dict.fromkeys(url for url in urls if find_exclusion(portal, (url,)) is None))


def addresses_of(corpus: CorpusView, row: ArticleRow) -> tuple[str, ...]:
    """Return all addresses of an article, those of its pages included; some may occur twice."""
    pages = (page.url for page in corpus.frontier.pages(row.canonical))
    return (row.canonical, row.requested, *corpus.frontier.aliases(row.canonical), *pages)


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
