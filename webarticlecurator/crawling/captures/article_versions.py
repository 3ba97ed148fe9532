"""The versions of an article, and which of its captures is its text.

The text is that of the latest capture that passes the page checks and shows no less of the article
than an earlier one: its field ``access`` is not lower, and it has at least half of the words, or
was seen twice. So a later wall, teaser or error page makes no article worse. An article that was
captured once has one version and is read once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.model.article import CaptureHistory, UnusedCapture
from webarticlecurator.base.model.capture import TOO_LARGE, Capture
from webarticlecurator.base.model.verdict import PROBLEM_REASONS, Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.captures.article_content import (
    VERSION_SHRUNK,
    ArticleVersion,
    ShrunkVersions,
    content_of,
    describe_shrunk,
)
from webarticlecurator.crawling.captures.article_pages import ArticlePages, follow_pages
from webarticlecurator.crawling.captures.article_reading import ArticleState, StateReader, all_pages
from webarticlecurator.crawling.captures.page_choice import (
    ALL_CAPTURES,
    CaptureSpan,
    FirstPageReader,
    Source,
)
from webarticlecurator.crawling.captures.site_reservations import add_reservations
from webarticlecurator.crawling.captures.split_versions import (
    find_part_versions,
    merge_split_states,
)
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.crawling.workers.capture_source import is_same_capture

LATER_CAPTURE = "later-capture"
"""Kind of the problem of a later capture that the rules cannot read."""
_ACCESS = {"closed": 0, "partial": 1}
"""Value of the field ``access`` → how much of the article can be read; by default all of it."""


@dataclass(frozen=True)
class VersionedArticle:
    """The state that is the text of an article, and its versions by time; those that are shrunk and
    not used yet are ``waiting``."""

    text: ArticleState
    versions: tuple[ArticleVersion, ...] = ()
    waiting: tuple[ArticleVersion, ...] = ()


def read_versions(portal: Portal, source: Source, task: Task) -> VersionedArticle:
    """Return the text of an article with its history, and its versions."""
    read = _choose_text(portal, source, task)
    article = read.text.article
    if article is None:
        return read
    return replace(read, text=replace(read.text, article=add_reservations(source, article)))


def _choose_text(portal: Portal, source: Source, task: Task) -> VersionedArticle:
    reader = FirstPageReader(portal, source)
    states = _StateSequence(source, task, reader, StateReader(portal, source, task, reader.load))
    text = states.read(ALL_CAPTURES)
    is_latest = portal.captures == "latest"
    has_states = len(source.pages(task.start.url)) > 1 and text.passed
    if text.parts is not None and is_latest and has_states:
        split = [state for state in states.all() if state.parts]
        return VersionedArticle(merge_split_states(split, portal.fetch.confirm))
    if text.parts is not None or not has_states or not (text.article or is_latest):
        return _with_history(text, CaptureHistory(gone=_find_gone(source, task, text)))

    found = _sort_states(states.all(), ShrunkVersions(portal.fetch.confirm) if is_latest else None)
    if not found.used:
        return VersionedArticle(text)
    gone = _find_gone(source, task, found.used[-1])
    if is_latest:
        text = replace(found.used[-1], look_due=None if gone else found.look_due)
    # of these, those that are later than the text, each once
    by_record = {
        each.capture.record_id: (each, kind)
        for each, kind in [*found.unused, *_refused_captures(reader, task)]
        if each.capture.order_time > text.captures[0].order_time
    }
    later = [*by_record.values(), *found.shrunk]
    by_time = sorted(later, key=lambda each: (each[0].capture.order_time, each[0].reason))
    versions = tuple(_find_versions(found.used))
    history = CaptureHistory(
        tuple(version.capture for version in versions) if len(versions) > 1 else (),
        tuple(each for each, _ in by_time),
        gone,
    )
    changed = found.believed or versions[-1].capture.time if len(versions) > 1 else None
    read = _with_history(replace(text, changed=changed), history, versions)
    kinds = dict.fromkeys((kind, each.reason) for each, kind in later if kind)
    read = _with_problems(read, [_describe_unused(task, *pair) for pair in kinds])
    return replace(read, waiting=found.waiting)


def list_versions(
    portal: Portal, source: Source, task: Task, requested: str
) -> tuple[ArticleVersion, ...]:
    """Return the versions of an article by time, the only one of an article that never changed, or
    none if it has no text; those that are not used yet come last. ``requested`` is its listed
    address, with ``#`` that of a part of the page of ``task``."""
    if "#" in requested:
        reader = FirstPageReader(portal, source)
        states = _StateSequence(
            source, task, reader, StateReader(portal, source, task, reader.load)
        )
        split = [state for state in states.all() if state.parts]
        return find_part_versions(split, requested, portal.fetch.confirm)
    read = read_versions(portal, source, task)
    article = read.text.article
    if read.versions or article is None:
        return (*read.versions, *read.waiting)
    return (ArticleVersion(article.captures[0], article),)


