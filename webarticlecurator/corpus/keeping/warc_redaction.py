"""``curator warc redact``: write WARC files without the articles of the exclude list, and without
the secrets of a session.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from webarticlecurator.articles.by_rules.identity import article_id, canonical_address
from webarticlecurator.articles.by_rules.manual_overrides import article_id_of, find_exclusion
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.overrides import ARTICLE_ID
from webarticlecurator.base.portal.portal import AddressRules, Portal
from webarticlecurator.base.portal.session_secrets import SessionSecrets
from webarticlecurator.base.system.output_files import draft_folder, make_folder
from webarticlecurator.corpus.keeping.manifests import addresses_of, view_locked_corpus
from webarticlecurator.corpus.keeping.text_masking import TextMasker
from webarticlecurator.crawling.building.changes import find_named_articles
from webarticlecurator.crawling.workers.corpus_upkeep import read_upkeep
from webarticlecurator.crawling.workers.progress import Progress, progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.fixity.mending import forget_file, protect
from webarticlecurator.storage.index.disk import ASSETS, KINDS, warc_files
from webarticlecurator.storage.store.corpus import WritableCorpus, open_corpus
from webarticlecurator.storage.store.record_cleaning import (
    RecordCleaner,
    Redaction,
    gather_secrets,
    write_clean_file,
)
from webarticlecurator.storage.store.redact import (
    Redacted,
    plan_redaction,
    plan_without_subscriber,
    redact_warcs,
)
from webarticlecurator.storage.store.replaced_warc import DRAFT_ENDING
from webarticlecurator.storage.store.view import CorpusView
from webarticlecurator.storage.store.withdrawn_texts import read_title_runs
from webarticlecurator.storage.warc.record import target_address


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
    unwanted = UnwantedAddresses(excluded, AddressRules())
    return redact_warcs(
        paths, output, plan_redaction(paths, unwanted), make_cleaner(gather_secrets(paths))
    )


def make_cleaner(
    secrets: SessionSecrets, titles: Mapping[int, frozenset[str]] = MappingProxyType({})
) -> TextMasker:
    """Return what cleans records that are going to be handed on: of somebody who was signed in,
    answers lose all cookies that they set, and pages the values of cookies and headers that they
    show. Archive pages lose ``titles`` of withdrawn articles (runs of their words)."""
    return TextMasker(secrets, secrets.is_signed_in, dict(titles))


def gather_portal_secrets(portal: Portal, folder: Path) -> SessionSecrets:
    """Return the secrets of a portal file, as it is and as it was in each run that is stored."""
    names = [name for name in warc_files(folder, portal.id) if name.kind == KINDS[0]]
    return SessionSecrets.of(portal.fetch) | gather_secrets([folder / name.file for name in names])


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
    with open_corpus(folder, portal.id, runtime.store_options(), create=False) as corpus:
        # those with the portal files last: what is sought is known until the end
        names = [name.file for name in reversed(warc_files(folder, portal.id))]
        secrets = gather_portal_secrets(portal, folder)
        corpus.hide_secrets(secrets)
        files, records = replace_files(corpus, names, RecordCleaner(secrets), runtime.progress)
    return CleanedCorpus(len(names), files, records)


def replace_files(
    corpus: WritableCorpus,
    names: Sequence[str],
    cleaner: RecordCleaner,
    progress: Progress,
    left_out: Redaction | None = None,
) -> tuple[int, int]:
    """Replace those of the WARC files ``names`` of a corpus that are others as ``cleaner`` leaves
    them, each as a whole; return their number, and that of the records that are not the same.

    Records that ``left_out`` chooses are not in them any more.
    """
    files = records = 0
    upkeep = read_upkeep(corpus.folder, corpus.record_builder.now)
    with progress_stage(progress, "WARC files", len(names), "files"):
        for file in names:
            draft = corpus.folder / f"{file}{DRAFT_ENDING}"
            try:
                cleaned = write_clean_file(corpus.folder / file, draft, cleaner, left_out)
                if cleaned.changed:
                    # before, so that no kill leaves what could bring it back
                    forget_file(corpus.folder, file, corpus.record_builder.now())
                    corpus.replace_file(file, draft)
                    files, records = files + 1, records + cleaned.changed
            finally:
                draft.unlink(missing_ok=True)
            progress.step(file)
    for remark in protect(corpus.folder, corpus.portal, upkeep, names):
        progress.show_message(remark)
    return files, records


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

    Raises UsageError (an archive page shows the title of a withdrawn article), CorpusMismatch,
    WarcUnreadable, DiskFull.
    """
    cleaner = make_cleaner(gather_portal_secrets(portal, folder), read_title_runs(folder))
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
            Problem("warc-damaged", name.file, f"{each}; it was left out")
            for each in cleaned.damage
        )
    if cleaner.masked:
        raise UsageError(
            f"the WARC files show the title of a withdrawn article again, on {min(cleaner.masked)}",
            "Write a corpus without it (`curator warc redact`), and hand on that corpus; or leave"
            " the WARC files out.",
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
    unwanted = UnwantedAddresses(names, portal.address, addresses)

    paths = [corpus.folder / name.file for name in warc_files(corpus.folder, portal.id)]
    redaction = plan_redaction(paths, unwanted)
    titles = read_title_runs(corpus.folder)
    cleaner = make_cleaner(gather_portal_secrets(portal, corpus.folder), titles)
    make_folder(output.absolute().parent)
    with draft_folder(output) as draft:
        (draft / "warc").mkdir()
        done = [
            redact_warcs([path], draft / "warc" / path.name, redaction, cleaner) for path in paths
        ]
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


class UnwantedAddresses:
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
