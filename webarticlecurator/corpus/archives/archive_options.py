"""Which web archive is asked for what."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.corpus.archives.coverage_reasons import DEFAULT_REASONS

MOST = 100_000
"""Captures that a run reads, unless the user says otherwise."""
EXAMPLE = "https://web.archive.org/cdx/search/cdx"


@dataclass(frozen=True)
class ArchiveOptions:
    """Which web archive is asked, and how.

    ``server`` is the address of its CDX API. ``patterns`` limit the addresses (all of the portal's
    hosts without one). ``most`` is the maximum of captures that this run reads. ``again`` forgets
    what earlier runs read. ``lines`` is the number of captures that one request asks for.
    """

    server: str
    patterns: tuple[str, ...] = ()
    most: int = MOST
    again: bool = False
    proxy: str | None = field(default=None, repr=False)
    ca_file: str | None = None
    lines: int | None = None


@dataclass(frozen=True)
class AdoptionOptions:
    """What is copied from the archive.

    ``reasons`` are those of the addresses to copy. ``replay`` is the beginning of the addresses of
    captures (None: found by that of the CDX API). ``limit`` is the maximum of captures that are
    fetched. ``any_digest``: see ``fetch_capture``.
    """

    archive: ArchiveOptions
    reasons: tuple[str, ...] = DEFAULT_REASONS
    replay: str | None = None
    limit: int | None = None
    any_digest: bool = False
