"""How runs are written in the views."""

from __future__ import annotations

from webarticlecurator.model.corpus_numbers import Run


def describe_time(warc_date: str) -> str:
    """Return a WARC date as ``2024-05-02 12:00 UTC``."""
    return f"{warc_date[:10]} {warc_date[11:16]} UTC"


def describe_run(run: Run) -> str:
    """Return when a run began and how it ended. One without an end runs, or was interrupted."""
    ended = run.outcome if run.finished else "not ended"
    return f"{describe_time(run.started)}, {ended}"
