"""What articles of one layout have in common: how long they are and which fields they have.

A portal that changes its pages changes it, and the rules no longer fit
(``crawling/building/changes.py``).
"""

from __future__ import annotations

from collections import Counter
from enum import Enum
from math import log1p

from webarticlecurator.base.dataclasses import dataclass, field


class LinksTo(Enum):
    """Where the links of a line lead."""

    NOTHING = "nothing"
    ARTICLES = "articles"
    OTHERS = "others"


@dataclass(frozen=True)
class TextLine:
    """A line of a text: all of its ``words``; or those beside its links, without numbers, if
    ``leads_to`` says where these lead. Of a longer line (not ``is_whole``) its beginning."""

    words: str
    leads_to: LinksTo = LinksTo.NOTHING
    is_whole: bool = True


@dataclass(frozen=True)
class Present:
    """A time of publication that is the time of the request: its ``place`` within a quarter of an
    hour, in seconds; ``is_exact`` to the second and in its zone."""

    place: int
    is_exact: bool


@dataclass(frozen=True)
class ArticleShape:
    """The shape of one article.

    ``layout`` is the name of the rules of its first page; ``words`` counts those of its body;
    ``filled`` are the names of the metadata fields that have a value. Without ``has_root``, there
    is no text and no metadata. ``unfollowed`` is the address of a further page of it, where no rule
    follows the link. ``present``: it says that it was published when it was requested.
    ``lines`` are those of its text that others may have, if it is one of a sample.
    """

    layout: str = ""
    has_root: bool = True
    words: int = 0
    filled: tuple[str, ...] = ()
    unfollowed: str = ""
    present: Present | None = None
    lines: tuple[TextLine, ...] | None = None


@dataclass
class ShapeCounts:
    """The shapes of several articles, counted.

    Lengths are summed as logarithms, with their squares: they differ by factors.
    """

    articles: int = 0
    no_root: int = 0
    log_words: float = 0.0
    log_words_squared: float = 0.0
    filled: Counter[str] = field(default_factory=Counter)

    def count(self, shape: ArticleShape) -> None:
        """Count one article."""
        self.articles += 1
        if not shape.has_root:
            self.no_root += 1
            return
        length = log1p(shape.words)
        self.log_words += length
        self.log_words_squared += length * length
        self.filled.update(shape.filled)

    def add(self, other: ShapeCounts) -> None:
        """Add the articles that another one has counted."""
        self.articles += other.articles
        self.no_root += other.no_root
        self.log_words += other.log_words
        self.log_words_squared += other.log_words_squared
        self.filled += other.filled

    @property
    def with_root(self) -> int:
        """The number of articles that have a root."""
        return self.articles - self.no_root

    @property
    def variance(self) -> float:
        """The variance of the logarithms of the lengths, at least .01."""
        usual = self.log_words / self.with_root
        return max(self.log_words_squared / self.with_root - usual * usual, 0.01)
