"""The runs of commands on a corpus, and what the corpus held when each had ended."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass


@dataclass(frozen=True)
class RunCounts:
    """What a corpus holds: the articles that its archive has ``listed``, those of them that were
    ``fetched`` (all but pending and failed ones), those that were ``rejected``, and those that are
    in ``tei``, with their ``words``; None if these are not known of every article."""

    listed: int
    fetched: int
    rejected: int
    tei: int
    words: int | None


@dataclass(frozen=True)
class Run:
    """One run of a command on the corpus.

    ``started`` and ``finished`` are WARC dates. ``finished`` and ``outcome`` are None while it
    runs, and after a kill. ``counts`` is None until the run, or the one after a kill, has counted.
    ``days``: the first and the last day on which it ran, in the portal's zone; the last is empty if
    it is not known.
    """

    id: int
    command: str
    started: str
    finished: str | None
    outcome: str | None
    counts: RunCounts | None = None
    days: tuple[str, str] = ("", "")
