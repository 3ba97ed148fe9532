"""The versions of the articles on split pages (``article.split``).

An article that is on its page no more is kept as it was, with the capture that lacks it. It is not
kept if the page has its words under another id, or if it had no id of its own: then the numbers of
the others have changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from webarticlecurator.model.article import Article, CaptureHistory, Rejected, UnusedCapture
from webarticlecurator.model.capture import Capture
from webarticlecurator.run.building.article_content import ArticleVersion, content_of
from webarticlecurator.run.building.article_reading import ArticleState
from webarticlecurator.run.building.split_articles import SplitArticle

_NUMBERED = re.compile(r"n\d+")
"""The id of an article to which its page gives none."""


@dataclass(frozen=True)
class _Shown:
    """An article on a split page, and the number of the state that shows it."""

    state: int
    part: SplitArticle


def merge_split_states(states: Sequence[ArticleState]) -> ArticleState:
    """Return the latest state of split pages; its articles have their histories, and those that
    only earlier states show come last."""
    latest = states[-1]
    shown: dict[str, list[_Shown]] = {}
    for number, state in enumerate(states):
        for part in state.parts or ():
            shown.setdefault(part.canonical, []).append(_Shown(number, part))
    current = {part.canonical: part for part in latest.parts or ()}
    parts = [_with_history(states, shown[canonical]) for canonical in current]
    parts += [
        _with_history(states, shown[canonical], gone=_find_lacking(states, shown[canonical][-1]))
        for canonical in shown
        if canonical not in current and _is_lost(shown[canonical][-1].part, tuple(current.values()))
    ]
    return replace(latest, parts=tuple(parts), changed=_find_change(states, shown))


def _with_history(
    states: Sequence[ArticleState], shown: Sequence[_Shown], gone: Capture | None = None
) -> SplitArticle:
    """Return the latest readable state of an article with its versions."""
    readable = [each for each in shown if isinstance(each.part.read, Article)]
    if not readable:
        return shown[-1].part
    captures = [version.capture for version in _find_versions(readable)]
    unused = [
        UnusedCapture(capture, f"{each.part.read.reason}: {each.part.read.evidence}")
        for each in shown[shown.index(readable[-1]) + 1 :]
        if isinstance(each.part.read, Rejected)
        and (capture := _capture_of(states[each.state], each.part)) is not None
    ]
    history = CaptureHistory(tuple(captures) if len(captures) > 1 else (), tuple(unused), gone)
    text = readable[-1].part
    assert isinstance(text.read, Article)
    return replace(text, read=replace(text.read, history=history))


def find_part_versions(
    states: Sequence[ArticleState], requested: str
) -> tuple[ArticleVersion, ...]:
    """Return the versions of an article on split pages, by its listed address."""
    shown = [
        _Shown(number, part)
        for number, state in enumerate(states)
        for part in state.parts or ()
        if part.requested == requested
    ]
    return tuple(_find_versions(shown))


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


def _find_change(states: Sequence[ArticleState], shown: dict[str, list[_Shown]]) -> datetime | None:
    """Return the time of the capture with which articles came, changed or went last; None if the
    first state had all of them as they are."""
    changes = [
        article.history.versions[-1].time
        for each in shown.values()
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
