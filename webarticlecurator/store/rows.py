"""What the index says of addresses, articles and their pages, as values."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.store.walks import WalkKey


@dataclass(frozen=True)
class Link:
    """One link of an archive page: the address as listed, fragment cut, and what was shown beside
    it (name, value)."""

    url: str
    listed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ListingResult:
    """``new_to_walk``: links this traversal had not seen before; ``all_known_complete``: the page
    has links, and each was listed by an earlier traversal of this walk that reached its end;
    ``new_articles``: canonical addresses never seen before; ``unseen``: links that no traversal of
    this walk has listed before."""

    new_to_walk: int
    all_known_complete: bool
    new_articles: tuple[str, ...]
    unseen: int = 0


@dataclass(frozen=True)
class ArticleRow:
    """How an article stands. ``state`` is one of verdict.STATES; ``reason`` of verdict.REJECTIONS,
    or the kind of a failure; ``column`` that of its first listing; ``tei`` its path below tei/;
    ``build`` the digest of what it was made with and of."""

    id: int
    canonical: str
    requested: str
    column: str | None
    state: str
    reason: str | None = None
    evidence: str = ""
    tei: str | None = None
    build: str | None = None


@dataclass(frozen=True)
class Listing:
    """An archive page that listed an address; ``page`` is its address, ``position`` counts from
    0."""

    walk: WalkKey
    page: str
    position: int
    listed: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PageRow:
    """One page of an article: the record id of its capture, None if it was not captured."""

    url: str
    record_id: str | None


@dataclass(frozen=True)
class Counts:
    """articles = tei + stored (captured, not built yet) + all rejected + failed + pending."""

    articles: int
    tei: int
    rejected: dict[str, int]
    failed: int
    pending: int
    stored: int = 0
