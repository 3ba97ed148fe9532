"""The versions of the articles on split pages (``article.split``).

An article that is on its page no more is kept as it was, with the capture that lacks it. It is
not kept if the page has its words under another id, or if it had no id of its own: then the
numbers of the others have changed. One whose text has shrunk is kept as it was until the same
text was seen twice, as an article with a page of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.model.article import Article, CaptureHistory, Rejected, UnusedCapture
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.crawling.captures.article_content import (
    ArticleVersion,
    ShrunkVersions,
    content_of,
    describe_shrunk,
)
from webarticlecurator.crawling.captures.article_reading import ArticleState
from webarticlecurator.crawling.captures.split_articles import SplitArticle

_NUMBERED = re.compile(r"n\d+")
"""The id of an article to which its page gives none."""


@dataclass(frozen=True)
class _Shown:
    """An article on a split page, and the number of the state that shows it."""

    state: int
    part: SplitArticle


def merge_split_states(states: Sequence[ArticleState], confirm: timedelta) -> ArticleState:
    """Return the latest state of split pages; its articles have their histories, and those that
    only earlier states show come last. ``confirm``: see ``ShrunkVersions``."""
    latest = states[-1]
    shown = group_values(
        (part.canonical, _Shown(number, part))
        for number, state in enumerate(states)
        for part in state.parts or ()
    )
    sorted_parts = {name: _sort_shown(states, each, confirm) for name, each in shown.items()}
    current = {part.canonical: part for part in latest.parts or ()}
    parts = [_with_history(states, sorted_parts[canonical]) for canonical in current]
    parts += [
        _with_history(states, sorted_parts[name], gone=_find_lacking(states, shown[name][-1]))
        for name in shown
        if name not in current and _is_lost(shown[name][-1].part, tuple(current.values()))
    ]
    due = [sorted_parts[canonical].look_due for canonical in current]
    return replace(
        latest,
        parts=tuple(parts),
        changed=_find_change(states, shown, sorted_parts),
        look_due=min((time for time in due if time is not None), default=None),
    )


@dataclass(frozen=True)
class _SortedPart:
    """An article on a split page by time: its states that may be its text, those that are shrunk
    and come after them, and why they are not used. ``look_due``: see ``ShrunkVersions.due``."""

    all: tuple[_Shown, ...]
    used: tuple[_Shown, ...]
    shrunk: tuple[_Shown, ...] = ()
    reasons: tuple[str, ...] = ()
    look_due: datetime | None = None


def _sort_shown(
    states: Sequence[ArticleState], shown: Sequence[_Shown], confirm: timedelta
) -> _SortedPart:
    shrinking = ShrunkVersions(confirm)
    used: list[_Shown] = []
    shrunk: list[tuple[_Shown, str]] = []
    for each in shown:
        article = each.part.read
        if not isinstance(article, Article):
            continue
        if shrinking.use(article, states[each.state].seen):
            used.append(each)
            shrunk.clear()
        else:
            shrunk.append((each, shrinking.describe(article)))
    waiting = tuple(each for each, _ in shrunk)
    reasons = tuple(reason for _, reason in shrunk)
    return _SortedPart(tuple(shown), tuple(used), waiting, reasons, shrinking.due)


def _with_history(
    states: Sequence[ArticleState], found: _SortedPart, gone: Capture | None = None
) -> SplitArticle:
    """Return the latest state of an article that is used, with its versions."""
    if not found.used:
        return found.all[-1].part
    captures = [version.capture for version in _find_versions(found.used)]
    unused = [
        UnusedCapture(capture, _describe_unused(found, each))
        for each in found.all[found.all.index(found.used[-1]) + 1 :]
        if (capture := _capture_of(states[each.state], each.part)) is not None
    ]
    history = CaptureHistory(tuple(captures) if len(captures) > 1 else (), tuple(unused), gone)
    text = found.used[-1].part
    assert isinstance(text.read, Article)
    shrunk = (describe_shrunk(text.canonical, reason) for reason in found.reasons[-1:])
    problems = (*text.read.problems, *shrunk)
    return replace(text, read=replace(text.read, history=history, problems=problems))


def _describe_unused(found: _SortedPart, each: _Shown) -> str:
    if each in found.shrunk:
        return found.reasons[found.shrunk.index(each)]
    assert isinstance(each.part.read, Rejected)
    return f"{each.part.read.reason}: {each.part.read.evidence}"


def find_part_versions(
    states: Sequence[ArticleState], requested: str, confirm: timedelta
) -> tuple[ArticleVersion, ...]:
    """Return the versions of an article on split pages, by its listed address; those that are not
    used yet come last."""
    shown = [
        _Shown(number, part)
        for number, state in enumerate(states)
        for part in state.parts or ()
        if part.requested == requested
    ]
    found = _sort_shown(states, shown, confirm)
    waiting = (replace(each, is_used=False) for each in _find_versions(found.shrunk))
    return (*_find_versions(found.used), *waiting)


def _find_versions(shown: Sequence[_Shown]) -> Iterator[ArticleVersion]:
    """Yield the states of an article that differ from the one before."""
    content: object = None
    for each in shown:
        article = each.part.read
        if isinstance(article, Article) and article.captures and content_of(article) != content:
            content = content_of(article)
            yield ArticleVersion(article.captures[0], article)


def _is_lost(part: SplitArticle, current: Sequence[SplitArticle]) -> bool:
    """Return True if the page has an article no more, neither its id nor its words."""
    name = _fragment(part)
    if _NUMBERED.fullmatch(name) or not isinstance(part.read, Article):
        return False
    content = content_of(part.read)
    return not any(
        _fragment(other) == name
        or (isinstance(other.read, Article) and content_of(other.read) == content)
        for other in current
    )


def _find_lacking(states: Sequence[ArticleState], last: _Shown) -> Capture:
    """Return the capture of the page that lacks an article first."""
    following = states[last.state + 1].captures
    own = _capture_of(states[last.state], last.part)
    same_page = (capture for capture in following if own is not None and capture.url == own.url)
    return next(same_page, following[0])


def _find_change(
    states: Sequence[ArticleState],
    shown: dict[str, list[_Shown]],
    sorted_parts: dict[str, _SortedPart],
) -> datetime | None:
    """Return the time of the capture with which articles came, changed or went last; None if the
    first state had all of them as they are."""
    changes = [
        article.history.versions[-1].time
        for each in sorted_parts.values()
        if isinstance(article := _with_history(states, each).read, Article)
        and article.history.versions
    ]
    for each in shown.values():
        capture = _capture_of(states[each[0].state], each[0].part)
        if each[0].state and capture is not None:
            changes.append(capture.time)
        if each[-1].state + 1 < len(states):
            changes.append(_find_lacking(states, each[-1]).time)
    return max(changes, default=None)


def _capture_of(state: ArticleState, part: SplitArticle) -> Capture | None:
    return next((c for c in state.captures if c.record_id == part.record), None)


def _fragment(part: SplitArticle) -> str:
    return part.canonical.rpartition("#")[2]
