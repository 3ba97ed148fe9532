"""``curator warc redact``: write WARC files without the articles of the exclude list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.errors import UsageError
from webarticlecurator.extract import article_id, article_id_of, canonical_address, find_exclusion
from webarticlecurator.model.overrides import ARTICLE_ID
from webarticlecurator.model.portal import AddressRules, Portal
from webarticlecurator.run.changed_overrides import find_named_articles
from webarticlecurator.store import (
    ArticleRow,
    CorpusView,
    Redacted,
    plan_redaction,
    redact_warcs,
    view_corpus,
)
from webarticlecurator.store.disk import warc_files
from webarticlecurator.store.lock import Lock
from webarticlecurator.store.record import target_address


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
    names by id or address.

    Raises UsageError (a file does not exist, ``output`` exists), WarcUnreadable.
    """
    unwanted = _Unwanted(excluded, AddressRules())
    return redact_warcs(paths, output, plan_redaction(paths, unwanted))


def redact_corpus(portal: Portal, folder: Path, output: Path) -> RedactedCorpus:
    """Copy the WARC files of the corpus in ``folder`` to the new corpus folder ``output``, without
    the articles of the portal's exclude list.

    An article is removed with all its addresses and pages. `verify --rebuild` makes the index of
    the new corpus.

    Raises UsageError (``output`` is not empty, nothing is excluded), CorpusLocked, CorpusMismatch,
    WarcUnreadable.
    """
    if not portal.manual_overrides.excluded:
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
    done = [redact_warcs([path], output / "warc" / path.name, redaction) for path in paths]
    numbers = Redacted(sum(each.kept for each in done), sum(each.left_out for each in done))
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
