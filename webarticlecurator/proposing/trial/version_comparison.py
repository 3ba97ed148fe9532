"""``curator diff``: compare two versions of an article."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.crawling.captures.article_content import ArticleVersion
from webarticlecurator.crawling.captures.article_versions import list_versions
from webarticlecurator.crawling.captures.tasks import build_page_task
from webarticlecurator.crawling.workers.capture_sources import CorpusSource
from webarticlecurator.proposing.trial.compare_articles import ArticleComparison, compare_articles
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.view import CorpusView, view_corpus

VersionName = int | date
"""A version by its number, counted from 1, or the one that was there at the end of a day."""


@dataclass(frozen=True)
class VersionPlace:
    """A version: its number, and the time (UTC) and record id of the capture that shows it
    first. ``is_used``: see ``ArticleVersion``."""

    number: int
    time: datetime
    record: str
    is_used: bool = True


@dataclass(frozen=True)
class VersionComparison:
    """Two versions of the article at the canonical address ``url``, of all its ``versions``, and
    what differs; None if it has only one version."""

    url: str
    versions: tuple[VersionPlace, ...]
    first: VersionPlace
    second: VersionPlace
    comparison: ArticleComparison | None


def compare_versions(
    portal: Portal,
    folder: Path,
    url: str,
    first: VersionName | None = None,
    second: VersionName | None = None,
) -> VersionComparison:
    """Compare two versions of the article at an address: by default the last one with the one
    before.

    Raises UsageError (the article is not stored, no such version), CorpusMismatch, StoreDamaged.
    """
    with view_corpus(folder, portal.id) as corpus:
        row = corpus.frontier.find_article(url)
        if row is None:
            raise UsageError(
                f"{url} is not in the corpus", "`curator why` shows what is known about it."
            )
        versions = read_article_versions(portal, corpus, row)
    places = tuple(
        VersionPlace(number, version.capture.time, version.capture.record_id, version.is_used)
        for number, version in enumerate(versions, 1)
    )
    if not places:
        raise UsageError(f"{url}: it has no text that could be compared", "`curator why` says why.")
    last = _find_place(portal, places, second) if second is not None else places[-1]
    previous_version = places[max(last.number - 2, 0)]
    begin = _find_place(portal, places, first) if first is not None else previous_version
    comparison = None
    if len(places) > 1:
        old, new = versions[begin.number - 1].article, versions[last.number - 1].article
        comparison = compare_articles(old, new)
    return VersionComparison(row.canonical, places, begin, last, comparison)


def read_article_versions(
    portal: Portal, corpus: CorpusView, row: ArticleRow
) -> tuple[ArticleVersion, ...]:
    """Return the versions of an article by time; see ``list_versions``."""
    task = build_page_task(portal, corpus, row)
    return list_versions(portal, CorpusSource(corpus), task, row.requested)


def _find_place(portal: Portal, places: Sequence[VersionPlace], name: VersionName) -> VersionPlace:
    """Return a version by its number, or the latest one of a day or before, in the portal's zone.
    Raises UsageError."""
    if isinstance(name, int):
        found = [place for place in places if place.number == name]
    else:
        used = (place for place in places if place.is_used)
        found = [place for place in used if today_in(portal.timezone, place.time) <= name]
    if not found:
        expected = f"1 to {len(places)}" if len(places) > 1 else "1"
        first = f"{today_in(portal.timezone, places[0].time)}"
        raise UsageError(
            f"no version {name} (expected {expected}, or a day from {first} on)",
            "`curator why` lists the versions.",
        )
    return found[-1]
