"""Values read from the index: links, listings, articles and their pages."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.stored_messages import decode_message
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.index.index import Row

ARTICLE_COLUMNS = "id, canonical, requested, column_name, state, reason, evidence, tei, build"
"""The columns of the table ``articles`` in the order of ``ArticleRow``."""
SELECT_A = f"SELECT {', '.join(f'a.{name}' for name in ARTICLE_COLUMNS.split(', '))}"
"""The beginning of a query for them where the table is called ``a``."""


@dataclass(frozen=True)
class ListingResult:
    """What was new on an archive page.

    Attributes:
        new_to_walk: links that this generation of the walk had not met before.
        all_known_complete: the page has links, and each was listed in a completed generation of
            this walk.
        new_articles: canonical addresses that were not in the index.
        unseen: links that no generation of this walk had met before.
        is_grown_inside: there are unseen links, but the first and the last link are none, or have
            the headline of one that was listed before: an article that has moved.
        is_shuffled: some of these come before others that it had not met, and it had met them on
            different pages.
        first_new: the place, from 0, of the first link that this generation had not met.
        known_from: the place behind the last link that no completed generation has listed.
        places: the page, and the place there, of each link that this generation has listed first,
            on an earlier page.
        redirected: requested addresses of articles that redirected to links which this walk had
            not listed before.
    """

    new_to_walk: int
    all_known_complete: bool
    new_articles: tuple[str, ...]
    unseen: int = 0
    is_grown_inside: bool = False
    is_shuffled: bool = False
    first_new: int = 0
    known_from: int = 0
    places: tuple[tuple[str, int], ...] = ()
    redirected: tuple[str, ...] = ()


@dataclass(frozen=True)
class ArticleRow:
    """An article in the index.

    Attributes:
        requested: the address under which its first page is fetched.
        column: the column of its first listing.
        state: one of verdict.STATES.
        reason: one of verdict.REJECTIONS, or the kind of a failure.
        tei: the path of its TEI file below tei/.
        build: the digest of the rules and captures that file was made from.
    """

    id: int
    canonical: str
    requested: str
    column: str | None
    state: str
    reason: str | None = None
    evidence: str = ""
    tei: str | None = None
    build: str | None = None


def to_article_row(row: Row) -> ArticleRow:
    """Return the article of a row with ARTICLE_COLUMNS."""
    id_, canonical, requested, column, state, reason, evidence, tei, build = row
    return ArticleRow(
        id_, canonical, requested, column, state, reason, decode_message(evidence), tei, build
    )


@dataclass(frozen=True)
class Listing:
    """An archive page that listed an address; ``position`` counts from 0."""

    walk: WalkKey
    page: str
    position: int
    listed: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PageRow:
    """A page of an article; ``record_id`` is that of its capture, None if it has none."""

    url: str
    record_id: str | None


@dataclass(frozen=True)
class Counts:
    """The number of articles by state.

    articles = tei + stored (captured, not built yet) + all rejected + failed + pending.
    """

    articles: int
    tei: int
    rejected: dict[str, int]
    failed: int
    pending: int
    stored: int = 0
