"""The versions of an article, and which of its captures is its text.

The text is that of the latest capture that passes the page checks and shows no less of the article
than an earlier one (the field ``access``). So a later wall, teaser or error page makes no article
worse. An article that was captured once has one version and is read once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from webarticlecurator.model.article import CaptureHistory, UnusedCapture
from webarticlecurator.model.capture import TOO_LARGE, Capture
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import PROBLEM_REASONS, Problem
from webarticlecurator.run.building.article_content import ArticleVersion, content_of
from webarticlecurator.run.building.article_page_choice import (
    ALL_CAPTURES,
    CaptureSpan,
    FirstPageReader,
    Source,
)
from webarticlecurator.run.building.article_pages import ArticlePages, follow_pages
from webarticlecurator.run.building.article_reading import ArticleState, StateReader, all_pages
from webarticlecurator.run.building.reservations import add_reservations
from webarticlecurator.run.building.split_versions import find_part_versions, merge_split_states
from webarticlecurator.run.building.tasks import Task

_ACCESS = {"closed": 0, "partial": 1}
"""Value of the field ``access`` → how much of the article can be read; by default all of it."""


@dataclass(frozen=True)
class VersionedArticle:
    """The state that is the text of an article, and its versions by time."""

    text: ArticleState
    versions: tuple[ArticleVersion, ...] = ()


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
        return VersionedArticle(merge_split_states([s for s in states.all() if s.parts]))
    if text.parts is not None or not has_states or not (text.article or is_latest):
        return _with_history(text, CaptureHistory(gone=_find_gone(source, task, text)))

    eligible, unused = _sort_states(states.all())
    if not eligible:
        return VersionedArticle(text)
    if is_latest:
        text = eligible[-1]
    later = _later_captures(text, [*unused, *_refused_captures(reader, task)])
    versions = tuple(_find_versions(eligible))
    history = CaptureHistory(
        tuple(version.capture for version in versions) if len(versions) > 1 else (),
        tuple(each for each, _ in later),
        _find_gone(source, task, text),
    )
    changed = versions[-1].capture.time if len(versions) > 1 else None
    read = _with_history(replace(text, changed=changed), history, versions)
    reasons = dict.fromkeys(each.reason for each, is_problem in later if is_problem)
    return _with_problems(read, [_describe_unread(task, reason) for reason in reasons])


def list_versions(
    portal: Portal, source: Source, task: Task, requested: str
) -> tuple[ArticleVersion, ...]:
    """Return the versions of an article by time, the only one of an article that never changed, or
    none if it has no text. ``requested`` is its listed address, with ``#`` that of a part of the
    page of ``task``."""
    if "#" in requested:
        reader = FirstPageReader(portal, source)
        states = _StateSequence(
            source, task, reader, StateReader(portal, source, task, reader.load)
        )
        return find_part_versions([s for s in states.all() if s.parts], requested)
    read = read_versions(portal, source, task)
    article = read.text.article
    if read.versions or article is None:
        return read.versions
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
        """Yield the states by time, without those that have the same pages as the one before."""
        times = [capture.time for capture in self.source.pages(self.task.start.url)]
        last: list[str | None] = []
        for before in (*times[1:], None):
            found = self._pages(CaptureSpan(before, "latest"))
            pages = all_pages(found)
            records = [page.capture.record_id if page.capture else None for page in pages]
            if records != last:
                last = records
                yield self.states.read(found)

    def _pages(self, span: CaptureSpan) -> ArticlePages:
        start, shared = self.task.start, self.task.shared
        return follow_pages(start, self.reader.pages_of(start, shared, span))


_Later = tuple[UnusedCapture, bool]
"""A capture that is not used, and whether that is a problem."""


def _sort_states(states: Iterator[ArticleState]) -> tuple[list[ArticleState], list[_Later]]:
    """Return the states that may be the text, and the captures of those that may not."""
    eligible: list[ArticleState] = []
    unused: list[_Later] = []
    best, best_access = -1, ""
    for state in states:
        if state.article is None:
            rejected = state.outcome.rejected if state.outcome and state.passed else None
            if rejected is not None:
                reason = f"{rejected.reason}: {rejected.evidence}"
                is_problem = rejected.reason in PROBLEM_REASONS
                unused.append((UnusedCapture(state.captures[0], reason), is_problem))
            continue
        access = state.article.metadata.first("access") or "not stated"
        rank = _ACCESS.get(access, len(_ACCESS))
        if rank < best:
            reason = f"access: {access} (of an earlier capture: {best_access})"
            unused.append((UnusedCapture(state.captures[0], reason), False))
            continue
        best, best_access = rank, access
        eligible.append(state)
    return eligible, unused


def _refused_captures(reader: FirstPageReader, task: Task) -> Iterator[_Later]:
    """Yield the captures of the first page that the page checks refuse."""
    for page in reader.first_pages(task.start, task.shared):
        if page.capture is not None and page.refused is not None:
            reason = f"{page.refused.reason}: {page.refused.evidence}"
            yield UnusedCapture(page.capture, reason), False
        elif page.capture is not None and page.fault == TOO_LARGE:
            yield UnusedCapture(page.capture, f"{TOO_LARGE}: {page.words}"), True


def _later_captures(text: ArticleState, unused: Sequence[_Later]) -> list[_Later]:
    """Return those that are later than the text, each once, by time."""
    by_record = {
        each.capture.record_id: (each, is_problem)
        for each, is_problem in unused
        if each.capture.time > text.captures[0].time
    }
    return sorted(by_record.values(), key=lambda pair: (pair[0].capture.time, pair[0].reason))


def _find_versions(states: Sequence[ArticleState]) -> Iterator[ArticleVersion]:
    """Yield the states whose words or metadata are not those of the version before."""
    content: object = None
    records: set[str] = set()
    for state in states:
        article = state.article
        assert article is not None
        new = [capture for capture in state.captures if capture.record_id not in records]
        records = {capture.record_id for capture in state.captures}
        if content_of(article) != content:
            content = content_of(article)
            yield ArticleVersion((new or state.captures)[0], article)


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


def _describe_unread(task: Task, reason: str) -> Problem:
    message = (
        f"a later capture is not read ({reason}); the text is that of an earlier one: look at the"
        " rules, the portal may have changed its pages"
    )
    return Problem("later-capture", task.canonical, message)
