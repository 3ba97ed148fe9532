"""Two states of an article compared, by ``curator diff`` and in the studio: the values of its
metadata, and its text word by word; its versions, and what a change of rules does to it.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from difflib import SequenceMatcher
from functools import lru_cache, partial
from pathlib import Path

from webarticlecurator.archive import today_in
from webarticlecurator.article import find_exclusion
from webarticlecurator.captures.article_content import content_of
from webarticlecurator.captures.article_pages import Source
from webarticlecurator.captures.article_versions import list_versions, read_versions
from webarticlecurator.captures.tasks import Task, build_task
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.model.article import Article, Failed, Metadata, Rejected
from webarticlecurator.model.blocks import INLINE, Node, block_words
from webarticlecurator.model.portal import Portal
from webarticlecurator.store import ArticleRow, CorpusView, view_corpus
from webarticlecurator.stored_pages.captured_pages import (
    has_own_page,
    may_change,
    sampling_key,
    survey_each,
)
from webarticlecurator.stored_pages.page_store import StoredPages
from webarticlecurator.workers.capture_source import CorpusSource
from webarticlecurator.workers.executor import LostTask, Runtime

SAME, GONE, ADDED = "same", "gone", "added"
"""What became of a run of words."""
CHANGED, REMOVED, NEW, MARKED = "changed", "removed", "added", "marked"
"""What became of a line of text. ``marked``: its words are the same, but not its links, its
emphasis, or what kind of block it is."""

_SIMILAR = 0.4
"""Least share of common words of two lines that are taken for one that has changed."""


@dataclass(frozen=True)
class WordRun:
    """Words that two versions share, or that only one of them has."""

    fate: str
    text: str


@dataclass(frozen=True)
class LineChange:
    """A line of text that differs.

    ``number`` counts the lines of the new version from 1, those of the old one if it was removed.
    ``kind`` is the block with its container (``comment paragraph``). ``old`` and ``new`` are the
    words of the line, or the address of a picture, empty where a version lacks it; ``runs`` are the
    words of both in one.
    """

    change: str
    kind: str
    number: int
    old: str
    new: str
    runs: tuple[WordRun, ...]


@dataclass(frozen=True)
class FieldChange:
    """A metadata field with other values."""

    field: str
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True)
class ArticleComparison:
    """What differs between two states of an article; the numbers count words of the text."""

    metadata: tuple[FieldChange, ...]
    lines: tuple[LineChange, ...]
    words_gone: int
    words_added: int


@dataclass(frozen=True)
class _Line:
    """The words of a block that holds running text."""

    kind: str
    words: tuple[str, ...]
    node: Node

    @property
    def text(self) -> str:
        """The words; of a block without any, such as a picture, its address."""
        addresses = (value for _, value in self.node.attributes if "://" in value)
        return " ".join(self.words) or next(addresses, "")


def compare_articles(old: Article | None, new: Article | None) -> ArticleComparison:
    """Return what differs between two states of an article, of which one may have no text."""
    texts = [
        [line for block in (article.blocks if article else ()) for line in _lines_below(block, "")]
        for article in (old, new)
    ]
    lines = tuple(_compare_lines(*texts))
    counts = [
        sum(len(run.text.split()) for line in lines for run in line.runs if run.fate == fate)
        for fate in (GONE, ADDED)
    ]
    before, after = (each.metadata if each else Metadata() for each in (old, new))
    names = dict.fromkeys(name for name, _ in (*before.fields, *after.fields))
    fields = (FieldChange(n, tuple(before.texts(n)), tuple(after.texts(n))) for n in names)
    return ArticleComparison(tuple(each for each in fields if each.old != each.new), lines, *counts)


def _lines_below(node: Node, container: str) -> Iterator[_Line]:
    """Yield the lines of a block: one for each block below it that holds words itself."""
    inner = [child for child in node.nodes if child.name not in INLINE]
    has_text = any(isinstance(child, str) and child.strip() for child in node.children)
    # There may be emphasis beside blocks, without text of its own.
    if has_text or not inner or len(inner) < len(node.nodes):
        words = tuple(block_words([node]))
        if words or not inner or not has_text:
            yield _Line(f"{container} {node.name}".strip(), words, node)
        return
    for child in inner:
        yield from _lines_below(child, node.name)


def _compare_lines(old: Sequence[_Line], new: Sequence[_Line]) -> Iterator[LineChange]:
    matcher = SequenceMatcher(
        None, [line.words for line in old], [line.words for line in new], autojunk=False
    )
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            for i, j in zip(range(i1, i2), range(j1, j2), strict=True):
                if (old[i].kind, old[i].node) != (new[j].kind, new[j].node):
                    yield _to_line_change(MARKED, old[i], new[j], j + 1)
            continue
        yield from _compare_differing(old, new, range(i1, i2), range(j1, j2))


def _compare_differing(
    old: Sequence[_Line], new: Sequence[_Line], removed: range, added: range
) -> Iterator[LineChange]:
    """Yield the changes of two runs of lines that have no line in common; a line of each that are
    similar are one changed line."""
    i = removed.start
    for j in added:
        similar = next((n for n in range(i, removed.stop) if _is_similar(old[n], new[j])), None)
        if similar is None:
            yield _to_line_change(NEW, None, new[j], j + 1)
            continue
        for n in range(i, similar):
            yield _to_line_change(REMOVED, old[n], None, n + 1)
        yield _to_line_change(CHANGED, old[similar], new[j], j + 1)
        i = similar + 1
    for n in range(i, removed.stop):
        yield _to_line_change(REMOVED, old[n], None, n + 1)


def _is_similar(old: _Line, new: _Line) -> bool:
    matcher = SequenceMatcher(None, old.words, new.words, autojunk=False)
    return matcher.quick_ratio() >= _SIMILAR and matcher.ratio() >= _SIMILAR


def _to_line_change(change: str, old: _Line | None, new: _Line | None, number: int) -> LineChange:
    before, after = old.words if old else (), new.words if new else ()
    kind = (new or old or _Line("", (), Node(""))).kind
    runs = tuple(_compare_words(before, after))
    return LineChange(change, kind, number, old.text if old else "", new.text if new else "", runs)


def _compare_words(old: Sequence[str], new: Sequence[str]) -> Iterator[WordRun]:
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield WordRun(SAME, " ".join(new[j1:j2]))
            continue
        if i1 < i2:
            yield WordRun(GONE, " ".join(old[i1:i2]))
        if j1 < j2:
            yield WordRun(ADDED, " ".join(new[j1:j2]))


# What a person is shown of the changes of an article: their words with a few around them, and how
# many unchanged lines lie between them.

CONTEXT_WORDS = 8
"""Words that are shown before and after a change; longer runs of unchanged words are cut."""


def shorten_runs(runs: Sequence[WordRun]) -> Iterator[WordRun]:
    """Yield the runs of a line, with ``…`` in place of unchanged words far from a change."""
    last = len(runs) - 1
    for number, run in enumerate(runs):
        words = run.text.split()
        before = CONTEXT_WORDS if number > 0 else 0
        after = CONTEXT_WORDS if number < last else 0
        if run.fate == SAME and len(words) > before + after + 1:
            words[before : len(words) - after] = ["…"]
        yield replace(run, text=" ".join(words))


def count_unchanged(lines: Sequence[LineChange]) -> Iterator[int]:
    """Yield for each change how many unchanged lines are between it and the one before, or the
    beginning of the article."""
    old = new = 0
    for line in lines:
        if line.change == REMOVED:
            unchanged = line.number - old - 1
            old, new = line.number, new + unchanged
        else:
            unchanged = line.number - new - 1
            old, new = old + unchanged + (line.change != NEW), line.number
        yield unchanged


# ``curator diff``: compare two versions of an article.

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
                f"{url} is not in the corpus", "`curator why` shows what is known of it."
            )
        page, part, _ = row.requested.partition("#")
        owner = corpus.frontier.page_owner(page) if part else None
        task = build_task(portal, corpus, owner or row)
        versions = list_versions(portal, CorpusSource(corpus), task, row.requested)
    places = tuple(
        VersionPlace(number, version.capture.time, version.capture.record_id, version.is_used)
        for number, version in enumerate(versions, 1)
    )
    if not places:
        raise UsageError(f"{url}: it has no text that could be compared", "`curator why` says why.")
    last = _find_place(portal, places, second) if second is not None else places[-1]
    earlier = places[max(last.number - 2, 0)]
    begin = _find_place(portal, places, first) if first is not None else earlier
    comparison = None
    if len(places) > 1:
        old, new = versions[begin.number - 1].article, versions[last.number - 1].article
        comparison = compare_articles(old, new)
    return VersionComparison(row.canonical, places, begin, last, comparison)


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


# What a change of rules does to stored articles: each is read by the rules before and after.


MAX_SCANNED = 50_000
"""Articles up to which a sample is chosen by a look at all of them."""
MAX_DRAWS = 50
"""Articles that are drawn for each one of a sample, at most."""
NOT_THERE = "not-there"
"""Reason of an article that only the other rules find, since they divide its page otherwise."""

Reading = Article | Rejected | Failed


@dataclass(frozen=True)
class ReadingSummary:
    """What rules make of an article: ``words`` of text; or none, for a ``reason`` (one of
    ``verdict.REJECTIONS``, or NOT_THERE) with its ``evidence``."""

    words: int = 0
    reason: str = ""
    evidence: str = ""


@dataclass(frozen=True)
class ArticleEffect:
    """What a change of rules does to the article at the canonical address ``url``; ``page`` is the
    address of its first page."""

    url: str
    page: str
    before: ReadingSummary
    after: ReadingSummary
    comparison: ArticleComparison

    @property
    def size(self) -> int:
        """The number of words that are gained or lost."""
        return self.comparison.words_gone + self.comparison.words_added


@dataclass(frozen=True)
class PageEffects:
    """The articles of a page that change, and how many do not."""

    changed: tuple[ArticleEffect, ...] = ()
    unchanged: int = 0


def compare_rules(
    before: Portal, after: Portal, pages: StoredPages, runtime: Runtime | None = None
) -> Iterator[PageEffects | LostTask]:
    """Yield, for each stored article in the order of listing, what the rules of ``after`` change in
    what those of ``before`` find; a ``LostTask`` for one that cannot be read in time.

    Rejected articles are read as well, if a page of them is stored. In WARC files, the articles
    are those that ``after`` finds. Raises as ``survey_each``.
    """
    work = partial(_compare_article, pickle.dumps(before))
    return survey_each(after, pages, partial(_select_pages, before, pages), work, runtime)


def count_compared_pages(portal: Portal, pages: StoredPages) -> int | None:
    """Return how many articles ``compare_rules`` reads at most; None if only reading WARC files
    would tell. Raises CorpusMismatch, StoreDamaged."""
    if pages.has_files:
        return None
    with view_corpus(pages.require_folder(), portal.id) as corpus:
        verdicts = corpus.article_counts.verdicts()
    known = sum(number for state, reason, number in verdicts if may_change(state, reason))
    return known if pages.limit is None else min(known, pages.limit)


def _select_pages(portal: Portal, pages: StoredPages, corpus: CorpusView) -> Iterator[ArticleRow]:
    """Return the articles with a stored page, in the order of listing: those of ``pages.urls``, or
    all; of a large corpus ``pages.limit`` of these."""
    if pages.urls and not pages.has_files:
        found = (corpus.frontier.find_article(url) for url in pages.urls)
        return iter([row for row in found if row is not None])
    limit = pages.limit if pages.selected is None else None
    if limit is not None and corpus.frontier.last_id() > MAX_SCANNED:
        return iter(_draw_sample(portal, corpus, limit))
    rows = corpus.frontier.articles("stored", "tei", "rejected", "failed")
    return (row for row in rows if _is_read(portal, row))


def _draw_sample(portal: Portal, corpus: CorpusView, limit: int) -> list[ArticleRow]:
    """Return ``limit`` articles of a corpus that has many, without a look at all of them: the same
    as long as it does not grow. They are fewer if most articles have no page."""
    last = corpus.frontier.last_id()
    sample: dict[int, ArticleRow] = {}
    for start in range(0, MAX_DRAWS * limit, limit):
        keys = (sampling_key(str(number)) for number in range(start, start + limit))
        ids = {int.from_bytes(key[:8], "big") % last + 1 for key in keys}
        drawn = corpus.frontier.with_ids(ids - sample.keys())
        found = {row.id: row for row in drawn if _is_read(portal, row)}
        sample |= dict([*found.items()][: limit - len(sample)])
        if len(sample) == limit:
            break
    return [sample[each] for each in sorted(sample)]


def _is_read(portal: Portal, row: ArticleRow) -> bool:
    return may_change(row.state, row.reason or "") and has_own_page(portal, row)


def _compare_article(before: bytes, after: Portal, source: Source, task: Task) -> PageEffects:
    old = _read_articles(_load_portal(before), source, task)
    new = _read_articles(after, source, task)
    effects = [
        _compare_readings(url, task.start.url, old.get(url), new.get(url))
        for url in dict.fromkeys((*old, *new))
    ]
    changed = tuple(effect for effect in effects if effect is not None)
    return PageEffects(changed, len(effects) - len(changed))


@lru_cache(maxsize=2)
def _load_portal(content: bytes) -> Portal:
    """Return a pickled portal; a worker gets the same one with each task."""
    portal: Portal = pickle.loads(content)
    return portal


def _read_articles(portal: Portal, source: Source, task: Task) -> Mapping[str, Reading]:
    """Return what the rules make of the stored pages of a task: the article, or several of a split
    page, by their addresses; none if no page is stored."""
    state = read_versions(portal, source, task).text
    if state.parts is not None:
        return {part.canonical: _exclude(portal, part.requested, part.read) for part in state.parts}
    if state.article is not None:
        return {task.canonical: state.article}
    outcome = state.outcome
    verdict = (outcome.rejected or outcome.failed) if outcome else None
    return {} if verdict is None else {task.canonical: verdict}


def _exclude(portal: Portal, requested: str, read: Article | Rejected) -> Reading:
    excluded = find_exclusion(portal, (read.url, requested))
    return read if excluded is None else Rejected(read.url, "excluded", excluded)


def _compare_readings(
    url: str, page: str, old: Reading | None, new: Reading | None
) -> ArticleEffect | None:
    """Return what differs; None if nothing does."""
    before, after = _summarize(old), _summarize(new)
    texts = [each if isinstance(each, Article) else None for each in (old, new)]
    contents = [None if text is None else content_of(text) for text in texts]
    if before.reason == after.reason and contents[0] == contents[1]:
        return None
    return ArticleEffect(url, page, before, after, compare_articles(*texts))


def _summarize(read: Reading | None) -> ReadingSummary:
    if isinstance(read, Article):
        return ReadingSummary(words=read.account.kept)
    if read is None:
        return ReadingSummary(reason=NOT_THERE)
    return ReadingSummary(reason=read.reason, evidence=read.evidence)
