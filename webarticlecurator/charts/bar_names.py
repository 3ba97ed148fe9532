"""What bars, gaps and numbers are called."""

from __future__ import annotations

from itertools import pairwise

from webarticlecurator.model.corpus_dimensions import CAPTURED, LENGTHS
from webarticlecurator.model.corpus_numbers import Gap

_UNKNOWN = {
    "years": "undated",
    "months": "without a month",
    "columns": "no column",
    "sections": "no section",
    "authors": "no author",
    "access": "not stated",
    "detected_languages": "too short a text",
    "stored": "not known",
}
"""Key of a dimension → what the bar of articles is called of which it is not known."""
_LENGTHS = {str(least): f"{least:,}–{following - 1:,}" for least, following in pairwise(LENGTHS)}


def name_bar(dimension: str, name: str) -> str:
    """Return what a bar is called."""
    if not name:
        return _UNKNOWN[dimension]
    if dimension == CAPTURED:
        first, _, last = name.partition("/")
        return first if first == last else f"{first} to {last or 'now'}"
    if dimension == "lengths":
        return _LENGTHS.get(name, f"{LENGTHS[-1]:,} and more")
    return name


def count_articles(number: int) -> str:
    """Return ``1 article``, ``2,000 articles``."""
    return "1 article" if number == 1 else f"{number:,} articles"


def describe_gap(gap: Gap) -> str:
    """Return a gap as a line."""
    months = f"{gap.first} to {gap.last}, {gap.months} months" if gap.months > 1 else gap.first
    where = f"column {gap.column}: " if gap.column else ""
    return f"{where}no articles in {months}"
