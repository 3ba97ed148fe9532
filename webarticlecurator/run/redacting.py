"""``curator warc redact``: new WARC files without what is on the exclude list."""

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
    redact,
    view_corpus,
)
from webarticlecurator.store.disk import warc_files
from webarticlecurator.store.lock import Lock
from webarticlecurator.store.record import target_address


@dataclass(frozen=True)
class RedactedCorpus:
    """``parts``: entries of the list that are one of several articles on a page; the record of the
    page holds all of them, so it stays. ``unknown``: entries that no article of the corpus has.
    ``listed``: addresses that archive pages list for what was left out and that the list does not
    cover: nothing but the list can keep a crawl of the new corpus from asking for them."""

    numbers: Redacted
    parts: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()


def redact_files(paths: Sequence[Path], excluded: Mapping[str, str], output: Path) -> Redacted:
    """All records of ``paths`` but those about the articles that ``excluded`` names by id or
    address, in one new file. Raises UsageError (no such file, ``output`` is there), WarcUnreadable.
    """
    unwanted = _Unwanted(excluded, AddressRules())
    return redact(paths, output, plan_redaction(paths, unwanted))


def redact_corpus(portal: Portal, folder: Path, output: Path) -> RedactedCorpus:
    """The WARC files of the corpus in ``folder`` without the articles of the portal's exclude list,
    under the same names below ``output``, a new corpus folder: `verify --rebuild` makes its index.
    An article goes with all its addresses and pages.

    Raises UsageError (``output`` is not empty, nothing is excluded), CorpusLocked, CorpusMismatch,
    WarcUnreadable.
    """
    if not portal.by_hand.excluded:
        name = portal.path.with_name(f"{portal.path.stem}.exclude.tsv").name
        raise UsageError(
            f"{portal.id} has no exclude list",
            f"Write what must go to {name} beside the portal file.",
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
    found = find_named_articles(portal, corpus, portal.by_hand.excluded)
    parts = tuple(name for name in sorted(found) if "#" in found[name].requested)
    whole = [found[name] for name in sorted(found) if name not in parts]
    paths = [corpus.folder / name.file for name in warc_files(corpus.folder, portal.id)]
    names = [name for name in portal.by_hand.excluded if name not in parts]
    unwanted = _Unwanted(
        names, portal.address, (url for row in whole for url in _addresses(corpus, row))
    )
    redaction = plan_redaction(paths, unwanted)
    (output / "warc").mkdir(parents=True, exist_ok=True)
    done = [redact([path], output / "warc" / path.name, redaction) for path in paths]
    numbers = Redacted(sum(each.kept for each in done), sum(each.left_out for each in done))
    unknown = tuple(sorted(set(portal.by_hand.excluded) - set(found)))
    return RedactedCorpus(numbers, parts, unknown, _uncovered(portal, corpus, whole))


def _uncovered(portal: Portal, corpus: CorpusView, rows: Iterable[ArticleRow]) -> tuple[str, ...]:
    """What redirects led from is known only to the records that go."""
    known = (
        url for row in rows for url in (row.requested, *corpus.frontier.aliases(row.canonical))
    )
    return tuple(dict.fromkeys(url for url in known if find_exclusion(portal, (url,)) is None))


def _addresses(corpus: CorpusView, row: ArticleRow) -> tuple[str, ...]:
    pages = (page.url for page in corpus.frontier.pages(row.canonical))
    return (row.canonical, row.requested, *corpus.frontier.aliases(row.canonical), *pages)


class _Unwanted:
    """True for an address of an article that is named, and for further addresses."""

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
