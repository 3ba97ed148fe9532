"""What a person expects of one stored page (``<portal>.tests.yaml``), as data."""

from __future__ import annotations

from dataclasses import dataclass, field

from webarticlecurator.model.rule import Place

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
"""What can be expected of an article page beside its address, in the order in which it is written
and compared."""


@dataclass(frozen=True)
class ExpectedLinks:
    """The links of an archive page, in any order. ``whole``: exactly ``addresses``; else these
    among others. ``count``: how many there are in all, None if that does not matter."""

    addresses: tuple[str, ...] = ()
    whole: bool = False
    count: int | None = None


@dataclass(frozen=True)
class ExpectedValue:
    """One value. ``name`` is the key; ``values`` is empty where nothing is expected to be found,
    and has several items only for authors. Dates are days or moments in ISO 8601; first and last
    words are text with single spaces."""

    name: str
    values: tuple[str, ...]
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True)
class Expectation:
    """One entry: ``kind`` is ARCHIVE or ARTICLE, ``url`` the page's absolute address, ``column``
    whose archive page it is where the address does not say. Not ``accepted``: it was recorded, and
    nobody has said yet that it is right."""

    kind: str
    url: str
    accepted: bool = True
    column: str | None = None
    links: ExpectedLinks | None = None
    values: tuple[ExpectedValue, ...] = ()
    place: Place = field(default=Place(), compare=False)
