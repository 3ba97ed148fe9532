"""The versions of an article, what two states of it are compared by, and when a state that has much
less text is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import Article
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.looks import Look, judge_looks
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.text.translation import make_message

VERSION_SHRUNK = "version-shrunk"
"""Kind of the problem of a version that is not used yet, since it has much less text."""


@dataclass(frozen=True)
class ArticleVersion:
    """A state of an article that differs from the version before in words or metadata; ``capture``
    is the one that shows it first. ``is_used``: False for a version that is shrunk and not seen
    often enough."""

    capture: Capture
    article: Article
    is_used: bool = True


def content_of(article: Article) -> object:
    """Return what two versions of an article differ in: the blocks, and the metadata without their
    sources."""
    fields = [(name, [value.value for value in values]) for name, values in article.metadata.fields]
    return fields, article.blocks


class ShrunkVersions:
    """Decides, state by state in the order of their captures, which versions of an article are
    used: one with fewer than half of the words of the fullest used one waits until the same text
    was seen again at least ``confirm`` later (``fetch.confirm``).

    ``due`` is the time from which the version that waits is to be asked for again; None if none
    waits, or if five looks found no text twice. ``words`` are those of the fullest used version.
    ``believed`` is the time of the look that let the last one be used; None if it did not wait.
    """

    def __init__(self, confirm: timedelta) -> None:
        self._confirm = confirm
        self._looks: list[Look] = []
        self.words = 0
        self.believed: datetime | None = None

    def use(self, article: Article, seen: Sequence[datetime]) -> bool:
        """Return True if a state is used; ``seen`` are the times at which it was captured."""
        words, self.believed = article.account.kept, None
        if words * 2 < self.words:
            text = " ".join(" ".join(article.body.texts()).split())
            self._looks += [Look(time, text, was_well=True) for time in seen]
            times = [look.time for look in self._looks if look.answer == text]
            later = [time for time in times if time - min(times) >= self._confirm]
            if not later:
                return False
            self.believed = min(later)
            self.words = words  # what comes next is compared with what the portal shows now
        self._looks.clear()
        self.words = max(self.words, words)
        return True

    @property
    def due(self) -> datetime | None:
        judgement = judge_looks(self._looks, self._confirm)
        return judgement.due if judgement is not None else None

    def describe(self, article: Article) -> str:
        """Return the reason why a state is not used."""
        words = article.account.kept
        shown = make_message(
            "{words} words (an earlier capture: {before})", words=words, before=self.words
        )
        return f"{VERSION_SHRUNK}: {shown}"


def describe_shrunk(canonical: str, reason: str) -> Problem:
    """Return the problem of an article with a shrunk version that is not used yet; ``reason`` as in
    ``ShrunkVersions.describe``."""
    return make_problem(VERSION_SHRUNK, canonical, reason=reason.partition(": ")[2])
