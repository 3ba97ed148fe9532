"""Who may read the article: ``free``, ``partial`` (a part, or a number of articles, is free) or ``closed``.

The words of a page's declarations; ``teaser.py`` weighs them against the text that is there."""

from __future__ import annotations

_WORDS = {
    "free": ("free", "true", "yes", "1", "unlocked", "public"),
    "partial": ("partial", "metered"),
    "closed": ("closed", "false", "no", "0", "locked", "paid", "premium", "subscriber", "subscribers"),
}
_READ = {word: access for access, words in _WORDS.items() for word in words}


def access_word(text: str) -> str | None:
    """``isAccessibleForFree`` of Schema.org (``True``, ``false``, ``https://schema.org/False``), ``article:content_tier``
    (``free``, ``metered``, ``locked``) or our own words, as one of ours; None for anything else."""
    return _READ.get(text.strip().rpartition("/")[2].casefold())