@dataclass(frozen=True)
class _StateSequence:
    """The states of an article: each ends before the next capture of its first page."""

    source: Source
    task: Task
    reader: FirstPageReader
    states: StateReader

    def read(self, span: CaptureSpan) -> ArticleState:
        """Read the article from the captures of a span."""
        return self.states.read(self._pages(span))

    def all(self) -> Iterator[ArticleState]:
        """Yield the states by time, each with the times at which it was ``seen``."""
        captures = self.source.pages(self.task.start.url)
        befores = (*(capture.order_time for capture in captures[1:]), None)
        last: ArticlePages | None = None
        seen: list[datetime] = []
        for capture, before in zip(captures, befores, strict=True):
            found = self._pages(CaptureSpan(before, "latest"))
            if last is not None and _records_of(found) != _records_of(last):
                yield replace(self.states.read(last), seen=tuple(seen))
                seen = []
            last = found
            shown = found.pages[0].capture
            # a page that the page checks refuse shows nothing of the article
            if shown is not None and is_same_capture(shown, capture):
                seen.append(capture.order_time)
        if last is not None:
            yield replace(self.states.read(last), seen=tuple(seen))

    def _pages(self, span: CaptureSpan) -> ArticlePages:
        start, shared = self.task.start, self.task.shared
        return follow_pages(start, self.reader.pages_of(start, shared, span))


_Later = tuple[UnusedCapture, str]
"""A capture that is not used, and the kind of the problem that this is, or ""."""


@dataclass
class _SortedStates:
    """The states of an article that may be its text, the captures of those that may not, and the
    shrunk ones behind the last one that may. ``look_due`` and ``believed``: see
    ``ShrunkVersions``."""

    used: list[ArticleState] = field(default_factory=list)
    unused: list[_Later] = field(default_factory=list)
    shrunk: list[_Later] = field(default_factory=list)
    waiting: tuple[ArticleVersion, ...] = ()
    look_due: datetime | None = None
    believed: datetime | None = None


def _sort_states(states: Iterator[ArticleState], shrinking: ShrunkVersions | None) -> _SortedStates:
    """Sort the states; without ``shrinking``, their numbers of words do not matter."""
    found = _SortedStates()
    best, best_access = -1, ""
    for state in states:
        if state.article is None:
            rejected = state.outcome.rejected if state.outcome and state.passed else None
            if rejected is not None:
                reason: str = rejected.describe()
                kind = LATER_CAPTURE if rejected.reason in PROBLEM_REASONS else ""
                found.unused.append((UnusedCapture(state.captures[0], reason), kind))
            continue
        access = state.article.metadata.first("access") or "not stated"
        rank = _ACCESS.get(access, len(_ACCESS))
        if rank < best:
            reason = make_message(
                "access: {access} (an earlier capture: {before})",
                access=access,
                before=best_access,
            )
            found.unused.append((UnusedCapture(state.captures[0], reason), ""))
            continue
        if shrinking is not None and not shrinking.use(state.article, state.seen):
            capture = _new_captures(state, found.used[-1])[0]
            reason = shrinking.describe(state.article)
            found.shrunk.append((UnusedCapture(capture, reason), VERSION_SHRUNK))
            found.waiting += (ArticleVersion(capture, state.article, is_used=False),)
            continue
        best, best_access = rank, access
        found.used.append(state)
        found.shrunk, found.waiting = [], ()
        found.believed = shrinking.believed if shrinking is not None else None
    if shrinking is not None:
        found.look_due = shrinking.due
    return found


def _refused_captures(reader: FirstPageReader, task: Task) -> Iterator[_Later]:
    """Yield the captures of the first page that the page checks refuse."""
    for page in reader.first_pages(task.start, task.shared):
        if page.capture is not None and page.refused is not None:
            reason = page.refused.describe()
            kind = VERSION_SHRUNK if page.refused.reason == "duplicate" else ""
            yield UnusedCapture(page.capture, reason), kind
        elif page.capture is not None and page.fault == TOO_LARGE:
            yield UnusedCapture(page.capture, f"{TOO_LARGE}: {page.words}"), LATER_CAPTURE


def _find_versions(states: Sequence[ArticleState]) -> Iterator[ArticleVersion]:
    """Yield the states whose words or metadata are not those of the version before."""
    content: object = None
    before = ArticleState()
    for state in states:
        article = state.article
        assert article is not None
        new, before = _new_captures(state, before), state
        if content_of(article) != content:
            content = content_of(article)
            yield ArticleVersion(new[0], article)


def _new_captures(state: ArticleState, before: ArticleState) -> Sequence[Capture]:
    """Return the captures that another state does not have; all if it has all of them."""
    records = {capture.record_id for capture in before.captures}
    return [c for c in state.captures if c.record_id not in records] or state.captures


def _records_of(found: ArticlePages) -> list[str | None]:
    return [page.capture.record_id if page.capture else None for page in all_pages(found)]


def _find_gone(source: Source, task: Task, text: ArticleState) -> Capture | None:
    return source.find_gone(task.start.url) if text.article is not None else None


def _with_history(
    text: ArticleState, history: CaptureHistory, versions: tuple[ArticleVersion, ...] = ()
) -> VersionedArticle:
    if text.article is None:
        return VersionedArticle(text)
    article = replace(text.article, history=history)
    return VersionedArticle(replace(text, article=article), versions)


def _with_problems(read: VersionedArticle, problems: Sequence[Problem]) -> VersionedArticle:
    article = read.text.article
    if article is None or not problems:
        return read
    article = replace(article, problems=(*article.problems, *problems))
    return replace(read, text=replace(read.text, article=article))


def _describe_unused(task: Task, kind: str, reason: str) -> Problem:
    if kind == VERSION_SHRUNK:
        return describe_shrunk(task.canonical, reason)
    return make_problem(kind, task.canonical, reason=reason)
