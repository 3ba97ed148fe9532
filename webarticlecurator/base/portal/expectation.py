"""The expectations of a person about one stored page (``<portal>.tests.yaml``), as data."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.rule import Place

ARCHIVE = "archive"
ARTICLE = "article"

ARTICLE_VALUES = (
    "rejected",
    "title",
    "authors",
    "published",
    "section",
    "first_words",
    "last_words",
    "next_page",
)
"""The expected values of an article page, in the order in which they are compared."""


@dataclass(frozen=True)
class ExpectedLinks:
    """The links of an archive page, in any order: exactly ``addresses`` if ``whole``, else these
    among others. ``count`` is the number of all links, or None if it does not matter."""

    addresses: tuple[str, ...] = ()
    whole: bool = False
    count: int | None = None


@dataclass(frozen=True)
class ExpectedValue:
    """One expected value: ``name`` is the key; ``values`` is empty where nothing must be found, and
    has several items only for authors and sections.

    Dates are ISO 8601, with or without a time; first and last words have single spaces.
    """

    name: str
    values: tuple[str, ...]
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True)
class Expectation:
    """One entry: ``kind`` is ARCHIVE or ARTICLE, ``url`` the absolute address of the page,
    ``column`` the column of an archive page where the address does not decide it. An entry that is
    not ``accepted`` was recorded, but not yet confirmed by a person."""

    kind: str
    url: str
    accepted: bool = True
    column: str | None = None
    links: ExpectedLinks | None = None
    values: tuple[ExpectedValue, ...] = ()
    place: Place = field(default=Place(), compare=False)
